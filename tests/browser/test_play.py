"""Playing by clicking, as people do."""

import random
import re
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visit import CHOICES, VERSION, create_table, open_page
from tests.web.running import RunningServer

from trigrad import games, i18n
from trigrad.games import load
from trigrad.table import record

pytestmark = pytest.mark.browser

COMPILED = 240  # seconds within which the rules of all games are compiled, and a game is analysed


def click_a_choice(page: Page, chance: random.Random) -> None:
    """Click one of the choices, and wait until the page has changed without being loaded anew."""
    version = page.input_value(VERSION)
    page.evaluate("window.loadedOnce = true")
    choices = page.locator(CHOICES + " >> visible=true")
    expect(choices.first).to_be_visible()
    choices.nth(chance.randrange(choices.count())).click()
    expect(page.locator(VERSION)).not_to_have_value(version)
    assert page.evaluate("window.loadedOnce")


def open_sheet(page: Page, name: str, *, close: bool = False) -> None:
    """Open a sheet beside or over the table, or close it."""
    page.click(f"#sheet-{name} [popovertargetaction=hide]" if close else f"header [popovertarget=sheet-{name}]")


def points_on_sheet(page: Page) -> list[list[int]]:
    """The numbers of the score sheet, a list a row."""
    rows = page.locator("#result table tbody tr").all()
    return [[int(cell.text_content() or "") for cell in row.locator("td b").all()] for row in rows]


def points_by_engine(finished: record.Record) -> list[list[int]]:
    """The same numbers from a replay of the game: provinces, types, total, places."""
    sheet: Any = load("quorum").score_sheet(record.replay(finished).record)
    provinces = [[player.provinces[row].points for player in sheet] for row in range(6)]
    types = [[player.types[row].points for player in sheet] for row in range(4)]
    return [*provinces, *types, [player.total for player in sheet], [], [player.place for player in sheet]]


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize(("game", "language"), [("quorum", "ru"), ("petersburg", "fr"), ("quebec", "fr")])
def test_a_phones_board_stays_where_it_is_whoever_chooses(
    browser: Browser, server: RunningServer, game: str, language: str, width: int
) -> None:
    chance = random.Random(2)
    pages = [open_page(browser, language, width=width) for _ in range(2)]
    address = create_table(pages[0], server, "me", "friend", game=game)
    pages[1].goto(address)
    pages[1].fill("#join1", "Bob")
    pages[1].click("#lobby button")
    heights: dict[bool, list[int]] = {True: [], False: []}
    for _ in range(8):
        for page in pages:
            prompt = page.locator("#prompt")
            mine = "mine" in (prompt.get_attribute("class") or "").split()
            if not page.locator("#word").count():  # which comes once, in a first game
                heights[mine].append(round(prompt.bounding_box()["height"]))  # type: ignore[index]
        chooser, other = sorted(pages, key=lambda page: not page.locator("#prompt.mine").count())
        click_a_choice(chooser, chance)
        expect(other.locator(VERSION)).to_have_value(chooser.input_value(VERSION))
    assert len(set(heights[False])) == 1
    fit = heights[True].count(heights[False][0])  # all but the longest questions
    assert fit >= 0.8 * len(heights[True]), f"the board moves when somebody else is to choose: {heights}"


def test_two_people_play_a_whole_game_by_a_link(browser: Browser, server: RunningServer) -> None:
    language = random.choice(list(i18n.LANGUAGES))
    print(f"language of this run: {language}")
    chance = random.Random(1)
    ada = open_page(browser, language)
    bob = open_page(browser, language, width=360)
    address = create_table(ada, server, "me", "friend")
    bob.goto(address)
    bob.fill("#join1", "Bob")
    bob.click("#lobby button")
    expect(ada.locator("#game")).to_be_visible()  # told by the server, not loaded anew
    assert ada.locator("html").get_attribute("lang") == language
    choices = 0
    while not ada.locator("#result").count():
        mover = next((page for page in (ada, bob) if page.locator(CHOICES + " >> visible=true").count()), None)
        if mover is None:
            ada.wait_for_timeout(20)
            continue
        click_a_choice(mover, chance)
        choices += 1
        version = mover.input_value(VERSION)
        for page in (ada, bob):
            expect(page.locator(VERSION)).to_have_value(version)
    assert choices >= 48
    finished = record.from_json(httpx2.get(f"{address}/game.json").json())
    assert record.verify(finished) == []
    for page in (ada, bob):
        expect(page.locator("#result")).to_be_visible()
        assert points_on_sheet(page) == points_by_engine(finished)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.long
def test_alone_against_casual_from_a_hint_to_the_analysis(browser: Browser, tmp_path: Path) -> None:
    """With compiled rules, as at home: the hint is a real one, and so is the analysis."""
    chance = random.Random(2)
    with RunningServer(tmp_path, workers=1) as server:
        page = open_page(browser)
        create_table(page, server, "me", "bot:casual")
        hint = page.locator("#hint")
        for _ in range(COMPILED):  # until then the answer is that the computer gets ready
            page.click("#hint-button")
            expect(hint.or_(page.locator("#notice"))).to_be_visible()
            if hint.count():
                break
            page.wait_for_timeout(1000)
        expect(hint.locator("li")).to_have_count(3)
        page.click("#hint-close")
        while not page.locator("#result").count():
            if page.locator(CHOICES + " >> visible=true").count():
                click_a_choice(page, chance)
            else:
                page.wait_for_timeout(20)
        page.click("#result form[action$=analysis] button")
        expect(page.locator("#costliest")).to_be_visible(timeout=1000 * COMPILED)
        expect(page.locator("#costliest li")).to_have_count(3)  # of a player who chooses at random
        page.click("#costliest a >> nth=0")
        expect(page.locator("#choice")).to_be_visible()
        expect(page.locator("#game")).to_be_visible()
        assert page.locator("#game button[name=action]").count() == 0
    assert "Traceback" not in server.errors


def test_a_bot_answers(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "en")
    create_table(page, server, "me", "bot:greedy", "bot:random")
    chance = random.Random(2)
    for _ in range(9):  # of which each three at most are of one turn: in between the bots must have answered
        expect(page.locator(CHOICES + " >> visible=true").first).to_be_visible()
        click_a_choice(page, chance)
    expect(page.locator("#part-chips")).to_contain_text("Greedy")
    open_sheet(page, "log")
    for seat in range(3):
        expect(page.locator(f"#sheet-log .log .mark.p{seat}").first).to_be_visible()


def test_a_bot_plays_for_somebody_and_they_play_on(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "en", width=360)
    address = create_table(page, server, "me", "friend")
    friend = open_page(browser, "en")
    friend.goto(address)
    friend.fill("#join1", "Bob")
    friend.click("#lobby button")
    expect(page.locator("#game")).to_be_visible()
    if page.locator(CHOICES + " >> visible=true").count():
        mover, other = page, friend
    else:
        expect(friend.locator(CHOICES + " >> visible=true").first).to_be_visible()
        mover, other = friend, page
    open_sheet(other, "info")
    expect(other.locator("#sheet-info")).to_contain_text("24 h")  # offered once it has waited for a day
    open_sheet(mover, "info")
    mover.click("#lend summary")
    mover.select_option("#lend select", "random")
    other.click("#lend summary")
    other.select_option("#lend select", "greedy")
    mover.click("#lend button")
    expect(other.locator(CHOICES + " >> visible=true").first).to_be_visible()  # the bot has played
    expect(other.locator("#lend button")).to_be_visible()  # what was opened stays so meanwhile
    expect(other.locator("#lend select")).to_have_value("greedy")
    expect(other.locator("#newest")).to_contain_text("(Random)")
    open_sheet(other, "info", close=True)
    expect(mover.locator(CHOICES + " >> visible=true")).to_have_count(0)
    mover.click("form.lent button")
    expect(mover.locator("form.lent")).to_have_count(0)
    while other.locator(CHOICES + " >> visible=true").count():
        click_a_choice(other, random.Random(7))
    expect(mover.locator(CHOICES + " >> visible=true").first).to_be_visible()  # and now waits for its person
    click_a_choice(mover, random.Random(8))
    expect(mover.locator("#game")).not_to_contain_text("plays)")


def test_taking_back(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "en")
    create_table(page, server, "me", "friend")
    friend = open_page(browser, "en")
    friend.goto(page.url)
    friend.fill("#join1", "Bob")
    friend.click("#lobby button")
    mover = page
    expect(page.locator("#game")).to_be_visible()
    if not page.locator(CHOICES + " >> visible=true").count():
        mover = friend
    click_a_choice(mover, random.Random(3))
    while mover.locator(CHOICES + " >> visible=true").count():
        click_a_choice(mover, random.Random(3))
    played = mover.input_value(VERSION)
    mover.click("#prompt button[value=undo]")
    expect(mover.locator(VERSION)).to_have_value(str(int(played) + 1))
    expect(mover.locator(CHOICES + " >> visible=true").first).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_turn_is_finished_by_a_button(browser: Browser, server: RunningServer, width: int) -> None:
    """Chosen in the form; until it is pressed the next player is not asked, and the choice can be taken back."""
    page = open_page(browser, "en", width)
    page.goto(f"{server.address}/new/quorum")
    page.fill("#name", "Ada")
    page.select_option("#seat1", "here")
    page.fill("#name1", "Bob")
    page.click("#at-this-table summary")
    page.check("input[name=finish]")
    page.click("main form button[type=submit]")
    page.click("#curtain button")
    finish = page.locator("#prompt button[value=finish]")
    while not finish.count():
        click_a_choice(page, random.Random(9))
    assert page.locator(CHOICES + " >> visible=true").count() == 0
    assert page.locator("#curtain").count() == 0
    version = page.input_value(VERSION)
    page.click("#prompt button[value=undo]")
    expect(page.locator(VERSION)).not_to_have_value(version)
    expect(finish).to_have_count(0)
    click_a_choice(page, random.Random(9))
    expect(finish).to_be_in_viewport(ratio=1)
    finish.click()
    expect(page.locator("#curtain button")).to_be_visible()
    assert page.locator("#prompt button[value=undo]").count() == 0


def test_people_at_one_device_see_only_their_own_hand(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "en", width=360)
    create_table(page, server, "me", "here")
    assert page.locator(CHOICES).count() == 0
    for _ in range(2):
        page.click("#curtain button")
        expect(page.locator(CHOICES + " >> visible=true").first).to_be_visible()
        while page.locator(CHOICES + " >> visible=true").count():
            click_a_choice(page, random.Random(4))
        expect(page.locator("#curtain")).to_be_visible()


def test_the_keyboard_goes_on_from_the_question(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "en")
    create_table(page, server, "me", "here")
    page.keyboard.press("Tab")
    page.locator("#curtain button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_be_focused()
    while page.locator(CHOICES + " >> visible=true").count():
        version = page.input_value(VERSION)
        page.locator(CHOICES + " >> visible=true").last.focus()
        page.keyboard.press("Enter")
        expect(page.locator(VERSION)).not_to_have_value(version)
        expect(page.locator("#prompt:focus, button:focus")).to_have_count(1)
    expect(page.locator("#prompt")).to_be_focused()
    for _ in range(3):  # past what has happened and taking back, which stand in the question's bar
        page.keyboard.press("Tab")
        if page.locator("#curtain button:focus").count():
            break
    expect(page.locator("#curtain button")).to_be_focused()


def test_a_page_finds_its_way_back_after_the_server_was_killed(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "en")
    create_table(page, server, "me", "bot:random")
    expect(page.locator(CHOICES + " >> visible=true").first).to_be_visible()
    port = int(server.address.rpartition(":")[2])
    server.kill()
    server.errors = ""
    with RunningServer(server.folder, port):
        click_a_choice(page, random.Random(5))
        expect(page.locator(CHOICES + " >> visible=true").first).to_be_visible()


def test_markers_glide_instead_of_being_drawn_anew(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "en")
    create_table(page, server, "me", "bot:random")
    expect(page.locator(CHOICES + " >> visible=true").first).to_be_visible()
    page.evaluate("document.querySelectorAll('[id^=marker-]').forEach(marker => marker.kept = true)")
    while page.locator(CHOICES + " >> visible=true").count():
        click_a_choice(page, random.Random(6))
    kept = "[...document.querySelectorAll('[id^=marker-]')].every(marker => marker.kept)"
    assert page.evaluate(kept)
    assert page.locator("[id^=marker-]").count() == 12


def test_the_page_can_be_clicked_while_something_glides(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "en")
    create_table(page, server, "me", "here")
    page.locator("#curtain button").scroll_into_view_if_needed()
    hit = """async () => {
        const button = document.querySelector("#curtain button");
        await document.startViewTransition(() => {}).ready;
        const {x, y, width, height} = button.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === button;
    }"""
    assert page.evaluate(hit)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", list(i18n.LANGUAGES))
def test_no_page_is_wider_than_the_screen(browser: Browser, server: RunningServer, language: str, width: int) -> None:
    page = open_page(browser, language, width)
    address = create_table(page, server, "me", "bot:random", "bot:random", "bot:random")
    of_games = [f"/{page}/{name}" for name in games.names() for page in ("rules", "new")]
    for path in ("/", "/rules", *of_games, "/me", address.removeprefix(server.address)):
        page.goto(server.address + path)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path


def test_nothing_is_asked_of_other_hosts(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, "en")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    create_table(page, server, "me", "bot:random")
    page.goto(f"{server.address}/api/docs")
    page.wait_for_selector(".opblock")
    assert [url for url in asked if not url.startswith((server.address, "data:"))] == []


@pytest.mark.parametrize("width", [360, 1280])
def test_a_hint_comes_and_its_first_choice_is_made(browser: Browser, server: RunningServer, width: int) -> None:
    page = open_page(browser, "en", width)
    create_table(page, server, "me", "friend")
    friend = open_page(browser, "en", width)
    friend.goto(page.url)
    friend.fill("#join1", "Bob")
    friend.click("#lobby button")
    expect(page.locator("#game")).to_be_visible()
    mover, other = (page, friend) if page.locator("#hint-button").count() else (friend, page)
    assert other.locator("#hint-button").count() == 0
    mover.evaluate("window.loadedOnce = true")
    version = mover.input_value(VERSION)
    board = mover.locator("#game").bounding_box()
    mover.focus("#hint-button")
    mover.keyboard.press("Enter")
    expect(mover.locator("#hint-button")).to_have_text(re.compile("Thinking"), use_inner_text=True)
    expect(mover.locator("#hint")).to_be_in_viewport()
    expect(mover.locator("#hint-button")).to_have_text("Hint", use_inner_text=True)
    assert mover.evaluate("document.activeElement.id") == "hint-button"
    assert mover.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    if width == 360:  # where the hint lies over the board; on a wide screen, beside it
        assert mover.locator("#game").bounding_box() == board
    mover.click("#hint-close")
    expect(mover.locator("#hint")).to_have_count(0)
    mover.click("#hint-button")
    mover.locator("#hint button").first.click()
    expect(mover.locator(VERSION)).not_to_have_value(version)
    expect(mover.locator("#hint")).to_have_count(0)
    assert mover.evaluate("window.loadedOnce")
