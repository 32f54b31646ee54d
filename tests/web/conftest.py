from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.club.thinker import thinker
from tests.seeding import seeded_secrets
from tests.store.conftest import cluster
from tests.web.people import Person

from trigrad.web.app import create_app
from trigrad.web.settings import Settings

__all__ = ["cluster", "seeded_secrets", "thinker"]


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(Settings(f"sqlite:///{tmp_path / 'db'}", secret="test", bot_pace=0, undo_time=0, workers=0))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A running server, and a browser without cookies."""
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def ada(client: TestClient) -> Person:
    return Person(client, "Ada")


@pytest.fixture
def bob(client: TestClient) -> Person:
    return Person(client, "Bob")


@pytest.fixture
def eve(client: TestClient) -> Person:
    """Somebody who sits at no table."""
    return Person(client, "Eve")
