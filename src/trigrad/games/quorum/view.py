"""What a seat or a spectator of Quorum may see: the only door out of the record.

A ``View`` is plain data. Backs are public, fronts of hands are not (Ruling Q7);
with ``memory`` the fronts of cards that were taken openly stay visible.
"""

from dataclasses import dataclass, replace

from trigrad.engine.display import Shown
from trigrad.engine.game import SPECTATOR
from trigrad.engine.header import copy_game
from trigrad.engine.journal import NO_JOURNAL
from trigrad.games.quorum import components as c
from trigrad.games.quorum import scoring
from trigrad.games.quorum.rules.gods import let_god_act
from trigrad.games.quorum.rules.turn import advance_marker, may_replace
from trigrad.games.quorum.state import ADVANCE, TAKE, State, acting_god, is_shown

STEPS = ("take", "advance", "play")


@dataclass(frozen=True)
class Effect:
    """What a card or a god would do for a player: move a marker, and change points as they stand."""

    province: str
    before: int  # space of the marker
    after: int
    rank_before: int  # 1 = first, 0 = not ranked
    rank_after: int
    points: int  # change of the player's own points as they stand
    values: dict[str, tuple[int, int]]  # province: value before and after, for a god


@dataclass(frozen=True)
class CardView:
    """A card as the viewer sees it; of a card seen from behind only ``back`` is known."""

    back: str  # province, or "god"
    card: int | None = None  # number 0..71
    type: str | None = None
    strength: int | None = None
    influence: int | None = None
    goods: tuple[str, ...] = ()
    building: str | None = None
    effect: Effect | None = None  # if the viewer played it now


@dataclass(frozen=True)
class Standing:
    """A marker in a province."""

    seat: int
    space: int  # 0..15
    rank: int  # 1 = first, 0 = not ranked
    multiplier: int


@dataclass(frozen=True)
class ProvinceView:
    """A province; ``standings`` go from the one ahead to the last, lower in a stack first."""

    key: str
    value: int
    counts: str  # the type, or the strength as "1" or "2", of the cards that it multiplies
    standings: tuple[Standing, ...]
    effect: Effect | None = None  # if the viewer's god acted here


@dataclass(frozen=True)
class SeatView:
    """What is seen of a player. ``hand`` holds Rome cards, oldest first; gods are public once taken."""

    seat: int
    hand: tuple[CardView, ...]
    gods: tuple[str, ...]
    played: tuple[CardView, ...]
    points: int  # as things stand
    influence: int  # sum of the six spaces: decides ties


@dataclass(frozen=True)
class View(Shown):
    """A game of Quorum as ``viewer`` (-1 = a spectator) sees it."""

    viewer: int
    players: int
    to_move: int | None
    step: str | None  # "take", "advance" or "play"
    god: str | None  # the god that is to act
    round: int  # 1..12
    rounds: int
    over: bool
    provinces: tuple[ProvinceView, ...]  # clockwise
    rome: tuple[CardView, ...]
    may_replace: bool
    deck_size: int
    deck_top: str | None  # back of the top card
    seats: tuple[SeatView, ...]
    places: tuple[int, ...]  # at the end, 1 = winner


@dataclass(frozen=True)
class Advised:
    """The player who is told what their choices would do, and the points that they have now."""

    player: int
    points: int


def view(game: State, viewer: int, memory: bool = False, hints: bool = True) -> View:
    """All that ``viewer`` may see of a game; with ``hints`` also what their choices would do."""
    over = bool(game.over)
    to_move = int(game.to_move)
    advised = Advised(viewer, int(scoring.score(game, viewer))) if hints and viewer >= 0 and not over else None
    acts = advised is not None and viewer == to_move and game.step == ADVANCE
    return View(
        viewer=viewer,
        players=int(game.players),
        to_move=None if over else to_move,
        step=None if over else STEPS[game.step],
        god=c.GODS[acting_god(game)] if not over and game.step == ADVANCE else None,
        round=c.ROUNDS if over else int(game.played_count[to_move]) + 1,
        rounds=c.ROUNDS,
        over=over,
        provinces=tuple(_province(game, int(p), advised if acts else None) for p in game.ring),
        rome=tuple(_rome_card(game, int(card), advised) for card in game.rome),
        may_replace=bool(not over and game.step == TAKE and may_replace(game)),
        deck_size=int(game.deck_size),
        deck_top=_back_name(int(game.deck[int(game.deck_size) - 1])),
        seats=tuple(_seat(game, seat, viewer, memory, advised) for seat in range(game.players)),
        places=tuple(int(game.places[p]) for p in range(game.players)) if over else (),
    )


def open_view(game: State) -> View:
    """What a spectator sees where each player shows their hand."""
    seats = tuple(_seat(game, seat, seat, memory=False, advised=None) for seat in range(game.players))
    return replace(view(game, SPECTATOR, hints=False), seats=seats)


def _back_name(card: int) -> str:
    back = int(c.back(card))
    return "god" if back < 0 else c.PROVINCES[back]


def front(card: int, effect: Effect | None = None) -> CardView:
    """A Rome card seen from the front."""
    data = c.CARD_LIST[card]
    return CardView(data.province, card, data.type, data.strength, data.influence, data.goods, data.building, effect)


def _rome_card(game: State, card: int, advised: Advised | None) -> CardView:
    if c.is_god(card):
        return CardView("god")
    return front(card, effect_of_card(game, advised, card))


def _seat(game: State, seat: int, viewer: int, memory: bool, advised: Advised | None) -> SeatView:
    hand = [int(game.hand[seat, i]) for i in range(game.hand_size[seat])]
    gods = [int(game.gods[seat, i]) for i in range(game.god_count[seat])]
    return SeatView(
        seat=seat,
        hand=tuple(_hand_card(game, seat, card, viewer, memory, advised) for card in hand),
        gods=tuple(c.GODS[c.god_of(card)] for card in gods),
        played=tuple(front(int(game.played[seat, i])) for i in range(game.played_count[seat])),
        points=int(scoring.score(game, seat)),
        influence=int(scoring.total_influence(game, seat)),
    )


def _hand_card(game: State, seat: int, card: int, viewer: int, memory: bool, advised: Advised | None) -> CardView:
    if seat == viewer:
        return front(card, effect_of_card(game, advised, card))
    if memory and is_shown(game, card):
        return front(card)
    return CardView(_back_name(card))


def _province(game: State, province: int, acting: Advised | None) -> ProvinceView:
    order = [int(game.ranking[province, place]) for place in range(game.players)]
    return ProvinceView(
        key=c.PROVINCES[province],
        value=int(game.values[province]),
        counts=_counts(province),
        standings=tuple(
            Standing(
                seat,
                int(game.spaces[seat, province]),
                int(scoring.rank(game, seat, province)) + 1,
                int(scoring.multiplier(game, seat, province)),
            )
            for seat in order
        ),
        effect=effect_of_god(game, acting, province) if acting else None,
    )


def _counts(province: int) -> str:
    if c.PROVINCE_TYPE[province] >= 0:
        return c.TYPES[int(c.PROVINCE_TYPE[province])]
    return str(int(c.PROVINCE_STRENGTH[province]))


# --- What a choice would do -----------------------------------------------------


def effect_of_card(game: State, advised: Advised | None, card: int) -> Effect | None:
    """What a Rome card would do if it were played now; None where nobody is told, or can play any more."""
    if advised is None or game.played_count[advised.player] >= c.ROUNDS:
        return None
    player = advised.player
    after = copy_game(game)
    after.played[player, after.played_count[player]] = card
    after.played_count[player] += 1
    province = int(c.CARD_PROVINCE[card])
    advance_marker(after, player, province, int(c.CARD_INFLUENCE[card]), NO_JOURNAL)
    return _effect(game, after, advised, province)


def effect_of_god(game: State, advised: Advised, province: int) -> Effect:
    """What the god that is to act would do in a province."""
    after = copy_game(game)
    let_god_act(after, province, NO_JOURNAL)
    return _effect(game, after, advised, province)


def _effect(game: State, after: State, advised: Advised, province: int) -> Effect:
    player = advised.player
    return Effect(
        province=c.PROVINCES[province],
        before=int(game.spaces[player, province]),
        after=int(after.spaces[player, province]),
        rank_before=int(scoring.rank(game, player, province)) + 1,
        rank_after=int(scoring.rank(after, player, province)) + 1,
        points=int(scoring.score(after, player)) - advised.points,
        values={
            c.PROVINCES[p]: (int(game.values[p]), int(after.values[p]))
            for p in range(c.NUM_PROVINCES)
            if game.values[p] != after.values[p]
        },
    )


# --- Score sheet ------------------------------------------------------------------


@dataclass(frozen=True)
class ProvinceLine:
    """Points of one player in one province: multiplier times cards."""

    province: str
    value: int
    rank: int  # 1 = first, 0 = not ranked
    multiplier: int
    counts: str
    cards: int
    points: int


@dataclass(frozen=True)
class TypeLine:
    """Points of one player for one type, with what they are counted from."""

    type: str
    counts: dict[str, int]
    points: int


@dataclass(frozen=True)
class PlayerSheet:
    """All points of one player."""

    seat: int
    provinces: tuple[ProvinceLine, ...]
    types: tuple[TypeLine, ...]
    total: int
    influence: int
    place: int  # 0 while the game goes on


def score_sheet(game: State) -> tuple[PlayerSheet, ...]:
    """The points of all players as they stand, with their working. All of it is public."""
    return tuple(_player_sheet(game, seat) for seat in range(game.players))


def _player_sheet(game: State, seat: int) -> PlayerSheet:
    cards = scoring.tally(game, seat)
    return PlayerSheet(
        seat=seat,
        provinces=tuple(_province_line(game, seat, cards, int(p)) for p in game.ring),
        types=tuple(
            TypeLine(
                c.TYPES[t],
                type_counts(game, seat, cards, t),
                int(scoring.type_points(game, seat, cards, t)),
            )
            for t in range(len(c.TYPES))
        ),
        total=int(scoring.score(game, seat)),
        influence=int(scoring.total_influence(game, seat)),
        place=int(game.places[seat]),
    )


def _province_line(game: State, seat: int, cards: int, province: int) -> ProvinceLine:
    return ProvinceLine(
        province=c.PROVINCES[province],
        value=int(game.values[province]),
        rank=int(scoring.rank(game, seat, province)) + 1,
        multiplier=int(scoring.multiplier(game, seat, province)),
        counts=_counts(province),
        cards=int(scoring.cards_counted(cards, province)),
        points=int(scoring.province_points(game, seat, cards, province)),
    )


def type_counts(game: State, seat: int, cards: int, card_type: int) -> dict[str, int]:
    """What the points of a type are counted from: strengths, goods, buildings, or two factors."""
    if card_type == c.ARMY:
        return {str(s): int(scoring.armies_of_strength(cards, s)) for s in (1, 2, 3)}
    if card_type == c.TRADE:
        return {
            good: int(scoring.counted(cards, c.TALLY_GOOD + i))
            for i, good in enumerate(c.GOODS)
            if scoring.counted(cards, c.TALLY_GOOD + i)
        }
    if card_type == c.ARCHITECTURE:
        return {"different": int(scoring.distinct_buildings(game, seat))}
    return {
        "politics": int(scoring.cards_of_type(cards, c.POLITICS)),
        "strength": int(scoring.cards_of_strength(cards, c.POLITICS_STRENGTH)),
    }
