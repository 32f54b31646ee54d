"""Where the server does not answer: that is said at once, and a choice is neither lost nor made twice."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.visit import CHOICES, VERSION, create_table, open_page
from tests.club.tables import game_at
from tests.web.in_thread import ThreadServer

pytestmark = pytest.mark.browser
ACT = re.compile("/act$")
BAR = "#connection p"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadServer]:
    with ThreadServer(tmp_path) as server:
        yield server


def at_a_table(browser: Browser, server: ThreadServer) -> tuple[Page, str]:
    """A page at a table of two who share the device, and the table's id; tries follow each other quickly."""
    page = open_page(browser)
    table_id = create_table(page, server, "me", "here").rsplit("/", 1)[1]
    show_hand(page)
    return page, table_id


def show_hand(page: Page) -> None:
    curtain = page.locator("#curtain button")
    expect(page.locator(f"#curtain button, {CHOICES} >> visible=true").first).to_be_visible()
    if curtain.count():
        curtain.click()
    expect(page.locator(f"{CHOICES} >> visible=true").first).to_be_visible()


def choose(page: Page) -> None:
    page.locator(f"{CHOICES} >> visible=true").first.click()


def choices_made(server: ThreadServer, table_id: str) -> int:
    return len(game_at(server.club, table_id)[1].steps)


def expect_made(page: Page, server: ThreadServer, table_id: str, number: int) -> None:
    expect(page.locator(VERSION)).to_have_value(str(number))
    expect(page.locator(BAR)).to_have_text("")
    page.wait_for_timeout(300)  # whatever would come twice would come now
    assert choices_made(server, table_id) == number


def test_offline_is_said_at_once_and_a_choice_is_sent_afterwards(browser: Browser, server: ThreadServer) -> None:
    page, table_id = at_a_table(browser, server)
    expect(page.locator(BAR)).to_have_text("")
    page.context.set_offline(True)
    expect(page.locator(BAR)).to_have_text("You are offline.")
    choose(page)
    expect(page.locator(BAR)).to_have_text("You are offline. Your choice is kept, and sent as soon as possible.")
    expect(page.locator("#connection button")).to_be_visible()
    assert choices_made(server, table_id) == 0
    page.context.set_offline(False)
    expect_made(page, server, table_id, 1)


OURS = '<p class="notice error" role="alert">The database is busy.</p>'


def lose_the_answer(route: Route) -> None:
    route.fetch()
    route.abort()


unanswered: list[Route] = []  # whoever leaves one open leaves a task of Playwright's without an end

FAULTS: dict[str, tuple[Callable[[Route], object], str]] = {
    "an error": (lambda route: route.fulfill(status=500, body="Internal Server Error"), "The server has failed."),
    "a proxy's error": (lambda route: route.fulfill(status=502, body="<h1>Bad</h1>"), "The server has failed."),
    "a locked database": (lambda route: route.fulfill(status=503, body=OURS), "The database is busy."),
    "no answer": (unanswered.append, "The server does not answer."),
    "a broken connection": (lambda route: route.abort(), "The server does not answer."),
    "an answer that is lost": (lose_the_answer, "The server does not answer."),
}


def failing_once(fault: Callable[[Route], object], sent: list[str]) -> Callable[[Route], None]:
    """Lets the first request fail and others pass; what each said is noted."""

    def handle(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            fault(route)
        else:
            route.fallback()

    return handle


def test_a_choice_that_fails_is_made_once(browser: Browser, server: ThreadServer) -> None:
    page, table_id = at_a_table(browser, server)
    page.evaluate("window.loadedOnce = true; document.getElementById('connection').dataset.patience = 2500")
    for made, (kind, (fault, words)) in enumerate(FAULTS.items()):
        sent: list[str] = []
        page.route(ACT, failing_once(fault, sent))
        said = page.evaluate_handle(
            """() => {
                const said = [], bar = document.querySelector("#connection p");
                new MutationObserver(() => said.push(bar.textContent)).observe(bar, {childList: true});
                return said;
            }"""
        )
        choose(page)
        expect_made(page, server, table_id, made + 1)
        heard = json.loads(page.evaluate("(said) => JSON.stringify(said)", said))
        assert f"{words} Your choice is kept, and sent as soon as possible." in heard, (kind, heard)
        assert len(sent) == (1 if kind == "an answer that is lost" else 2), kind
        assert len(set(sent)) == 1, kind
        while unanswered:
            unanswered.pop().abort()
        page.unroute(ACT)
        show_hand(page)
    assert page.evaluate("window.loadedOnce")


def test_who_does_not_wait_tries_again_by_a_button(browser: Browser, server: ThreadServer) -> None:
    page, table_id = at_a_table(browser, server)
    down = [True]
    page.route(re.compile("/t/.*/(act|live)"), lambda route: route.abort() if down[0] else route.fallback())
    choose(page)
    expect(page.locator(BAR)).to_contain_text("The server does not answer.")
    page.wait_for_timeout(3500)  # two tries have failed: the next is further away than this test waits
    down[0] = False
    page.click("#connection button")
    expect_made(page, server, table_id, 1)
