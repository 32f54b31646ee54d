"""Set-up of Saint Petersburg ("Preparing the game", "Five players", "Setting up" of the expansions)."""

from trigrad.engine.random import below, reseed, shuffle
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.petersburg.components import (
    CHOICE,
    COPIES,
    DECK,
    DISC_RUBLES,
    EXTRA,
    IN_BASE,
    KINDS,
    OF_BANQUET,
    PHASES,
    PLAYERS_MAX,
    REPLACED_BY,
    START_RUBLES,
    START_WORKERS,
    WORKER,
)
from trigrad.games.petersburg.options import (
    AUTO,
    BOTH_EXPANSIONS,
    NEW_SOCIETY,
    OPT_CARDS,
    OPT_EXPANSIONS,
    OPT_HANDS,
    OPT_MONEY,
    OPT_PLAYERS,
    THE_BANQUET,
)
from trigrad.games.petersburg.rules.cards import draw
from trigrad.games.petersburg.rules.rounds import give_first_action, start_round
from trigrad.games.petersburg.state import State

_DECKS = len(PHASES)


@rule
def with_society(options: Row) -> bool:
    """New Society is in play; five players always take it ("Five players", Ruling P23)."""
    return options[OPT_EXPANSIONS] in (NEW_SOCIETY, BOTH_EXPANSIONS) or options[OPT_PLAYERS] == PLAYERS_MAX


@rule
def with_banquet(options: Row) -> bool:
    """The Banquet is in play."""
    return options[OPT_EXPANSIONS] in (THE_BANQUET, BOTH_EXPANSIONS)


@rule
def chosen(options: Row, kind: int) -> int:
    """How many expansion cards of a kind are in play: as the expansions say, unless chosen singly."""
    if CHOICE[kind] < 0:
        return 0
    choice = int(options[OPT_CARDS + CHOICE[kind]])
    if choice != AUTO:
        return choice - 1
    if OF_BANQUET[kind] == 1:
        return int(COPIES[kind]) if with_banquet(options) else 0
    if not with_society(options):
        return 0
    return int(EXTRA[kind]) if IN_BASE[kind] == 1 else int(COPIES[kind])


@rule
def copies(options: Row, kind: int) -> int:
    """How many cards of a kind are in the decks; one base copy leaves for each new version (Ruling P2)."""
    if IN_BASE[kind] == 0:
        return chosen(options, kind)
    count = int(COPIES[kind]) + chosen(options, kind)
    if REPLACED_BY[kind] >= 0:
        count -= chosen(options, int(REPLACED_BY[kind]))
    return count


@rule
def setup(game: State, options: Row, seed: Row) -> None:
    """A new game in a zeroed record: the first round has begun.

    ``options``: int32, in the order of ``OPT_*``. ``seed``: uint32[8].
    """
    reseed(game, seed)
    game.players = options[OPT_PLAYERS]
    game.society = 1 if with_society(options) else 0
    game.open_money = options[OPT_MONEY]
    game.open_hands = options[OPT_HANDS]
    game.pickpocket = -1
    game.drawn = -1
    game.buying = -1
    for guest in range(2):
        game.host[guest] = -1
        game.host_owner[guest] = -1
    _make_decks(game, options)
    _deal_tokens(game)
    for player in range(game.players):
        game.money[player] = START_RUBLES
    if game.disc >= 0:
        game.money[game.disc] += DISC_RUBLES
    for place in range(START_WORKERS * game.players):
        game.market[place] = draw(game, WORKER)
    game.market_size = START_WORKERS * game.players
    start_round(game)
    give_first_action(game, game.starter[WORKER])


@rule
def _make_decks(game: State, options: Row) -> None:
    """Each deck with its cards, shuffled."""
    for kind in range(KINDS):
        deck = int(DECK[kind])
        for _ in range(copies(options, kind)):
            game.deck[deck, game.deck_size[deck]] = kind
            game.deck_size[deck] += 1
    for deck in range(_DECKS):
        shuffle(game, game.deck[deck], 0, game.deck_size[deck])


@rule
def _deal_tokens(game: State) -> None:
    """The four tokens go round the players from a random seat, in random order (Rulings P15, P24).

    Of three players the first in this order gets two; of five the fifth gets the disc.
    """
    token = game.starter
    for phase in range(_DECKS):
        token[phase] = phase
    shuffle(game, token, 0, _DECKS)
    start = below(game, game.players)
    for phase in range(_DECKS):
        token[phase] = (start + token[phase]) % game.players
    game.disc = (start + _DECKS) % game.players if game.players == PLAYERS_MAX else -1
