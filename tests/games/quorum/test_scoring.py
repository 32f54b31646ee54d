"""Ranks, points and ties: Rulings Q9 to Q13 by name."""

from itertools import permutations
from typing import Any

import pytest
from tests.games.quorum.positions import (
    ADVANCE,
    FIRST,
    FOURTH,
    NO_JOURNAL,
    SECOND,
    THIRD,
    State,
    act,
    c,
    cards,
    god,
    of_seats,
    position,
    province,
)

from trigrad.engine.ending import end_game
from trigrad.engine.game import returns
from trigrad.games.quorum import scoring
from trigrad.games.quorum.view import view

# --- Q9 ---------------------------------------------------------------------------


def multipliers(game: State, where: str) -> list[int]:
    return [int(scoring.multiplier(game, seat, province(where))) for seat in range(game.players)]


@pytest.mark.parametrize(
    ("points", "expected"),
    [(4, [4, 3, 2, 1]), (3, [3, 2, 1, 0]), (2, [2, 1, 0, 0]), (1, [1, 0, 0, 0])],
)
def test_ruling_q09_each_rank_counts_one_less_never_below_zero(points: int, expected: list[int]) -> None:
    standing = [(FIRST, 9), (SECOND, 7), (THIRD, 7), (FOURTH, 1)]
    assert multipliers(position(4, values={"asia": points}, markers={"asia": standing}), "asia") == expected


def test_ruling_q09_ranks_follow_the_order_of_the_markers() -> None:
    game = position(4, markers={"gallia": [(FOURTH, 9), (SECOND, 7), (THIRD, 7), (FIRST, 5)]})
    assert [int(scoring.rank(game, seat, province("gallia"))) for seat in range(4)] == [3, 1, 2, 0]


def test_ruling_q09_a_marker_that_never_advanced_has_no_rank() -> None:
    game = position(3, values={"asia": 4}, markers={"asia": [(THIRD, 1)]})
    assert multipliers(game, "asia") == [0, 0, 4]
    assert [standing.rank for standing in view(game, FIRST).provinces[3].standings] == [1, 0, 0]


def test_ruling_q09_an_advance_by_a_god_ranks_too() -> None:
    game = position(step=ADVANCE, gods_of={FIRST: [god("mars")]})
    act(game, "asia")
    assert multipliers(game, "asia") == [2, 0]


# --- Q10 --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "features", "count"),
    [
        ("africa", {"strength": 1}, 5),
        ("asia", {"strength": 2}, 5),
        ("germania", {"type": "politics"}, 5),
        ("gallia", {"type": "army"}, 5),
        ("hispania", {"type": "trade"}, 5),
        ("macedonia", {"building": "baths"}, 3),  # three of one building count three times
    ],
)
def test_ruling_q10_what_each_province_counts(where: str, features: dict[str, Any], count: int) -> None:
    counted = cards(**features)[:count]
    assert len(counted) == count
    game = position(played={FIRST: counted}, values={where: 3}, markers={where: [(FIRST, 1)]})
    points = scoring.province_points(game, FIRST, scoring.tally(game, FIRST), province(where))
    assert points == 3 * count


def test_ruling_q10_other_cards_do_not_count() -> None:
    three = cards(type="army", strength=3)[:4]
    game = position(played={FIRST: three}, markers={key: [(FIRST, 1)] for key in c.PROVINCES})
    tally = scoring.tally(game, FIRST)
    points = {key: int(scoring.province_points(game, FIRST, tally, province(key))) for key in c.PROVINCES}
    assert points == dict.fromkeys(c.PROVINCES, 0) | {"gallia": 8}


# --- Q11 --------------------------------------------------------------------------


def best_split(strengths: tuple[int, ...]) -> int:
    """The most points for army cards, by trying every order to take groups off the front."""
    groups = {(1, 2, 3): 10, (1, 2): 5, (2, 3): 5}
    return max(
        (
            points + best_split(without(strengths, group))
            for group, points in groups.items()
            if all(strengths.count(s) for s in group)
        ),
        default=0,
    )


def without(strengths: tuple[int, ...], group: tuple[int, ...]) -> tuple[int, ...]:
    left = list(strengths)
    for strength in group:
        left.remove(strength)
    return tuple(left)


@pytest.mark.parametrize("ones", range(5))
@pytest.mark.parametrize("twos", range(5))
@pytest.mark.parametrize("threes", range(4))
def test_ruling_q11_army_is_split_best_for_the_player(ones: int, twos: int, threes: int) -> None:
    counts = {1: ones, 2: twos, 3: threes}
    armies = [card for s, count in counts.items() for card in cards(type="army", strength=s)[:count]]
    strengths = tuple(s for s, count in counts.items() for _ in range(count))
    assert type_points(armies, c.ARMY) == best_split(strengths)


def type_points(played: list[int], kind: int) -> int:
    game = position(played={FIRST: played})
    return int(scoring.type_points(game, FIRST, scoring.tally(game, FIRST), kind))


@pytest.mark.parametrize(("different", "points"), [(0, 0), (1, 1), (2, 4), (3, 8), (4, 12), (5, 18), (6, 24)])
def test_ruling_q11_architecture_counts_different_buildings(different: int, points: int) -> None:
    chosen = [card for building in c.BUILDINGS[:different] for card in cards(building=building)[:2]]
    assert type_points(chosen, c.ARCHITECTURE) == points


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 0), (2, 2), (3, 4), (4, 6), (5, 6), (8, 6)])
def test_ruling_q11_trade_points_of_one_good(count: int, points: int) -> None:
    assert scoring.goods_points(count) == points


@pytest.mark.parametrize("good", c.GOODS)
def test_ruling_q11_all_eight_of_a_good_in_one_hand(good: str) -> None:
    chosen = [card for card in cards(type="trade") if good in c.CARD_LIST[card].goods]
    goods = [g for card in chosen for g in c.CARD_LIST[card].goods]
    assert goods.count(good) == 8
    expected = sum({0: 0, 1: 0, 2: 2, 3: 4}.get(goods.count(g), 6) for g in c.GOODS)
    assert type_points(chosen, c.TRADE) == expected


def test_ruling_q11_politics_counts_strength_three_of_any_type() -> None:
    threes = [cards(type=kind, strength=3)[0] for kind in ("army", "trade", "architecture")]
    assert type_points([*cards(type="politics")[:5], *threes], c.POLITICS) == 5 * 3


# --- Q12 --------------------------------------------------------------------------


def test_ruling_q12_politics_of_strength_zero_count_by_type_only() -> None:
    zeros = cards(type="politics", strength=0)
    game = position(played={FIRST: zeros}, markers={key: [(FIRST, 1)] for key in c.PROVINCES})
    tally = scoring.tally(game, FIRST)
    points = {key: int(scoring.province_points(game, FIRST, tally, province(key))) for key in c.PROVINCES}
    assert len(zeros) == 6
    assert points == dict.fromkeys(c.PROVINCES, 0) | {"germania": 12}
    assert scoring.score(game, FIRST) == 12


# --- Q13 --------------------------------------------------------------------------


def ended(**described: Any) -> State:
    """A position of three players that has just been scored."""
    game = position(3, **described)
    scoring.final_scoring(game)
    end_game(game, NO_JOURNAL)
    return game


def test_ruling_q13_a_tie_goes_to_the_higher_influence() -> None:
    game = ended(markers={"asia": [(SECOND, 3), (THIRD, 2)], "africa": [(THIRD, 2)]})
    assert of_seats(game, game.scores) == [0, 0, 0]
    assert of_seats(game, game.places) == [3, 2, 1]
    assert returns(game) == [0, 0, 1]


def test_ruling_q13_still_tied_the_victory_is_shared() -> None:
    game = ended(markers={"asia": [(SECOND, 3), (THIRD, 1)], "africa": [(THIRD, 2)]})
    assert of_seats(game, game.places) == [3, 1, 1]
    assert returns(game) == [0, 0.5, 0.5]


def test_ruling_q13_points_come_before_influence() -> None:
    game = ended(played={FIRST: [cards(building="baths")[0]]}, markers={"asia": [(SECOND, 15)]})
    assert of_seats(game, game.scores) == [1, 0, 0]
    assert of_seats(game, game.places) == [1, 2, 3]


def test_ruling_q13_every_order_of_points_gives_its_places() -> None:
    counts = (1, 2, 3)  # different buildings: 1, 4 and 8 points
    for given in permutations(counts):
        played = {
            seat: [cards(building=building)[seat] for building in c.BUILDINGS[:count]]
            for seat, count in enumerate(given)
        }
        game = ended(played=played)
        assert of_seats(game, game.scores) == [{1: 1, 2: 4, 3: 8}[count] for count in given]
        assert of_seats(game, game.places) == [4 - count for count in given]
