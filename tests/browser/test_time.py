"""Stepping through a game in a browser: keys, buttons, slider, list, and back to now."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visit import create_table, open_page
from tests.web.people import finished_table
from tests.web.running import RunningServer

from trigrad.store.store import Store

pytestmark = pytest.mark.browser


def expect_at(page: Page, number: int | None) -> None:
    """The page shows the position after so many choices, or the present one, and its address says so."""
    shown = page.locator("#shown")
    if number is None:
        expect(shown).not_to_have_attribute("data-at", re.compile(r"\d"))
        expect(page).not_to_have_url(re.compile("at="))
    else:
        expect(shown).to_have_attribute("data-at", str(number))
        expect(page).to_have_url(re.compile(rf"at={number}$"))


@pytest.mark.parametrize("width", [360, 1280])
def test_through_a_running_game_and_back_to_a_choice(browser: Browser, server: RunningServer, width: int) -> None:
    chance = random.Random(3)
    page = open_page(browser, width=width)
    create_table(page, server, "me", "bot:random")
    choices = page.locator("#game button[form=choose]")
    for _ in range(3):
        expect(choices.first).to_be_visible()
        before = page.locator("#shown").get_attribute("data-last") or ""
        choices.nth(chance.randrange(choices.count())).click()
        expect(page.locator("#shown")).not_to_have_attribute("data-last", before)
    expect(choices.first).to_be_visible()
    last = int(page.locator("#shown").get_attribute("data-last") or 0)
    assert last >= 3
    page.evaluate("window.loadedOnce = true")
    page.click("#step-back")
    expect_at(page, last - 1)
    expect(choices).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.keyboard.press("ArrowLeft")
    expect_at(page, last - 2)
    page.keyboard.press("ArrowRight")
    expect_at(page, last - 1)
    page.keyboard.press("Home")
    expect_at(page, 0)
    page.click("#time [rel=next]")
    expect_at(page, 1)
    page.locator("#moment").fill("2")
    expect_at(page, 2)
    page.reload()
    expect_at(page, 2)
    page.evaluate("window.loadedOnce = true")
    page.click("#time .now")
    expect_at(page, None)
    expect(choices.first).to_be_visible()
    assert page.evaluate("window.loadedOnce")


def test_back_of_the_browser_leads_to_where_one_began_to_step(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    create_table(page, server, "me", "bot:random")
    choices = page.locator("#game button[form=choose]")
    for _ in range(2):
        expect(choices.first).to_be_visible()
        before = page.locator("#shown").get_attribute("data-last") or ""
        choices.first.click()
        expect(page.locator("#shown")).not_to_have_attribute("data-last", before)
    expect(choices.first).to_be_visible()
    table = page.url
    page.evaluate("window.loadedOnce = true")
    page.keyboard.press("Home")
    expect_at(page, 0)
    for number in (2, 1):
        page.locator("#moment").fill(str(number))
        expect_at(page, number)
    page.go_back()
    expect_at(page, None)
    expect(choices.first).to_be_visible()
    page.go_forward()
    expect_at(page, 1)
    page.click("#time .now")
    expect_at(page, None)
    expect(choices.first).to_be_visible()
    assert page.evaluate("window.loadedOnce")  # all of that on one page
    assert page.url.split("?")[0] == table.split("?")[0]
    page.go_back()  # only one step of the history was added, and it was taken back
    expect(page.locator("#stage")).to_have_count(0)


def test_back_to_a_position_that_was_linked_to(browser: Browser, tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'trigrad.sqlite3'}")
    table_id = finished_table(store, "quorum", 2, ["Ada", "Bob"])
    store.close()
    with RunningServer(tmp_path) as server:
        page = open_page(browser)
        page.goto(f"{server.address}/t/{table_id}?as=1&at=7")
        steps = page.evaluate("history.length")
        page.keyboard.press("ArrowRight")
        expect_at(page, 8)
        page.click("#time .now")
        expect_at(page, None)
        page.go_back()
        expect_at(page, 7)
        expect(page.locator("#seen-as")).to_have_value("1")
        page.go_forward()
        expect_at(page, None)
        assert page.evaluate("history.length") == steps + 1


def test_a_finished_game_from_the_list_and_with_the_eyes_of_a_seat(browser: Browser, tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'trigrad.sqlite3'}")
    table_id = finished_table(store, "quorum", 3, ["Ada", "Bob", "Eve"])
    store.close()
    with RunningServer(tmp_path) as server:
        page = open_page(browser)
        page.goto(f"{server.address}/t/{table_id}")
        expect(page.locator("#result")).to_be_visible()
        page.click("[popovertarget=sheet-log]")
        page.click("#sheet-log a[data-at='5'] >> nth=0")
        expect_at(page, 5)
        page.keyboard.press("Escape")
        page.click("#time .eyes a >> nth=1")
        expect(page.locator("#seen-as")).to_have_value("1")
        expect_at(page, 5)
        backs = page.locator("#sheet-players .q-hidden .q-tile:not(.pr-god)")
        closed = backs.first.inner_html()
        page.click("#time .hands")
        expect(page).to_have_url(re.compile(r"as=1&at=5&hands=open$"))
        assert backs.first.inner_html() != closed
        page.keyboard.press("ArrowLeft")  # they stay open while one steps on
        expect(page).to_have_url(re.compile(r"as=1&at=4&hands=open$"))
        page.click("#time .hands")
        expect(page).to_have_url(re.compile(r"as=1&at=4$"))
        page.set_viewport_size({"width": 360, "height": 740})
        assert not page.locator("#sheet-players").is_visible()
        page.click("#time .hands")  # where the players lie in a sheet, it opens
        expect(page.locator("#sheet-players")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("End")
        expect(page.locator("#result")).to_be_visible()
        expect(page).not_to_have_url(re.compile("hands"))
