"""What looks after a server is told how it does, and nothing about people."""

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person, alone_against_oneself

from trigrad.club.bot_processes import Strength
from trigrad.club.club import Club
from trigrad.engine import rule
from trigrad.store.store import Store
from trigrad.web import logs
from trigrad.web.app import create_app
from trigrad.web.logs import Lines, Objects
from trigrad.web.observing import HEADER
from trigrad.web.settings import Settings

TOKEN = "a token of the tests"  # noqa: S105 - made up


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(
        Settings(f"sqlite:///{tmp_path / 'db'}", secret="test", bot_pace=0, workers=0, metrics_token=TOKEN)
    )


@pytest.fixture
def club(app: FastAPI) -> Club:
    club: Club = app.state.server.club
    return club


def figures(client: TestClient) -> dict[str, float]:
    """All figures by name with labels."""
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    lines = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


# --- Health -------------------------------------------------------------------------------


def test_a_server_is_ready_once_its_bots_are(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for native, status in ((True, "ready"), (False, "degraded")):
        monkeypatch.setattr(rule, "NATIVE", native)
        answer = client.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (200, status)
    assert answer.json()["why"] == ["the rules for the bots are not compiled"]


def test_every_strength_of_bots_but_the_full_one_has_words(client: TestClient, club: Club) -> None:
    club.bot_processes._warming = True
    assert club.bot_processes.strength == Strength.GETTING_READY or rule.NATIVE
    assert client.get("/health").json()["why"] in (["the bots are getting ready"], [])


def test_without_a_database_it_says_so_and_figures_are_still_there(
    client: TestClient, club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule, "NATIVE", True)
    club.store.engine.dispose()
    (tmp_path / "db").rename(tmp_path / "away")
    (tmp_path / "db").mkdir()
    answer = client.get("/health")
    assert (answer.status_code, answer.json()) == (
        503,
        {"status": "degraded", "why": ["the database cannot be reached"]},
    )
    assert figures(client)['trigrad_answers_total{method="GET",route="/health",status="503"}'] == 1
    (tmp_path / "db").rmdir()
    (tmp_path / "away").rename(tmp_path / "db")
    assert client.get("/health").json()["status"] == "ready"


def test_a_server_that_stops_wants_no_more_requests(client: TestClient, club: Club) -> None:
    club.hub.close()
    answer = client.get("/health")
    assert answer.status_code == 503
    assert "the server is stopping" in answer.json()["why"]


# --- Figures ------------------------------------------------------------------------------


@pytest.mark.parametrize("header", [None, "Bearer", "Bearer wrong", f"Basic {TOKEN}", "Bearer é"])
def test_figures_are_for_whoever_has_the_token(client: TestClient, header: str | None) -> None:
    answer = client.get("/metrics", headers=[(b"Authorization", header.encode())] if header else None)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert "trigrad_" not in answer.text


def test_without_a_token_there_are_no_figures(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(f"sqlite:///{tmp_path / 'other'}", secret="test", workers=0))) as client:
        assert client.get("/metrics", headers={"Authorization": "Bearer None"}).status_code == 404


def test_what_people_do_is_counted(client: TestClient, ada: Person, club: Club) -> None:
    table = alone_against_oneself(ada)
    seat = ada.table(table)["to_move"]
    state = ada.get(f"/tables/{table}?seat={seat}").json()
    assert ada.choose(table, state).status_code == 200
    assert ada.choose(table, state).status_code == 409
    found = figures(client)
    assert found['trigrad_choices_total{by="person"}'] == 1
    assert found['trigrad_refusals_total{refusal="StaleChoice"}'] == 1
    route = 'method="POST",route="/api/tables/{table_id}/actions"'
    assert found[f'trigrad_answers_total{{{route},status="409"}}'] == 1
    assert found[f"trigrad_answer_seconds_count{{{route}}}"] == 2
    assert found["trigrad_database_seconds_count"] > 5
    assert found["trigrad_tables_in_memory"] == 1
    assert found["trigrad_streams"] == 0
    assert found['trigrad_thoughts_waiting{kind="play"}'] == 0


def test_what_the_page_asks_for_at_each_choice_is_counted_by_its_route(client: TestClient, ada: Person) -> None:
    table = alone_against_oneself(ada)
    ada.client.post(f"/t/{table}/act", data={"action": "none"}, headers=ada.headers)
    ada.client.get(f"/t/{table}/live", headers=ada.headers)
    counted = {key for key in figures(client) if key.startswith("trigrad_answers_total{")}
    for method, route in (("POST", "/t/{table_id}/act"), ("GET", "/t/{table_id}/live")):
        assert any(f'method="{method}",route="{route}"' in key for key in counted)


def test_figures_and_the_log_name_no_table_person_or_key(
    client: TestClient, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="trigrad.web.observing"):
        table = ada.create("me", "friend").json()["id"]
        client.get(f"/t/{table}/key-that-nobody-may-read")
        client.get(f"/nowhere/{table}")
    text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    said = text + "".join(Objects().format(record) for record in caplog.records if record.name.startswith("trigrad"))
    assert '"message": "answered"' in said
    for secret in (table, "key-that", "Ada", TOKEN):
        assert secret not in said


# --- Ids and the log ----------------------------------------------------------------------


def test_each_answer_has_an_id_also_refusals(client: TestClient) -> None:
    answers = [
        client.get("/rules"),
        client.get("/nowhere"),
        client.post("/me", headers={"Origin": "https://elsewhere.example"}),
        client.get("/static/nothing.css"),
    ]
    ids = [answer.headers[HEADER] for answer in answers]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[0-9a-f]{16}", one) for one in ids)


def test_what_is_logged_within_an_answer_names_it(
    client: TestClient, club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lines = []

    def fail(_store: Store) -> None:
        record = logging.LogRecord("trigrad.x", logging.ERROR, "", 0, "what %s", ("happened",), None)
        record.levelname = "ERROR"
        lines.extend([json.loads(Objects().format(record)), Lines("%(message)s").format(record)])

    monkeypatch.setattr(Store, "check", fail)
    answer = client.get("/health")
    said, line = lines
    assert (said["level"], said["message"], said["answer"]) == ("error", "what happened", answer.headers[HEADER])
    assert line == f"what happened (answer {answer.headers[HEADER]})"


@pytest.fixture
def as_before() -> Iterator[None]:
    """The logging of the tests, put back in the end."""
    root, package, answers = (logging.getLogger(name) for name in ("", "trigrad", "trigrad.web.observing"))
    handlers, levels = root.handlers[:], [logger.level for logger in (root, package, answers)]
    yield
    root.handlers[:] = handlers
    for logger, level in zip((root, package, answers), levels, strict=True):
        logger.setLevel(level)


@pytest.mark.usefixtures("as_before")
def test_only_json_has_a_line_for_each_answer(client: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(logs.PLAIN)
    client.get("/rules")
    assert capsys.readouterr().err == ""
    logs.set_up(logs.JSON)
    answer = client.get("/rules")
    [line] = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert (said["route"], said["status"], said["answer"]) == ("/rules", 200, answer.headers[HEADER])
