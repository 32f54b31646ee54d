"""Hints: who gets one, what it says, that it is fair, and that nobody can flood the server with them."""

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.club.thinker import Thinker
from tests.web.people import Person, alone_against_oneself, assert_refused, play_to_end

from trigrad.bots.levels import Budget
from trigrad.bots.teaching import Ground
from trigrad.club import hints
from trigrad.club.bot_processes import BotProcesses
from trigrad.engine.text import Text


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search itself, but for 12 imagined games only."""
    monkeypatch.setattr(hints, "BUDGET", Budget(iterations=12))


def create_game(person: Person, name: str) -> str:
    """A table of a game whose two seats both belong to a person."""
    seats = [{"kind": "me"}, {"kind": "here", "name": "Bob"}]
    table_id: str = person.post("/tables", game=name, seats=seats).json()["id"]
    return table_id


def ask(person: Person, table_id: str, state: Any) -> Any:
    return person.post(f"/tables/{table_id}/hint", seat=state["viewer"], version=state["version"])


# --- The API ----------------------------------------------------------------------------


@pytest.mark.usefixtures("short")
def test_the_search_tells_its_best_three(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    state = ada.table(table_id)
    told = ask(ada, table_id, state).json()
    assert (told["seat"], told["version"], told["games"]) == (state["viewer"], 0, 12)
    legal = {choice["action"]: choice for choice in state["legal"]}
    assert len(told["choices"]) == 3 < len(legal)
    for choice in told["choices"]:
        assert {key: choice[key] for key in ("notation", "text", "data")} == {
            key: legal[choice["action"]][key] for key in ("notation", "text", "data")
        }
        assert 0 <= choice["chance"] <= 1
    shown = [(choice["chance"], choice["lead"]) for choice in told["choices"]]
    assert shown == sorted(shown, reverse=True)
    assert sum(choice["visits"] for choice in told["choices"]) <= 12
    assert told["choices"][0]["comparison"] == "the best choice"


def test_numbers_and_words_of_a_hint(ada: Person, thinker: Thinker) -> None:
    table_id = alone_against_oneself(ada)
    state = ada.table(table_id)
    told = ask(ada, table_id, state).json()
    assert told["games"] == 240_000  # of 240,400
    assert [choice["action"] for choice in told["choices"]] == [choice["action"] for choice in state["legal"][-4:-1]]
    assert [choice["chance"] for choice in told["choices"]] == [0.53, 0.51, 0.2]  # as the page shows them
    assert [choice["lead"] for choice in told["choices"]] == [3.4, -0.3, -7.0]
    assert [choice["standing"] for choice in told["choices"]] == ["level", "level", "clearly behind"]
    assert [choice["comparison"] for choice in told["choices"]] == [
        "the best choice",
        "about as good",
        "clearly weaker",
    ]


def test_each_choice_is_told_with_what_speaks_for_and_against_it(
    ada: Person, client: TestClient, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Quorum's reasons: 0 are points, 3 army cards, 8 gods."""
    grounds = [
        (Ground(0, 2, 2.0), Ground(8, -1, -1.0), Ground(3, 1, 0.5)),
        (Ground(8, -2, -3.0),),
        (Ground(3, 1, 2.0),),
    ]
    monkeypatch.setattr(BotProcesses, "compare", lambda *_: grounds)
    table_id = alone_against_oneself(ada)
    told = ask(ada, table_id, ada.table(table_id)).json()
    assert [(choice["speaks_for"], choice["speaks_against"]) for choice in told["choices"]] == [
        (["2 points as things stand more", "1 army card more"], []),
        ([], ["2 gods fewer"]),
        (["1 army card more"], []),
    ]
    address = create(client)
    _, form = lifted(client, address)
    page = panel(client.post(f"{address}/hint", data=form, headers={"Accept-Language": "ru"}).text)
    assert "За: больше: 2 очка уже сейчас; больше: 1 карта армии" in page
    assert "Против: меньше: 2 бога" in page
    assert "Его слабость видна только в следующие ходы." in page


def test_only_the_seat_to_move_may_ask_and_only_its_own_user(ada: Person, client: TestClient, thinker: Thinker) -> None:
    table_id = ada.create("me", "friend").json()["id"]
    state = ada.table(table_id)
    assert_refused(ada.post(f"/tables/{table_id}/hint", seat=0, version=0), 400, "begins when all seats are taken")
    bob = Person(client, "Bob")
    bob.post(f"/tables/{table_id}/seats/1")
    to_move = ada.table(table_id)["to_move"]
    mover, other = (ada, bob) if to_move == 0 else (bob, ada)
    assert_refused(other.post(f"/tables/{table_id}/hint", seat=to_move, version=0), 403, "belongs to somebody else")
    assert_refused(other.post(f"/tables/{table_id}/hint", seat=1 - to_move, version=0), 400, "somebody else’s choice")
    assert_refused(Person(client, "Eve").post(f"/tables/{table_id}/hint", seat=-1, version=0), 403, "somebody else")
    assert_refused(mover.post("/tables/nowhere/hint", seat=0, version=0), 404, "no such table")
    assert mover.post(f"/tables/{table_id}/hint", seat="x", version=0).status_code == 422
    assert thinker.asked == []
    assert ask(mover, table_id, state | {"viewer": to_move}).status_code == 200


def test_no_hint_for_a_position_that_is_past(ada: Person, thinker: Thinker) -> None:
    table_id = alone_against_oneself(ada)
    state = ada.table(table_id)
    ada.choose(table_id, state)
    assert_refused(ask(ada, table_id, state), 409, "moved on")
    assert thinker.asked == []


def test_no_hint_where_the_table_has_none(ada: Person, thinker: Thinker) -> None:
    table_id = ada.create("me", "here", hints=False).json()["id"]
    assert_refused(ask(ada, table_id, ada.table(table_id)), 400, "no hints at this table")
    assert thinker.asked == []


def test_no_hint_once_the_game_is_over(ada: Person, thinker: Thinker) -> None:
    table_id = alone_against_oneself(ada)
    assert_refused(ask(ada, table_id, play_to_end(ada, table_id)), 409, "over")
    assert thinker.asked == []


def test_no_hint_while_a_bot_plays_the_seat(client: TestClient, ada: Person, thinker: Thinker) -> None:
    table_id = ada.create("me", "friend").json()["id"]
    bob = Person(client, "Bob")
    bob.post(f"/tables/{table_id}/seats/1")
    state = ada.table(table_id)
    mover = (ada, bob)[state["to_move"]]
    mover.post(f"/tables/{table_id}/seats/{state['to_move']}/bot", bot="casual")
    assert_refused(ask(mover, table_id, state | {"viewer": state["to_move"]}), 409, "A bot plays this seat")
    assert thinker.asked == []


def test_no_hint_where_there_is_no_choice(ada: Person, app: FastAPI, thinker: Thinker) -> None:
    """A table makes such choices itself, so one is set up here that it has not made."""
    table_id = create_game(ada, "petersburg")
    table = app.state.server.club.tables.get(table_id).table
    number = 0
    while len(legal := table.legal(table.to_move)) > 1:
        table.rules.game.apply_silently(table.record, legal[number % len(legal)])
        number += 1
    state = {"viewer": table.to_move, "version": table.version}
    assert_refused(ask(ada, table_id, state), 400, "only one choice")
    assert thinker.asked == []


def test_it_is_described_in_openapi(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()["paths"]["/api/tables/{table_id}/hint"]["post"]
    assert "best three choices" in described["summary"] + described["description"]


# --- Thinking ---------------------------------------------------------------------------


def test_the_same_question_has_the_same_answer_without_thinking_again(ada: Person, thinker: Thinker) -> None:
    table_id = alone_against_oneself(ada)
    state = ada.table(table_id)
    first, second = ask(ada, table_id, state), ask(ada, table_id, state)
    assert first.json() == second.json()
    assert len(thinker.asked) == 1
    ask(ada, table_id, ada.choose(table_id, state).json())
    assert len(thinker.asked) == 2


def test_no_hint_before_the_rules_are_compiled(ada: Person, app: FastAPI, thinker: Thinker) -> None:
    table_id = alone_against_oneself(ada)
    state = ada.table(table_id)
    app.state.server.club.bot_processes._warming = True
    assert_refused(ask(ada, table_id, state), 503, "getting ready")
    assert thinker.asked == []
    app.state.server.club.bot_processes._warming = False
    assert ask(ada, table_id, state).status_code == 200


def test_a_question_that_failed_may_be_asked_again(ada: Person, thinker: Thinker) -> None:
    table_id = alone_against_oneself(ada)
    thinker.error = OSError("a process died")
    assert ask(ada, table_id, ada.table(table_id)).status_code == 500
    thinker.error = None
    assert ask(ada, table_id, ada.table(table_id)).status_code == 200


def wait_until(happened: Callable[[], Any]) -> None:
    waiting = threading.Event()
    for _ in range(2000):
        if happened():
            return
        waiting.wait(0.01)
    pytest.fail("it did not happen")


def test_while_it_is_thought_of_the_table_plays_on(ada: Person, thinker: Thinker) -> None:
    table_id = alone_against_oneself(ada)
    state = ada.table(table_id)
    thinker.may.clear()
    with ThreadPoolExecutor() as threads:
        asking = threads.submit(ask, ada, table_id, state)
        wait_until(lambda: thinker.asked)
        assert ada.choose(table_id, state).status_code == 200
        thinker.may.set()
        assert_refused(asking.result(), 409, "moved on")


@pytest.mark.parametrize("happens", ["lent", "moved"])
def test_a_hint_is_for_whoever_may_choose_when_it_comes(
    client: TestClient, app: FastAPI, ada: Person, thinker: Thinker, happens: str
) -> None:
    app.state.server.club.tables._bot_players._loop = None  # the bot does not choose meanwhile
    table_id = alone_against_oneself(ada)
    state = ada.table(table_id)
    seat = state["viewer"]
    form = {"seat": str(seat), "version": "0"}
    key = app.state.server.club.tables.get(table_id).row.seats[seat].key
    thinker.may.clear()
    with ThreadPoolExecutor() as threads:
        asking = threads.submit(ask, ada, table_id, state)
        wait_until(lambda: thinker.asked)
        looking = threads.submit(client.post, f"/t/{table_id}/hint", data=form, headers=ada.headers)
        if happens == "lent":
            assert ada.post(f"/tables/{table_id}/seats/{seat}/bot", bot="casual").status_code == 200
        else:
            bob = Person(client, "Bob")
            assert client.post(f"/t/{table_id}/move/{key}", headers=bob.headers).status_code == 200
        thinker.may.set()
        status, words = (409, "A bot plays this seat") if happens == "lent" else (403, "belongs to somebody else")
        assert_refused(asking.result(), status, words)
        assert not panel(looking.result().text)


def test_whoever_asks_too_much_is_told_to_wait(ada: Person, thinker: Thinker) -> None:
    one, two = (alone_against_oneself(ada) for _ in range(2))
    states = {table_id: ada.table(table_id) for table_id in (one, two)}
    thinker.may.clear()
    with ThreadPoolExecutor() as threads:
        asking = threads.submit(ask, ada, one, states[one])
        wait_until(lambda: thinker.asked)
        assert_refused(ask(ada, two, states[two]), 429, "still being thought about")
        thinker.may.set()
        assert asking.result().status_code == 200


# --- The page ---------------------------------------------------------------------------

FORM = {"name": "Ada", "seat0": "me", "seat1": "here", "name1": "Bob", "hints": "on"}
HTMX = {"HX-Request": "true"}
ASK = 'id="hint-button"'


def create(client: TestClient, **changes: str | None) -> str:
    form = {key: value for key, value in (FORM | changes).items() if value is not None}
    answer = client.post("/new/quorum", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def lifted(client: TestClient, address: str) -> tuple[str, dict[str, str]]:
    """The page once the curtain is lifted, and the form that asks for a hint."""
    seat = re.search(r'name="as" value="(\d)"', client.get(address).text)
    assert seat
    page = client.get(f"{address}?as={seat[1]}").text
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version
    return page, {"seat": seat[1], "version": version[1]}


def panel(page: str) -> str:
    found = re.search(r'<section class="panel hint".*?</section>', page, re.DOTALL)
    return found[0] if found else ""


def test_the_button_is_there_for_whoever_is_to_choose(client: TestClient, app: FastAPI) -> None:
    address = create(client)
    assert ASK not in client.get(address).text  # the curtain is down
    assert ASK in lifted(client, address)[0]
    assert ASK not in TestClient(app).get(address).text
    assert ASK not in lifted(client, create(client, hints=None))[0]
    assert "you may ask for the best choices" in client.get("/new/quorum").text


def test_a_hint_without_javascript(client: TestClient, thinker: Thinker) -> None:
    address = create(client)
    _, form = lifted(client, address)
    page = client.post(f"{address}/hint", data=form).text
    assert "<html" in page
    told = panel(page)
    actions = re.findall(r'form="choose" name="action" value="([^"]+)"', told)
    assert actions == ["take 2", "take 3", "take 4"]
    assert [words in told for words in ("53%", "51%", "20%", "+3.4", "−0.3", "−7.0", "240,000")] == [True] * 7
    assert "short look" not in told
    assert re.findall(r'rect width="([\d.]+)"', told) == ["53.0", "51.0", "20.0"]
    chosen = client.post(f"{address}/act", data=form | {"action": actions[0]})
    assert chosen.status_code == 200
    assert not panel(chosen.text)


def test_a_hint_by_htmx_is_a_fragment_and_vanishes_with_the_next_look(client: TestClient, thinker: Thinker) -> None:
    address = create(client)
    _, form = lifted(client, address)
    answer = client.post(f"{address}/hint", data=form, headers=HTMX)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert panel(answer.text)
    assert not panel(client.get(f"{address}/live?as={form['seat']}").text)


@pytest.mark.parametrize(
    ("code", "numbers"), [("fr", ("53\xa0%", "+3,4", "240\u202f000")), ("ru", ("53\xa0%", "+3,4", "240\xa0000"))]
)
def test_a_hint_speaks_the_readers_language(
    client: TestClient, thinker: Thinker, code: str, numbers: tuple[str, ...]
) -> None:
    address = create(client)
    _, form = lifted(client, address)
    told = panel(client.post(f"{address}/hint", data=form, headers={"Accept-Language": code}).text)
    assert [number for number in numbers if number not in told] == []
    assert "choice" not in re.sub(r"<[^>]*>", "", told)


@pytest.mark.usefixtures("short")
def test_a_short_look_says_so(client: TestClient) -> None:
    address = create(client)
    _, form = lifted(client, address)
    told = panel(client.post(f"{address}/hint", data=form).text)
    assert "about 12 imagined games" in told
    assert "short look" in told


def test_a_page_that_is_out_of_date_is_told_so(client: TestClient, thinker: Thinker) -> None:
    address = create(client)
    _, form = lifted(client, address)
    client.post(f"{address}/act", data=form | {"action": "take 1"})
    answer = client.post(f"{address}/hint", data=form, headers=HTMX)
    assert answer.status_code == 409
    assert "moved on" in answer.text
    assert not panel(answer.text)


def test_whoever_chose_before_the_hint_came_is_not_troubled_with_it(client: TestClient, thinker: Thinker) -> None:
    address = create(client)
    _, form = lifted(client, address)
    thinker.may.clear()
    with ThreadPoolExecutor() as threads:
        asking = threads.submit(client.post, f"{address}/hint", data=form, headers=HTMX)
        wait_until(lambda: thinker.asked)
        client.post(f"{address}/act", data=form | {"action": "take 1"})
        thinker.may.set()
        answer = asking.result()
    assert answer.status_code == 200
    assert not panel(answer.text)
    assert 'role="alert"' not in answer.text
    assert 'name="version" value="1"' in answer.text


def test_a_stranger_is_refused_and_sees_no_hand(client: TestClient, app: FastAPI, thinker: Thinker) -> None:
    address = create(client)
    _, form = lifted(client, address)
    answer = TestClient(app).post(f"{address}/hint", data=form)
    assert answer.status_code == 403
    assert "belongs to somebody else" in answer.text
    assert 'name="action"' not in answer.text
    assert thinker.asked == []


@pytest.mark.parametrize("form", [{}, {"seat": "x"}, {"seat": "0", "version": "10" * 20}])
def test_a_garbled_question_is_refused(client: TestClient, form: dict[str, str]) -> None:
    answer = client.post(f"{create(client)}/hint", data=form)
    assert answer.status_code in (403, 409, 422)
    assert 'role="alert"' in answer.text


def test_words_of_a_hint_are_escaped(client: TestClient, thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "standing", lambda *_: Text("<img src=x>"))
    address = create(client)
    _, form = lifted(client, address)
    told = panel(client.post(f"{address}/hint", data=form).text)
    assert "<img" not in told
    assert "&lt;img src=x&gt;" in told
