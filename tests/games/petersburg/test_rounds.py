"""New cards, tokens, the last round, who begins a phase, ruling by ruling."""

from collections import Counter

import pytest
from tests.games.petersburg.positions import FIRST, SECOND, THIRD, act, choices, end_phase, position, refusal
from tests.games.petersburg.reading import board, deck, money, of_kind, pile, points

from trigrad.engine.conformance import seed_of
from trigrad.games.petersburg import GAME, events
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import ACT, PICKPOCKET_PLAY, PUB_DEAL

WORKERS = ["lumberjack", "gold_miner", "shepherd", "fur_trapper", "ship_builder"]


# --- P6 -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "following"), [("worker", "building"), ("building", "aristocrat"), ("aristocrat", "trading")]
)
def test_ruling_p06_upper_row_is_filled_to_eight_from_the_next_deck(phase: str, following: str) -> None:
    game = position(phase=phase, lower=["lumberjack"], upper=["market", "author"])
    expected = deck(game, following)[:5]
    end_phase(game)
    assert board(game) == (["lumberjack"], ["market", "author", *expected])


def test_ruling_p06_after_trading_the_rows_move_down() -> None:
    game = position(phase="trading", lower=["lumberjack", "pub"], upper=["market", "author"])
    expected = deck(game, "worker")[:6]
    end_phase(game)
    assert board(game) == (["market", "author"], expected)
    assert pile(game) == {"lumberjack": 1, "pub": 1}
    assert game.round_number == 3


def test_ruling_p06_nothing_is_laid_out_on_a_full_board() -> None:
    row = [*WORKERS, "market", "author", "bank"]
    game = position(upper=row)
    end_phase(game)
    assert board(game) == ([], row)
    assert game.phase == c.BUILDING


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ruling_p06_two_workers_a_player_at_set_up(players: int) -> None:
    assert len(board(GAME.new(players, seed_of(players)))[1]) == 2 * players


def test_ruling_p06_a_card_that_leaves_keeps_the_others_in_their_rows() -> None:
    game = position(money={FIRST: 9}, lower=["lumberjack", "pub"], upper=["market", "author"])
    act(game, "buy 1", "take 1", "take 1")
    assert board(game) == ([], ["author"])
    game = position(lower=["lumberjack", "pub"], upper=["market", "author"])
    act(game, "take 3")
    assert board(game) == (["lumberjack", "pub"], ["author"])


# --- P7 -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "following"), [("worker", "building"), ("building", "aristocrat"), ("aristocrat", "trading")]
)
def test_ruling_p07_a_deck_that_runs_out_makes_the_round_the_last(phase: str, following: str) -> None:
    game = position(phase=phase, upper=["pub"], deck_size={following: 3})
    happened = end_phase(game)
    assert [(e.deck, e.round) for e in of_kind(happened, events.RAN_OUT)] == [(c.PHASES.index(following), 2)]
    assert game.market_size == 4  # as many as there were
    while not game.over:
        act(game, "pass")
    assert game.round_number == 2
    assert game.phase == c.TRADING


def test_ruling_p07_exactly_the_last_card_counts_as_well() -> None:
    game = position(upper=[*WORKERS, "market", "author"], deck_size={"building": 1})
    end_phase(game)
    assert game.last_round == 1
    game = position(upper=[*WORKERS, "market", "author"], deck_size={"building": 2})
    end_phase(game)
    assert game.last_round == 0


def test_ruling_p07_workers_that_run_out_make_the_next_round_the_last() -> None:
    game = position(phase="trading", upper=["pub"], deck_size={"worker": 2})
    happened = end_phase(game)
    assert [(e.deck, e.round) for e in of_kind(happened, events.RAN_OUT)] == [(c.WORKER, 3)]
    assert game.over == 0
    while not game.over:
        act(game, "pass")
    assert game.round_number == 3


def test_ruling_p07_the_observatory_never_takes_the_last_card() -> None:
    game = position(phase="building", areas={FIRST: ["observatory_ns"]}, deck_size={"worker": 1, "trading": 0})
    assert "observe-new building" in choices(game)
    assert refusal(game, "observe-new worker") == "The last card of a deck is never drawn."
    assert refusal(game, "observe-new trading") == "The deck is empty."


def test_ruling_p07_no_income_and_no_refill_after_the_last_trading_actions() -> None:
    game = position(phase="trading", areas={FIRST: ["lumberjack"]}, lower=["pub"], upper=["market"])
    game.last_round = 1
    end_phase(game)
    assert game.over
    assert board(game) == (["pub"], ["market"])
    assert money(game) == [0, 0]


# --- P15 ------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "held"), [(2, [2, 2]), (3, [1, 1, 2]), (4, [1, 1, 1, 1]), (5, [0, 1, 1, 1, 1])])
def test_ruling_p15_tokens_at_set_up(players: int, held: list[int]) -> None:
    deals = set()
    for number in range(60):
        game = GAME.new(players, seed_of(number))
        tokens = Counter(int(seat) for seat in game.starter)
        assert sorted(tokens[seat] for seat in range(players)) == held
        deals.add(tuple(game.starter))
    assert len(deals) > 5


@pytest.mark.parametrize(("players", "steps"), [(2, 1), (3, 1), (4, 1), (5, 2)])
def test_ruling_p15_tokens_are_passed_at_the_end_of_a_round(players: int, steps: int) -> None:
    game = position(players, phase="trading")
    before, disc = list(game.starter), int(game.disc)
    end_phase(game)
    assert list(game.starter) == [(seat + steps) % players for seat in before]
    assert game.disc == ((disc + steps) % players if players == 5 else -1)
    assert game.to_move == game.starter[c.WORKER]


def test_ruling_p15_the_disc() -> None:
    game = GAME.new(5, seed_of(4))
    disc = int(game.disc)
    assert disc not in list(game.starter)
    assert money(game)[disc] == 27
    assert points(game)[disc] == 2  # the first round has begun
    while game.round_number == 1:
        act(game, "pass")
    following = (disc + 2) % 5
    assert game.disc == following
    assert (money(game)[following], points(game)[following]) == (25, 2)


# --- P18 ------------------------------------------------------------------------------


def test_ruling_p18_the_pickpocket_is_asked_for_when_a_phase_begins_and_acts_first() -> None:
    game = position(3, hands={THIRD: ["pickpocket"]})
    end_phase(game)
    assert (game.phase, game.step, game.to_move) == (c.BUILDING, PICKPOCKET_PLAY, THIRD)
    act(game, "wait")
    assert (game.step, game.to_move) == (ACT, game.starter[c.BUILDING])
    end_phase(game)
    assert (game.phase, game.step) == (c.ARISTOCRAT, PICKPOCKET_PLAY)
    starters = list(game.starter)
    act(game, "steal")
    assert (game.step, game.to_move, game.first) == (ACT, THIRD, THIRD)
    assert pile(game) == {"pickpocket": 1}
    assert list(game.starter) == starters
    act(game, "pass")
    assert game.to_move == FIRST
    end_phase(game)
    assert (game.phase, game.step) == (c.TRADING, ACT)  # it is gone


def test_ruling_p18_it_is_no_action() -> None:
    game = position(hands={FIRST: ["pickpocket", "market"]})
    assert refusal(game, "play 1") == "The Pickpocket is played only when a phase begins."


def test_ruling_p18_who_begins_anyway_may_play_it() -> None:
    game = position(hands={SECOND: ["pickpocket"]})
    end_phase(game)
    assert game.starter[c.BUILDING] == SECOND == game.to_move
    act(game, "steal")
    assert (game.step, game.to_move) == (ACT, SECOND)


def test_ruling_p18_a_stolen_phase_asks_who_stole_it_first() -> None:
    game = position(areas={FIRST: ["pub"], SECOND: ["pub"]}, hands={FIRST: ["pickpocket"]})
    end_phase(game)
    assert game.starter[c.BUILDING] == SECOND
    act(game, "steal")
    end_phase(game)
    assert (game.step, game.to_move) == (PUB_DEAL, FIRST)


def test_ruling_p18_a_pickpocket_discarded_or_drawn() -> None:
    game = position(hands={FIRST: ["away_with_it", "pickpocket"]})
    act(game, "play 1", "discard 1")
    end_phase(game)
    assert game.step == ACT
    game = position(phase="building", areas={SECOND: ["observatory_ns"]}, deck_top={"trading": ["pickpocket"]})
    act(game, "pass", "observe-new trading", "drawn take")
    end_phase(game)
    assert (game.step, game.to_move) == (PICKPOCKET_PLAY, SECOND)


# --- The longest game -------------------------------------------------------------------


def copies(*cards: str) -> int:
    """How many cards of these kinds there can be at a table; of two versions of a card only those of the newer."""
    kinds = [c.KIND[card] for card in cards]
    return sum(int(c.COPIES[kind]) + int(c.EXTRA[kind]) for kind in kinds if c.REPLACED_BY[kind] < 0)


def test_no_game_can_be_longer_than_declared() -> None:
    """As docs/games/petersburg.md reckons it."""
    in_decks = copies(*c.KIND)
    trading = copies(*(kind.id for kind in c.KIND_LIST if kind.trading))
    assert (in_decks, trading) == (156, 40)
    rounds = 1 + next(number for number in range(1, in_decks, 2) if 8 + 8 * (number - 1) // 2 > in_decks - 4)
    out_of_pile = rounds * copies("debtors_prison") + copies("black_market")
    actions = 2 * (in_decks + out_of_pile)
    passes = (c.PLAYERS_MAX - 1) * actions + c.PLAYERS_MAX * 4 * rounds + copies("double_turn")
    further = trading + out_of_pile + rounds * (copies("observatory_ns") + 2 * copies("debtors_prison"))
    further += 2 * copies("black_market") + copies("jester", "the_banquet", "away_with_it", "away_with_it_2")
    questions = 4 * rounds * copies("pickpocket") + rounds * copies("guild_hall", "trading_house", "pub")
    assert (rounds, actions, passes, further, questions) == (40, 396, 2385, 82 + 80 + 80 + 8, 160 + 160)
    assert actions + passes + further + questions == 3351 <= GAME.max_game_length


@pytest.mark.parametrize(("players", "workers", "rounds"), [(2, 27, 9), (3, 25, 9), (4, 23, 7), (5, 27, 9)])
def test_a_game_in_which_all_pass_ends(players: int, workers: int, rounds: int) -> None:
    """Every second round the eight cards of the board go, and eight workers come, of those left at set-up."""
    game = GAME.new(players, seed_of(players))
    assert game.deck_size[c.WORKER] == workers
    made = 0
    while not game.over:
        act(game, "pass")
        made += 1
    assert (made, game.round_number) == (4 * players * rounds, rounds)
