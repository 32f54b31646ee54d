"""The end of a game in a browser: it fits a phone, and confetti falls once, where motion is wanted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.visit import open_page
from tests.web.people import finished_table
from tests.web.running import RunningServer

from trigrad.store.store import Store

pytestmark = pytest.mark.browser

TABLES = [("quorum", 4), ("petersburg", 5), ("quebec", 5)]
NAMES = ["Ada Lovelace", "Константин Константинов", "Bob", "Anne-Marie", "Eve"]


@pytest.fixture
def finished(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with a finished table of each game, as full as it can be."""
    store = Store(f"sqlite:///{tmp_path / 'trigrad.sqlite3'}")
    for game, players in TABLES:
        finished_table(store, game, players, NAMES[:players])
    store.close()
    with RunningServer(tmp_path) as server:
        yield server


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_end_fits_a_phone_with_all_players(browser: Browser, finished: RunningServer, language: str) -> None:
    page = open_page(browser, language, width=360)
    for game, players in TABLES:
        page.goto(f"{finished.address}/t/{game}-{players}")
        expect(page.locator(".places > li")).to_have_count(players)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), game
        page.evaluate("document.querySelectorAll('#result details').forEach((each) => { each.open = true })")
        sheets = page.locator("#result .scroll:has(thead)")
        assert sheets.count() >= 1
        fit = "(sheets) => sheets.every((each) => each.clientWidth > 0 && each.scrollWidth <= each.clientWidth)"
        assert sheets.evaluate_all(fit), game


def test_confetti_falls_once(browser: Browser, finished: RunningServer) -> None:
    page = open_page(browser, motion=True)
    page.goto(f"{finished.address}/t/quorum-4")
    expect(page.locator(".confetti i").first).to_be_attached()
    expect(page.locator(".confetti")).to_have_count(0)  # swept up again
    page.reload()
    expect(page.locator("#result")).to_be_visible()
    assert page.locator(".confetti").count() == 0


def test_no_confetti_where_motion_is_not_wanted(browser: Browser, finished: RunningServer) -> None:
    page = open_page(browser)
    page.goto(f"{finished.address}/t/quorum-4")
    expect(page.locator("#result")).to_be_visible()
    assert page.locator(".confetti").count() == 0
