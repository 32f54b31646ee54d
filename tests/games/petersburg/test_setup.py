"""Which cards are in play, ruling by ruling."""

from collections import Counter

from tests.games.petersburg.reading import all_cards

from trigrad.engine.conformance import seed_of
from trigrad.games.petersburg import GAME
from trigrad.games.petersburg import components as c

# --- P22 ------------------------------------------------------------------------------


def test_ruling_p22_names_of_the_data() -> None:
    names = {
        card: c.KIND_LIST[c.KIND[card]].name.ru for card in ("pickpocket", "jester", "coffee_house", "new_society_card")
    }
    assert names == {
        "pickpocket": "Кража",
        "jester": "Скоморох",
        "coffee_house": "Трактир",
        "new_society_card": "Пролетариат",
    }


# --- P23 ------------------------------------------------------------------------------


def test_ruling_p23_five_players_take_new_society_whatever_is_chosen() -> None:
    game = GAME.new(5, bytes(32), {"expansions": "base"})
    assert game.society == 1
    assert all_cards(game)["new_farmer"] == 6


# --- P24 ------------------------------------------------------------------------------


def test_ruling_p24_the_first_of_the_deal_is_drawn_for_three_players() -> None:
    """There is no youngest player here: each of the three is as likely to get two tokens."""
    double = Counter(Counter(GAME.new(3, seed_of(n)).starter).most_common(1)[0][0] for n in range(300))
    assert all(60 < double[seat] < 140 for seat in range(3))


# --- P26 ------------------------------------------------------------------------------


def test_ruling_p26_the_extra_aristocrats_score_only_with_new_society_itself() -> None:
    single = {f"card_{k.id}": "1" for k in c.KIND_LIST if k.set == "new_society"}
    game = GAME.new(2, bytes(32), {"expansions": "base", **single})
    assert all_cards(game)["mayor"] == 1
    assert game.society == 0
    assert GAME.new(2, bytes(32), {"expansions": "society", "card_mayor": "0"}).society == 1
