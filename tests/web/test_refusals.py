"""Every refusal that there is: provoked, and told with its status in each language, as a page and as JSON."""

import asyncio
import importlib
import pkgutil
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from markupsafe import escape
from tests.club.tables import choose, game_at, new_table, play_to_end
from tests.club.thinker import Thinker
from tests.web.people import assert_refused

import trigrad
from trigrad import games, i18n
from trigrad.club import analyses, hints, hub, thinking
from trigrad.club.club import Club
from trigrad.club.new_tables import SeatWish, TableWish, new_row
from trigrad.club.origins import Limits, Origins, Places
from trigrad.club.people import User, clean_name
from trigrad.club.person_settings import parse
from trigrad.engine.text import Refusal, RefusalKind, Text
from trigrad.store import store
from trigrad.store.office import Office
from trigrad.store.under_way import UnderWay
from trigrad.store.wire import Alone
from trigrad.web import raster
from trigrad.web.api import events
from trigrad.web.app import create_app
from trigrad.web.pages import static
from trigrad.web.raster import Raster
from trigrad.web.refusals import RETRY_AFTER, STATUS
from trigrad.web.settings import Settings

# What each is answered with. A program may go by it, so a change of a line is a change of the API.
EXPECTED = {
    "BadName": 400,
    "BadSettings": 400,
    "BadTable": 400,
    "Begun": 409,
    "Blocked": 403,
    "BotPlays": 409,
    "Busy": 503,
    "CannotUndo": 400,
    "Closed": 410,
    "Damaged": 410,
    "Forbidden": 403,
    "GettingReady": 503,
    "HintsOff": 400,
    "IllegalAction": 400,
    "InPlay": 400,
    "NoSuchBot": 400,
    "NoSuchChoice": 400,
    "NoSuchSeat": 400,
    "NotFound": 404,
    "NotLeft": 409,
    "NotStarted": 400,
    "NotYourTurn": 400,
    "NothingToFinish": 400,
    "NothingToTell": 400,
    "OneHintAtATime": 429,
    "OnlyChoice": 400,
    "OtherRules": 410,
    "SeatTaken": 409,
    "SitsAlready": 400,
    "StaleChoice": 409,
    "TableOver": 409,
    "TooBusy": 429,
    "TooManyAnalyses": 429,
    "TooManyFromHere": 429,
    "TooManyHints": 429,
    "TooManyPictures": 503,
    "TooManyStreams": 429,
    "TooManyTables": 429,
    "TurnHeld": 409,
    "UnknownOption": 400,
    "UnknownTable": 404,
    "WrongLink": 404,
}

ADA, BOB, EVE = User("ada", "Ada"), User("bob", "Bob"), User("eve", "Eve")


def refusals(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """All classes of refusals of the package, but for those that only gather others."""
    for other in kind.__subclasses__():
        if other.__module__.startswith("trigrad.") and hasattr(other, "kind"):
            yield other
        yield from refusals(other)


def test_every_refusal_of_the_package_is_known_here() -> None:
    for module in pkgutil.walk_packages(trigrad.__path__, "trigrad."):
        if module.name.endswith("__main__"):
            continue
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:  # some rooms need libraries that are optional
            if not module.name.startswith(("trigrad.envs.", "trigrad.data.")) or str(error.name).startswith("trigrad"):
                raise
    assert {refusal.__name__: int(STATUS[refusal.kind]) for refusal in refusals()} == EXPECTED


def test_whoever_is_to_come_back_is_told_when() -> None:
    assert set(RETRY_AFTER) == {429, 503}
    assert all(0 < seconds <= 60 for seconds in RETRY_AFTER.values())


def test_every_kind_has_its_status() -> None:
    assert set(STATUS) == set(RefusalKind)
    assert len(set(STATUS.values())) == len(STATUS)


# --- Provoking them -----------------------------------------------------------------------


class Provoker:
    """Does in a club what is refused."""

    def __init__(self, club: Club, patch: pytest.MonkeyPatch, thinker: Thinker) -> None:
        self.club = club
        self.tables = club.tables
        self.patch = patch
        self.thinker = thinker

    def table(self, *kinds: str, patience: str = "1d") -> tuple[str, int, int]:
        """A table of Ada's, its seat to move, and the other."""
        table_id = new_table(self.club, ADA, *(kinds or ("me", "here")), patience=patience)
        to_move = game_at(self.club, table_id)[1].to_move
        assert to_move is not None
        return table_id, to_move, 1 - to_move

    def with_bob(self, patience: str = "1d") -> tuple[str, int, User, User]:
        """A table of Ada and Bob: the seat to move, whose it is, and who is not asked."""
        table_id, seat, _ = self.table("me", "friend", patience=patience)
        self.tables.join(table_id, 1, BOB)
        return (table_id, seat, ADA, BOB) if seat == 0 else (table_id, seat, BOB, ADA)

    def over(self) -> str:
        table_id, *_ = self.table()
        play_to_end(self.club, ADA, table_id)
        return table_id

    def ask(self, table_id: str, user: User = ADA) -> None:
        _, table = game_at(self.club, table_id)
        assert table.to_move is not None
        self.club.hints.ask(table_id, user, table.to_move, table.version)


def illegal(name: str) -> Callable[[Provoker], object]:
    def choose_what_is_not_possible(_: Provoker) -> object:
        game = games.load(name)
        record = game.new(2, bytes(32))
        return game.apply(record, next(action for action in range(99) if action not in game.legal(record)))

    return choose_what_is_not_possible


def wished(game: str = "quorum", kind: str = "friend", bot: str | None = None, **more: str) -> object:
    patience = more.pop("patience", "1d")
    return new_row(TableWish(game, [SeatWish(kind, bot)] * 2, more, patience=patience), ADA)


def too_many_tables(p: Provoker) -> None:
    p.patch.setattr(p.tables, "_an_hour", 0)
    p.table()


def blocked_by_the_host(p: Provoker) -> None:
    p.table()
    Office(p.club.store).block(ADA.id, blocked=True)
    p.table()


def blocked_from_a_seat(p: Provoker) -> None:
    table_id, *_ = p.table("me", "friend")
    new_table(p.club, BOB, "me", "friend")
    Office(p.club.store).block(BOB.id, blocked=True)
    p.tables.join(table_id, 1, BOB)


def closed(p: Provoker) -> None:
    table_id, *_ = p.table()
    Office(p.club.store).close(table_id)
    p.tables._kept.clear()
    choose(p.club, ADA, table_id)


def damaged(p: Provoker) -> None:
    table_id, *_ = p.table()
    p.tables._kept.clear()
    p.patch.setattr(games, "every_name", lambda: ())
    p.tables.get(table_id)


def other_rules(p: Provoker) -> None:
    table_id, *_ = p.table()
    p.tables.get(table_id).table = None
    choose_first(p, table_id)


def choose_first(p: Provoker, table_id: str, user: User = ADA, seat: int = 0, version: int = 0) -> None:
    p.tables.act(table_id, user, seat, 0, version)


def busy(p: Provoker) -> None:
    p.patch.setattr(p.club.store, "_writers", threading.Semaphore(0))
    p.patch.setattr(store, "_QUEUE_TIMEOUT", 0)
    p.table()


def bot_plays(p: Provoker) -> None:
    table_id, seat, _ = p.table()
    p.tables.lend(table_id, ADA, seat, "casual")
    choose_first(p, table_id, seat=seat)


def bot_plays_already(p: Provoker) -> None:
    table_id, seat, _ = p.table()
    p.tables.lend(table_id, ADA, seat, "casual")
    p.tables.lend(table_id, ADA, seat, "expert")


def not_left_yet(p: Provoker) -> None:
    table_id, seat, _, other = p.with_bob()
    p.tables.lend(table_id, other, seat, "casual")


def never_left(p: Provoker) -> None:
    table_id, seat, _, other = p.with_bob("never")
    p.tables.lend(table_id, other, seat, "casual")


def not_waited_for(p: Provoker) -> None:
    table_id, seat, mover, _ = p.with_bob()
    p.tables.lend(table_id, mover, 1 - seat, "casual")


def stale(p: Provoker) -> None:
    table_id, seat, _ = p.table()
    choose(p.club, ADA, table_id)
    choose_first(p, table_id, seat=seat)


def not_your_turn(p: Provoker) -> None:
    table_id, _, other = p.table()
    choose_first(p, table_id, seat=other)


def nothing_to_finish(p: Provoker) -> None:
    table_id, seat, _ = p.table()
    p.tables.finish(table_id, ADA, seat, 0)


def too_many_pictures(p: Provoker) -> None:
    p.patch.setattr(raster, "_WAITING", 0)
    Raster().png("<svg/>")


def turn_held(p: Provoker) -> None:
    """A card taken and played, and then another one before that turn was finished."""
    p.club.person_settings.keep(ADA, {"finishing": "always"})
    table_id, seat, _ = p.table()
    for notation in ("take 1", "play 1", "take 1"):
        _, table = game_at(p.club, table_id)
        p.tables.act(table_id, ADA, seat, table.rules.game.parse(notation), table.version)


def table_over(p: Provoker) -> None:
    table_id = p.over()
    choose_first(p, table_id, version=game_at(p.club, table_id)[1].version)


def cannot_undo(p: Provoker) -> None:
    table_id, seat, _ = p.table()
    p.tables.undo(table_id, ADA, seat, 0)


def not_started(p: Provoker) -> None:
    table_id, *_ = p.table("me", "friend")
    choose_first(p, table_id)


def hints_off(p: Provoker) -> None:
    seats = [SeatWish("me"), SeatWish("here", name="Bob")]
    p.ask(p.tables.create(TableWish("quorum", seats, {}, hints=False), ADA))


def only_choice(p: Provoker) -> None:
    table_id, *_ = p.table()
    _, table = game_at(p.club, table_id)
    p.patch.setattr(table, "legal", lambda _seat: [0])
    p.ask(table_id)


def getting_ready(p: Provoker) -> None:
    table_id, *_ = p.table()
    p.club.bot_processes._warming = True
    p.ask(table_id)


def one_hint_at_a_time(p: Provoker) -> None:
    p.thinker.may.clear()
    for _ in range(2):
        table_id, *_ = p.table()
        p.ask(table_id)


def too_many_hints(p: Provoker) -> None:
    p.patch.setattr(hints, "_QUEUE", 0)
    table_id, *_ = p.table()
    p.ask(table_id)


def too_busy(p: Provoker) -> None:
    p.patch.setattr(thinking, "_MOST", 0)
    table_id, *_ = p.table()
    p.ask(table_id)


def too_many_hints_from_here(p: Provoker) -> None:
    p.patch.setattr(p.club.hints, "_places", Places(Limits(hints=0), "hints", Alone()))
    table_id, *_ = p.table()
    p.ask(table_id)


def too_many_streams_from_here(p: Provoker) -> None:
    p.patch.setattr(p.club.hub, "_limits", Limits(streams=0))
    p.club.hub.listen(EVE, {"table": ""})


def too_many_streams(p: Provoker) -> None:
    p.patch.setattr(hub, "_AT_A_TABLE", 0)
    p.club.hub.listen(EVE, {"table": ""})


def too_many_streams_in_all(p: Provoker) -> None:
    p.patch.setattr(p.club.hub, "_most", 0)
    p.club.hub.listen(EVE, {"table": ""})


def too_many_tables_from_here(p: Provoker) -> None:
    p.patch.setattr(p.tables, "_origins", Origins(Limits(tables=0), UnderWay(p.club.store)))
    p.table()


def too_many_analyses(p: Provoker) -> None:
    p.patch.setattr(analyses, "_MOST", 0)
    p.patch.setattr(p.club.analyses, "_loop", object())
    p.club.analyses.begin(p.over(), ADA)


PROVOCATIONS: dict[str, list[Callable[[Provoker], object]]] = {
    "BadName": [lambda _: clean_name(""), lambda _: clean_name("x" * 25)],
    "BadSettings": [lambda _: parse({"theme": "pink"}), lambda _: parse({"colour": "dark"})],
    "BadTable": [
        lambda _: wished("chess"),
        lambda _: wished(patience="long"),
        lambda _: wished(kind="king"),
        lambda _: wished(sun="1"),
    ],
    "Begun": [lambda p: p.tables.leave(p.table()[0], 0, ADA)],
    "Blocked": [blocked_by_the_host, blocked_from_a_seat],
    "BotPlays": [bot_plays, bot_plays_already],
    "Busy": [busy],
    "CannotUndo": [cannot_undo],
    "Closed": [closed],
    "Damaged": [damaged],
    "Forbidden": [
        lambda p: choose_first(p, p.table()[0], EVE),
        lambda p: p.tables.leave(p.table("me", "friend")[0], 0, EVE),
    ],
    "GettingReady": [getting_ready],
    "HintsOff": [hints_off],
    "IllegalAction": [illegal(name) for name in games.names()],
    "InPlay": [
        lambda p: p.tables.record(p.table()[0]),
        lambda p: p.club.analyses.begin(p.table()[0], ADA),
        lambda p: p.tables.play_again(p.table()[0], ADA),
    ],
    "NoSuchBot": [lambda _: wished(kind="bot", bot="hal"), lambda p: p.tables.lend(p.table()[0], ADA, 0, "hal")],
    "NoSuchChoice": [lambda p: p.tables.get(p.table()[0]).parse("fly")],
    "NoSuchSeat": [
        lambda p: p.tables.lend(p.table()[0], ADA, 7, "casual"),
        lambda p: p.tables.leave(p.table()[0], 7, ADA),
    ],
    "NotFound": [lambda _: static.static("nothing.css")],
    "NotLeft": [not_left_yet, never_left, not_waited_for],
    "NotStarted": [not_started],
    "NotYourTurn": [not_your_turn],
    "NothingToFinish": [nothing_to_finish],
    "NothingToTell": [lambda p: asyncio.run(events.events_of_tables(p.club, BOB, []))],
    "OneHintAtATime": [one_hint_at_a_time],
    "OnlyChoice": [only_choice],
    "OtherRules": [other_rules],
    "SeatTaken": [lambda p: p.tables.join(p.table()[0], 0, BOB)],
    "SitsAlready": [lambda p: p.tables.join(p.table("me", "friend")[0], 1, ADA)],
    "StaleChoice": [stale],
    "TableOver": [table_over],
    "TooBusy": [too_busy],
    "TooManyAnalyses": [too_many_analyses],
    "TooManyFromHere": [too_many_hints_from_here, too_many_streams_from_here],
    "TooManyHints": [too_many_hints],
    "TooManyPictures": [too_many_pictures],
    "TooManyStreams": [too_many_streams, too_many_streams_in_all],
    "TooManyTables": [too_many_tables, too_many_tables_from_here],
    "TurnHeld": [turn_held],
    "UnknownOption": [
        lambda _: games.load("quorum").encode_options(9, {}),
        lambda _: games.load("quorum").encode_options(2, {"sun": "1"}),
        lambda _: games.load("quebec").encode_options(2, {games.load("quebec").options[0].key: "?"}),
    ],
    "UnknownTable": [lambda p: p.tables.get("nowhere")],
    "WrongLink": [lambda p: p.tables.move_seat(p.table()[0], "x", BOB)],
}


@pytest.fixture(scope="module")
def teller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, list[Refusal]]]:
    """A server of which two addresses refuse, and the refusals: the last one is told."""
    told: list[Refusal] = []
    app = create_app(Settings(f"sqlite:///{tmp_path_factory.mktemp('teller') / 'db'}", secret="test", workers=0))

    @app.get("/refused")
    @app.get("/api/refused")
    def refuse() -> None:
        raise told[-1]

    with TestClient(app) as client:
        yield client, told


def patterns(value: object) -> Iterator[str]:
    """All sentences of a text, also those in its gaps."""
    if isinstance(value, Text):
        yield value.pattern
        for gap in value.values.values():
            yield from patterns(gap)


@pytest.mark.parametrize(
    ("name", "provoke"),
    [
        pytest.param(name, provoke, id=f"{name}-{number}")
        for name, provocations in PROVOCATIONS.items()
        for number, provoke in enumerate(provocations)
    ],
)
def test_a_refusal_is_told_with_its_status_in_every_language(
    app: FastAPI,
    monkeypatch: pytest.MonkeyPatch,
    thinker: Thinker,
    name: str,
    provoke: Callable[[Provoker], object],
    teller: tuple[TestClient, list[Refusal]],
) -> None:
    with monkeypatch.context() as patch, pytest.raises(Refusal) as caught:
        provoke(Provoker(app.state.server.club, patch, thinker))
    refusal = caught.value
    assert type(refusal).__name__ == name
    client, refused = teller
    refused.append(refusal)
    told = {}
    for code in i18n.LANGUAGES:
        headers = {"Accept-Language": code}
        words = told[code] = refusal.reason.render(i18n.catalogue(code))
        told_to_program = client.get("/api/refused", headers=headers)
        assert_refused(told_to_program, EXPECTED[name], words)
        page = client.get("/refused", headers=headers)
        assert page.status_code == EXPECTED[name]
        assert f'<html lang="{code}">' in page.text
        assert str(escape(words)) in page.text
        part = client.get("/refused", headers=headers | {"HX-Request": "true"})
        assert (part.status_code, "<html" in part.text) == (EXPECTED[name], False)
        for answered in (told_to_program, page, part):
            assert ("Retry-After" in answered.headers) == (EXPECTED[name] in (429, 503))
    assert len(set(told.values())) == 3
    assert re.search("[а-я]", told["ru"])
    for code in ("fr", "ru"):
        catalogue = i18n.catalogue(code)
        same = {pattern for pattern in patterns(refusal.reason) if catalogue.gettext(pattern) == pattern}
        assert same <= ({"{hours} h {minutes} min"} if code == "fr" else set())


def test_every_refusal_is_provoked() -> None:
    assert set(PROVOCATIONS) == set(EXPECTED)


FORMS = "/t/abc/act", "/new/quorum", "/me", "/api/tables"


@pytest.mark.parametrize("path", FORMS)
def test_a_request_that_breaks_off_is_no_fault_of_the_server(app: FastAPI, client: TestClient, path: str) -> None:
    """What is told is read by nobody, but counted; nothing is raised, so no traceback is logged."""
    kind = b"application/json" if path.startswith("/api/") else b"application/x-www-form-urlencoded"
    headers = [(b"host", b"testserver"), (b"content-type", kind), (b"content-length", b"90")]
    scope = {"type": "http", "http_version": "1.1", "method": "POST", "path": path, "raw_path": path.encode()}
    scope |= {"query_string": b"", "headers": headers, "scheme": "http", "client": ("127.0.0.1", 1), "root_path": ""}
    coming = iter([{"type": "http.request", "body": b"action=", "more_body": True}, {"type": "http.disconnect"}])
    told = []

    async def receive() -> Any:
        return next(coming)

    async def send(message: Any) -> None:
        told.append(message.get("status"))

    assert client.get("/health").status_code == 200  # the server runs
    asyncio.run(app(scope, receive, send))
    assert told[0] == 400
