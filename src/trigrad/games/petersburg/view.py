"""What a seat or a spectator of Saint Petersburg may see: the only door out of the record.

A ``View`` is plain data. Decks show their numbers of cards; money and hands are
their owner's secret unless an option opens them (Ruling P19). With ``memory`` they
are shown all the same: hands were taken openly, prices and incomes are public.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from trigrad.engine.display import Shown
from trigrad.engine.game import SPECTATOR
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg import scoring
from trigrad.games.petersburg.rules import cards, income, turn
from trigrad.games.petersburg.state import DISPLACE, DRAWN, GUILD_MIX, HOST, State

STEPS = ("act", "displace", "drawn", "pile", "discard", "host", "pickpocket", "guild", "house", "pub")
GUESTS = ("jester", "the_banquet")  # action cards that lie on a host


@dataclass(frozen=True)
class Price:
    """How a price comes about: the total is never below one ruble."""

    printed: int
    identical: int  # rubles off for identical own cards
    cards: int  # rubles off by discount cards
    lower: int  # 1 in the lower row
    displaced: str | None  # own card that makes room, or None
    value: int  # its worth
    total: int
    affordable: bool | None  # None for others than the viewer


@dataclass(frozen=True)
class CardView:
    """A card of a kind; ``prices`` are the viewer's, for a trading card one for each own card it can displace."""

    id: str
    group: str
    trading: bool
    symbol: str | None
    cost: int
    value: int
    rubles: int
    points: int
    notation: str | None = None  # where it lies, as in the notation of actions: "3" on the board or in the hand
    prices: tuple[Price, ...] = ()


@dataclass(frozen=True)
class AreaCard:
    """Cards of one kind in an area."""

    card: CardView
    count: int
    face_down: int  # used this round
    guests: tuple[str, ...]  # the Jester or the Banquet on one of them


@dataclass(frozen=True)
class Income:
    """What a player will get the next time a phase pays; ``choice`` rubles or points as they like."""

    phase: str
    rubles: int
    points: int
    choice: int  # the Guild Hall's
    upkeep: int  # rubles for Sycophants


@dataclass(frozen=True)
class SeatView:
    """What is seen of a player."""

    seat: int
    points: int
    money: int | None  # None = secret
    hand: tuple[CardView, ...] | None  # None = secret
    hand_size: int
    hand_limit: int
    area: tuple[AreaCard, ...]  # by colour and price
    aristocrats: int  # different aristocrats
    aristocrat_points: int  # for them, at the end
    tokens: tuple[str, ...]  # phases that the player begins
    disc: bool
    incomes: tuple[Income, ...]
    next_income: Income  # the next that pays


@dataclass(frozen=True)
class View(Shown):
    """A game of Saint Petersburg as ``viewer`` (-1 = a spectator) sees it."""

    viewer: int
    players: int
    to_move: int | None
    step: str | None
    phase: str
    round: int
    last_round: bool
    over: bool
    starters: dict[str, int]  # seat that begins each phase, by the tokens
    first: int  # seat that began this phase
    decks: dict[str, int]
    lower: tuple[CardView, ...]
    upper: tuple[CardView, ...]
    pile: tuple[tuple[CardView, int], ...]
    drawn: CardView | None
    buying: CardView | None  # a trading card that is being bought, or the action card that seeks a host
    extra: int  # actions left of a Double Turn
    most_points: int  # that can be chosen now at Guild Hall, Trading House or Pubs
    seats: tuple[SeatView, ...]
    places: tuple[int, ...]  # at the end, 1 = winner
    open_money: bool
    open_hands: bool
    society: bool  # aristocrats beyond the tenth score


def view(game: State, viewer: int, memory: bool = False, hints: bool = True) -> View:
    """All that ``viewer`` may see of a game; with ``hints`` also which cards they can pay for."""
    over = bool(game.over)
    step = int(game.step)
    players = int(game.players)
    lower = int(game.lower_size)
    buyer = _Buyer(game, viewer, hints) if 0 <= viewer < players and not over else None
    market = game.market[: game.market_size].tolist()
    board = tuple(
        _priced(kind, buyer, cards.in_lower_row(game, place), str(place + 1)) for place, kind in enumerate(market)
    )
    return View(
        viewer=viewer,
        players=players,
        to_move=None if over else int(game.to_move),
        step=None if over else STEPS[step],
        phase=c.PHASES[game.phase],
        round=int(game.round_number),
        last_round=bool(game.last_round),
        over=over,
        starters=dict(zip(c.PHASES, game.starter.tolist(), strict=True)),
        first=int(game.first),
        decks=dict(zip(c.PHASES, game.deck_size.tolist(), strict=True)),
        lower=board[:lower],
        upper=board[lower:],
        pile=tuple((card_view(kind), count) for kind, count in enumerate(game.pile.tolist()) if count),
        drawn=_priced(int(game.drawn), buyer, 0) if step == DRAWN else None,
        buying=_buying(game, buyer),
        extra=int(game.extra),
        most_points=_most_points(game, viewer),
        seats=tuple(_seat(game, seat, viewer, memory, buyer) for seat in range(players)),
        places=tuple(game.places[:players].tolist()) if over else (),
        open_money=bool(game.open_money),
        open_hands=bool(game.open_hands),
        society=bool(game.society),
    )


def open_view(game: State) -> View:
    """What a spectator sees where each player shows their hand and counts their money."""
    return view(game, SPECTATOR, memory=True, hints=False)


def knows_money(game: State, seat: int, viewer: int, memory: bool) -> bool:
    """Whether a viewer sees the money of a seat (Ruling P19)."""
    return seat == viewer or memory or bool(game.open_money) or bool(game.over)


def knows_hand(game: State, seat: int, viewer: int, memory: bool) -> bool:
    """Whether a viewer sees the hand of a seat (Ruling P19)."""
    return seat == viewer or memory or bool(game.open_hands) or bool(game.over)


def _most_points(game: State, viewer: int) -> int:
    asked = not game.over and STEPS[game.step] in ("guild", "house", "pub")
    return income.most_points(game) if asked and viewer == game.to_move else 0


# --- Cards and prices -----------------------------------------------------------------

_FACTS = [(k.id, k.group, k.trading, k.symbol, k.cost, k.value, k.rubles, k.points) for k in c.KIND_LIST]
# For each kind: those that can make room for it
_ROOMS = [[old for old in range(c.DISPLACEABLE) if fits >> old & 1] for fits in c.FITS.tolist()]


@cache
def card_view(kind: int, notation: str | None = None) -> CardView:
    """A card by its kind, to be had by nobody."""
    return CardView(*_FACTS[kind], notation)


class _Buyer:
    """A seat whom cards may cost something, with what that depends on: numbers that are read from the record once."""

    def __init__(self, game: State, seat: int, hints: bool) -> None:
        self._game = game
        self.seat = seat
        self._owned = game.owned[seat].tolist()
        self._discount = dict(zip(c.GROUPS, game.discount[seat].tolist(), strict=False))
        self._money = int(game.money[seat]) if hints else None

    def prices(self, kind: int, lower: int) -> tuple[Price, ...]:
        """What a card costs, cheapest first; for a trading card one price for each own card it can displace."""
        if c.is_action_card(kind):
            return ()
        if not c.is_trading_card(kind):
            return (self._price(kind, lower, -1),)
        found = [self._price(kind, lower, old) for old in _ROOMS[kind] if self._lies_face_up(old)]
        return tuple(sorted(found, key=lambda price: price.total))

    def _lies_face_up(self, kind: int) -> bool:
        owned = self._owned[kind]
        return owned > 0 and owned > cards.face_down_copies(self._game, self.seat, kind)

    def _price(self, kind: int, lower: int, displaced: int) -> Price:
        card = c.KIND_LIST[kind]
        old = c.KIND_LIST[displaced] if displaced >= 0 else None
        total = cards.price(self._game, self.seat, kind, lower, displaced)
        return Price(
            printed=card.cost,
            identical=self._owned[kind],
            cards=self._discount[card.group],
            lower=lower,
            displaced=old.id if old else None,
            value=old.value if old else 0,
            total=total,
            affordable=None if self._money is None else total <= self._money,
        )


def _priced(kind: int, buyer: _Buyer | None, lower: int, notation: str | None = None) -> CardView:
    """A card with its prices for whoever may buy it."""
    prices = buyer.prices(kind, lower) if buyer else ()
    return CardView(*_FACTS[kind], notation, prices) if prices else card_view(kind, notation)


def _buying(game: State, buyer: _Buyer | None) -> CardView | None:
    if game.over or game.step not in (DISPLACE, HOST):
        return None
    asked = buyer if game.step == DISPLACE and buyer and buyer.seat == game.to_move else None
    return _priced(int(game.buying), asked, turn.lowered(game))


# --- Seats ----------------------------------------------------------------------------


def _seat(game: State, seat: int, viewer: int, memory: bool, buyer: _Buyer | None) -> SeatView:
    aristocrats = scoring.distinct_aristocrats(game, seat)
    incomes = tuple(next_income(game, seat, phase) for phase in range(3))
    return SeatView(
        seat=seat,
        points=int(game.points[seat]),
        money=int(game.money[seat]) if knows_money(game, seat, viewer, memory) else None,
        hand=_hand(game, seat, buyer) if knows_hand(game, seat, viewer, memory) else None,
        hand_size=int(game.hand_size[seat]),
        hand_limit=cards.hand_limit(game, seat),
        area=tuple(_area(game, seat)),
        aristocrats=aristocrats,
        aristocrat_points=int(scoring.aristocrat_points(aristocrats, int(game.society))),
        tokens=tuple(phase for phase, first in zip(c.PHASES, game.starter.tolist(), strict=True) if first == seat),
        disc=bool(game.disc == seat),
        incomes=incomes,
        next_income=incomes[next_to_pay(game) % 3],
    )


def _hand(game: State, seat: int, buyer: _Buyer | None) -> tuple[CardView, ...]:
    held = game.hand[seat][: game.hand_size[seat]].tolist()
    own = buyer if buyer and buyer.seat == seat else None
    return tuple(_priced(kind, own, 0, str(i)) for i, kind in enumerate(held, 1))


# The kinds that lie in areas by colour and price, trading cards after the others of their colour
_BY_COLOUR = sorted(range(c.TABLE_KINDS), key=lambda n: (c.GROUP[n], c.KIND_LIST[n].trading, c.COST[n]))


def _area(game: State, seat: int) -> Iterator[AreaCard]:
    owned = game.owned[seat].tolist()
    hosts = zip(GUESTS, game.host.tolist(), game.host_owner.tolist(), strict=True)
    guests = [(guest, host) for guest, host, owner in hosts if owner == seat]
    for kind in _BY_COLOUR:
        if owned[kind]:
            face_down = cards.face_down_copies(game, seat, kind)
            visitors = tuple(guest for guest, host in guests if host == kind)
            yield AreaCard(card_view(kind), owned[kind], face_down, visitors)


def next_to_pay(game: State) -> int:
    """The phase whose income comes next: while Guild Hall, Trading House and Pub are asked, theirs is paid."""
    return int(game.phase) + int(game.step >= GUILD_MIX)


def next_income(game: State, seat: int, phase: int) -> Income:
    """What a seat gets the next time a phase pays, as things stand."""
    guild = int(game.owned[seat, c.GUILD]) if phase == c.BUILDING else 0
    sycophants = int(game.owned[seat, c.SYCOPHANT]) if phase == c.ARISTOCRAT else 0
    points = income.points_income(game, seat, phase)
    if phase == c.BUILDING and next_to_pay(game) > c.BUILDING:
        points += sum(game.face_down[seat].tolist())  # face up again by then
    return Income(
        phase=c.PHASES[phase],
        rubles=income.rubles_income(game, seat, phase),
        points=points,
        choice=guild * c.GUILD_TOTAL,
        upkeep=sycophants,
    )


# --- Score sheet ----------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerSheet:
    """All points of one player; what is still secret is None, and not in the total."""

    seat: int
    track: int  # points on the score track
    aristocrats: int  # different aristocrats
    aristocrat_points: int
    money: int | None
    money_points: int | None
    hand_cards: int | None  # that cost points
    hand_points: int | None
    total: int
    place: int  # 0 while the game goes on


def score_sheet(game: State) -> tuple[PlayerSheet, ...]:
    """The points of all players as they stand, with their working; only what is public."""
    return tuple(_player_sheet(game, seat) for seat in range(game.players))


def _player_sheet(game: State, seat: int) -> PlayerSheet:
    aristocrats = scoring.distinct_aristocrats(game, seat)
    aristocrat_points = int(scoring.aristocrat_points(aristocrats, int(game.society)))
    money_shown = bool(game.over) or bool(game.open_money)
    hand_shown = bool(game.over) or bool(game.open_hands)
    money_points = scoring.money_points(game, seat) if money_shown else None
    hand_points = scoring.hand_points(game, seat) if hand_shown else None
    return PlayerSheet(
        seat=seat,
        track=int(game.points[seat]),
        aristocrats=aristocrats,
        aristocrat_points=aristocrat_points,
        money=int(game.money[seat]) if money_shown else None,
        money_points=money_points,
        hand_cards=-hand_points // c.HAND_PENALTY if hand_points is not None else None,
        hand_points=hand_points,
        total=int(game.points[seat]) + aristocrat_points + (money_points or 0) + (hand_points or 0),
        place=int(game.places[seat]),
    )
