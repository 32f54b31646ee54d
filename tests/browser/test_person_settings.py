"""Settings that one sees at work in a browser."""

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visit import create_table, open_page
from tests.web.running import RunningServer

pytestmark = pytest.mark.browser


def background(page: Page) -> str:
    found: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return found


def test_a_dark_page_on_a_light_device_and_the_other_way_round(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    page.goto(f"{server.address}/me/settings")
    light = background(page)
    page.select_option("#theme", "dark")
    page.click("main form button[type=submit]")
    expect(page.get_by_role("status")).to_be_visible()
    dark = background(page)
    assert dark != light
    page.emulate_media(color_scheme="dark")
    page.select_option("#theme", "light")
    page.click("main form button[type=submit]")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert background(page) == light


def test_a_larger_board_is_scrolled_in_its_own_room(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    create_table(page, server, "me", "here")
    card = page.locator("#rome-1 .q-card")
    expect(card).to_be_visible()
    fitting = card.bounding_box()
    table = page.url
    page.goto(f"{server.address}/me/settings")
    page.select_option("#board", "larger")
    page.click("main form button[type=submit]")
    expect(page.locator(".notice[role=status]")).to_be_visible()
    page.goto(table)
    expect(card).to_be_visible()
    larger = card.bounding_box()
    assert fitting
    assert larger
    assert larger["width"] > 1.2 * fitting["width"]
    scrolls = "(each) => each.scrollHeight > each.clientHeight"
    assert page.locator("#game").evaluate(scrolls)
    assert not page.locator("#table").evaluate(scrolls)
