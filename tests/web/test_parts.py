"""The parts of a table's page: sent where they changed, the same for all where they are shared, with no secret."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from fastapi import FastAPI, Response
from tests.web.garbage import left_by
from tests.web.people import Person

from trigrad import games
from trigrad.table.table import Rules, Table
from trigrad.web.address import root
from trigrad.web.pages import table as table_page
from trigrad.web.parts import Kept, sheets, templates

COUNTED = re.compile(r"<[^<>]* data-count=[^<>]*>([^<]*)")
KEY = re.compile(r'id="part-([a-z-]+)" data-digest="([0-9a-f]{8})"')


def live(person: Person, table_id: str, known: dict[str, str], form: str = "table") -> tuple[int, dict[str, str], str]:
    """What a script that shows these parts is sent: the status, the new digests, and the text."""
    headers = person.headers | {"HX-Request": "true", "X-Form": form}
    headers["X-Parts"] = ",".join(f"{name}:{digest}" for name, digest in known.items())
    answer = person.client.get(f"/t/{table_id}/live", headers=headers)
    return answer.status_code, dict(KEY.findall(answer.text)), answer.text


def page(person: Person, table_id: str) -> str:
    return str(person.client.get(f"/t/{table_id}", headers=person.headers).text)


@pytest.fixture
def table_id(ada: Person, bob: Person) -> str:
    table = ada.create("me", "friend").json()["id"]
    bob.post(f"/tables/{table}/seats/1")
    return str(table)


@pytest.mark.parametrize("game", games.names())
def test_every_part_and_sheet_of_every_game_is_there(ada: Person, game: str) -> None:
    table = ada.create("me", "bot", game=game).json()["id"]
    shown = dict(KEY.findall(page(ada, table)))
    assert {"question", "notices", "chips"} < shown.keys() <= templates(game).keys()
    for name in sheets(game):
        answer = ada.client.get(f"/t/{table}/sheet/{name}", headers=ada.headers)
        assert answer.status_code == 200
        assert "<html" in answer.text
        part = ada.client.get(f"/t/{table}/sheet/{name}", headers=ada.headers | {"HX-Request": "true"})
        assert "<html" not in part.text
    assert ada.client.get(f"/t/{table}/sheet/secrets", headers=ada.headers).status_code == 404


@pytest.mark.parametrize("game", games.names())
def test_what_counts_up_is_a_number(ada: Person, game: str) -> None:
    """Else it could not be seen while it does."""
    table = ada.create("me", "here", game=game).json()["id"]
    for _ in range(3):
        counted = COUNTED.findall(page(ada, table))
        assert len(counted) > 1
        assert [what for what in counted if not re.fullmatch(r"-?\d+", what.strip())] == []
        ada.choose(table, ada.table(table))


def test_nothing_is_sent_where_nothing_has_changed(ada: Person, table_id: str) -> None:
    known = dict(KEY.findall(page(ada, table_id)))
    assert live(ada, table_id, known) == (204, {}, "")


def test_what_has_changed_is_sent_and_nothing_else(ada: Person, bob: Person, table_id: str) -> None:
    known = {person: dict(KEY.findall(page(person, table_id))) for person in (ada, bob)}
    mover = ada if ada.table(table_id)["to_move"] == 0 else bob
    mover.choose(table_id, mover.table(table_id), "take 1")
    for person in (ada, bob):
        status, changed, text = live(person, table_id, known[person])
        assert status == 200
        now = dict(KEY.findall(page(person, table_id)))
        assert changed == {name: digest for name, digest in now.items() if known[person][name] != digest}
        assert "question" in changed
        assert text.count("<hx-partial") == len(changed)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("game", games.names())
def test_a_look_at_a_table_leaves_nothing_to_the_garbage_collector(
    app: FastAPI, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, game: str, whole: bool
) -> None:
    table_id = ada.create("me", "friend", game=game).json()["id"]  # no bot, which might choose meanwhile
    bob.post(f"/tables/{table_id}/seats/1")
    shown = dict(KEY.findall(page(ada, table_id)))
    looks: list[Callable[[], Response]] = []

    def noted(*arguments: Any, **named: Any) -> Response:
        looks.append(partial(show, *arguments, **named))
        return looks[-1]()

    show = table_page.show
    monkeypatch.setattr(table_page, "show", noted)
    if whole:
        page(ada, table_id)
    else:
        live(ada, table_id, dict.fromkeys(shown, "00000000"))
    monkeypatch.undo()

    def look_anew() -> None:
        app.state.server.kept_parts._tables.clear()
        assert looks[0]().status_code == 200

    look_anew()
    assert left_by(look_anew) == 0


def test_another_page_altogether_is_sent_whole(ada: Person, table_id: str) -> None:
    _, parts, text = live(ada, table_id, {}, form="lobby")
    assert 'data-form="table"' in text
    assert "question" in parts


@pytest.mark.parametrize("garbled", ["", ",,", "x", "nothing:at:all", "question:", "../base:00000000"])
def test_what_a_browser_says_it_shows_may_be_anything(ada: Person, table_id: str, garbled: str) -> None:
    headers = ada.headers | {"HX-Request": "true", "X-Form": "table", "X-Parts": garbled}
    assert ada.client.get(f"/t/{table_id}/live", headers=headers).status_code in (200, 204)


@pytest.mark.parametrize("game", games.names())
def test_a_browser_may_say_that_it_shows_what_does_not_lie_on_its_page(ada: Person, game: str) -> None:
    every = dict.fromkeys(templates(game), "00000000")
    for seats, form in ((("me", "friend"), "lobby"), (("me", "bot"), "table")):
        table = ada.create(*seats, game=game).json()["id"]
        status, parts, _ = live(ada, table, every, form)
        assert status == 200
        assert ("result" in parts, "chips" in parts, "question" in parts) == (False, form == "table", True)


@pytest.mark.parametrize("game", games.names())
def test_shared_parts_are_the_same_for_all(ada: Person, bob: Person, eve: Person, game: str) -> None:
    table = ada.create("me", "friend", game=game).json()["id"]  # no bot, which might choose between two looks
    bob.post(f"/tables/{table}/seats/1")
    shared = {name for name, (_, is_shared) in templates(game).items() if is_shared}
    mine, theirs = (dict(KEY.findall(page(person, table))) for person in (ada, eve))
    assert {mine[name] for name in shared & mine.keys()} == {theirs[name] for name in shared & theirs.keys()}


def test_shared_parts_are_kept_for_the_tables_looked_at_last() -> None:
    kept = Kept()
    parts = kept.of("one", "en", "1")
    assert kept.of("one", "en", "1") is parts
    assert kept.of("one", "fr", "1") is not parts
    token = root.set("/below")  # it holds addresses
    assert kept.of("one", "en", "1") is not parts
    root.reset(token)
    assert kept.of("one", "en", "1") is parts
    assert kept.of("one", "en", "2") is not parts
    for number in range(300):
        kept.of(str(number), "en", "1")
    assert kept.of("299", "en", "1") is not kept.of("0", "en", "1")
    assert len(kept._tables) <= 200


@pytest.mark.parametrize("game", games.names())
def test_a_first_visit_is_small(ada: Person, game: str) -> None:
    table = ada.create("me", "bot", game=game).json()["id"]
    compressed = ada.headers | {"Accept-Encoding": "gzip"}

    def weight(path: str) -> int:
        with ada.client.stream("GET", path, headers=compressed) as answer:
            return sum(map(len, answer.iter_raw()))

    files = {path.replace("&amp;", "&") for path in re.findall(r'"(/static/[^"#]+)', page(ada, table))}
    assert len(files) > 10
    assert weight(f"/t/{table}") + sum(map(weight, files)) < 150_000


# --- What a choice would bring ---------------------------------------------------------


def effect(person: Person, table_id: str, action: str, seat: int, version: int) -> tuple[int, str]:
    query = {"action": action, "seat": str(seat), "version": str(version)}
    answer = person.client.get(f"/t/{table_id}/effect", params=query, headers=person.headers)
    return answer.status_code, answer.text


def test_a_choice_says_what_it_would_bring_and_changes_nothing(ada: Person, bob: Person, table_id: str) -> None:
    state = ada.table(table_id)
    mover, other = (ada, bob) if state["to_move"] == 0 else (bob, ada)
    status, words = effect(mover, table_id, "take 1", state["to_move"], state["version"])
    assert status == 200
    assert "Macedonia" in words or "takes" in words
    assert ada.table(table_id) == state
    assert effect(other, table_id, "take 1", state["to_move"], state["version"])[0] == 403
    assert effect(mover, table_id, "take 1", state["to_move"], state["version"] + 1)[0] == 409
    assert effect(mover, table_id, "play 1", state["to_move"], state["version"])[0] == 400
    assert effect(mover, table_id, "fly", state["to_move"], state["version"])[0] == 400


def test_at_a_table_without_hints_nothing_is_foretold(ada: Person) -> None:
    table = ada.create("me", "bot", hints=False).json()
    state = ada.table(table["id"])
    if state["to_move"] == state["viewer"]:
        status, words = effect(ada, table["id"], state["legal"][0]["action"], state["viewer"], state["version"])
        assert (status, words.strip()) == (200, "")


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", games.names())
def test_what_is_foretold_is_the_same_in_worlds_that_a_seat_cannot_tell_apart(name: str, every: int) -> None:
    game = games.load(name)
    table = Table(Rules(game, game.max_players), bytes(range(32)))
    for turn in range(60):
        if table.over:
            break
        seat = int(table.record.to_move)
        looked_at = table.legal(seat)[:6] if turn % every == every - 1 else []
        imagined = Table(table.rules, table.seed, table.entries)
        imagined.record = game.resampled(table.record, seat, bytes([turn]) * 32)
        for action in looked_at:
            foretold = [line.text for line in table.outlook(seat, action)]
            assert foretold == [line.text for line in imagined.outlook(seat, action)]
        table.act(seat, table.legal(seat)[turn % len(table.legal(seat))], table.version)
