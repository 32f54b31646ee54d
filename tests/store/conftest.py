"""Both databases."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from tests.store.postgres import Cluster, running

from trigrad.store.store import Store


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL for all tests of this process."""
    with running() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Makes empty databases and tells their URLs: each test that asks for it is run with both kinds."""
    if request.param == "sqlite":
        numbers = count()
        return lambda: f"sqlite:///{tmp_path / f'db{next(numbers)}'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database


@pytest.fixture
def database(new_database: Callable[[], str]) -> str:
    """The URL of an empty database, of both kinds."""
    return new_database()


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An empty store."""
    store = Store(database)
    yield store
    store.close()
