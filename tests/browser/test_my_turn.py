"""A page says when it is its reader's turn, also to whoever looks at another tab, another page, or elsewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.test_streams import show, wait_until
from tests.browser.visit import create_table, open_page
from tests.club.tables import choose, game_at
from tests.web.in_thread import ThreadServer

from trigrad.club.new_tables import SeatWish, TableWish
from trigrad.club.people import User

pytestmark = pytest.mark.browser
ICON = 'link[rel="icon"]'
BOB = User("bob", "Bob")

# Stands in for what the system shows, sounds and shakes: a page without a window has none of it.
NOTED = """
    window.said = []; window.gone = []; window.notes = []; window.shaken = []; window.badges = [];
    window.Notification = class {
        static permission = "PERMISSION";
        static requestPermission() { this.permission = "granted"; return Promise.resolve("granted"); }
        constructor(title, {body, tag}) { said.push([title, body]); this.tag = tag; }
        close() { gone.push(this.tag); this.onclose?.(); }
    };
    navigator.vibrate = (time) => { shaken.push(time); return true; };
    navigator.setAppBadge = (number) => { badges.push(number); return Promise.resolve(); };
    navigator.clearAppBadge = () => { badges.push(0); return Promise.resolve(); };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { notes.push(this.frequency.value); return start.call(this, at); };
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadServer]:
    with ThreadServer(tmp_path) as server:
        yield server


def visitor(browser: Browser, permission: str = "granted") -> Page:
    page = open_page(browser)
    page.context.add_init_script(NOTED.replace("PERMISSION", permission))
    return page


def user_at(server: ThreadServer, table_id: str, seat: int) -> User:
    row = server.club.tables.get(table_id).row.seats[seat]
    return User(row.user or "", row.name)


def let_it_be_the_turn_of(server: ThreadServer, table_id: str, seat: int) -> None:
    """Choose for whoever is to, until it is the choice of a seat."""
    while (to_move := game_at(server.club, table_id)[1].to_move) != seat:
        assert to_move is not None
        choose(server.club, user_at(server, table_id, to_move), table_id)


def with_bob(page: Page, server: ThreadServer) -> str:
    """A table of the reader and Bob, where it is Bob's turn."""
    table_id = create_table(page, server, "me", "friend").rsplit("/", 1)[1]
    server.club.tables.join(table_id, 1, BOB)
    let_it_be_the_turn_of(server, table_id, 1)
    expect(page.locator("#prompt:not(.mine)")).to_be_visible()
    return table_id


def test_title_icon_sound_and_buzz_at_the_table_itself(browser: Browser, server: ThreadServer) -> None:
    page = visitor(browser)
    table_id = with_bob(page, server)
    expect(page).to_have_title(re.compile("^Quorum"))
    expect(page.locator(ICON)).to_have_attribute("href", re.compile("icon\\.svg"))
    page.locator("body").click(position={"x": 2, "y": 200})  # browsers play nothing on a page that nobody has touched
    page.evaluate("since = -10000")  # as after a wait
    let_it_be_the_turn_of(server, table_id, 0)
    expect(page).to_have_title(re.compile("^● Your turn – Quorum"))
    expect(page.locator(ICON)).to_have_attribute("href", re.compile("icon-my-turn"))
    assert page.evaluate("[notes, shaken, said]") == [[440, 660], [30], []]
    assert page.evaluate("badges.at(-1)") == 1
    turn = "document.getElementById('prompt').classList.toggle('mine', {}); look();"
    again = turn.format("false") + "since = -10000; " + turn.format("true")
    page.evaluate(again)  # at once: another tab's sound would be as near
    assert page.evaluate("notes") == [440, 660]
    page.evaluate("document.documentElement.dataset.volume = '0'; document.documentElement.dataset.vibration = 'off'")
    page.evaluate("localStorage.clear(); shaken.length = 0;" + again)
    assert page.evaluate("[notes, shaken]") == [[440, 660], []]


def test_a_hidden_tab_learns_of_turns_by_the_one_stream(browser: Browser, server: ThreadServer) -> None:
    page = visitor(browser)
    table_id = with_bob(page, server)
    show(page, hidden=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    wait_until(page, lambda: server.club.hub.streams == 1 and server.club.hub.tells_turns)
    wait_until(page, lambda: page.evaluate("turns !== null"))  # what comes from now on is news
    let_it_be_the_turn_of(server, table_id, 0)
    expect(page).to_have_title(re.compile("^● Your turn – Quorum"))
    wait_until(page, lambda: page.evaluate("said.length") == 1)
    assert page.evaluate("said") == [["Quorum: your turn", "Table of Ada, Bob"]]
    assert [url for url in asked if "/live" in url] == []  # what is hidden is not kept up to date
    other = server.club.tables.create(
        TableWish("petersburg", [SeatWish("me"), SeatWish("here", name="Eve")], {}), user_at(server, table_id, 0)
    )
    wait_until(page, lambda: page.evaluate("said.length") == 2)
    assert page.evaluate("said.at(-1)") == ["Saint Petersburg: your turn", "Table of Ada, Eve"]
    assert page.evaluate("badges.at(-1)") == 2
    let_it_be_the_turn_of(server, table_id, 1)  # on another device: what was said is no longer true
    expect(page).to_have_title(re.compile("^Quorum"))
    wait_until(page, lambda: page.evaluate("gone.length") == 1)
    assert page.evaluate("gone") == [f"trigrad-{table_id}"]
    assert server.club.hub.streams == 1
    show(page, hidden=False)
    expect(page.locator("#turns")).to_be_visible()
    expect(page.locator("#turns")).to_have_attribute("href", f"/t/{other}")
    page.evaluate("document.documentElement.dataset.notifications = 'off'")
    show(page, hidden=True)
    let_it_be_the_turn_of(server, table_id, 0)
    expect(page).to_have_title(re.compile("^● Your turn"))
    page.wait_for_timeout(500)
    assert page.evaluate("said.length") == 2


def test_of_many_tabs_one_calls_and_the_home_page_keeps_its_list(browser: Browser, server: ThreadServer) -> None:
    table = visitor(browser)
    table_id = with_bob(table, server)
    home = table.context.new_page()
    home.goto(server.address)
    first = home.locator("#my-tables li").first
    expect(first).to_contain_text("to move: Bob")
    assert not home.locator("#turns").is_visible()
    wait_until(home, lambda: server.club.hub.streams == 1)
    show(table, hidden=True)
    wait_until(home, lambda: server.club.hub.streams == 1)
    home.wait_for_timeout(200)  # until tabs that come and go are gathered
    let_it_be_the_turn_of(server, table_id, 0)
    expect(first).to_contain_text("your turn")
    expect(home.locator("#turns")).to_be_visible()
    assert home.evaluate("shaken") == table.evaluate("shaken") == []  # nobody has touched either page
    show(home, hidden=True)
    home.wait_for_timeout(200)
    let_it_be_the_turn_of(server, table_id, 1)
    expect(table).to_have_title(re.compile("^Quorum"))
    let_it_be_the_turn_of(server, table_id, 0)
    wait_until(table, lambda: table.evaluate("said.length") == 1)
    assert home.evaluate("said") == []
    show(home, hidden=False)
    expect(first).to_contain_text("your turn")
    assert server.club.hub.streams == 1


def test_nobody_is_asked_for_leave_but_by_a_click(browser: Browser, server: ThreadServer) -> None:
    page = visitor(browser, "default")
    create_table(page, server, "me", "friend")
    button = page.locator("#lobby [data-ask-notifications] button")
    expect(button).to_be_visible()
    assert page.evaluate("Notification.permission") == "default"
    button.click()
    expect(button).to_be_hidden()
    assert page.evaluate("Notification.permission") == "granted"
    page.goto(f"{server.address}/me/settings")
    expect(page.locator("[data-ask-notifications] button")).to_be_visible()
    page.select_option("#notifications", "off")
    page.click("main form .button.primary")
    expect(page.locator("html")).to_have_attribute("data-notifications", "off")
    expect(page.locator("[data-ask-notifications] button")).to_be_hidden()
