"""The worked examples of the rulebook, as the data file lists them."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from tests.games.quorum.positions import ADVANCE, GAME, State, act, c, cards, god, position, space, value

from trigrad.games.quorum import scoring
from trigrad.games.quorum.view import PlayerSheet, score_sheet

EXAMPLES: dict[str, Any] = {example["topic"]: example for example in c.DATA["example"]}
YELLOW, RED = 0, 1


def test_all_examples_are_tested() -> None:
    assert set(EXAMPLES) == {"army", "trade", "architecture", "politics", "africa", "asia", "god", "final"}


def sheet_of(played: list[int]) -> PlayerSheet:
    """The score sheet of yellow, who has these cards in play."""
    return score_sheet(position(played={YELLOW: played}))[YELLOW]


def type_points(played: list[int], kind: str) -> int:
    return {line.type: line.points for line in sheet_of(played).types}[kind]


def province_points(sheet: PlayerSheet) -> dict[str, int]:
    return {line.province: line.points for line in sheet.provinces}


def armies(*strengths: int) -> list[int]:
    """Army cards of these strengths."""
    left = {s: cards(type="army", strength=s) for s in (1, 2, 3)}
    return [left[s].pop() for s in strengths]


def test_army_example() -> None:
    # 1-2-3, 1-2-3 and 1-2
    assert EXAMPLES["army"]["parts"] == [10, 10, 5]
    assert type_points(armies(1, 2, 3, 1, 2, 3, 1, 2), "army") == EXAMPLES["army"]["points"] == 25


def test_army_pictures() -> None:
    assert type_points(armies(1, 2), "army") == 5
    assert type_points(armies(2, 3), "army") == 5
    assert type_points(armies(1, 2, 3), "army") == 10
    assert type_points(armies(1, 3), "army") == 0


def test_trade_example() -> None:
    wanted = Counter(EXAMPLES["trade"]["goods"])
    shown = next(
        list(chosen)
        for count in range(1, 6)
        for chosen in combinations(cards(type="trade"), count)
        if Counter(good for card in chosen for good in c.CARD_LIST[card].goods) == wanted
    )
    assert type_points(shown, "trade") == EXAMPLES["trade"]["points"] == 10
    line = next(line for line in sheet_of(shown).types if line.type == "trade")
    assert line.counts == wanted


def test_architecture_example() -> None:
    shown = [
        card
        for building, count in EXAMPLES["architecture"]["buildings"].items()
        for card in cards(building=building)[:count]
    ]
    assert len(shown) == 5
    assert type_points(shown, "architecture") == EXAMPLES["architecture"]["points"] == 12


def test_politics_example() -> None:
    shown = cards(type="politics")[: EXAMPLES["politics"]["politics_cards"]]
    shown += armies(*[3] * EXAMPLES["politics"]["strength3_cards"])
    assert type_points(shown, "politics") == EXAMPLES["politics"]["points"] == 12


def of_strength(strength: int, count: int, start: int = 0) -> list[int]:
    return cards(strength=strength)[start : start + count]


def test_africa_example() -> None:
    example = EXAMPLES["africa"]
    yellow, red = example["ranked"]
    game = position(
        values={"africa": example["value"]},
        markers={"africa": [(YELLOW, yellow["position"]), (RED, red["position"])]},
        played={
            YELLOW: of_strength(1, yellow["strength1_cards"]),
            RED: of_strength(1, red["strength1_cards"], start=4),
        },
    )
    found = [province_points(sheet)["africa"] for sheet in score_sheet(game)]
    assert found == [yellow["points"], red["points"]] == [8, 5]


def test_asia_example() -> None:
    example = EXAMPLES["asia"]
    red, yellow = example["ranked"]
    game = position(
        values={"asia": example["value"]},
        markers={"asia": [(RED, 6), (YELLOW, 6)]},  # one space, red below
        played={
            RED: of_strength(2, red["strength2_cards"]),
            YELLOW: of_strength(2, yellow["strength2_cards"], start=4),
        },
    )
    found = [province_points(sheet)["asia"] for sheet in score_sheet(game)]
    assert found == [yellow["points"], red["points"]] == [12, 12]


def test_vulcan_example() -> None:
    example = EXAMPLES["god"]
    game = position(step=ADVANCE, gods_of={RED: [god(example["god"])]}, to_move=RED)
    assert value(game, example["left"]) == example["left_before"] == 2
    assert value(game, example["right"]) == example["right_before"] == 2
    act(game, example["chosen"])
    assert space(game, RED, example["chosen"]) == 1
    assert value(game, example["left"]) == example["left_after"] == 3
    assert value(game, example["right"]) == example["right_after"] == 1


@pytest.fixture
def final() -> State:
    """Yellow's final position: twelve cards, and markers that give the multipliers worked out below.

    The book shows the points, not the cards; these cards give exactly such points. By the
    numbers of the data file: trade 37, 38, 40, politics 1, architecture 19, 22, armies of
    strength 2, 2, 2, 3, 3, 3.
    """
    yellow = [number - 1 for number in (37, 38, 40, 1, 19, 22)] + armies(2, 2, 2, 3, 3, 3)
    return position(
        values={"hispania": 3},
        markers={key: [(YELLOW, 1)] for key in ("germania", "asia", "hispania")},
        played={YELLOW: yellow},
    )


def test_final_example(final: State) -> None:
    # Germania: 1 politics x 2. Asia: strength 2 on three armies, 38 and 22: 5 x 2. Spain: 3 trade x 3.
    # Army: three pairs 2-3. Trade: 2 fish 2 + 3 wine 4 + 2 sheep 2 (1 wheat, 1 tools: none).
    # Architecture: baths and temple. Politics: 1 x strength 3 on three armies and 19.
    example = EXAMPLES["final"]
    sheet = score_sheet(final)[YELLOW]
    assert province_points(sheet) == example["provinces"]
    assert {line.type: line.points for line in sheet.types} == example["types"]
    assert sheet.total == scoring.score(final, YELLOW) == example["total"] == 52


def test_the_lead_is_over_the_best_of_the_others(final: State) -> None:
    final.played[RED, 0], final.played_count[RED] = cards(building="arch")[0], 1
    assert (GAME.lead(final, YELLOW), GAME.lead(final, RED)) == (52 - 1, 1 - 52)
