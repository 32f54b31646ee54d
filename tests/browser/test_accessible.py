"""What axe finds on the pages: nothing, in light and in dark."""

import re
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from tests.browser.test_analysis import analysed_table, store_of
from tests.browser.visit import CHOICES, VERSION, assert_in_reach, create_table, open_page
from tests.club.tables import choose, game_at
from tests.web.in_thread import ThreadServer
from tests.web.running import RunningServer

from trigrad import games, i18n
from trigrad.club.people import User

pytestmark = pytest.mark.browser

ENGLISH = i18n.catalogue("en")
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
    assert_in_reach(page)
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


def test_what_happens_is_read_out_once_and_in_order(browser: Browser, tmp_path: Path) -> None:
    bob = User("bob", "Bob")
    with ThreadServer(tmp_path) as server:
        page = open_page(browser)
        table_id = create_table(page, server, "me", "friend").rsplit("/", 1)[1]
        server.club.tables.join(table_id, 1, bob)
        ada = User(server.club.tables.get(table_id).row.seats[0].user or "", "Ada")
        expect(page.locator("#said")).to_be_attached()
        expected: list[str] = []
        table = game_at(server.club, table_id)[1]
        while len(table.steps) < 12:
            mover = table.to_move
            while table.to_move == mover and mover is not None:  # what one does in a row may come as one change
                choose(server.club, (ada, bob)[mover], table_id)
                for line in table.led_to(len(table.steps)):
                    who = "" if line.seat is None else f"{('Ada', 'Bob')[line.seat]} "
                    expected.append(who + line.text.render(ENGLISH))
                if mover == 0:  # as if on this page: each of the reader's own choices is answered
                    expect(page.locator(VERSION)).to_have_value(str(table.version))
            expect(page.locator(VERSION)).to_have_value(str(table.version))
        heard = page.locator("#said p").all_inner_texts()
        assert heard == expected
        page.evaluate("htmx.trigger(document.getElementById('stream'), 'changed')")
        page.click("#step-back")
        expect(page.locator("#time")).to_be_visible()
        assert page.locator("#said p").count() == len(expected)


@pytest.mark.parametrize("game_name", games.names())
def test_the_keyboard_large_letters_and_a_zoomed_page(browser: Browser, server: RunningServer, game_name: str) -> None:
    page = open_page(browser)
    address = create_table(page, server, "me", "here", game=game_name)
    page.goto(f"{address}?as={page.get_attribute('#curtain button', 'value')}")
    expect(page.locator(CHOICES + " >> visible=true").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("a[href='#prompt']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("button[form=choose][name=action]:focus")).to_have_count(1)
    page.evaluate("document.getElementById('sheet-rules').hidePopover()")  # which lie open in a first game
    for width, height, letters in ((640, 400, ""), (1280, 800, "200%")):  # 1280 by 800, both twice as large
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("(letters) => { document.documentElement.style.fontSize = letters; }", letters)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, letters)
        for choice in page.locator(CHOICES + " >> visible=true").all():
            choice.click(trial=True)  # scrolls to it; fails where something lies over it
    for path in ("/", "/me/settings", "/rules"):
        page.goto(server.address + path)
        page.set_viewport_size({"width": 640, "height": 400})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()


def test_without_scripts_a_table_is_created_played_and_looked_back_at(browser: Browser, server: RunningServer) -> None:
    page = browser.new_context(java_script_enabled=False, locale="en").new_page()
    page.set_default_timeout(20_000)
    create_table(page, server, "me", "here")
    for number in range(4):
        if page.locator("#curtain button").count():
            page.click("#curtain button")
        expect(page.locator(VERSION)).to_have_value(str(number))
        page.locator(CHOICES).first.click()
        expect(page.locator(VERSION)).to_have_value(str(number + 1))
    if page.locator("#curtain button").count():
        page.click("#curtain button")
    page.click("#step-back")
    expect(page.locator("#shown")).to_have_attribute("data-at", "3")
    page.click("#time [rel=prev]")
    expect(page.locator("#shown")).to_have_attribute("data-at", "2")
    page.click("#time .now")
    expect(page.locator("#shown")).not_to_have_attribute("data-at", re.compile("."))
    page.goto(page.url.split("?")[0] + "/sheet/log")
    expect(page.locator(".log a").first).to_be_visible()
    page.goto(server.address)
    expect(page.locator("#my-tables .my_turn")).to_have_count(1)
    expect(page.locator("#turns")).to_be_visible()
    page.goto(f"{server.address}/me/settings")
    page.select_option("#theme", "dark")
    page.click("main form button[type=submit]")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
