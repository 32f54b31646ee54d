"""What has happened is seen: each event moves what it moves to where the next view has it, marks stay, replay."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visit import CHOICES, VERSION, create_table, open_page
from tests.web.people import finished_table, played_to_end
from tests.web.running import RunningServer

from trigrad.engine.game import SPECTATOR
from trigrad.games.quorum.components import PROVINCES
from trigrad.store.store import Store
from trigrad.table.table import Table

pytestmark = pytest.mark.browser

GAMES: list[tuple[str, dict[str, str]]] = [
    ("quorum", {}),
    ("quebec", {}),
    ("quebec", {"rules": "complete"}),
    ("petersburg", {"expansions": "both"}),
]
EYES = 1  # the seat whose view the test looks at

# Holds all that moves, as it is when the page has just changed
_HOLD = """() => { window.holding = new Promise((done) => document.addEventListener('htmx:after:swap', () => {
    window.held = document.getAnimations().filter((each) => each.id);
    for (const each of window.held) each.pause();
    done(true);
}, {once: true})) }"""

# What is held at its end: the kinds of events seen, and those of flyers that lie on no target of such an event
_AT_THE_END = """() => {
    const middle = ({left, top, width, height}) => [left + width / 2, top + height / 2];
    const within = ([x, y], {left, top, right, bottom}) =>
        x > left - 3 && x < right + 3 && y > top - 3 && y < bottom + 3;
    const {events} = JSON.parse(document.getElementById('happened').dataset.motion);
    const called = (name) => `[id="${name}"], [data-place~="${name}"], [data-count="${name}"]`;
    const names = ([, seat, , moves]) =>
        moves.flatMap(([, to]) => [...to.split(' '), `chip-${seat}`, `player-${seat}`]);
    const targets = (kind) => events.filter(([, , name]) => name === kind).flatMap(names)
        .flatMap((name) => [...document.querySelectorAll(called(name))])
        .map((each) => each.getBoundingClientRect()).filter(({width}) => width > 2);
    const arrives = ({effect, id}) =>
        targets(id).some((place) => within(middle(effect.target.getBoundingClientRect()), place));
    for (const each of window.held) each.currentTime = each.effect.getComputedTiming().endTime - 0.01;
    const lost = window.held.filter(({effect, id}) => effect.target.className === 'flyer' && id !== 'vanished')
        .filter(({effect}) => getComputedStyle(effect.target).opacity > 0.1)  // goes away
        .filter((each) => !arrives(each));
    const result = {kinds: [...new Set(window.held.map(({id}) => id))], lost: lost.map(({id}) => id)};
    for (const each of window.held) each.finish();
    return result;
}"""

_THINGS = """() => [...document.querySelectorAll('#game [data-thing]')].map((each) => {
    const {left, top, width} = each.getBoundingClientRect();
    return [each.id, each.dataset.thing, Math.round(left), Math.round(top), Math.round(width)];
}).filter(([, , , , width]) => width > 2)"""


# How many places a thing's motion names, and where it is a third and two thirds of the way
_TRACK = """(id) => {
    const motion = window.held.find(({effect}) => effect.target.id === id);
    motion.effect.updateTiming({easing: 'linear', delay: 0});
    const {duration} = motion.effect.getComputedTiming();
    return [motion.effect.getKeyframes().length, [1 / 3, 2 / 3].map((part) => {
        motion.currentTime = part * duration;
        const {left, top, width, height} = document.getElementById(id).getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    })];
}"""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server at which a game of each kind has been played to its end."""
    folder = tmp_path_factory.mktemp("finished")
    store = Store(f"sqlite:///{folder / 'trigrad.sqlite3'}")
    for game, options in GAMES:
        finished_table(store, game, 3, ["Ada", "Bob", "Eve"], **options)
    store.close()
    with RunningServer(folder) as server:
        yield server
    assert "Traceback" not in server.errors


def address(server: RunningServer, game: str, options: dict[str, str], at: int, eyes: int = EYES) -> str:
    return f"{server.address}/t/{'-'.join((game, '3', *options.values()))}?as={eyes}&at={at}"


def moving_steps(table: Table) -> dict[int, set[str]]:
    """For each kind of event that moves something a choice that brought it, by another seat if one did."""
    game = table.rules.game
    found: dict[str, tuple[bool, int]] = {}
    for number, step in enumerate(table.steps, 1):
        for index, event in enumerate(step.events):
            if game.moves(event, step.events[:index]):
                found[event.kind.name] = min(found.get(event.kind.name, (True, number)), (event.player == EYES, number))
    steps: dict[int, set[str]] = {}
    for kind, (_, number) in found.items():
        steps.setdefault(number, set()).add(kind)
    return steps


def step_on(page: Page, to: int, last: int) -> dict[str, Any]:
    """Go one choice on; what moves on the way, at its end."""
    page.evaluate(_HOLD)
    page.keyboard.press("ArrowRight")
    assert page.evaluate("window.holding")
    expect_at(page, to, last)
    result: dict[str, Any] = page.evaluate(_AT_THE_END)
    return result


def expect_at(page: Page, at: int, last: int) -> None:
    shown = page.locator("#shown")
    if at < last:
        expect(shown).to_have_attribute("data-at", str(at))
    else:
        expect(shown).not_to_have_attribute("data-at", re.compile(""))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_each_kind_of_event_is_seen_moving_to_where_the_next_view_has_it(
    browser: Browser, finished: RunningServer, game: str, options: dict[str, str]
) -> None:
    table = played_to_end(game, 3, **options)
    page = open_page(browser, motion=True)
    missing: dict[int, set[str]] = {}
    for number, kinds in sorted(moving_steps(table).items()):
        eyes = EYES if number < len(table.steps) else SPECTATOR  # a reader without a seat sees the end as such
        page.goto(address(finished, game, options, number - 1, eyes))
        moved = step_on(page, number, len(table.steps))
        assert moved["lost"] == [], (number, moved)
        if not kinds <= set(moved["kinds"]):
            missing[number] = kinds - set(moved["kinds"])
        things = page.evaluate(_THINGS)
        page.goto(address(finished, game, options, number, eyes))
        assert page.evaluate(_THINGS) == things, number
    assert missing == {}


@pytest.mark.parametrize("setting", ["reduced motion", "motion off", "pace off"])
def test_nothing_moves_where_motion_is_not_wanted(browser: Browser, finished: RunningServer, setting: str) -> None:
    page = open_page(browser, motion=setting != "reduced motion")
    page.goto(f"{finished.address}/me/settings")
    if setting != "reduced motion":
        page.select_option("#pace" if setting == "pace off" else "#motion", "off")
        page.click("main form button[type=submit]")
        expect(page.get_by_role("status")).to_be_visible()
    page.goto(address(finished, "quorum", {}, 1))
    assert step_on(page, 2, 77)["kinds"] == []
    assert page.locator(".flyer").count() == 0


@pytest.mark.parametrize(("pace", "factor"), [("fast", 0.5), ("normal", 1), ("slow", 2)])
def test_the_pace_is_the_readers_and_all_of_it_is_seen_in_time(
    browser: Browser, finished: RunningServer, pace: str, factor: float
) -> None:
    page = open_page(browser, motion=True)
    page.goto(f"{finished.address}/me/settings")
    page.select_option("#pace", pace)
    page.click("main form button[type=submit]")
    expect(page.get_by_role("status")).to_be_visible()
    table = played_to_end("petersburg", 3, expansions="both")
    longest = max(range(len(table.steps)), key=lambda number: len(table.steps[number].events))
    page.goto(address(finished, "petersburg", {"expansions": "both"}, longest))
    page.evaluate(_HOLD)
    page.keyboard.press("ArrowRight")
    assert page.evaluate("window.holding")
    expect_at(page, longest + 1, len(table.steps))
    ends = page.evaluate("window.held.map((each) => each.effect.getComputedTiming().endTime)")
    assert 1000 * factor < max(ends) <= 1500 * factor + 1


def test_a_step_back_moves_things_back(browser: Browser, finished: RunningServer) -> None:
    page = open_page(browser, motion=True)
    page.goto(address(finished, "quorum", {}, 2))
    page.evaluate(_HOLD)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("window.holding")
    expect_at(page, 1, 77)
    held = page.evaluate("window.held.map(({id, effect}) => [id, effect.target.id.split('-')[0]])")
    assert ["advanced", "marker"] in held
    assert "played" in [kind for kind, _ in held]


def test_a_marker_passes_the_spaces_of_its_track_forwards_and_backwards(
    browser: Browser, finished: RunningServer
) -> None:
    numbers = [
        (number, event)
        for number, step in enumerate(played_to_end("quorum", 3).steps, 1)
        for event in step.events
        if event.kind.name == "advanced" and event.before > 0 and event.after == event.before + 3
    ]
    number, event = numbers[0]
    page = open_page(browser, motion=True)
    page.goto(address(finished, "quorum", {}, number - 1))
    board = page.locator("#part-board svg").first
    spaces = page.locator(f"#q-signs .pr-{PROVINCES[event.province]} .numbers text")
    for key in ("ArrowRight", "ArrowLeft"):
        page.evaluate(_HOLD)
        page.keyboard.press(key)
        assert page.evaluate("window.holding")
        frames, times = page.evaluate(_TRACK, f"marker-{event.player}-{PROVINCES[event.province]}")
        assert frames == 4  # from, two between, to
        passed = [event.before + 1, event.before + 2]
        for (x, y), space in zip(times, passed if key == "ArrowRight" else passed[::-1], strict=True):
            box = board.bounding_box()  # of 720 by 720, its middle the origin
            assert box
            unit = min(box["width"], box["height"]) / 720
            across, down = (float(spaces.nth(space - 1).get_attribute(name) or "") for name in ("x", "y"))
            assert abs(box["x"] + box["width"] / 2 + across * unit - x) < 3
            assert abs(box["y"] + box["height"] / 2 + down * unit - y) < 3
        page.evaluate("window.held.forEach((each) => each.finish())")


# What flies for a kind of event: the drawing it shows, how wide it is, and whether it is seen before it sets out
_FLYERS = """(kind) => window.held.filter(({id}) => id === kind)
.filter(({effect}) => effect.target.className === 'flyer').map((each) => {
    each.currentTime = 0;
    const {target} = each.effect;
    return [target.querySelector('.art').getAttribute('href'), target.getBoundingClientRect().width,
        getComputedStyle(target).visibility === 'visible'];
})"""

_LOWER = """() => [...document.querySelectorAll('#market [data-place^=lower]')].map((each) =>
    [each.querySelector('.art').getAttribute('href'), each.getBoundingClientRect().width])"""


def test_cards_that_leave_look_as_they_lay_and_those_that_come_are_small_until_they_arrive(
    browser: Browser, finished: RunningServer
) -> None:
    table = played_to_end("petersburg", 3, expansions="both")
    kinds = [[event.kind.name for event in step.events] for step in table.steps]
    number = next(n for n, names in enumerate(kinds) if names.count("cleared") > 1 and "laid_out" in names)
    page = open_page(browser, width=360, motion=True)
    page.goto(address(finished, "petersburg", {"expansions": "both"}, number))
    lower = page.evaluate(_LOWER)
    page.evaluate(_HOLD)
    page.keyboard.press("ArrowRight")
    assert page.evaluate("window.holding")
    cleared = page.evaluate(_FLYERS, "cleared")
    assert len(cleared) == kinds[number].count("cleared")
    assert {art for art, *_ in cleared} <= {art for art, _ in lower}
    assert all(abs(width - lower[0][1]) < 1 and seen for _, width, seen in cleared)
    deck = page.locator("#deck-worker").bounding_box()
    laid_out = page.evaluate(_FLYERS, "laid_out")
    assert deck
    assert laid_out
    assert not any(seen for *_, seen in laid_out)
    assert all(width < 1.3 * deck["width"] for _, width, _ in laid_out)


# --- At a table in play -------------------------------------------------------------------------------


def begin(browser: Browser, server: RunningServer) -> tuple[Page, Page]:
    """A game of Quorum between Ada, who begins, and Bob."""
    ada, bob = open_page(browser, motion=True), open_page(browser, width=360, motion=True)
    bob.goto(create_table(ada, server, "me", "friend"))
    bob.fill("#join1", "Bob")
    bob.click("#lobby button")
    expect(ada.locator("#game")).to_be_visible()
    return ada, bob


def choose(page: Page, notation: str) -> None:
    """Make a choice, and wait until the page shows it; what it is makes no difference to what is seen of it."""
    version = page.input_value(VERSION)
    page.locator(f"#game button[value='{notation}']").click()
    expect(page.locator(VERSION)).not_to_have_value(version)


def take(page: Page) -> int:
    """Take the first card that is no god; its position."""
    cards = page.locator("#part-rome .q-slot")
    things = [cards.nth(index).get_attribute("data-thing") or "" for index in range(5)]
    position = next(index for index, thing in enumerate(things, 1) if thing.startswith("card-"))
    choose(page, f"take {position}")
    return position


def framed(page: Page) -> dict[str, bool]:
    """Whether each frame stands around its thing, by the thing's id, of those that are others'."""
    found: dict[str, bool] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.trace:not(.own)')].map((frame) => {
            const thing = document.getElementById(frame.dataset.of).getBoundingClientRect();
            const around = frame.getBoundingClientRect();
            const off = ['left', 'top', 'right', 'bottom'].map((side) => Math.abs(thing[side] - around[side]));
            return [frame.dataset.of, Math.max(...off) < 6];
        }))"""
    )
    return found


def test_what_others_have_changed_is_marked_until_the_own_choice(browser: Browser, server: RunningServer) -> None:
    ada, bob = begin(browser, server)
    first, second = (ada, bob) if ada.locator(CHOICES).count() else (bob, ada)
    position = take(first)
    expect(second.locator(f".trace[data-of='rome-{position}']")).to_be_visible()
    choose(first, "play 1")
    expect(second.locator(".trace[data-of^='marker-']")).to_be_visible()
    second.wait_for_timeout(1800)  # until all is where it belongs
    seen = framed(second)
    assert all(seen.values()), seen
    seat = second.locator(".trace").first.get_attribute("class") or ""
    marker = next(name for name in seen if name.startswith("marker-"))
    assert f"p{marker.split('-')[1]}" in seat
    assert f"rome-{position}" in seen
    second.reload()
    expect(second.locator(f".trace[data-of='{marker}']")).to_be_visible()
    take(second)
    expect(second.locator(f".trace[data-of='{marker}']")).to_have_count(0)


def test_a_click_in_the_midst_of_motion_chooses_what_lies_there(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, motion=True)
    create_table(page, server, "me", "friend")
    page.evaluate("document.documentElement.dataset.pace = 'slow'")
    other = open_page(browser)
    other.goto(page.url)
    other.fill("#join1", "Bob")
    other.click("#lobby button")
    expect(page.locator("#game")).to_be_visible()
    if not page.locator(CHOICES).count():
        page, other = other, page
        page.emulate_media(reduced_motion="no-preference")
    take(page)
    page.evaluate("for (const each of document.getAnimations()) each.pause()")
    assert page.locator(".flyer").count()
    version = page.input_value(VERSION)
    for number in range(1, 6):  # each card of the hand, also the one on its way there, can be pressed where it will lie
        within = "(card) => { const {left, top, width, height} = card.getBoundingClientRect();"
        within += " return card.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"
        assert page.locator(f"#hand-{number} button").evaluate(within), number
    box = page.locator("#hand-5 button").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(VERSION)).not_to_have_value(version)
    expect(page.locator("#hand-5 .q-card")).to_have_count(0)


def test_since_my_last_choice_again_step_by_step(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser, motion=True)
    create_table(page, server, "me", "bot:random", "bot:random")
    expect(page.locator("#prompt.mine")).to_be_visible()
    take(page)
    choose(page, "play 1")
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.mouse.move(5, 5)  # off what would show its effect in place of the newest line
    last = int(page.locator("#shown").get_attribute("data-last") or 0)
    page.click("#newest .more")
    start = int(page.locator("[data-replay]").get_attribute("data-replay") or -1)
    assert start < last - 1
    page.evaluate(
        """() => { window.passed = []; document.addEventListener('htmx:after:swap', () => {
            const {at = -1} = document.getElementById('shown').dataset;
            window.passed.push([Number(at), document.getAnimations().some(({id}) => id)]);
        }) }"""
    )
    page.click("[data-replay]")
    expect(page.locator("#shown")).to_have_attribute("data-at", str(start))
    expect(page.locator("#shown")).not_to_have_attribute("data-at", re.compile(""))
    expect(page.locator(CHOICES).first).to_be_visible()
    passed = page.evaluate("window.passed")
    assert [at for at, _ in passed] == [*range(start, last), -1]
    assert all(moved for _, moved in passed[1:])


def test_a_key_ends_the_replay(browser: Browser, server: RunningServer) -> None:
    page = open_page(browser)
    create_table(page, server, "me", "bot:random", "bot:random")
    expect(page.locator("#prompt.mine")).to_be_visible()
    take(page)
    choose(page, "play 1")
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.mouse.move(5, 5)
    page.click("#newest .more")
    start = page.locator("[data-replay]").get_attribute("data-replay")
    page.click("[data-replay]")
    expect(page.locator("#shown")).to_have_attribute("data-at", str(start))
    page.keyboard.press("Shift")
    page.wait_for_timeout(1600)
    assert page.locator("#shown").get_attribute("data-at") == start
