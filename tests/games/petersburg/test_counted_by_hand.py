"""Prices, incomes and scores at any point of any game, counted anew card by card as at a real table."""

from collections import Counter

from hypothesis import given
from tests.games.petersburg.reading import area, hand, money, places, scores
from tests.games.petersburg.strategies import positions

from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.rules import cards, income
from trigrad.games.petersburg.state import JESTER_GUEST, State

CARD = {card["id"]: card for card in c.DATA["card"]}
VILLAGES = {"potemkin_village": 6, "potemkin_village_1_4": 4, "potemkin_village_3_8": 8}
CHEAPENS = {
    "carpenter_workshop": {"building"},
    "gold_smelter": {"aristocrat"},
    "czar_superstar": {"building", "aristocrat"},
    "obshchina_commune": {"worker"},
}
WEAVING = ("shepherd", "weaving_mill", "czar_and_carpenter", "czar_and_carpenter_ns", "new_society_card")
USED = ("observatory", "observatory_ns", "debtors_prison")
TABLE = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55)


def of_group(own: Counter[str], group: str) -> int:
    """How many cards of a colour."""
    return sum(count for card, count in own.items() if CARD[card]["group"] == group)


def price_by_hand(own: Counter[str], card: str, lower: int, displaced: str | None) -> int:
    """What the owner of these cards pays (Rulings P1 to P3)."""
    price = CARD[card]["cost"] - own[card] - lower
    price -= sum(CARD[card]["group"] in groups for helper, groups in CHEAPENS.items() if own[helper])
    if displaced:
        price -= VILLAGES.get(displaced, CARD[displaced]["cost"])
    return max(1, int(price))


def income_of(card: str, own: Counter[str]) -> tuple[int, int]:
    """Rubles and points of one card, face up and without a guest (Ruling P13)."""
    rubles, points = max(0, CARD[card]["rubles"]), CARD[card]["points"]
    if card in ("mariinsky_theater", "coffee_house"):
        rubles = of_group(own, "aristocrat")
    elif card == "mariinsky_theater_ns":
        points = of_group(own, "aristocrat")
    elif card == "tax_man":
        rubles = of_group(own, "worker")
    elif card == "mayor":
        rubles = of_group(own, "building")
    elif card == "textile_factory":
        points = 2 * sum(own[other] for other in WEAVING)
    return rubles, points


def income_by_hand(game: State, seat: int, phase: str) -> tuple[int, int]:
    """A seat's income of a phase before all choices and payments (Rulings P8, P13, P17)."""
    own = area(game, seat)
    pays = own - Counter({card: int(game.face_down[seat, i]) for i, card in enumerate(USED)})
    incomes = [income_of(card, own) for card in pays.elements() if CARD[card]["group"] == phase]
    for guest in range(2):
        host = c.KIND_LIST[game.host[guest]].id
        if game.host_owner[guest] == seat and CARD[host]["group"] == phase:
            rubles, points = income_of(host, own)
            incomes.remove((rubles, points))
            incomes.append((points, rubles) if guest == JESTER_GUEST else (2 * rubles, 2 * points))
    return sum(rubles for rubles, _ in incomes), sum(points for _, points in incomes)


def score_by_hand(game: State, seat: int) -> int:
    """What a seat would have if the game ended now (Rulings P2, P14, P21)."""
    aristocrats = {card.removesuffix("_ns") for card in area(game, seat) if CARD[card]["group"] == "aristocrat"}
    score: int = int(game.points[seat]) + TABLE[min(10, len(aristocrats))] + int(game.money[seat]) // 10
    if game.society:
        score += 10 * max(0, len(aristocrats) - 10)
    for card in hand(game, seat):
        score -= 0 if CARD[card]["group"] == "action" else 5
    return score


@given(positions())
def test_prices(game: State) -> None:
    for seat in range(game.players):
        own = area(game, seat)
        for number, kind in enumerate(c.KIND_LIST[: c.TABLE_KINDS]):
            rooms = [old for old in own if int(c.FITS[number]) >> c.KIND[old] & 1] if kind.trading else [None]
            for lower in (0, 1):
                for old in rooms:
                    displaced = c.KIND[old] if old else -1
                    assert cards.price(game, seat, number, lower, displaced) == price_by_hand(own, kind.id, lower, old)


@given(positions())
def test_incomes(game: State) -> None:
    for seat in range(game.players):
        for phase in ("worker", "building", "aristocrat"):
            number = c.PHASES.index(phase)
            counted = income.rubles_income(game, seat, number), income.points_income(game, seat, number)
            assert counted == income_by_hand(game, seat, phase)


@given(positions(over=True))
def test_final_scores_and_places(game: State) -> None:
    standing = [(score_by_hand(game, seat), rubles) for seat, rubles in enumerate(money(game))]
    assert scores(game) == [score for score, _ in standing]
    assert places(game) == [1 + sum(other > own for other in standing) for own in standing]
