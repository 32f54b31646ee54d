"""The analysis of a finished game, by clicking."""

from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visit import open_page
from tests.web.people import finished_table, made_analysis
from tests.web.running import RunningServer

from trigrad import games
from trigrad.store.store import Store
from trigrad.table import analysis
from trigrad.table.table import Rules, Table

pytestmark = pytest.mark.browser


def store_of(server: RunningServer) -> Store:
    return Store(f"sqlite:///{server.folder / 'trigrad.sqlite3'}")


def analysed_table(store: Store, game_name: str) -> str:
    table_id = finished_table(store, game_name, 3)
    row = store.table(table_id)
    table = Table(Rules(games.load(game_name), 3), row.seed, store.choices(table_id))
    store.keep_analysis(table_id, analysis.VERSION, made_analysis(table).to_json())
    return table_id


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url


@pytest.mark.parametrize("game_name", games.names())
@pytest.mark.parametrize("width", [360, 1280])
def test_from_the_result_to_a_costly_choice(
    browser: Browser, server: RunningServer, game_name: str, width: int
) -> None:
    with closing(store_of(server)) as store:
        table_id = analysed_table(store, game_name)
    page = open_page(browser, width=width)
    page.goto(f"{server.address}/t/{table_id}")
    page.click("#result form[action$=analysis] button")
    expect(page.locator("svg.chart")).to_be_visible()
    expect(page.locator("svg.chart polyline")).to_have_count(3)
    expect(page.locator("#costliest li")).to_have_count(3)
    assert_fits(page)
    page.click("#analysis-seats a[href$='seat=1']")
    expect(page.locator("#analysis-seats [aria-current]")).to_have_text("P1")
    costliest = page.locator("#costliest a").first
    address = costliest.get_attribute("href")
    costliest.click()
    expect(page.locator("#choice h1")).to_contain_text("P1")
    expect(page.locator("#choice")).to_contain_text("(clearly weaker)")
    expect(page.locator("#game")).to_be_visible()
    assert page.url == f"{server.address}{address}"
    assert page.locator("#game button[name=action]").count() == 0
    assert_fits(page)
    page.click("a[rel=prev]")
    page.click("a[rel=next]")
    assert page.url == f"{server.address}{address}"


def test_progress_is_seen_without_loading_the_page_anew(browser: Browser, server: RunningServer) -> None:
    with closing(store_of(server)) as store:
        table_id = finished_table(store, "quorum", 2)
    page = open_page(browser, width=360)
    page.goto(f"{server.address}/t/{table_id}/analysis")
    page.click("#analysis-start button")
    page.evaluate("window.loadedOnce = true")
    first = page.locator("#progress").get_attribute("value")
    expect(page.locator("#progress")).not_to_have_attribute("value", first or "", timeout=20_000)
    expect(page.locator("#analysis-status")).to_have_text("The game is being analysed.")
    assert page.evaluate("window.loadedOnce")
    assert_fits(page)
