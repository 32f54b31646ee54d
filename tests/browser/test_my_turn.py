"""A page says when it is its reader's turn, also to whoever looks at another tab."""

import re

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.visit import create_table, open_page
from tests.web.running import RunningServer

pytestmark = pytest.mark.browser
ICON = 'link[rel="icon"]'


def test_title_and_icon_say_that_it_is_my_turn_and_no_longer_when_it_is_not(
    browser: Browser, server: RunningServer
) -> None:
    ada, bob = open_page(browser), open_page(browser)
    address = create_table(ada, server, "me", "friend")
    expect(ada).to_have_title(re.compile("^Quorum"))
    bob.goto(address)
    bob.fill("#join1", "Bob")
    bob.locator("form:has(#join1) button").click()
    expect(bob.locator("#prompt")).to_be_visible()
    expect(ada.locator("#prompt.mine, #prompt:not(.mine)")).to_be_visible()
    ada.wait_for_function("document.querySelector('#prompt.mine') || document.querySelector('#game')")
    asked, other = (ada, bob) if ada.locator("#prompt.mine").count() else (bob, ada)
    expect(asked).to_have_title(re.compile("^● Your turn – Quorum"))
    expect(asked.locator(ICON)).to_have_attribute("href", re.compile("icon-my-turn"))
    expect(other).to_have_title(re.compile("^Quorum"))
    expect(other.locator(ICON)).to_have_attribute("href", re.compile("icon\\.svg"))


def test_two_notes_are_played_once_where_the_sound_is_on(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    page.add_init_script(
        "window.notes = []; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start ="
        " function (at) { notes.push(this.frequency.value); return start.call(this, at); }"
    )
    create_table(page, server, "me", "friend")
    page.locator("body").click(position={"x": 2, "y": 200})  # browsers play nothing on a page that nobody has touched
    turn = "document.getElementById('prompt').classList.toggle('mine', {}); look();"
    page.evaluate(turn.format("false"))
    page.evaluate("since = -10000; " + turn.format("true"))
    assert page.evaluate("notes") == [440, 660]
    page.evaluate(turn.format("false"))
    page.evaluate("since = -10000; " + turn.format("true"))  # at once again: another tab's sound would be as near
    assert page.evaluate("notes") == [440, 660]
    page.evaluate("document.documentElement.dataset.volume = '0'; localStorage.clear(); " + turn.format("false"))
    page.evaluate("since = -10000; " + turn.format("true"))
    assert page.evaluate("notes") == [440, 660]
