"""Settings for all tests."""

from hypothesis import settings

# A shared machine may pause for seconds, so no example is failed for being slow; whole games are
# played for each, so that half the usual number is much
settings.register_profile("trigrad", deadline=None, max_examples=50)
settings.load_profile("trigrad")
