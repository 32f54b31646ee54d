"""Settings for all tests."""

from hypothesis import settings

import trigrad.engine.rule  # noqa: F401 - as the environment says, before a module wants the rules compiled

# A shared machine may pause for seconds, so no example is failed for being slow; whole games are
# played for each, so that half the usual number is much
settings.register_profile("trigrad", deadline=None, max_examples=50)
settings.load_profile("trigrad")
