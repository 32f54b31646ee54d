"""The first minute by clicking: playing at once, a form that fits and forgets nothing, an invitation."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visit import create_table, open_page
from tests.web.running import RunningServer

from trigrad import games

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [360, 1280])
def test_playing_at_once(browser: Browser, server: RunningServer, width: int) -> None:
    page = open_page(browser, width=width)
    page.goto(server.address)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.click(".game-card:has(#game-quorum) button")
    page.wait_for_url("**/t/*")
    expect(page.locator("#game")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
@pytest.mark.parametrize("game", games.names())
def test_the_form_fits_one_screen(browser: Browser, server: RunningServer, game: str, width: int, height: int) -> None:
    page = open_page(browser, width=width)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.address}/new/{game}")
    page.evaluate("document.getElementById('weaker')?.remove()")  # this server has no workers, others have
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for part in ("#name", "#seat0", "#at-this-table summary", "#bots summary", "#new-table button[type=submit]"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height, part


def test_the_form_forgets_nothing(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    page.goto(f"{server.address}/new/petersburg")

    def entered() -> list[object]:
        fields = [page.input_value(field) for field in ("#name", "#seat1", "#name1", "#option-money", "#patience")]
        return [*fields, page.is_checked("[name=memory]")]

    page.click("#at-this-table summary")
    page.check("[name=memory]")
    page.select_option("#patience", "3d")
    page.select_option("#option-money", "open")
    page.fill("#name", "Ada")
    page.select_option("#seat1", "here")
    typed = ["Ada", "here", "", "open", "3d", True]
    assert entered() == typed
    page.click(".languages [lang=fr]")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert entered() == typed
    page.click("#new-table button[type=submit]")  # refused: the other one has no name
    expect(page.locator("[role=alert]")).to_be_visible()
    assert entered() == typed
    page.fill("#name1", "Bob")
    page.click(".languages [lang=en]")
    typed[2] = "Bob"
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert entered() == typed
    page.click("#new-table button[type=submit]")
    page.wait_for_url("**/t/*")
    page.go_back()
    expect(page.locator("#new-table")).to_be_visible()
    assert entered() == typed


def test_another_name_taken_since_is_not_overwritten_by_the_draft(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    create_table(page, server, "me", "friend")
    page.goto(f"{server.address}/me")
    page.fill("#name", "Eve")
    page.click("main form button")
    page.goto(f"{server.address}/new/quorum")
    assert page.input_value("#name") == "Eve"
    assert page.input_value("#seat1") == "friend"


@pytest.mark.parametrize("width", [360, 1280])
def test_an_invitation_is_copied(browser: Browser, server: RunningServer, width: int) -> None:
    page = open_page(browser, width=width)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address = create_table(page, server, "me", "friend")
    expect(page.locator(".qr-code")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.click("[data-copy]")
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == address
    expect(page.locator("[data-copy]")).to_have_text("Copy the link")


def test_an_invitation_is_shared_by_the_system(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    address = create_table(page, server, "me", "friend")
    page.click("[data-share]")
    shared = page.evaluate("window.shared")
    assert shared["url"] == address
    assert re.search("Quorum", shared["title"])


def test_the_rules_lie_beside_the_board_in_a_first_game(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    page.goto(server.address)
    page.click(".game-card:has(#game-quorum) button")
    page.wait_for_url("**/t/*")
    heading = page.locator("#sheet-rules #rules-turn")
    expect(heading).to_be_in_viewport()
    board, rules = page.locator("#game").bounding_box(), page.locator("#sheet-rules").bounding_box()
    assert board
    assert rules
    assert board["x"] + board["width"] <= rules["x"]
    page.click("#sheet-rules header button")
    page.reload()
    expect(page.locator("#game")).to_be_visible()
    expect(page.locator("#sheet-rules")).to_be_hidden()
    page.click("#word .rules-at")
    expect(heading).to_be_in_viewport()
    page.click("#sheet-rules header button")
    explained_until_switched_off(page)


def explained_until_switched_off(page: Page) -> None:
    """A province and a card say what they are, without the browser's own words besides, until one has enough of it."""
    bubble, province = page.locator("#bubble"), page.locator("#sector-gallia")
    title = province.locator("title").first
    words = title.text_content() or ""
    assert words.startswith("Gaul")
    province.hover(force=True)  # its signs lie over it
    expect(bubble).to_be_visible()
    expect(bubble).to_have_text(words)
    expect(title).to_have_text("")
    page.mouse.move(5, 5)
    expect(bubble).to_be_hidden()
    expect(title).to_have_text(words)
    card = page.locator("#part-rome button.q-card, #part-hand button.q-card").first
    card.hover()
    expect(bubble).to_contain_text(card.get_attribute("aria-label") or "")
    page.click("#word [type=submit]")
    expect(page.locator("#word")).to_have_count(0)
    province.hover(force=True)  # its signs lie over it
    page.wait_for_timeout(600)
    expect(bubble).to_be_hidden()


def test_the_rules_are_in_the_menu_of_a_phone(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, width=360)
    create_table(page, server, "me", "bot:random")
    expect(page.locator("#sheet-rules")).to_be_hidden()
    page.click(".menu-button")
    page.click(".site-nav button")
    expect(page.locator("#sheet-rules #rules-turn")).to_be_in_viewport()
    expect(page.locator("#site-nav")).to_be_hidden()
