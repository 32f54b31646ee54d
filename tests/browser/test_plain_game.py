"""A game without pages of its own, by clicking: noughts and crosses against the random bot."""

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visit import VERSION, create_table, open_page
from tests.web.running import RunningServer

pytestmark = pytest.mark.browser


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize("width", [360, 1280])
def test_a_whole_game_on_plain_pages(browser: Browser, server: RunningServer, width: int) -> None:
    """Five choices at most, each a click on a button of the list; then the score sheet, and its analysis."""
    page = open_page(browser, "en", width)
    create_table(page, server, "me", "bot:random", game="noughts")
    for _ in range(5):
        choices = page.locator("#prompt .deeds button[name=action]:not(.undo):visible")
        expect(choices.first.or_(page.locator("#result"))).to_be_visible()
        assert fits(page)
        if page.locator("#result").count():
            break
        version = page.input_value(VERSION)
        choices.first.click()
        expect(page.locator(VERSION)).not_to_have_value(version)
    expect(page.locator("#result #plain-score")).to_be_visible()
    expect(page.locator("#plain-view .plain-list li")).to_have_count(3)
    assert fits(page)


def test_its_rules_page_says_that_there_are_none(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "ru", 360)
    page.goto(f"{server.address}/rules/noughts")
    expect(page.get_by_text("Правила этой игры здесь не записаны.")).to_be_visible()
    assert fits(page)
