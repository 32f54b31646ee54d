"""A game with nothing but its contract is played through the API and on plain pages: noughts and crosses."""

import re

import pytest
from tests.web.people import Person

from trigrad import games
from trigrad.games.noughts import View

WINNING = ("b2", "a1", "c3", "a3", "c1", "b1", "c2")  # of both in turn; the first, with four, wins with the c file


def new_table(ada: Person, *kinds: str) -> str:
    seats = [
        {"kind": kind, "bot": "random" if kind == "bot" else None, "name": f"P{i}"} for i, kind in enumerate(kinds)
    ]
    created = ada.post("/tables", game="noughts", seats=seats)
    assert created.status_code == 201, created.text
    table_id: str = created.json()["id"]
    return table_id


def play(ada: Person, table_id: str, *choices: str) -> None:
    for choice in choices:
        answer = ada.choose(table_id, ada.table(table_id), choice)
        assert answer.status_code == 200, answer.text


def page(ada: Person, path: str, language: str = "en") -> str:
    answer = ada.client.get(path, headers=ada.headers | {"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_whole_game_through_the_api(ada: Person) -> None:
    table_id = new_table(ada, "me", "here")
    play(ada, table_id, *WINNING)
    state = ada.table(table_id)
    assert state["finished"]
    assert (state["scores"], state["places"]) == ([1, 0], [1, 2])
    assert state["view"] == {"board": ["◯·✕", "·✕✕", "◯◯✕"]}
    assert [line["text"] for line in state["log"]][-2:] == ["Marks c2", "The game is over."]


def test_what_is_not_possible_is_refused_with_its_reason(ada: Person) -> None:
    table_id = new_table(ada, "me", "here")
    play(ada, table_id, "b2")
    refused = ada.choose(table_id, ada.table(table_id), "b2")
    assert (refused.status_code, refused.json()["detail"]) == (400, "This square is marked already.")
    nonsense = ada.choose(table_id, ada.table(table_id), "d4")
    assert (nonsense.status_code, nonsense.json()["detail"]) == (400, "There is no such choice.")


def test_players_are_not_offered_it(ada: Person) -> None:
    assert "noughts" not in [game["name"] for game in ada.get("/games").json()]
    assert "/new/noughts" not in page(ada, "/")
    assert "noughts" not in page(ada, "/rules")


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_its_table_shows_choices_view_and_points(ada: Person, language: str) -> None:
    table_id = new_table(ada, "me", "here")
    play(ada, table_id, "b2", "a1")
    shown = page(ada, f"/t/{table_id}?as=0", language)
    buttons = re.findall(r'name="action" value="([a-c][1-3])" aria-label="Mark \1">', shown)
    assert sorted(set(buttons)) == ["a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    assert [row for row in ("···", "·✕·", "◯··") if f"<li>{row}</li>" not in shown] == []
    assert 'id="plain-score"' in shown
    assert "games/noughts" not in shown
    assert 'id="fair' not in page(ada, f"/t/{table_id}/sheet/info", language)  # nothing is shuffled


def test_the_end_shows_the_score_sheet_once(ada: Person) -> None:
    table_id = new_table(ada, "me", "here")
    play(ada, table_id, *WINNING)
    shown = page(ada, f"/t/{table_id}")
    assert shown.count('id="plain-score"') == 1
    assert '<th scope="row">place</th>' in shown
    assert "plain-choices" not in shown


def test_its_tables_are_listed_among_mine(ada: Person) -> None:
    table_id = new_table(ada, "me", "here")
    assert f'<a href="/t/{table_id}">Noughts and crosses</a>' in page(ada, "/")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "not written down here"), ("fr", "ne sont pas écrites ici"), ("ru", "здесь не записаны")],
)
def test_its_rules_are_said_to_be_missing(ada: Person, language: str, words: str) -> None:
    assert words in page(ada, "/rules/noughts", language)


def test_a_form_creates_a_table(ada: Person) -> None:
    assert "Noughts and crosses" in page(ada, "/new/noughts")
    created = ada.client.post(
        "/new/noughts",
        data={"name": "Ada", "seat0": "me", "seat1": "bot:random"},
        headers=ada.headers,
        follow_redirects=False,
    )
    assert created.status_code == 303


def test_hostile_data_is_escaped(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain page shows whatever a game's view holds as text."""
    noughts = games.load("noughts")
    monkeypatch.setattr(type(noughts), "view", lambda *_: View(("<script>x</script>",)))
    table_id = new_table(ada, "me", "here")
    assert "<script>x" not in page(ada, f"/t/{table_id}?as=0")
