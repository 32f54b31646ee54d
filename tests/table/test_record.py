import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from trigrad.engine.text import ENGLISH
from trigrad.games import every_name, load
from trigrad.table import record
from trigrad.table.table import Rules, Table, commitment

QUORUM = load("quorum")
SEED = bytes(range(32))


def finished() -> Table:
    table = Table(Rules(QUORUM, 2), SEED)
    while not table.over:
        seat = table.to_move
        assert seat is not None
        table.act(seat, table.legal(seat)[-1], table.version)
    return table


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return record.to_json(record.of_table(finished(), ["Ada", "Bob"]))


def test_a_record_goes_to_a_file_and_back(data: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data), "utf-8")
    loaded = record.load(path)
    assert record.to_json(loaded) == data
    assert record.verify(loaded) == []


def test_a_record_holds_the_seed_and_its_fingerprint(data: dict[str, Any]) -> None:
    assert bytes.fromhex(data["seed"]) == SEED
    assert data["commitment"] == commitment(SEED)


def test_undone_choices_are_not_in_the_record() -> None:
    table = Table(Rules(QUORUM, 2), SEED)
    seat = table.to_move
    assert seat is not None
    table.act(seat, QUORUM.parse("take 1"), 0)
    table.act(seat, QUORUM.parse("play 1"), 1)
    table.undo(seat, 2)
    assert record.of_table(table, ["", ""]).actions == ["take 1"]


def test_steps_tell_the_game_as_text(data: dict[str, Any]) -> None:
    lines = list(record.steps(record.from_json(data)))
    assert lines[0] == "Quorum, 2 players: Ada, Bob"
    assert sum(line.lstrip().partition(".")[0].isdigit() for line in lines) == len(data["actions"]) + 2
    winner = data["places"].index(1)
    assert f"1. {data['names'][winner]}: {data['scores'][winner]}" in lines


def problems(data: dict[str, Any], shown: str | None = None) -> list[str]:
    return [text.render(ENGLISH) for text in record.verify(record.from_json(data), shown)]


def test_another_seed_than_the_promised_one_is_found(data: dict[str, Any]) -> None:
    found = problems(data | {"seed": bytes(32).hex()})
    assert "The seed’s SHA-256 is not the one in the file." in found


def test_another_fingerprint_than_the_one_shown_is_found(data: dict[str, Any]) -> None:
    assert problems(data, commitment(SEED)) == []
    assert problems(data, commitment(bytes(32))) == ["The seed’s SHA-256 is not the one that was shown at the start."]


def test_changed_scores_and_places_are_found(data: dict[str, Any]) -> None:
    assert problems(data | {"scores": [200, 1]}) == ["The scores are not those of the replayed game."]
    assert problems(data | {"places": [3, 4]}) == ["The places are not those of the replayed game."]


def test_a_changed_choice_is_found(data: dict[str, Any]) -> None:
    actions = ["play 5", *data["actions"][1:]]
    assert "choice 1 (play 5)" in problems(data | {"actions": actions})[0]


def test_an_unfinished_game_is_found(data: dict[str, Any]) -> None:
    assert problems(data | {"actions": data["actions"][:-1]}) == ["The game is not finished."]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "chess"}, "not a game of Trigrad"),
        ({"format_version": 2}, "format version"),
        ({"players": "2"}, "players"),
        ({"players": True}, "players"),
        ({"seed": "xyz"}, "hexadecimal"),
        ({"seed": "00"}, "bytes"),
        ({"names": ["Ada"]}, "names"),
        ({"names": [1, 2]}, "names"),
        ({"actions": [None]}, "actions"),
        ({"actions": "take 1"}, "actions"),
        ({"options": {"a": 1}}, "options"),
        ({"scores": [1, 2, 3]}, "scores"),
    ],
)
def test_a_broken_file_is_refused_with_the_place(data: dict[str, Any], change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(record.BadRecord, match=complaint):
        record.from_json(data | change)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "go"},
        {"rules_version": 99},
        {"players": 5, "names": ["a"] * 5, "scores": [0] * 5, "places": [0] * 5},
        {"options": {"sun": "yes"}},
        {"actions": ["fly"]},
    ],
)
def test_a_record_that_fits_no_game_cannot_be_replayed(data: dict[str, Any], change: dict[str, Any]) -> None:
    with pytest.raises(record.BadRecord):
        record.replay(record.from_json(data | change))


@pytest.mark.parametrize("content", [b"", b"no json", b"[]", b"[" * 100_000, b"\xff\xfe", b"1" * 5000])
def test_a_file_that_is_no_game_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(record.BadRecord):
        record.load(path)


# --- The schema ------------------------------------------------------------------------

SCHEMA = json.loads((Path(record.__file__).parent / "record.schema.json").read_text("utf-8"))


def test_the_schema_is_one_and_knows_every_property(data: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert list(SCHEMA["properties"]) == SCHEMA["required"] == list(data)


@pytest.mark.parametrize("name", every_name())
def test_every_saved_game_keeps_the_schema(name: str) -> None:
    game = load(name)
    for players in range(game.min_players, game.max_players + 1):
        table = Table(Rules(game, players), SEED)
        while (seat := table.to_move) is not None:
            legal = table.legal(seat)
            table.act(seat, legal[table.version % len(legal)], table.version)
        saved = json.loads(json.dumps(record.to_json(record.of_table(table, ["Ada"] * players))))
        jsonschema.validate(saved, SCHEMA)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "chess"},
        {"format_version": 2},
        {"game": 7},
        {"rules_version": "1"},
        {"players": "2"},
        {"seed": "xyz"},
        {"seed": "00"},
        {"names": [1, 2]},
        {"actions": [None]},
        {"actions": "take 1"},
        {"options": {"a": 1}},
        {"scores": ["1", "2"]},
        {"places": [1.5, 2]},
    ],
)
def test_what_the_schema_refuses_the_reader_refuses(data: dict[str, Any], change: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data | change, SCHEMA)
    with pytest.raises(record.BadRecord):
        record.from_json(data | change)
