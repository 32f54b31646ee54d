"""Settings for all tests."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings

import trigrad.engine.rule  # noqa: F401 - as the environment says, before a module wants the rules compiled

# A shared machine may pause for seconds, so no example is failed for being slow. Whole games are played for each, so
# that a quarter of the usual number is much: CI asks for it with --hypothesis-profile=thorough
settings.register_profile("thorough", deadline=None, max_examples=25)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=10)
settings.load_profile("quick")

MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own in it
ENOUGH = 2 << 30  # bytes; what the tests leave there is a tenth of it


def pytest_configure(config: pytest.Config) -> None:
    """Keep the files of tests in memory where there is room: most make a database, and disks make its commits wait."""
    with suppress(OSError):
        if config.option.basetemp is None and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest: whoever runs tests in parallel would wait for it at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
