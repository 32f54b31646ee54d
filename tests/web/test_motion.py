"""What a page says of what has happened: where it was seen, for everybody the same, and whom it marks."""

import json
import re
from html import unescape

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person, finished_table, played_to_end

from trigrad.engine.journal import Kind

_NAMES = re.compile(r'\b(?:id|data-place|data-count)="([^"]+)"')


def shown(person: Person, address: str) -> str:
    answer = person.client.get(address, headers=person.headers)
    assert answer.status_code == 200
    return unescape(answer.text)


def places(page: str) -> set[str]:
    return {name for names in _NAMES.findall(page) for name in names.split()}


def told(page: str) -> dict[str, object]:
    found = re.search(r"id=\"happened\" data-motion='([^']*)'", page)
    assert found
    content: dict[str, object] = json.loads(found[1])
    return content


# Where a card lies for its player alone, and what of somebody's is secret, others' pages have no place
_ONE_S_OWN = re.compile(r"drawn|money-\d")


@pytest.mark.parametrize(("game", "options"), [("quorum", {}), ("quebec", {}), ("petersburg", {"expansions": "both"})])
def test_events_name_places_that_are_on_the_page(app: FastAPI, ada: Person, game: str, options: dict[str, str]) -> None:
    table_id = finished_table(app.state.server.club.store, game, 3, **options)
    table = played_to_end(game, 3, **options)
    seen: set[Kind] = set()
    for number, step in enumerate(table.steps[:-1], 1):
        kinds = {event.kind for event in step.events}
        if kinds <= seen:
            continue
        seen |= kinds
        before, after = (places(shown(ada, f"/t/{table_id}?as=1&at={at}")) for at in (number - 1, number))
        for index, event in enumerate(step.events):
            for source, target, _ in table.rules.game.moves(event, step.events[:index]):
                for names, page in ((source, after if source == target else before), (target, after)):
                    wanted = [name for name in names.split() if not _ONE_S_OWN.match(name)]
                    assert not wanted or page & set(wanted), (number, event, names)


def test_the_newest_choices_are_told_and_everybody_is_told_the_same(app: FastAPI, ada: Person, eve: Person) -> None:
    table_id = finished_table(app.state.server.club.store, "petersburg", 3)
    content = told(shown(ada, f"/t/{table_id}?at=30"))
    assert content["since"] == 24
    numbers = [number for number, *_ in content["events"]]  # type: ignore[attr-defined]
    assert set(numbers) <= set(range(25, 31))
    for seat in range(3):
        assert told(shown(eve, f"/t/{table_id}?as={seat}&at=30")) == content
    assert told(shown(ada, f"/t/{table_id}?at=0")) == {"since": 0, "events": []}


def test_since_the_last_own_choice_can_be_replayed_from_there(client: TestClient, ada: Person, bob: Person) -> None:
    table_id = str(ada.create("me", "friend").json()["id"])
    bob.post(f"/tables/{table_id}/seats/1")
    people = (ada, bob)
    first = ada.table(table_id)["to_move"]
    for mover in (first, first, 1 - first, 1 - first):  # each takes and plays, unless a god is to act in between
        state = people[mover].table(table_id)
        people[mover].choose(table_id, state)
    page = shown(people[first], f"/t/{table_id}")
    assert 'data-replay="2"' in page
    marks = re.search(r"data-marks='([^']*)'", page)
    assert marks
    assert set(json.loads(marks[1]).values()) == {1 - first}
