"""The cards are those of the printed game: numbers, prices, incomes, names."""

from collections import Counter

import pytest
from tests.games.petersburg.reading import all_cards, board, deck, money

from trigrad.games.petersburg import GAME
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import State

TOTALS = c.DATA["totals"]


def deck_sizes(options: dict[str, str]) -> Counter[str]:
    """The cards of each deck before the first workers are laid out."""
    found = all_cards(GAME.new(4, bytes(32), options))
    sizes: Counter[str] = Counter()
    for card, count in found.items():
        sizes[c.KIND_LIST[c.KIND[card]].deck] += count
    return sizes


def test_base_decks() -> None:
    assert deck_sizes({}) == {"worker": 31, "building": 28, "aristocrat": 27, "trading": 30}
    assert sum(deck_sizes({}).values()) == TOTALS["base"]["all"] == 116


def test_the_banquet_adds_twelve_cards() -> None:
    assert deck_sizes({"expansions": "banquet"}) == {"worker": 31, "building": 31, "aristocrat": 30, "trading": 36}


def test_new_society_adds_35_cards_and_replaces_seven() -> None:
    assert deck_sizes({"expansions": "society"}) == {"worker": 37, "building": 34, "aristocrat": 34, "trading": 39}


def test_both_expansions() -> None:
    assert deck_sizes({"expansions": "both"}) == {"worker": 37, "building": 37, "aristocrat": 37, "trading": 45}
    assert c.DECK_MAX == 45


def test_all_kinds_by_set() -> None:
    assert Counter(kind.set for kind in c.KIND_LIST) == {"base": 49, "new_society": 18, "banquet": 11}


def test_names_in_three_languages() -> None:
    for kind in c.KIND_LIST:
        assert all((kind.name.en, kind.name.fr, kind.name.ru))
    assert c.KIND_LIST[c.KIND["mistress_of_ceremonies"]].name.ru == "Фрейлина"
    assert c.KIND_LIST[c.KIND["bank"]].name.ru == "Банк"  # not printed in the rulebook, so a suggestion


def test_only_potemkin_villages_are_worth_something_else_than_their_cost() -> None:
    other = {kind.id: (kind.cost, kind.value) for kind in c.KIND_LIST if kind.cost != kind.value}
    assert other == {
        "potemkin_village": (2, 6),
        "potemkin_village_1_4": (1, 4),
        "potemkin_village_3_8": (3, 8),
    }


def test_hosts_bring_rubles_and_points() -> None:
    hosts = {kind.id for number, kind in enumerate(c.KIND_LIST) if c.CAN_HOST[number]}
    assert {"controller", "judge", "wharf", "bank", "pope", "new_farmer"} <= hosts
    assert not {"guild_hall", "lumberjack", "market", "author", "sycophant", "patriarch"} & hosts


def test_weaving_symbols() -> None:
    woollen = {kind.id for number, kind in enumerate(c.KIND_LIST) if c.WOOL[number]}
    assert woollen == {"shepherd", "weaving_mill", "czar_and_carpenter", "czar_and_carpenter_ns", "new_society_card"}


@pytest.mark.parametrize(
    ("players", "workers", "rubles"),
    [(2, 4, [25, 25]), (3, 6, [25] * 3), (4, 8, [25] * 4), (5, 10, [25, 25, 25, 25, 27])],
)
def test_set_up(players: int, workers: int, rubles: list[int]) -> None:
    game = GAME.new(players, bytes(range(32)))
    assert game.market_size == workers
    assert game.lower_size == 0
    assert {c.KIND_LIST[c.KIND[card]].deck for card in board(game)[1]} == {"worker"}
    assert sorted(money(game)) == rubles
    assert len(deck(game, "building")) == (34 if players == 5 else 28)
    assert game.phase == c.WORKER
    assert game.to_move == game.starter[c.WORKER]


def test_the_record_is_small() -> None:
    assert State.dtype.itemsize <= 1500
    assert GAME.num_actions == 126


def test_cards_chosen_singly() -> None:
    cards = all_cards(GAME.new(2, bytes(32), {"card_new_farmer": "2", "card_firehouse": "1", "card_jester": "1"}))
    assert (cards["new_farmer"], cards["firehouse"], cards["jester"]) == (2, 3 + 1, 1)
    assert sum(cards.values()) == 116 + 4


def test_cards_left_out_singly() -> None:
    cards = all_cards(GAME.new(2, bytes(32), {"expansions": "both", "card_sycophant": "0", "card_double_turn": "0"}))
    assert cards["sycophant"] == cards["double_turn"] == 0
    assert sum(cards.values()) == 144 + 12 - 3


def test_five_players_always_take_new_society() -> None:
    assert all_cards(GAME.new(5, bytes(32))) == all_cards(GAME.new(5, bytes(32), {"expansions": "society"}))
    both = all_cards(GAME.new(5, bytes(32), {"expansions": "both"}))
    assert all_cards(GAME.new(5, bytes(32), {"expansions": "banquet"})) == both
