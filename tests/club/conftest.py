from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.club.thinker import thinker
from tests.seeding import seeded_secrets
from tests.store.conftest import cluster

from trigrad.club.club import Club
from trigrad.club.people import User

__all__ = ["cluster", "seeded_secrets", "thinker"]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A club that is not open: its bots choose only when told to."""
    club = Club(f"sqlite:///{tmp_path / 'db'}", workers=0, bot_pace=0, tables_an_hour=100)
    yield club
    club.thinking.close()
    club.store.close()


@pytest.fixture
def ada() -> User:
    return User("ada", "Ada")


@pytest.fixture
def bob() -> User:
    return User("bob", "Bob")
