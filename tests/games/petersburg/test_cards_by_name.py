"""Every special card, by name and in both versions, in a position made for it."""

from pathlib import Path

import pytest
from tests.games.petersburg.positions import FIRST, act, choices, end_phase, position, refusal
from tests.games.petersburg.reading import area, hand, money, pile, points

from trigrad.games.petersburg import components as c

BASE = {"czar_and_carpenter", "observatory", "academy", "mistress_of_ceremonies", "mariinsky_theater"}


def pays(card: str, phase: str, *own: str) -> tuple[int, int]:
    """Rubles and points that a phase brings the owner of these cards."""
    game = position(expansions="base" if card in BASE else "both", phase=phase, areas={FIRST: [card, *own]})
    end_phase(game)
    return money(game)[FIRST], points(game)[FIRST]


def price_of(card: str, *own: str, displaces: str | None = None) -> int:
    """What a card of the upper row costs the owner of these cards."""
    game = position(expansions="base" if card in BASE else "both", money={FIRST: 40}, areas={FIRST: own}, upper=[card])
    act(game, "buy 1", *([f"card {displaces}"] if displaces else []))
    return 40 - money(game)[FIRST]


# --- Both versions of the replaced cards ----------------------------------------------


def test_czar_and_carpenter_in_both_versions() -> None:
    assert price_of("czar_and_carpenter") == 8
    assert pays("czar_and_carpenter", "worker") == (3, 0)
    assert price_of("czar_and_carpenter_ns") == 3
    assert pays("czar_and_carpenter_ns", "worker") == (2, 0)


@pytest.mark.parametrize("card", ["carpenter_workshop", "gold_smelter", "weaving_mill", "fur_shop", "wharf"])
def test_any_green_trading_card_displaces_the_czar_and_carpenter(card: str) -> None:
    cost = c.KIND_LIST[c.KIND[card]].cost
    for version, value, expansions in (("czar_and_carpenter", 8, "base"), ("czar_and_carpenter_ns", 3, "society")):
        game = position(expansions=expansions, money={FIRST: 20}, areas={FIRST: [version]}, upper=[card])
        act(game, "buy 1", f"card {version}")
        assert money(game)[FIRST] == 20 - max(1, cost - value)


def test_academy_in_both_versions() -> None:
    assert (price_of("academy"), pays("academy", "building")) == (23, (0, 7))
    assert (price_of("academy_ns"), pays("academy_ns", "building")) == (25, (0, 9))


def test_mistress_of_ceremonies_in_both_versions() -> None:
    assert (price_of("mistress_of_ceremonies"), pays("mistress_of_ceremonies", "aristocrat")) == (18, (6, 3))
    assert (price_of("mistress_of_ceremonies_ns"), pays("mistress_of_ceremonies_ns", "aristocrat")) == (18, (3, 4))


def test_mariinsky_theater_in_both_versions() -> None:
    assert price_of("mariinsky_theater", "market", displaces="market") == 10 - 5
    assert pays("mariinsky_theater", "building", "author", "judge") == (2, 0)
    assert price_of("mariinsky_theater_ns", "market", displaces="market") == 20 - 5
    assert pays("mariinsky_theater_ns", "building", "author", "judge") == (0, 2)


@pytest.mark.parametrize(
    ("card", "expansions", "word", "cost"),
    [("observatory", "base", "observe", 6), ("observatory_ns", "society", "observe-new", 8)],
)
def test_observatory_in_both_versions(card: str, expansions: str, word: str, cost: int) -> None:
    assert price_of(card) == cost
    assert pays(card, "building") == (0, 1)
    game = position(
        expansions=expansions,
        phase="building",
        money={FIRST: 9},
        areas={FIRST: [card]},
        deck_top={"aristocrat": ["author"]},
    )
    act(game, f"{word} aristocrat")
    assert choices(game) == ["drawn buy", "drawn take", "drawn discard"]
    act(game, "drawn buy")
    assert area(game, FIRST) == {card: 1, "author": 1}
    assert money(game)[FIRST] == 9 - 4
    end_phase(game)
    assert points(game)[FIRST] == 0


def test_the_observatory_with_a_full_hand_and_no_money_discards() -> None:
    held = ["market", "judge", "bank"]
    game = position(
        phase="building", areas={FIRST: ["observatory_ns"]}, hands={FIRST: held}, deck_top={"worker": ["shepherd"]}
    )
    act(game, "observe-new worker")
    assert choices(game) == ["drawn discard"]
    assert refusal(game, "drawn take") == "The hand is full: the limit is 3 cards."
    assert refusal(game, "drawn buy") == "Shepherd costs 5 rubles; you have 0 rubles."


# --- Discounts ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "cheaper"),
    [
        ("carpenter_workshop", {"market", "bank"}),
        ("gold_smelter", {"author", "senator"}),
        ("czar_superstar", {"market", "bank", "author", "senator"}),
        ("obshchina_commune", {"fur_trapper", "wharf"}),
    ],
)
def test_discount_cards(own: str, cheaper: set[str]) -> None:
    rooms = {"bank": "pub", "senator": "sycophant", "wharf": "lumberjack"}
    for card in ("market", "author", "fur_trapper", "bank", "senator"):
        room = rooms.get(card)
        cost = c.KIND_LIST[c.KIND[card]].cost - (c.KIND_LIST[c.KIND[room]].value if room else 0)
        assert price_of(card, own, *([room] if room else []), displaces=room) == cost - (card in cheaper), card


def test_obshchina_does_not_cheapen_itself_but_other_trading_workers() -> None:
    assert price_of("obshchina_commune", "new_farmer", displaces="new_farmer") == 13 - 9
    assert price_of("wharf", "obshchina_commune", "ship_builder", displaces="ship_builder") == 12 - 7 - 1


def test_two_discount_cards_add_up() -> None:
    assert price_of("market", "carpenter_workshop", "czar_superstar") == 5 - 2


def test_czar_superstar_displaces_only_the_czar_and_carpenter() -> None:
    assert price_of("czar_superstar", "czar_and_carpenter_ns", displaces="czar_and_carpenter_ns") == 9 - 3
    game = position(money={FIRST: 40}, areas={FIRST: ["lumberjack", "shepherd"]}, upper=["czar_superstar"])
    assert refusal(game, "buy 1") == "Czar Superstar needs a fitting own card that makes room, and there is none."


@pytest.mark.parametrize(
    "worker", ["lumberjack", "gold_miner", "shepherd", "fur_trapper", "ship_builder", "new_farmer"]
)
def test_the_card_new_society_displaces_any_worker(worker: str) -> None:
    assert price_of("new_society_card", worker, displaces=worker) == 15 - c.KIND_LIST[c.KIND[worker]].value


# --- What the plain special cards cost and bring --------------------------------------


@pytest.mark.parametrize(
    ("card", "phase", "expected"),
    [
        ("new_farmer", "worker", (3, 1)),
        ("obshchina_commune", "worker", (3, 2)),
        ("new_society_card", "worker", (6, 2)),
        ("czar_superstar", "worker", (3, 0)),
        ("weaving_mill", "worker", (6, 0)),
        ("fur_shop", "worker", (3, 2)),
        ("wharf", "worker", (6, 1)),
        ("st_petersburg_university", "building", (0, 6)),
        ("merchant", "aristocrat", (3, 0)),
        ("lt_kije", "aristocrat", (0, 3)),
        ("pope", "aristocrat", (1, 1)),
        ("czar", "aristocrat", (0, 6)),
        ("potemkin_village", "building", (0, 0)),
        ("warehouse", "building", (0, 0)),
    ],
)
def test_income(card: str, phase: str, expected: tuple[int, int]) -> None:
    assert pays(card, phase) == expected


def test_university_and_kije_and_merchant_displace_their_colour() -> None:
    assert price_of("st_petersburg_university", "theater", displaces="theater") == 1
    assert price_of("lt_kije", "author", displaces="author") == 12 - 4
    assert price_of("merchant", "author", displaces="author") == 6 - 4


def test_pub_points_cannot_be_sold() -> None:
    game = position(phase="building", points={FIRST: 20}, areas={FIRST: ["pub"]})
    end_phase(game)
    assert choices(game) == ["points 0"]


def test_debtors_prison_gives_a_point_unless_used() -> None:
    assert pays("debtors_prison", "building") == (0, 1)


def test_debtors_prison_buys_a_trading_card_that_displaces_at_once() -> None:
    game = position(
        phase="building", money={FIRST: 9}, areas={FIRST: ["debtors_prison", "author"]}, pile=["pope", "market"]
    )
    act(game, "prison", "card pope", "drawn buy", "card author")
    assert area(game, FIRST) == {"debtors_prison": 1, "pope": 1}
    assert pile(game) == {"market": 1, "author": 1}
    assert money(game)[FIRST] == 9 - 2


def test_the_prison_is_no_room_for_a_card_it_offers() -> None:
    """It lies face down by then."""
    game = position(phase="building", money={FIRST: 20}, areas={FIRST: ["debtors_prison"]}, pile=["bank"])
    act(game, "prison", "card bank")
    assert choices(game) == ["drawn take"]


def test_guild_hall_and_textile_factory_displace_buildings() -> None:
    assert price_of("guild_hall", "customs_house", displaces="customs_house") == 13 - 8
    assert price_of("textile_factory", "customs_house", displaces="customs_house") == 16 - 8


def test_a_sycophant_is_an_aristocrat_that_counts_and_makes_room() -> None:
    assert pays("mariinsky_theater_ns", "building", "sycophant") == (0, 1)
    assert price_of("chamber_maid", "sycophant", displaces="sycophant") == 8 - 1


def test_black_market_buys_at_once_without_any_row() -> None:
    game = position(
        money={FIRST: 9}, areas={FIRST: ["market"]}, hands={FIRST: ["black_market"]}, pile=["market", "bank"]
    )
    act(game, "play 1", "card market", "drawn buy")
    assert money(game)[FIRST] == 9 - 4  # one identical card
    assert area(game, FIRST) == {"market": 2}


def test_black_market_in_any_phase() -> None:
    for phase in ("worker", "building", "aristocrat", "trading"):
        game = position(phase=phase, hands={FIRST: ["black_market"]}, pile=["market"])
        act(game, "play 1", "card market", "drawn take")
        assert hand(game, FIRST) == ["market"]


def test_the_jester_on_a_card_of_each_colour() -> None:
    own = ["wharf", "bank", "judge", "lumberjack", "market", "author", "guild_hall"]
    game = position(areas={FIRST: own}, hands={FIRST: ["jester"]})
    act(game, "play 1")
    assert set(choices(game)) == {"card wharf", "card bank", "card judge"}
    assert refusal(game, "card guild_hall") == "Guild Hall does not bring both rubles and points."


def test_a_guest_waits_for_the_next_income_of_its_host() -> None:
    game = position(phase="building", areas={FIRST: ["wharf"]}, hands={FIRST: ["jester"]})
    act(game, "play 1", "card wharf")
    while game.phase != c.WORKER:
        act(game, "pass")
    assert money(game)[FIRST] == 0
    end_phase(game)
    assert (money(game)[FIRST], points(game)[FIRST]) == (1, 6)


def test_double_turn_lets_take_and_lay_out() -> None:
    game = position(money={FIRST: 3}, hands={FIRST: ["double_turn"]}, upper=["lumberjack"])
    act(game, "play 1", "take 1", "play 1")
    assert area(game, FIRST) == {"lumberjack": 1}


def test_every_card_with_an_ability_is_named_in_a_test() -> None:
    written = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    special = [kind.id for kind in c.KIND_LIST if kind.ability]
    assert [card for card in special if f'"{card}"' not in written] == []
