"""The analysis of a finished game on the server: computed in the background, kept, and shown to the letter."""

import copy
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import update
from tests.web.people import Person, alone_against_oneself, finished_table, made_analysis

from trigrad import games, i18n
from trigrad.bots.levels import Budget, Thought
from trigrad.bots.teaching import Ground
from trigrad.club import analyses, bot_worker
from trigrad.engine.game import Game
from trigrad.engine.header import Header, game_from_bytes
from trigrad.engine.text import ENGLISH
from trigrad.store.schema import choices
from trigrad.store.store import Store
from trigrad.store.under_way import UnderWay
from trigrad.table import analysis
from trigrad.table.analysis import Analysis, Choice, choices_to_look_at
from trigrad.table.table import Table
from trigrad.table.thoughts import Estimate
from trigrad.web.app import create_app
from trigrad.web.pages import chart, verdicts
from trigrad.web.refusals import NotFound


class Search:
    """In place of a search: it would always make the last possible choice, and finds all others worse.

    The fewer places before the last a choice stands, the less it costs: 2 in 100 each. Choices that read the same stand
    at one place.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[bytes, int, int | None]] = []
        self.begun = 0
        self.go = threading.Event()
        self.go.set()
        self._until: int | None = None

    def stop_after(self, looks: int) -> None:
        """After so many looks more wait until ``go`` is set."""
        self._until = self.begun + looks

    def __call__(
        self, game_name: str, record: bytes, seat: int, budget: Budget, only: int | None, waited: float | None, _: bytes
    ) -> list[Thought]:
        self.begun += 1
        if self.begun == self._until:
            self.go.clear()
        assert waited is None  # it takes its time
        assert self.go.wait(20)
        self.asked.append((record, seat, only))
        game = games.load(game_name)
        places = places_from_the_last(game, game_from_bytes(game.record_type, record))
        thoughts = [Thought(action, 100, 0.0, 0.9 * 0.98**place, 5.0) for action, place in places.items()]
        return [thought for thought in thoughts if only in (None, thought.action)]


def places_from_the_last(game: Game, record: Header) -> dict[int, int]:
    """Each legal action, the last first, with the number of other readings behind it."""
    words: list[str] = []
    places = {}
    for action in reversed(game.legal(record)):
        reads = game.describe(record, action).text.render(ENGLISH)
        if reads not in words:
            words.append(reads)
        places[action] = words.index(reads)
    return places


def said(_game: str, _record: bytes, _seat: int, actions: Sequence[int], _seed: bytes) -> list[tuple[Ground, ...]]:
    """In place of comparing actions: each but the first is a point behind."""
    return [(Ground(0, -1, -1.0),) if place else () for place, _ in enumerate(actions)]


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Iterator[Search]:
    search = Search()
    monkeypatch.setattr(bot_worker, "think", search)
    monkeypatch.setattr(bot_worker, "compare", said)
    yield search
    search.go.set()


@pytest.fixture
def store(app: FastAPI) -> Store:
    found: Store = app.state.server.club.tables._store
    return found


@pytest.fixture
def table_id(store: Store) -> str:
    return finished_table(store, "quorum", 2)


def live(app: FastAPI, table_id: str) -> Table:
    table: Table = app.state.server.club.tables.get(table_id).table
    return table


def state(client: TestClient, table_id: str) -> Any:
    return client.get(f"/api/tables/{table_id}/analysis").json()


def wait_until(happened: Callable[[], Any]) -> None:
    deadline = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def analysed(client: TestClient, table_id: str) -> Any:
    """Have a table analysed, and wait for it."""
    assert client.post(f"/api/tables/{table_id}/analysis").status_code == 202
    wait_until(lambda: state(client, table_id)["state"] == "ready")
    return state(client, table_id)


# --- Computing ------------------------------------------------------------------------


def test_a_game_in_play_is_not_analysed(client: TestClient, search: Search) -> None:
    ada = Person(client, "Ada")
    table_id = alone_against_oneself(ada)
    for path in (f"/t/{table_id}/analysis", f"/t/{table_id}/analysis/live", f"/t/{table_id}/analysis/1"):
        answer = client.get(path)
        assert answer.status_code == 400
        assert "once it is over" in answer.text
    assert client.post(f"/t/{table_id}/analysis").status_code == 400
    assert ada.get(f"/tables/{table_id}/analysis").status_code == 400
    assert ada.post(f"/tables/{table_id}/analysis").status_code == 400
    assert search.asked == []
    assert client.get("/t/nothing/analysis").status_code == 404


def test_it_is_computed_step_by_step_when_somebody_asks(
    client: TestClient, search: Search, app: FastAPI, table_id: str
) -> None:
    count = len(choices_to_look_at(live(app, table_id)))
    assert state(client, table_id)["state"] == "none"
    page = client.get(f"/t/{table_id}/analysis").text
    assert f'method="post" action="/t/{table_id}/analysis"' in page
    assert 'http-equiv="refresh"' not in page
    search.go.clear()
    page = client.post(f"/t/{table_id}/analysis").text
    assert f"0 of {count} choices" in page
    assert f'hx-get="/t/{table_id}/analysis/live" hx-trigger="every 1s"' in page
    assert 'http-equiv="refresh"' in page  # without JavaScript
    assert client.get(f"/t/{table_id}/analysis/1").url.path == f"/t/{table_id}/analysis"  # no position yet
    assert state(client, table_id)["state"] == "waiting"
    search.go.set()
    wait_until(lambda: state(client, table_id)["state"] == "ready")
    assert "hx-trigger" not in client.get(f"/t/{table_id}/analysis/live").text
    found = state(client, table_id)
    assert [choice["step"] for choice in found["choices"]] == choices_to_look_at(live(app, table_id))


def test_it_is_computed_once_even_by_a_server_started_anew(
    client: TestClient, search: Search, app: FastAPI, table_id: str
) -> None:
    found = analysed(client, table_id)
    looks = len(search.asked)
    assert analysed(client, table_id) == found
    with TestClient(create_app(app.state.server.settings)) as restarted:
        assert state(restarted, table_id) == found
        assert analysed(restarted, table_id) == found
    assert len(search.asked) == looks


def test_a_changed_program_computes_anew(
    client: TestClient, search: Search, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = analysed(client, table_id)
    monkeypatch.setattr(analysis, "VERSION", analysis.VERSION + 1)
    assert state(client, table_id)["state"] == "none"
    assert analysed(client, table_id) == found


def test_a_server_that_stops_meanwhile_leaves_it_to_the_next(search: Search, app: FastAPI, table_id: str) -> None:
    with TestClient(app) as stopped:
        search.go.clear()
        stopped.post(f"/api/tables/{table_id}/analysis")
        threading.Timer(0.05, search.go.set).start()  # the look in progress ends in its own time
    with TestClient(create_app(app.state.server.settings)) as restarted:
        assert state(restarted, table_id)["state"] in ("waiting", "computing", "ready")
        wait_until(lambda: state(restarted, table_id)["state"] == "ready")


def test_what_can_no_longer_be_analysed_is_given_up(
    client: TestClient, search: Search, app: FastAPI, store: Store, table_id: str
) -> None:
    club = app.state.server.club
    UnderWay(store).begin_analysis(table_id, analysis.VERSION, 60)
    with store.writing() as connection:
        connection.execute(update(choices).where(choices.c.table_id == table_id).values(action=-9))
    club.analyses.adopt()
    assert UnderWay(store).analyses(analysis.VERSION) == []
    assert search.asked == []


@pytest.mark.slow
def test_two_are_computed_at_once_and_others_wait_in_line(
    client: TestClient, search: Search, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "_MOST", 3)
    search.go.clear()
    tables = [finished_table(store, "quorum", count) for count in (4, 3, 2)]
    for table_id in tables * 2:  # asking twice changes nothing
        assert client.post(f"/api/tables/{table_id}/analysis").status_code == 202
    refused = client.post(f"/t/{finished_table(store, 'quebec', 2)}/analysis")
    assert refused.status_code == 429
    assert "being analysed just now" in refused.text
    wait_until(lambda: search.begun == 2)
    time.sleep(0.05)
    assert search.begun == 2
    search.go.set()
    wait_until(lambda: state(client, tables[2])["state"] == "ready")


def test_no_look_begins_before_the_rules_are_compiled(
    client: TestClient, search: Search, app: FastAPI, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "_PATIENCE", 0.01)
    app.state.server.club.bot_processes._warming = True
    assert "have got ready" in client.post(f"/t/{table_id}/analysis").text
    time.sleep(0.05)
    assert search.asked == []
    app.state.server.club.bot_processes._warming = False
    wait_until(lambda: state(client, table_id)["state"] == "ready")


def test_a_search_that_fails_can_be_begun_again(
    client: TestClient, table_id: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> list[Thought]:
        raise RuntimeError("out of order")

    with monkeypatch.context() as broken:
        broken.setattr(bot_worker, "think", fails)
        client.post(f"/api/tables/{table_id}/analysis")
        wait_until(lambda: state(client, table_id)["state"] == "none")
    assert "a game could not be analysed" in caplog.text
    monkeypatch.setattr(bot_worker, "think", Search())
    assert analysed(client, table_id)["state"] == "ready"


# --- What a seat could know -----------------------------------------------------------


@pytest.mark.parametrize("game_name", games.names())
def test_a_search_is_handed_what_the_seat_could_know(
    client: TestClient, search: Search, app: FastAPI, store: Store, monkeypatch: pytest.MonkeyPatch, game_name: str
) -> None:
    """Seeds being equal, the same for any game that the seat could not tell from the real one."""
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    table_id = finished_table(store, game_name, 3)
    analysed(client, table_id)
    table, game = live(app, table_id), games.load(game_name)
    looks = {(record, seat) for record, seat, _ in search.asked}
    expected = set()
    for number in choices_to_look_at(table):
        step = table.steps[number - 1]
        other_world = game.resampled(step.before, step.entry.seat, number.to_bytes(32, "big"))
        expected.add((game.resampled(other_world, step.entry.seat, bytes(32)).tobytes(), step.entry.seat))
    assert looks == expected


@pytest.mark.parametrize("game_name", games.names())
def test_a_position_shows_what_the_seat_could_know(app: FastAPI, store: Store, game_name: str) -> None:
    """All of its page's content is the same in a game that the seat could not tell from the real one."""
    table = live(app, finished_table(store, game_name, 3))
    game = table.rules.game
    other = copy.copy(table)
    other.steps = [
        replace(step, before=game.resampled(step.before, step.entry.seat, number.to_bytes(32, "big")))
        for number, step in enumerate(table.steps)
    ]
    found = made_analysis(table)
    for choice in found.choices[::4]:
        assert verdicts.position(other, found, choice.step) == verdicts.position(table, found, choice.step)


# --- Pages ----------------------------------------------------------------------------


@pytest.mark.parametrize("game_name", games.names())
def test_the_positions_of_every_game(client: TestClient, app: FastAPI, store: Store, game_name: str) -> None:
    table_id = finished_table(store, game_name, 3)
    found = made_analysis(live(app, table_id))
    store.keep_analysis(table_id, analysis.VERSION, found.to_json())
    steps = [choice.step for choice in found.choices]
    for index in range(0, len(steps), len(steps) // 7):
        page = client.get(f"/t/{table_id}/analysis/{steps[index]}", headers={"Accept-Language": "fr"})
        assert page.status_code == 200
        assert page.text.count("<h1") == 1
        assert 'name="action"' not in page.text  # there is nothing to choose any more
        linked = re.findall(rf'rel="\w+" href="/t/{table_id}/analysis/(\d+)"', page.text)
        assert list(map(int, linked)) == [*steps[index - 1 : index], *steps[index + 1 : index + 2]]
    for step in (0, len(live(app, table_id).steps) + 1, -1):
        assert client.get(f"/t/{table_id}/analysis/{step}").status_code == 404
    assert client.get(f"/t/{table_id}/analysis/x").status_code == 422


def test_a_forced_choice_has_no_position(app: FastAPI, store: Store) -> None:
    table = live(app, finished_table(store, "petersburg", 3))
    forced = next(number for number, step in enumerate(table.steps, 1) if step.forced)
    with pytest.raises(NotFound):
        verdicts.position(table, made_analysis(table), forced)


@pytest.mark.parametrize("code", i18n.LANGUAGES)
def test_the_page_names_the_costliest_choices(
    client: TestClient, app: FastAPI, store: Store, table_id: str, code: str
) -> None:
    found = made_analysis(live(app, table_id))
    store.keep_analysis(table_id, analysis.VERSION, found.to_json())
    for address, seat in ((f"/t/{table_id}/analysis", None), (f"/t/{table_id}/analysis?seat=1", 1)):
        page = client.get(address, headers={"Accept-Language": code}).text
        assert f'<html lang="{code}">' in page
        section = page[page.index('id="costliest"') : page.index('id="all-choices"')]
        linked = re.findall(rf'href="/t/{table_id}/analysis/(\d+)"', section)
        assert list(map(int, linked)) == [choice.step for choice in found.costliest(seat)]
        rows = re.findall(r'<tr id="choice-(\d+)"', page)
        assert list(map(int, rows)) == [choice.step for choice in found.choices if seat in (None, choice.seat)]
        assert page.count("<polyline") == 2


def test_the_finished_table_leads_to_its_analysis(client: TestClient, table_id: str) -> None:
    assert f'action="/t/{table_id}/analysis"' in client.get(f"/t/{table_id}").text
    fresh = client.post("/new/quorum", data={"name": "Ada", "seat0": "me", "seat1": "friend"})
    assert "/analysis" not in fresh.text


def test_names_are_text(client: TestClient, app: FastAPI, store: Store) -> None:
    table_id = finished_table(store, "quorum", 2, ["<b>Ada</b>", "&amp;"])
    store.keep_analysis(table_id, analysis.VERSION, made_analysis(live(app, table_id)).to_json())
    for path in (f"/t/{table_id}/analysis", f"/t/{table_id}/analysis/1"):
        page = client.get(path).text
        assert "<b>Ada" not in page
        assert "&lt;b&gt;Ada" in page
        assert "&amp;amp;" in page


def test_the_api_tells_the_whole_analysis(client: TestClient, search: Search, app: FastAPI, table_id: str) -> None:
    found = analysed(client, table_id)
    table = live(app, table_id)
    assert found["result"] == [1.0 if place == 1 else 0.0 for place in table.record.places[:2]]
    for choice in found["choices"]:
        places = places_from_the_last(table.rules.game, table.steps[choice["step"] - 1].before)
        action = table.steps[choice["step"] - 1].entry.action
        assert choice["chosen"]["action"] == action
        assert places[choice["preferred"][0]["action"]] == 0
        assert choice["before"] == 0.9
        assert choice["after"] == round(0.9 * 0.98 ** places[action], 2)
        assert choice["chosen"]["text"]
    costs = {choice["step"]: choice["cost"] for choice in found["choices"]}
    assert [costs[step] for step in found["costliest"]] == sorted(costs.values(), reverse=True)[:3]
    why = {choice["step"]: (choice["speaks_for"], choice["speaks_against"]) for choice in found["choices"]}
    assert [why[step] for step in found["costliest"]] == [([], ["1 point as things stand fewer"])] * 3
    costliest = found["costliest"][0]
    for path in ("analysis", f"analysis/{costliest}"):
        page = client.get(f"/t/{table_id}/{path}", headers={"Accept-Language": "fr"}).text
        assert "Contre\N{NO-BREAK SPACE}: 1 point en l’état de moins" in page


# --- The graph ------------------------------------------------------------------------


def test_a_line_falls_at_each_choice_and_ends_at_the_result() -> None:
    def choice(step: int, seat: int, before: float, after: float) -> Choice:
        return Choice(step, seat, 100, Estimate(0, 50, after, 0.0), (Estimate(1, 50, before, 0.0),))

    unsure = Choice(9, 1, 100, Estimate(0, 1, 0.1, 0.0), (Estimate(1, 99, 0.8, 0.0),))
    found = Analysis((choice(1, 0, 0.5, 0.25), choice(2, 1, 0.6, 0.6), choice(4, 0, 0.5, 0.5), unsure), (0.0, 1.0))
    first, second = chart.lines(found)
    # four choices, a quarter of the width each; y is measured from the top
    assert first.corners == "0,500 0,750 500,500 500,500 1000,1000"
    assert second.corners == "250,400 250,400 750,200 750,200 1000,0"
    assert (first.end, second.end) == (100.0, 0.0)
    assert chart.rings(found, found.costliest()) == [chart.Ring(0, 0.0, 75.0)]
