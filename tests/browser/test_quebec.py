"""Québec's table: whole games on the board itself, all of it on one screen."""

import random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.visit import CHOICES, VERSION, assert_on_one_screen, create_table, open_page, press_one_of
from tests.web.running import RunningServer

pytestmark = pytest.mark.browser


def open_table(
    browser: Browser, server: RunningServer, language: str, width: int, height: int = 800, players: int = 2
) -> Page:
    """A new table of a person and random bots; the rules, beside a first game where there is room, are put away."""
    page = open_page(browser, language, width, touch=min(width, height) < 500)
    page.set_viewport_size({"width": width, "height": height})
    create_table(page, server, "me", *["bot:random"] * (players - 1), game="quebec")
    if width >= 1200:
        page.click("#sheet-rules > header button")
    return page


def choices(page: Page, chance: random.Random) -> Locator:
    """The things that can be chosen, often only a start or a leader."""
    rare = page.locator('button.b-leader, #prompt .deeds button.act[value="start own"]')
    return rare if rare.count() and chance.random() < 0.5 else page.locator(CHOICES)


@pytest.mark.parametrize(
    ("width", "height", "players", "language", "most"),
    [
        (1280, 800, 5, "ru", 1000),
        (360, 740, 5, "fr", 1000),
        (740, 360, 3, "en", 20),
        (800, 1100, 4, "fr", 20),
        (2560, 1300, 2, "ru", 20),
    ],
)
def test_a_game_is_played_on_one_screen(
    browser: Browser, server: RunningServer, width: int, height: int, players: int, language: str, most: int
) -> None:
    """All of it, or at most so many choices."""
    page = open_table(browser, server, language, width, height, players)
    chance = random.Random(players)
    made: list[str] = []
    while not page.locator("#result").count() and len(made) < most:
        if page.locator(CHOICES).count():
            assert_on_one_screen(page)
            thing = choices(page, chance)
            made.append(press_one_of(page, thing, chance, touch=min(width, height) < 500).split()[0])
        else:
            page.wait_for_timeout(20)
    if len(made) == most:
        return
    assert {"site", "zone", "start", "leader"} <= set(made)
    scored = page.locator("#result .b-scored")
    assert scored.count() == 4
    for century in range(1, 5):
        check_the_sum(page, century)


def check_the_sum(page: Page, century: int) -> None:
    """The points of a century are the sum over its zones, and stand so on the score sheet."""
    scored = page.locator(f"#result #scored-{century}")
    rows = scored.locator("tbody").first.locator("tr")
    assert rows.count() == 5
    numbers = [[int(cell.text_content() or "") for cell in row.locator("td b").all()] for row in rows.all()]
    totals = [int(cell.text_content() or "") for cell in scored.locator("tbody.sum td b").all()]
    assert [sum(column) for column in zip(*numbers, strict=True)] == totals
    sheet = page.locator("#result .b-score > .scroll tbody tr").nth(century - 1).locator("td")
    assert [int(cell.text_content() or "") for cell in sheet.all()] == totals


def test_pointing_at_a_zone_shows_the_worker_that_would_come_there(browser: Browser, server: RunningServer) -> None:
    page = open_table(browser, server, "en", 1280, players=3)
    page.click("#prompt button[value='start own']")
    page.locator("button.b-site").first.click()
    zone = page.locator("button.b-zone[value='zone culture']")
    ghost = page.locator('.ghost[data-for="zone culture"]')
    expect(ghost).to_be_hidden()
    zone.hover()
    expect(ghost).to_be_visible()
    expect(ghost).to_have_text("+1")
    expect(page.locator('.b-change[data-for="zone culture"]')).to_have_text("−1")
    page.mouse.move(5, 5)
    expect(ghost).to_be_hidden()


def test_a_leader_that_cannot_be_taken_now_says_what_it_does(browser: Browser, server: RunningServer) -> None:
    page = open_table(browser, server, "en", 1280)
    page.click("#prompt button[value='start own']")
    expect(page.locator("button.b-leader")).to_have_count(0)
    page.hover("#leader-citadel .b-leader")
    expect(page.locator("#effect")).to_have_text("Leader of the Citadel: Place 3 workers in the Citadel at once")


def test_a_phone_can_enlarge_the_city_and_move_about_in_it(browser: Browser, server: RunningServer) -> None:
    page = open_table(browser, server, "en", 360, 740)
    city = page.locator(".b-city")
    before = city.bounding_box()
    page.click(".b-zoom")
    after = city.bounding_box()
    assert before
    assert after
    assert after["width"] > 1.5 * before["width"]
    pan = page.locator(".b-pan")
    pan.evaluate("pan => pan.scrollTo(100, 100)")
    assert pan.evaluate("pan => pan.scrollLeft") == 100
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_phone_shows_the_century_in_a_sheet(browser: Browser, server: RunningServer) -> None:
    page = open_table(browser, server, "en", 360, 740)
    expect(page.locator("#b-preview")).to_be_hidden()
    page.click(".b-now")
    expect(page.locator("#b-preview")).to_be_visible()
    page.click("#sheet-century > header button")
    expect(page.locator("#b-preview")).to_be_hidden()


def test_on_a_phone_a_first_tap_shows_and_the_second_chooses_on_the_same_place(
    browser: Browser, server: RunningServer
) -> None:
    page = open_page(browser, "en", 360, touch=True)
    create_table(page, server, "me", "bot:random", game="quebec")
    page.tap("#prompt button[value='start own']")
    expect(page.locator("#confirm .go")).to_be_visible()
    version = page.input_value(VERSION)
    page.tap("#confirm .go")
    expect(page.locator(VERSION)).not_to_have_value(version)
    site = page.locator("button.b-site").last
    notation = site.get_attribute("value")
    before = site.bounding_box()
    site.tap()
    expect(page.locator(f'.ghost[data-for="{notation}"]')).to_be_visible()
    assert site.bounding_box() == before
    version = page.input_value(VERSION)
    site.tap()
    expect(page.locator(VERSION)).not_to_have_value(version)
