"""What axe finds on the pages: nothing, in light and in dark."""

import re
from contextlib import closing
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from tests.browser.test_analysis import analysed_table, store_of
from tests.browser.visit import CHOICES, create_table, open_page
from tests.web.running import RunningServer

from trigrad import games

pytestmark = pytest.mark.browser

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def faults(page: Page) -> list[str]:
    """What axe has to say about a page as it is now: a line for each rule and element."""
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url} {fault['id']}: {node['html'][:160]} {_why(node)}" for fault in found for node in fault["nodes"]
    ]


def _why(node: dict[str, Any]) -> str:
    contrast = [check["data"] for check in node["any"] if check["id"] == "color-contrast"]
    return "".join(f"{data['fgColor']} on {data['bgColor']}: {data['contrastRatio']}" for data in contrast)


def faults_in_both(page: Page) -> list[str]:
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # no colour on its way to another
        found += [f"{scheme} {fault}" for fault in faults(page)]
    return found


def test_pages_around_the_tables(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "en")
    of_games = [f"/{kind}/{name}" for name in games.names() for kind in ("rules", "new")]
    found = []
    for path in ("/", "/rules", *of_games, "/me", "/me/settings", "/nowhere"):
        page.goto(server.address + path)
        found += faults_in_both(page)
    create_table(page, server, "me", "friend")  # waits for players
    found += faults_in_both(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("game_name", games.names())
def test_a_table_in_play(browser: Browser, server: RunningServer, game_name: str, width: int) -> None:
    page = open_page(browser, "en", width)
    create_table(page, server, "me", "here", game=game_name)
    page.click("#curtain button")
    expect(page.locator(CHOICES + " >> visible=true").first).to_be_visible()
    found = faults_in_both(page)
    for sheet in ("log", "score", "info"):
        with page.expect_response(re.compile(f"/sheet/{sheet}")):
            page.click(f"header [popovertarget=sheet-{sheet}]")
        found += faults_in_both(page)
        page.click(f"#sheet-{sheet} [popovertargetaction=hide]")
    page.click("button[popovertarget=all-choices]")
    found += faults_in_both(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game_name", games.names())
def test_a_finished_game_and_its_analysis(browser: Browser, server: RunningServer, game_name: str) -> None:
    with closing(store_of(server)) as store:
        table_id = analysed_table(store, game_name)
    page = open_page(browser, "en", 360)
    page.goto(f"{server.address}/t/{table_id}")
    found = faults_in_both(page)
    page.click("#result form[action$=analysis] button")
    expect(page.locator("svg.chart")).to_be_visible()
    found += faults_in_both(page)
    page.locator("#costliest a").first.click()
    expect(page.locator("#choice h1")).to_be_visible()
    found += faults_in_both(page)
    page.goto(f"{server.address}/t/{table_id}?at=3")
    found += faults_in_both(page)
    assert not found, "\n".join(found)
