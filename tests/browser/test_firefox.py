"""Each game in Firefox, as Debian has it: what others do, motion, sheets, darkness, and whole games on one screen."""

import os
import random
import shutil
from collections.abc import Iterator
from typing import Final

import httpx2
import pytest
from playwright.sync_api import Browser, Page, Playwright, expect
from tests.browser.visit import CHOICES, VERSION, assert_on_one_screen, create_table, press_one_of
from tests.web.running import RunningServer

from trigrad import games

pytestmark = pytest.mark.browser

FIREFOX = os.environ.get("TRIGRAD_FIREFOX") or shutil.which("firefox-esr")
SETTINGS = {"layout.css.prefers-color-scheme.content-override": 0, "ui.prefersReducedMotion": 0}  # dark, and moving
TURNS = 2
AS_THE_SYSTEM: Final = "null"  # what a page asks for is told by Firefox's own settings


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    if FIREFOX is None:
        pytest.skip("Firefox is not installed: Debian’s package is firefox-esr")
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs={**SETTINGS}, timeout=60_000
    )
    yield browser
    browser.close()


@pytest.fixture
def closed_pages() -> None:
    """In place of the one that needs Chromium."""


@pytest.fixture
def language() -> str:
    return "en"


@pytest.fixture
def page(firefox: Browser, language: str) -> Iterator[Page]:
    context = firefox.new_context(
        locale=language, color_scheme=AS_THE_SYSTEM, reduced_motion=AS_THE_SYSTEM, forced_colors=AS_THE_SYSTEM
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []
    context.close()


@pytest.mark.parametrize("game", games.names())
def test_some_turns(page: Page, server: RunningServer, game: str) -> None:
    page.goto(f"{server.address}/new/{game}")
    page.fill("#name", "Ada")
    page.select_option("#seat1", "friend")
    page.click("main form button[type=submit]")
    page.wait_for_selector("#stage[data-form=lobby]")
    friend, table = server.player(), page.url.rpartition("/")[2]
    assert friend.post(f"/tables/{table}/seats/1").is_success
    page.wait_for_selector("#stage[data-form=table]")  # told by the stream
    page.evaluate("""() => { window.flown = 0; new MutationObserver((changes) => {
        for (const {addedNodes} of changes) for (const each of addedNodes) window.flown += each.className === 'flyer';
    }).observe(document.body, {subtree: true, childList: true}); }""")
    for _ in range(TURNS):
        _choose_on_the_board(page)
        _friend_chooses(page, friend, table)
    page.wait_for_function("window.flown > 0")
    page.click("button[popovertarget=sheet-log]")
    expect(page.locator("#sheet-log-body li").first).to_be_visible()
    colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor.match(/[\\d.]+/g).map(Number)")
    assert max(colour[:3]) < 100, colour


def _choose_on_the_board(page: Page) -> None:
    """Make choices of mine until it is the other's turn."""
    while page.locator("#prompt.mine").count():
        version = page.input_value(VERSION)
        page.locator(CHOICES).locator("visible=true").first.click()
        page.wait_for_function("([at, was]) => document.querySelector(at).value !== was", arg=[VERSION, version])


def _friend_chooses(page: Page, friend: httpx2.Client, table: str) -> None:
    """Let the other choose until it is my turn; the page shows it without being asked."""
    state = friend.get(f"/tables/{table}").json()
    while state["to_move"] == state["viewer"]:
        choice = {"seat": state["viewer"], "action": state["legal"][0]["action"], "version": state["version"]}
        state = friend.post(f"/tables/{table}/actions", json=choice).json()
    page.wait_for_function(
        "([at, now]) => document.querySelector(at).value === now", arg=[VERSION, str(state["version"])]
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "width", "height", "language"),
    [("quorum", 360, 740, "fr"), ("petersburg", 1280, 800, "ru"), ("quebec", 360, 740, "en")],
)
def test_a_whole_game_is_played_on_one_screen(
    page: Page, server: RunningServer, game: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.address}/me/settings")
    page.select_option("#motion", "off")
    page.click("main form button[type=submit]")
    expect(page.get_by_role("status")).to_be_visible()
    create_table(page, server, "me", "bot:random", game=game)
    chance = random.Random(7)
    while not page.locator("#result").count():
        if page.locator(CHOICES).count():
            assert_on_one_screen(page)
            press_one_of(page, page.locator(CHOICES), chance)
        else:
            page.wait_for_timeout(20)
