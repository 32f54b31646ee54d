"""Québec by clicking, through the end of a century."""

import random

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visit import VERSION, create_table, open_page
from tests.web.running import RunningServer

from trigrad import i18n

pytestmark = pytest.mark.browser


def open_table(browser: Browser, server: RunningServer, language: str, width: int) -> Page:
    """A new table of a person and the random bot."""
    page = open_page(browser, language, width)
    create_table(page, server, "me", "bot:random", game="quebec")
    return page


def click_a_choice(page: Page, chance: random.Random) -> None:
    """Start a building if possible, else take any choice; sites by clicking on the board."""
    version = page.input_value(VERSION)
    start = page.locator('#b-choices button[value="start own"]')
    spots = page.locator("button.b-spot:visible")
    choices = page.locator("#b-choices button:visible")
    expect(choices.first).to_be_visible()
    if start.count():
        start.click()
    elif spots.count():
        spots.nth(chance.randrange(spots.count())).click()
    else:
        choices.nth(chance.randrange(choices.count())).click()
    expect(page.locator(VERSION)).not_to_have_value(version)


@pytest.mark.parametrize("width", [360, 1280])
def test_through_the_end_of_a_century(browser: Browser, server: RunningServer, width: int) -> None:
    language = random.choice(list(i18n.LANGUAGES))
    print(f"language of this run: {language}")
    page = open_table(browser, server, language, width)
    chance = random.Random(width)
    for _ in range(80):
        expect(page.locator("#b-choices button:visible").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        if page.locator("#scored-1").count():
            break
        click_a_choice(page, chance)
    scored = page.locator("#scored-1")
    expect(scored).to_be_visible()
    totals = [int(cell.text_content() or "") for cell in scored.locator("tbody.sum td b").all()]
    rows = scored.locator("tbody").first.locator("tr")
    assert rows.count() == 5
    numbers = [[int(cell.text_content() or "") for cell in row.locator("td b").all()] for row in rows.all()]
    assert [sum(column) for column in zip(*numbers, strict=True)] == totals
    sheet = page.locator("#b-score tbody tr").first.locator("td")
    assert [int(cell.text_content() or "") for cell in sheet.all()] == totals


def test_a_phone_can_pan_and_enlarge_the_board(browser: Browser, server: RunningServer) -> None:
    page = open_table(browser, server, "en", 360)
    pan = page.locator(".b-pan")
    sheet = page.locator(".b-sheet")
    before = sheet.bounding_box()
    assert before
    assert before["width"] > 360 - 20
    page.click(".b-zoom")
    after = sheet.bounding_box()
    assert after
    assert after["width"] > 1.1 * before["width"]
    pan.evaluate("pan => pan.scrollTo(100, 100)")
    assert pan.evaluate("pan => pan.scrollLeft") == 100
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
