"""What is seen of a game of Québec: the only door out of the record.

A ``View`` is plain data. Nothing is hidden but the event cards of centuries to come.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from trigrad.engine.display import Shown
from trigrad.engine.game import SPECTATOR
from trigrad.engine.record import record_from_bytes
from trigrad.games.quebec import components as c
from trigrad.games.quebec import scoring, state
from trigrad.games.quebec.rules import events, leaders
from trigrad.games.quebec.state import State

STEPS = {
    state.TURN: "turn",
    state.PLACE_ARCHITECT: "place",
    state.REDIRECT: "redirect",
    state.PAIR: "pair",
    state.CHOOSE_DISTRICT: "choose",
    state.USE: "use",
    state.SETTLE_ZONE: "settle",
    state.SETTLE_NUMBER: "settle number",
    state.MOVE_FROM: "move from",
    state.MOVE_NUMBER: "move number",
    state.MOVE_TO: "move to",
    state.START_BUILDING: "start",
    state.CONTRIBUTE_AGAIN: "contribute",
    state.UPGRADE_STAR: "upgrade",
}
NEUTRAL = "neutral"
TO_ACTIVE = "active"


@dataclass(frozen=True)
class SiteView:
    """A site with its tile. ``number`` is 1..44."""

    number: int
    district: str
    zone: str
    workers: int  # that a contribution takes
    century: int  # 1..4
    status: str  # "future", "open", "building", "done" or "closed" (dead, or done without a star)
    architect: int | str | None  # seat, or "neutral"
    slots: tuple[int | None, ...]  # whose workers are in each slot
    owner: int | None  # of the star token
    stars: int
    due: int  # stars that its token would get if it were completed now
    in_main_group: bool  # of its owner


@dataclass(frozen=True)
class ZoneStep:
    """The scoring of one zone: a step of a century's scoring, done or as it stands."""

    zone: str
    target: str | None  # zone of the cascade, "active" after the last; None in the family rules
    workers: tuple[int, ...]  # that score, by seat
    moved: tuple[int, ...]  # that cascade, or the bonus in the family rules, by seat

    def points(self, seat: int, family: bool) -> int:
        """Points of a seat for this zone."""
        return self.workers[seat] + (self.moved[seat] if family else 0)

    @property
    def standings(self) -> list[tuple[int, int, bool]]:
        """Of each seat the workers, what moved, and whether nobody has more workers than these."""
        most = max(1, *self.workers)
        return [(workers, moved, workers == most) for workers, moved in zip(self.workers, self.moved, strict=True)]


@dataclass(frozen=True)
class CenturyScoring:
    """A century's scoring, zone by zone in order."""

    century: int  # 1..4
    steps: tuple[ZoneStep, ...]
    totals: tuple[int, ...]  # points by seat


@dataclass(frozen=True)
class SeatView:
    """A player: workers, leader, buildings and points."""

    seat: int
    active: int
    passive: int
    zones: tuple[int, ...]  # workers in the five zones
    on_sites: int
    leader: str | None
    points: int  # on the score track
    buildings: int  # with a star token
    main_group: tuple[int, ...]  # sites 1..44
    main_group_points: int
    other_points: int
    largest_group: int  # buildings
    place: int | None


@dataclass(frozen=True)
class View(Shown):
    """A game of Québec as everybody sees it."""

    viewer: int
    players: int
    family: bool
    with_event_cards: bool
    to_move: int | None
    turn: int  # whose turn it is
    step: str | None
    district: str | None  # whose complementary action is being done
    site: int | None  # the site that a question is about
    century: int  # 1..4
    centuries: int
    over: bool
    sites: tuple[SiteView, ...]
    zones: tuple[str, ...]  # in the order of this century's scoring
    seats: tuple[SeatView, ...]
    leaders: dict[str, int | None]  # leaders in play: seat that holds each
    leader_grant: int | None  # workers that taking a leader activates; None if none can be taken
    grant: int  # workers that starting a building activates
    event_card: str | None  # in force this century
    first_event_card: str | None  # of 1608, for the whole game
    race: tuple[int, ...]  # seats that have fulfilled it, first first
    preview: CenturyScoring | None  # of the zones as they stand now
    scored: tuple[CenturyScoring, ...]  # centuries done
    neutral_in_hand: bool  # the economic leader's architect is not on a site


def view(game: State, viewer: int, memory: bool = False, hints: bool = True) -> View:  # noqa: ARG001  # hidden: no memory
    """All that may be seen of a game, the same for every viewer; with ``hints`` also what scoring now would bring."""
    return replace(_seen(game.tobytes(), hints), viewer=viewer)


@lru_cache(maxsize=50)  # positions: once one is reached, all who are at the table ask for it
def _seen(position: bytes, hints: bool) -> View:
    """What everybody sees of a position: that of a spectator."""
    game = record_from_bytes(State, position)
    over = bool(game.over)
    step = None if over else STEPS[int(game.step)]
    in_action = step not in (None, "turn", "place", "redirect", "pair")
    groups = [int(scoring.main_group(game, seat)) for seat in range(game.players)]
    town = _town(game, groups)
    return View(
        viewer=SPECTATOR,
        players=int(game.players),
        family=bool(game.family),
        with_event_cards=bool(game.drawn[0] != state.NONE),
        to_move=None if over else int(game.to_move),
        turn=int(game.turn),
        step=step,
        district=c.DISTRICTS[game.district] if in_action else None,
        site=int(game.site) + 1 if in_action or step == "redirect" else None,
        century=int(game.century) + 1,
        centuries=c.CENTURIES,
        over=over,
        sites=tuple([_site(town, site) for site in range(c.SITES)]),
        zones=_ZONES_IN_ORDER[game.century],
        seats=tuple(_seat(game, seat, groups[seat]) for seat in range(game.players)),
        leaders={
            key: _seat_or_none(state.holder(game, leader))
            for leader, key in enumerate(c.LEADERS)
            if leaders.is_in_play(game, leader)
        },
        leader_grant=_leader_grant(game),
        grant=int(events.grant(game)),
        event_card=_event_card_in_force(game),
        first_event_card=_first_event_card(game),
        race=tuple(int(seat) for seat in game.fulfilled if seat != state.NONE),
        preview=century_preview(game) if hints and not over else None,
        scored=tuple(century_scored(game, century) for century in range(int(game.century) + over)),
        neutral_in_hand=_neutral_in_hand(game),
    )


def _neutral_in_hand(game: State) -> bool:
    lent = game.players != c.DUEL and state.holder(game, c.ECONOMIC) != state.NONE
    return bool(lent and game.architects[state.NEUTRAL] == state.NONE)


def _seat_or_none(seat: int) -> int | None:
    return None if seat == state.NONE else int(seat)


def _leader_grant(game: State) -> int | None:
    if game.over or not leaders.may_take_leader(game, int(game.turn)):
        return None
    return 0 if state.in_force(game, c.SEVEN_YEARS_WAR) else int(leaders.leaders_taken(game))


def _event_card_in_force(game: State) -> str | None:
    card = int(game.drawn[game.century])
    return c.EVENT_CARDS[card] if card != state.NONE and game.century > 0 else None


def _first_event_card(game: State) -> str | None:
    card = int(game.drawn[0])
    return None if card == state.NONE else c.EVENT_CARDS[card]


# --- Sites and seats ----------------------------------------------------------------------


@dataclass(frozen=True)
class _Town:
    """What is asked of all 44 sites, as plain numbers: reading them one by one from a record takes long."""

    architects: dict[int, int]  # by site: whose
    slots: list[list[int]]  # of each site: whose workers, their seat + 1
    stars: list[int]  # of each site
    owners: dict[int, int]  # by site with a star: whose
    groups: list[int]  # by seat: the main group, a set
    tiles: dict[int, int]  # by site: its century
    open: int  # sites with a disc, a set
    century: int  # 0..3
    over: bool
    due: list[int]  # stars of a token for 0..3 contributions


def _town(game: State, groups: list[int]) -> _Town:
    return _Town(
        architects={int(site): who for who, site in enumerate(game.architects) if site != state.NONE},
        slots=np.asarray(game.slots).tolist(),
        stars=np.asarray(game.stars).tolist(),
        owners=_by_site(np.asarray(game.starred).tolist()[: int(game.players)]),
        groups=groups,
        tiles=_by_site(np.asarray(game.tiles).tolist()),
        open=int(game.open),
        century=int(game.century),
        over=bool(game.over),
        due=[int(events.token_stars(game, count)) for count in range(c.SLOTS + 1)],
    )


def _by_site(sets: list[int]) -> dict[int, int]:
    """Which of some sets, that have nothing in common, each site is in."""
    found = {}
    for index, sites in enumerate(sets):
        left = sites
        while left:
            rest = left & left - 1
            found[(left ^ rest).bit_length() - 1] = index
            left = rest
    return found


_DISTRICTS, _ZONES = ([names[i] for i in of] for names, of in ((c.DISTRICTS, c.SITE_DISTRICT), (c.ZONES, c.SITE_ZONE)))
_WORKERS = c.SITE_WORKERS.tolist()
_IN_SLOT = (None, *range(state.NEUTRAL))  # whose workers they are, by what a slot holds


def _site(town: _Town, site: int) -> SiteView:
    architect = town.architects.get(site)
    owner = town.owners.get(site)
    century = town.tiles.get(site, 0)
    slots = town.slots[site]
    return SiteView(
        number=site + 1,
        district=_DISTRICTS[site],
        zone=_ZONES[site],
        workers=_WORKERS[site],
        century=century + 1,
        status=_status(town, site, century, architect, owner),
        architect=NEUTRAL if architect == state.NEUTRAL else architect,
        slots=tuple([_IN_SLOT[who] for who in slots]),
        owner=owner,
        stars=town.stars[site],
        due=town.due[c.SLOTS - slots.count(0)],
        in_main_group=owner is not None and bool(town.groups[owner] >> site & 1),
    )


def _status(town: _Town, site: int, century: int, architect: int | None, owner: int | None) -> str:
    if architect is not None:
        return "building"
    if century > town.century:
        return "future"
    if town.open >> site & 1 and not town.over:
        return "open"
    return "closed" if owner is None else "done"


def numbers(sites: int) -> tuple[int, ...]:
    """A set of sites as numbers 1..44."""
    return tuple(site + 1 for site in _by_site([sites]))


def _seat(game: State, seat: int, group: int) -> SeatView:
    leader = int(game.leaders[seat])
    return SeatView(
        seat=seat,
        active=int(game.active[seat]),
        passive=int(game.passive[seat]),
        zones=tuple(np.asarray(game.zones[seat]).tolist()),
        on_sites=int(scoring.site_points(game, seat)),
        leader=None if leader == state.NONE else c.LEADERS[leader],
        points=int(game.points[seat]),
        buildings=int(c.size(int(game.starred[seat]))),
        main_group=numbers(group),
        main_group_points=int(scoring.group_points(game, group)),
        other_points=int(scoring.stars_of(game, int(game.starred[seat]) & ~group)),
        largest_group=int(scoring.largest_group(game, seat)),
        place=int(game.places[seat]) if game.over else None,
    )


# --- The scoring of a century ----------------------------------------------------------------

_ORDER: list[list[int]] = c.SCORING_ORDER.tolist()  # of the zones in each century
_ZONES_IN_ORDER = [tuple([c.ZONES[zone] for zone in order]) for order in _ORDER]


def _target(family: bool, order: list[int], place: int) -> str | None:
    if family:
        return None
    return c.ZONES[order[place + 1]] if place + 1 < len(order) else TO_ACTIVE


def century_preview(game: State) -> CenturyScoring:
    """The scoring of the zones as they stand, with their cascades."""
    century, family, seats = int(game.century), bool(game.family), range(game.players)
    order = _ORDER[century]
    carried = 0
    steps = []
    for place, zone in enumerate(order):
        counted = tuple([int(scoring.scoring_workers(game, seat, zone, carried)) for seat in seats])
        if family:
            moved = tuple([int(scoring.family_bonus(game, seat, zone)) for seat in seats])
        else:
            carried = scoring.cascade(game, place, carried)
            moved = tuple([int(scoring.unpacked(carried, seat)) for seat in seats])
        steps.append(ZoneStep(c.ZONES[zone], _target(family, order, place), counted, moved))
    totals = [_total(steps, seat, family) + int(scoring.carnival_points(game, seat)) for seat in seats]
    return CenturyScoring(century + 1, tuple(steps), tuple(totals))


def _total(steps: Sequence[ZoneStep], seat: int, family: bool) -> int:
    return sum([step.points(seat, family) for step in steps])


def century_scored(game: State, century: int) -> CenturyScoring:
    """The scoring of a century that is over."""
    order, family = _ORDER[century], bool(game.family)
    steps = tuple(
        ZoneStep(
            c.ZONES[zone],
            _target(family, order, place),
            tuple(int(game.scored[century, zone, seat]) for seat in range(game.players)),
            tuple(int(game.cascaded[century, zone, seat]) for seat in range(game.players)),
        )
        for place, zone in enumerate(order)
    )
    totals = tuple(_total(steps, seat, family) for seat in range(game.players))
    return CenturyScoring(century + 1, steps, totals)


# --- Score sheet -----------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerSheet:
    """All points of one player; what is scored at the end stands here as it would be now."""

    seat: int
    centuries: dict[int, int]  # points of the zones, by the year of a century that is over
    districts: int  # points on the score track from districts, leaders, event cards
    leaders: int
    events: int
    track: int  # the points scored so far
    sites: int  # workers on sites
    active: int  # half of the active workers
    group: dict[int, int]  # main group: stars by site
    group_points: int
    others: dict[int, int]  # other buildings: stars by site
    other_points: int
    total: int
    place: int  # 0 while the game goes on


def score_sheet(game: State) -> tuple[PlayerSheet, ...]:
    """The points of all players as they stand, with their working. All of it is public."""
    over = bool(game.over)
    scored = [century_scored(game, century).totals for century in range(int(game.century) + over)]
    return tuple(
        _player_sheet(game, seat, {c.YEARS[i]: totals[seat] for i, totals in enumerate(scored)})
        for seat in range(game.players)
    )


def _player_sheet(game: State, seat: int, centuries: dict[int, int]) -> PlayerSheet:
    group = int(scoring.main_group(game, seat))
    others = int(game.starred[seat]) & ~group
    districts, leaders_, events_ = (int(points) for points in game.earned[seat])
    sites, active = int(scoring.site_points(game, seat)), int(scoring.active_points(game, seat))
    group_points, other_points = int(scoring.group_points(game, group)), int(scoring.stars_of(game, others))
    final = sites + active + group_points + other_points
    track = int(game.points[seat])
    return PlayerSheet(
        seat=seat,
        centuries=centuries,
        districts=districts,
        leaders=leaders_,
        events=events_,
        track=track - final if game.over else track,
        sites=sites,
        active=active,
        group=_stars(game, group),
        group_points=group_points,
        others=_stars(game, others),
        other_points=other_points,
        total=track if game.over else track + final,
        place=int(game.places[seat]),
    )


def _stars(game: State, sites: int) -> dict[int, int]:
    return {number: int(game.stars[number - 1]) for number in numbers(sites)}
