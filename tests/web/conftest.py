import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person

from trigrad.web.app import create_app
from trigrad.web.settings import Settings


@pytest.fixture(autouse=True)
def seeded_secrets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games, ids and keys in every run of a test, so that none fails by a rare shuffle."""
    monkeypatch.setattr(secrets, "token_bytes", Random(request.node.nodeid).randbytes)


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(Settings(f"sqlite:///{tmp_path / 'db'}", secret="test", bot_pace=0, workers=0))


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
