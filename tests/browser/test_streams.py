"""Many tabs of one browser: all stay live by one stream, and hidden ones have none."""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visit import VERSION, open_page
from tests.web.in_thread import ThreadServer

from trigrad.club.new_tables import SeatWish, TableWish
from trigrad.club.people import User

pytestmark = pytest.mark.browser

ADA = User("ada", "Ada")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadServer]:
    with ThreadServer(tmp_path) as server:
        yield server


def new_table(server: ThreadServer) -> str:
    return server.club.tables.create(TableWish("quorum", [SeatWish("me"), SeatWish("here", name="Bob")], {}), ADA)


def choose(server: ThreadServer, table_id: str) -> str:
    """Choose at a table, wherever its people are; returns its version."""
    table = server.club.tables.get(table_id).table
    assert table is not None
    assert table.to_move is not None
    action = random.choice(table.legal(table.to_move))
    server.club.tables.act(table_id, ADA, table.to_move, action, table.version)
    return str(table.version)


def wait_until(page: Page, happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)


def show(page: Page, *, hidden: bool) -> None:
    """Put a tab into the background, or to the front, as its page sees it."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def open_tabs(browser: Browser, server: ThreadServer, tables: list[str], script: str = "") -> list[Page]:
    first = open_page(browser)
    if script:
        first.context.add_init_script(script)
    tabs = [first, *(first.context.new_page() for _ in tables[1:])]
    for tab, table_id in zip(tabs, tables, strict=True):
        tab.goto(f"{server.address}/t/{table_id}")
    return tabs


def test_eight_tabs_stay_live_by_one_stream(browser: Browser, server: ThreadServer) -> None:
    tables = [new_table(server) for _ in range(7)]
    tables.append(tables[0])  # two tabs may show the same
    tabs = open_tabs(browser, server, tables)
    wait_until(tabs[0], lambda: server.club.hub.streams == 1)
    most = 0
    for _ in range(2):
        for table_id in tables[:-1]:
            version = choose(server, table_id)
            for tab, shown in zip(tabs, tables, strict=True):
                if shown == table_id:
                    expect(tab.locator(VERSION)).to_have_value(version)
            most = max(most, server.club.hub.streams)
    assert most == 1
    for tab in tabs:
        tab.close()
    wait_until(open_page(browser), lambda: server.club.hub.streams == 0)


def test_hidden_tabs_have_no_stream_and_catch_up_when_they_are_shown(browser: Browser, server: ThreadServer) -> None:
    tables = [new_table(server) for _ in range(2)]
    shown, other = open_tabs(browser, server, tables)
    for tab in (shown, other):
        show(tab, hidden=True)
    wait_until(shown, lambda: server.club.hub.streams == 0)
    before = other.input_value(VERSION)
    versions = [choose(server, table_id) for table_id in tables]
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    show(shown, hidden=False)
    expect(shown.locator(VERSION)).to_have_value(versions[0])
    assert other.input_value(VERSION) == before
    assert asked == []
    show(other, hidden=False)
    expect(other.locator(VERSION)).to_have_value(versions[1])
    assert server.club.hub.streams <= 2
    wait_until(shown, lambda: server.club.hub.streams == 1)
    show(shown, hidden=True)
    assert choose(server, tables[1])
    expect(other.locator(VERSION)).not_to_have_value(versions[1])


def test_a_browser_whose_tabs_cannot_share_has_a_stream_a_tab(browser: Browser, server: ThreadServer) -> None:
    tables = [new_table(server) for _ in range(3)]
    tabs = open_tabs(browser, server, tables, "delete window.SharedWorker")
    wait_until(tabs[0], lambda: server.club.hub.streams == 3)
    show(tabs[2], hidden=True)
    wait_until(tabs[0], lambda: server.club.hub.streams == 2)
    versions = [choose(server, table_id) for table_id in tables]
    for tab, version in zip(tabs[:2], versions[:2], strict=True):
        expect(tab.locator(VERSION)).to_have_value(version)
    show(tabs[2], hidden=False)
    expect(tabs[2].locator(VERSION)).to_have_value(versions[2])


def test_a_browser_that_is_refused_a_stream_is_kept_up_to_date_more_slowly(
    browser: Browser, server: ThreadServer
) -> None:
    server.club.hub._most = 0
    table_id = new_table(server)
    [tab] = open_tabs(browser, server, [table_id])
    version = choose(server, table_id)
    expect(tab.locator(VERSION)).to_have_value(version)
    assert server.club.hub.streams == 0
    server.club.hub._most = 10
    wait_until(tab, lambda: server.club.hub.streams == 1)
    expect(tab.locator(VERSION)).to_have_value(choose(server, table_id))


def test_a_page_does_not_load_what_it_shows_already(browser: Browser, server: ThreadServer) -> None:
    table_id = new_table(server)
    [tab] = open_tabs(browser, server, [table_id])
    wait_until(tab, lambda: server.club.hub.streams == 1)
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    for _ in range(3):
        show(tab, hidden=True)
        wait_until(tab, lambda: server.club.hub.streams == 0)
        show(tab, hidden=False)
        wait_until(tab, lambda: server.club.hub.streams == 1)
    expect(tab.locator(VERSION)).to_have_value(choose(server, table_id))
    assert len([url for url in asked if "/live" in url]) == 1
