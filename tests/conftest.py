"""Settings for all tests."""

from hypothesis import settings

import trigrad.engine.rule  # noqa: F401 - as the environment says, before a module wants the rules compiled

# A shared machine may pause for seconds, so no example is failed for being slow. Whole games are played for each, so
# that a quarter of the usual number is much: CI asks for it with --hypothesis-profile=thorough
settings.register_profile("thorough", deadline=None, max_examples=25)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=10)
settings.load_profile("quick")
