"""Saint Petersburg on the board: a whole round with the Observatory and a displacement, whole games."""

import random
import sqlite3
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visit import CHOICES, VERSION, assert_on_one_screen, create_table, open_page, press_one_of
from tests.web.running import RunningServer

from trigrad.engine.conformance import seed_of

pytestmark = pytest.mark.browser

# A game in which the first round goes like this: seat and choice, without those that are forced
SEED = 94
ROUND = [
    *((0, "buy 1"), (1, "buy 1"), (0, "pass"), (1, "pass")),  # workers
    *((1, "take 8"), (0, "buy 4"), (1, "take 6"), (0, "observe worker"), (0, "drawn buy")),  # buildings
    *((1, "take 5"), (0, "pass"), (1, "pass")),
    *((1, "pass"), (0, "buy 6"), (1, "pass"), (0, "buy 6"), (1, "pass"), (0, "take 1")),  # aristocrats
    *((1, "pass"), (0, "take 1"), (1, "pass"), (0, "take 1"), (1, "pass")),
    *((0, "buy 5"), (0, "card czar_and_carpenter"), (1, "pass")),  # trading cards
]
# Drawings in sight of which nothing is painted, as where a symbol is missing
UNPAINTED = """() => [...document.querySelectorAll('#game .sp-face use')]
    .filter((use) => use.checkVisibility() && !use.getBBox().width).map((use) => use.getAttribute('href'))"""


def begin(browser: Browser, server: RunningServer) -> tuple[Page, Page]:
    """A table of two people, on a wide screen and a narrow one."""
    ada, bob = open_page(browser), open_page(browser, width=360)
    bob.goto(create_table(ada, server, "me", "friend", game="petersburg"))
    bob.fill("#join1", "Bob")
    bob.click("#lobby button")
    expect(ada.locator("#game")).to_be_visible()
    return ada, bob


def shuffle_anew(server: RunningServer, seed: bytes) -> None:
    """Give the only table, before its first choice, a known shuffle."""
    server.kill()
    server.errors = ""
    with sqlite3.connect(server.folder / "trigrad.sqlite3") as database:
        database.execute("UPDATE tables SET seed = ?", (seed,))


def click(page: Page, notation: str, others: Page) -> None:
    """Click a choice, and wait until both pages have changed."""
    version = page.input_value(VERSION)
    page.click(f"#table button[value='{notation}']:not(.at-once)")
    for shown in (page, others):
        expect(shown.locator(VERSION)).not_to_have_value(version)


def test_a_whole_round_with_the_observatory_and_a_displacement(browser: Browser, server: RunningServer) -> None:
    ada, bob = begin(browser, server)
    port = int(server.address.rpartition(":")[2])
    shuffle_anew(server, seed_of(SEED))
    with RunningServer(server.folder, port):
        pages = (ada, bob)
        for page in pages:
            page.reload()
        for seat, notation in ROUND:
            if notation == "drawn buy":
                expect(ada.locator("#sp-pick .sp-card")).to_have_count(1)
                expect(bob.locator("#sp-pick")).to_have_count(0)
            if notation == "card czar_and_carpenter":  # the workshop of 4 displaces a Lumberjack of 3, or the Czar of 8
                expect(ada.locator(".sp-tile button")).to_have_text(["1ruble", "1ruble"])
            click(pages[seat], notation, pages[1 - seat])
            for page in pages:
                assert_on_one_screen(page)
        for page in pages:
            assert page.locator(".sp-grid .sp-face").count() > 0
            assert page.evaluate(UNPAINTED) == []
        expect(ada.locator(".sp-round")).to_have_text("Round 2")
        expect(ada.locator("#sp-area .g-building .used")).to_have_count(0)  # face up again
        expect(ada.locator("#sp-area .g-worker #own-carpenter_workshop")).to_be_visible()
        expect(bob.locator("#player-0")).to_contain_text("Money: secret")
        expect(bob.locator(".sp-pile-button b")).to_have_text("1")


@pytest.mark.parametrize(("width", "height", "players", "language"), [(1280, 800, 3, "fr"), (360, 740, 2, "en")])
def test_a_whole_game_is_played_on_one_screen(
    browser: Browser, server: RunningServer, width: int, height: int, players: int, language: str
) -> None:
    touch = width < 500
    page = open_page(browser, language, width, touch=touch)
    page.set_viewport_size({"width": width, "height": height})
    create_table(page, server, "me", *["bot:random"] * (players - 1), game="petersburg")
    chance = random.Random(players)
    kinds = set()
    while not page.locator("#result").count():
        if page.locator(CHOICES).count():
            assert_on_one_screen(page)
            played = page.locator(CHOICES).and_(page.locator('[value^="play"]'))  # seldom possible where all is random
            things = played if played.count() else page.locator(CHOICES)
            kinds.add(press_one_of(page, things, chance, touch=touch).split()[0])
        else:
            page.wait_for_timeout(20)
    assert {"buy", "take", "play", "pass"} <= kinds


def test_cards_keep_apart_on_a_small_phone_that_shows_a_notice_too(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "fr", 360, touch=True)
    page.set_viewport_size({"width": 360, "height": 690})
    create_table(page, server, "me", "bot:casual", game="petersburg")
    expect(page.locator("#weaker")).to_be_visible()  # here the bots cannot think ahead
    expect(page.locator(CHOICES).first).to_be_visible()
    assert_on_one_screen(page)
    buttons = page.locator(".sp-place .sp-take").evaluate_all("all => all.map((each) => each.getBoundingClientRect())")
    assert len(buttons) >= 3
    assert [(one, other) for one, other in combinations(buttons, 2) if overlap(one, other)] == []


FITTING = """() => {
  const words = [...document.querySelectorAll('.sp-place .sp-take')];
  return words.length > 0 && [...words, ...document.querySelectorAll('.sp-foot')]
    .every((each) => each.scrollWidth <= each.clientWidth);
}"""


def test_the_word_on_a_button_fits_into_it(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "fr")  # whose word is the longest
    create_table(page, server, "me", *["bot:random"] * 3, game="petersburg")
    expect(page.locator(CHOICES).first).to_be_visible()
    expect(page.locator("#sheet-rules")).to_be_visible()  # beside the board
    for _ in range(2):
        for width, height in ((1280, 800), (1024, 768), (740, 360), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(FITTING)
        page.evaluate("document.querySelectorAll('[popover]').forEach((each) => each.hidePopover())")


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two rectangles share more than a border."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 1 and down > 1
