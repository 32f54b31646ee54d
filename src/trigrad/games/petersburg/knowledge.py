"""What a seat of Saint Petersburg may know: everything but the order of the decks."""

from trigrad.engine.observation import Observation, clear, seat_category, seat_names, turned
from trigrad.engine.random import reseed, shuffle
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.engine.stack import sort
from trigrad.games.petersburg.components import (
    DECK_MAX,
    KIND_LIST,
    KINDS,
    MARKET_MAX,
    PHASES,
    PLAYERS_MAX,
    TABLE_KINDS,
    USABLE,
    WAREHOUSE_LIMIT,
)
from trigrad.games.petersburg.state import DRAWN, FROM_DRAWN, GUILD_MIX, PILE, State

_DECKS = len(PHASES)

# --- What a seat is told, as numbers --------------------------------------------------

_SEATS = seat_names(PLAYERS_MAX)
_CARDS = [kind.id for kind in KIND_LIST]
_STEPS = ("act", "displace", "drawn", "pile", "discard", "host", "pickpocket", "guild", "house", "pub")
_SOURCES = [
    *(f"place {place + 1} of the board" for place in range(MARKET_MAX)),
    *(f"place {place + 1} of the hand" for place in range(WAREHOUSE_LIMIT)),
    "drawn",
]
_GUESTS = 2
_USABLE = len(USABLE)
UNKNOWN = KINDS + 1  # a category of ``hands``: a card that the viewer does not see
SECRET = -1  # of ``money``
_MANY = 999  # more than any player can reach

OBSERVATION = Observation()
_PLAYERS = OBSERVATION.numbers("players", most=PLAYERS_MAX, meaning="number of players")
_SOCIETY = OBSERVATION.numbers("society", most=1, meaning="whether New Society is in play")
_TO_MOVE = OBSERVATION.categories("to_move", names=_SEATS, meaning="whose choice it is")
_STEP = OBSERVATION.categories("step", names=_STEPS, meaning="what is asked")
_PHASE = OBSERVATION.categories("phase", names=PHASES, meaning="the phase")
_ROUND = OBSERVATION.numbers("round", most=_MANY, meaning="the round, from 1")
_LAST = OBSERVATION.numbers("last_round", most=1, meaning="whether this round is the last")
_STARTERS = OBSERVATION.categories("starters", _DECKS, names=_SEATS, meaning="who has the token of each phase")
_DISC = OBSERVATION.categories("disc", names=_SEATS, meaning="who has the disc of five players")
_FIRST = OBSERVATION.categories("first", names=_SEATS, meaning="who acts first in this phase")
_PASSES = OBSERVATION.numbers("passes", most=PLAYERS_MAX, meaning="players who passed in a row")
_EXTRA = OBSERVATION.numbers("extra", most=2, meaning="actions left of a Double Turn")
_ASKED = OBSERVATION.numbers(
    "asked", most=3 * PLAYERS_MAX, meaning="questions dealt with after the income of buildings, while they are asked"
)
_BUYING = OBSERVATION.categories("buying", names=_CARDS, meaning="card that is being bought, or seeks a host")
_SOURCE = OBSERVATION.categories("source", names=_SOURCES, meaning="where it comes from")
_DRAWN = OBSERVATION.categories("drawn", names=_CARDS, meaning="card that was drawn")
_DRAWN_BY = OBSERVATION.categories(
    "drawn_by", names=("observatory", "prison", "black market"), meaning="what it is drawn with"
)
_MARKET = OBSERVATION.categories(
    "market", MARKET_MAX, names=_CARDS, meaning="card at each place of the board, the lower row first"
)
_LOWER = OBSERVATION.numbers("lower_size", most=MARKET_MAX, meaning="how many of them are the lower row")
_DECK_SIZES = OBSERVATION.numbers("deck_sizes", _DECKS, most=DECK_MAX, meaning="cards of each deck")
_UNSEEN = OBSERVATION.numbers(
    "unseen", KINDS, most=DECK_MAX, meaning="cards of each kind in the decks and in hands that are not seen"
)
_PILE = OBSERVATION.numbers("pile", KINDS, most=DECK_MAX, meaning="discarded cards of each kind")
_HOSTS = OBSERVATION.categories("hosts", _GUESTS, names=_CARDS, meaning="card under the Jester, under the Banquet")
_HOSTED = OBSERVATION.categories("host_owners", _GUESTS, names=_SEATS, meaning="whose card that is")
_POINTS = OBSERVATION.numbers("points", PLAYERS_MAX, most=_MANY, meaning="points of each player on the score track")
_MONEY = OBSERVATION.numbers(
    "money", PLAYERS_MAX, least=SECRET, most=_MANY, meaning="rubles of each player, -1 = secret"
)
_HANDS = OBSERVATION.categories(
    "hands", PLAYERS_MAX, WAREHOUSE_LIMIT, names=[*_CARDS, "unknown"], meaning="cards of each hand, oldest first"
)
_FACE_DOWN = OBSERVATION.numbers(
    "face_down", PLAYERS_MAX, _USABLE, most=DECK_MAX, meaning="used Observatories, new ones, Debtor’s Prisons"
)
_OWNED = OBSERVATION.numbers(
    "owned", PLAYERS_MAX, TABLE_KINDS, most=DECK_MAX, meaning="cards of each kind in each player’s area"
)


@rule
def observe(game: State, viewer: int, memory: bool, out: Row) -> None:
    """Write what ``viewer`` may know into ``out``, laid out by ``OBSERVATION``."""
    clear(out)
    observe_round(game, viewer, out)
    observe_choice(game, viewer, out)
    observe_board(game, out)
    for guest in range(_GUESTS):
        out[_HOSTS + guest] = game.host[guest] + 1
        out[_HOSTED + guest] = seat_category(game, viewer, game.host_owner[guest])
    for turn in range(game.players):
        observe_player(game, viewer, turn, memory, out)


@rule
def observe_round(game: State, viewer: int, out: Row) -> None:
    """How far the game is, and who begins what."""
    out[_PLAYERS] = game.players
    out[_SOCIETY] = game.society
    out[_PHASE] = game.phase + 1
    out[_ROUND] = game.round_number
    out[_LAST] = game.last_round
    for phase in range(_DECKS):
        out[_STARTERS + phase] = seat_category(game, viewer, game.starter[phase])
    out[_DISC] = seat_category(game, viewer, game.disc)


@rule
def observe_choice(game: State, viewer: int, out: Row) -> None:
    """Whose choice it is, and what it is about; nothing once the game is over."""
    if game.over == 1:
        return
    out[_TO_MOVE] = seat_category(game, viewer, game.to_move)
    out[_STEP] = game.step + 1
    out[_FIRST] = seat_category(game, viewer, game.first)
    out[_PASSES] = game.passes
    out[_EXTRA] = game.extra
    if game.step >= GUILD_MIX:
        out[_ASKED] = game.asked
    if game.buying >= 0:
        out[_BUYING] = game.buying + 1
        out[_SOURCE] = min(FROM_DRAWN, int(game.source)) + 1
    if game.drawn >= 0:
        out[_DRAWN] = game.drawn + 1
    if game.step in (DRAWN, PILE):
        out[_DRAWN_BY] = game.drawn_by + 1


@rule
def observe_board(game: State, out: Row) -> None:
    """The rows, the discard pile, and what is left in the decks, whose order nobody knows (Ruling P9)."""
    for place in range(game.market_size):
        out[_MARKET + place] = game.market[place] + 1
    out[_LOWER] = game.lower_size
    for kind in range(KINDS):
        out[_PILE + kind] = game.pile[kind]
    for deck in range(_DECKS):
        out[_DECK_SIZES + deck] = game.deck_size[deck]
        for i in range(game.deck_size[deck]):
            out[_UNSEEN + game.deck[deck, i]] += 1


@rule
def observe_player(game: State, viewer: int, turn: int, memory: bool, out: Row) -> None:
    """Points, money, hand and area of the player who sits ``turn`` places after the viewer."""
    player = turned(game, viewer, turn)
    own = player == viewer or memory or game.over == 1
    out[_POINTS + turn] = game.points[player]
    out[_MONEY + turn] = game.money[player] if own or game.open_money == 1 else SECRET
    for place in range(game.hand_size[player]):
        kind = int(game.hand[player, place])
        if own or game.open_hands == 1:
            out[_HANDS + turn * WAREHOUSE_LIMIT + place] = kind + 1
        else:
            out[_HANDS + turn * WAREHOUSE_LIMIT + place] = UNKNOWN
            out[_UNSEEN + kind] += 1
    for which in range(_USABLE):
        out[_FACE_DOWN + turn * _USABLE + which] = game.face_down[player, which]
    for kind in range(TABLE_KINDS):
        out[_OWNED + turn * TABLE_KINDS + kind] = game.owned[player, kind]


# --- Worlds that nobody can tell apart ------------------------------------------------


@rule
def resample(game: State, _viewer: int, seed: Row) -> None:
    """Draw anew the order of the decks, all that nobody can know (Rulings P9, P19).

    Hands were taken openly, prices and incomes are public: whoever remembers knows
    them. The result depends only on what is left in each deck and on ``seed``.
    """
    reseed(game, seed)
    for deck in range(_DECKS):
        sort(game.deck[deck], game.deck_size[deck])
        shuffle(game, game.deck[deck], 0, game.deck_size[deck])
