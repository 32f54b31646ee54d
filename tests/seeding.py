"""Secrets that are the same in every run of a test."""

import secrets
from random import Random

import pytest


@pytest.fixture(autouse=True)
def seeded_secrets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games, ids and keys in every run of a test, so that none fails by a rare shuffle."""
    monkeypatch.setattr(secrets, "token_bytes", Random(request.node.nodeid).randbytes)
