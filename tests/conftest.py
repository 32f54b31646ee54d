"""Settings for all tests."""

from hypothesis import settings

# A shared machine may pause for seconds, so no example is failed for being slow
settings.register_profile("trigrad", deadline=None)
settings.load_profile("trigrad")
