"""Sitting down, leaving, and a second seat, by clicking."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.visit import create_table, open_page
from tests.web.running import RunningServer

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [360, 1280])
def test_a_friend_sits_down_leaves_and_another_takes_the_seat(
    browser: Browser, server: RunningServer, width: int
) -> None:
    ada = open_page(browser, width=width)
    address = create_table(ada, server, "me", "friend", "friend")
    bob = open_page(browser, width=width)
    bob.goto(address)
    bob.fill("#join1", "Ada")  # of the same name
    bob.click("#lobby form[action$='/seats/1'] button")
    expect(bob.locator("#lobby")).to_contain_text("Ada (2)")
    ada.reload()
    for page in (bob, ada):
        expect(page.locator("#lobby")).to_contain_text("Ada (2)")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert ada.locator("form[action$='/leave']").count() == 1
    bob.click("form[action$='/seats/1/leave'] button")
    expect(bob.locator("#join1")).to_be_visible()
    ada.reload()
    expect(ada.locator("#lobby")).not_to_contain_text("Ada (2)")
    bob.fill("#join2", "Bob")
    bob.click("#lobby form[action$='/seats/2'] button")
    expect(bob.locator("#lobby")).to_contain_text("Bob")
    expect(bob.locator("form[action$='/seats/2/leave']")).to_be_visible()


def test_a_second_seat_is_asked_for_and_the_game_begins(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    address = create_table(page, server, "me", "friend")
    page.click("#lobby form[action$='/seats/1'] button")
    expect(page.locator("form.panel")).to_contain_text("You already sit at this table")
    page.click("form.panel a")
    expect(page.locator("#lobby")).to_be_visible()
    assert page.url == address
    page.click("#lobby form[action$='/seats/1'] button")
    page.fill("#name", "Tom")
    page.click("form.panel button")
    expect(page.locator("#curtain")).to_be_visible()  # two people at one device
    assert page.locator("form[action$='/leave']").count() == 0


def test_a_double_click_makes_one_table_and_takes_one_seat(browser: Browser, server: RunningServer) -> None:
    ada = open_page(browser)
    ada.goto(f"{server.address}/new/quorum")
    ada.fill("#name", "Ada")
    ada.select_option("#seat1", "friend")
    ada.dblclick("main form button[type=submit]")
    ada.wait_for_url("**/t/*")
    address = ada.url
    ada.goto(server.address)
    expect(ada.locator(".table-list a")).to_have_count(1)
    bob = open_page(browser)
    bob.goto(address)
    bob.fill("#join1", "Bob")
    bob.dblclick("#lobby button")
    expect(bob.locator("#game")).to_be_visible()
    bob.click("[popovertarget=sheet-info]")
    expect(bob.locator("#lend")).to_be_attached()  # it is Bob's seat


def test_what_one_sees_is_saved_by_a_click(browser: Browser, server: RunningServer, tmp_path: Path) -> None:
    page = open_page(browser)
    create_table(page, server, "me", "bot:random")
    page.click("[popovertarget=sheet-info]")
    page.click("#seen summary")
    with page.expect_download() as saved:
        page.click("#seen a")
    file = tmp_path / "seen.json"
    saved.value.save_as(file)
    assert '"format": "trigrad-sight"' in file.read_text("utf-8")
    assert saved.value.suggested_filename.startswith("trigrad-quorum-seen-")
