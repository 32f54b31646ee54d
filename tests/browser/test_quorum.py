"""Quorum's table: a whole game on the board itself, all of it on one screen."""

import random

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.visit import CHOICES, assert_on_one_screen, create_table, open_page, press_one_of
from tests.web.running import RunningServer

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("width", "height", "players", "language", "most"),
    [
        (1280, 800, 2, "en", 1000),
        (360, 740, 4, "ru", 1000),
        (740, 360, 3, "fr", 14),
        (800, 1100, 4, "fr", 14),
        (2560, 1300, 3, "ru", 14),
    ],
)
def test_a_game_is_played_on_one_screen(
    browser: Browser, server: RunningServer, width: int, height: int, players: int, language: str, most: int
) -> None:
    """All of it, or at most so many choices."""
    touch = min(width, height) < 500
    page = open_page(browser, language, width, touch=touch)
    page.set_viewport_size({"width": width, "height": height})
    create_table(page, server, "me", *["bot:random"] * (players - 1))
    chance = random.Random(players)
    made: list[str] = []
    while not page.locator("#result").count() and len(made) < most:
        if page.locator(CHOICES).count():
            assert_on_one_screen(page)
            made.append(press_one_of(page, page.locator(CHOICES), chance, touch=touch).split()[0])
        else:
            page.wait_for_timeout(20)
    assert {"take", "play"} <= set(made)  # gods come or not, as the shuffle has it


def test_pointing_at_a_card_shows_where_the_marker_would_come_to(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    create_table(page, server, "me", "here")
    page.click("#curtain button")
    card = (
        page.locator("#rome-1 .q-card, #rome-2 .q-card")
        .locator("visible=true")
        .filter(has=page.locator(".q-gain"))
        .first
    )
    notation = card.get_attribute("value")
    ghost = page.locator(f'.ghost[data-for="{notation}"]')
    expect(ghost).to_be_hidden()
    card.hover()
    expect(ghost).to_be_visible()
    expect(ghost.locator(".points")).to_have_text(card.locator(".q-gain").inner_text())
    page.mouse.move(5, 5)
    expect(ghost).to_be_hidden()


def test_a_card_that_cannot_be_chosen_now_shows_what_it_would_do(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    create_table(page, server, "me", "here")
    page.click("#curtain button")
    assert page.locator("#hand-1 button").count() == 0
    page.locator("#hand-1 .q-card").hover()
    expect(page.locator('.ghost[data-for="play 1"]')).to_be_visible()
    expect(page.locator("#effect")).to_have_text(page.locator("#hand-1 .q-card").get_attribute("aria-label") or "")
