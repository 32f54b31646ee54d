"""The picture of a game of Québec: places and names for the pages in ``pages/``.

The board lies in units of an SVG view box, site and district on a grid of
hexagons; the four corner zones lie in its corners, clockwise from religion at the
top left, and the Citadel in the middle of the upper edge, where the scoring begins.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from trigrad.engine.game import Move
from trigrad.engine.journal import Event, Kind
from trigrad.games.quebec import components as c
from trigrad.games.quebec import events
from trigrad.games.quebec.view import NEUTRAL, SiteView, View
from trigrad.games.quebec.words import DISTRICT_EFFECTS, EVENT_CARD_EFFECTS, LEADER_EFFECTS

COLUMN, LINE = 33.0, 57.0  # from one to the next on the grid of doubled coordinates
RADIUS = 29.0  # of a site
PLAN = "M0-31L30-9V-4H26V27H-26V-4H-30V-9z"  # of a building yet to come
PLOT = "M-23-27H23a4 4 0 0 1 4 4V23a4 4 0 0 1-4 4H-23a4 4 0 0 1-4-4V-23a4 4 0 0 1 4-4z"  # where one is or was
LEFT, TOP = -44.0, -128.0  # of the view box
WIDTH, HEIGHT = 17 * COLUMN + 88, 7 * LINE + 252
ZONE_WIDTH, ZONE_HEIGHT = 206.0, 80.0
COUNTS = (8.0, 56.0)  # where a zone's counts begin, and the middle of their line
SLOTS = ((-16.0, 9.0), (0.0, 17.0), (16.0, 9.0))  # of workers on a site, left to right
PAWN = (0.0, -10.0)  # of the architect on a site
TOUCHED = 2 * RADIUS + 6  # of a site, as a button: up to half the way to its neighbours
DISTRICT = 68.0  # of a district, as a button
NUMERALS = ("I", "II", "III", "IV")

Point = tuple[float, float]


def place(hexagon: list[int]) -> Point:
    """The middle of a place of the grid."""
    return hexagon[0] * COLUMN, hexagon[1] * LINE


_RIGHT, _BOTTOM = LEFT + WIDTH - ZONE_WIDTH - 4, TOP + HEIGHT - ZONE_HEIGHT - 4
ZONE_PLACES: dict[str, Point] = {
    "religion": (LEFT + 4, TOP + 4),
    "politics": (_RIGHT, TOP + 4),
    "economy": (_RIGHT, _BOTTOM),
    "culture": (LEFT + 4, _BOTTOM),
    "citadel": ((LEFT + 4 + _RIGHT) / 2, TOP + 4),
}
SITE_PLACES = [place(site["hex"]) for site in c.SITE_LIST]
EDGES = [(one - 1, two - 1) for one, two in c.DATA["graph"]["edges"]]

NAMES = {
    "zones": c.ZONE_NAMES,
    "districts": c.DISTRICT_NAMES,
    "leaders": c.LEADER_NAMES,
    "event_cards": c.EVENT_CARD_NAMES,
}
EVENT_CARD_YEARS = {card["key"]: card["year"] for card in c.EVENT_CARD_LIST}


def picture(view: View) -> Mapping[str, Any]:
    """What ``pages/table.html`` needs besides the view: the board's geometry, names and effects."""
    return {
        **_ALWAYS,
        "counts": _counts(view.players),
        "most": [max(workers) for workers in zip(*[seat.zones for seat in view.seats], strict=True)],
        "sites": list(zip(view.sites, _SITE_POINTS, strict=True)),
        "groups": list(_groups(view)),
        "ghosts": list(_ghosts(view)),
        "changes": _changes(view),
        "architects": list(_architects(view)),
        "leader_effects": LEADER_EFFECTS[view.players],
    }


DISTRICTS = {
    district["key"]: {
        "key": district["key"],
        "zone": district["zone"],
        "workers": district["workers"],
        "any": district["action"].startswith("any_"),
        "x": place(district["hex"])[0],
        "y": place(district["hex"])[1],
    }
    for district in c.DISTRICT_LIST
}


def _written(x: float, y: float) -> str:
    """A point, as SVG has it."""
    return f"{x:.1f} {y:.1f}"


_SITE_POINTS = [_written(x, y) for x, y in SITE_PLACES]

# The streets between neighbouring sites, and all places, as SVG path data
STREETS = "".join("M{:g} {:g}L{:g} {:g}".format(*SITE_PLACES[one], *SITE_PLACES[two]) for one, two in EDGES)
TOWN = "".join(f"M{x:g} {y:g}h0" for x, y in [*SITE_PLACES, *((each["x"], each["y"]) for each in DISTRICTS.values())])


def _groups(view: View) -> Iterator[dict[str, Any]]:
    """The streets of main groups, by owner, as SVG path data."""
    paths: dict[int, str] = {}
    for one, two in EDGES:
        first, second = view.sites[one], view.sites[two]
        if first.in_main_group and second.in_main_group and first.owner is not None and first.owner == second.owner:
            (x1, y1), (x2, y2) = SITE_PLACES[one], SITE_PLACES[two]
            paths[first.owner] = paths.get(first.owner, "") + f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
    for owner, path in sorted(paths.items()):
        yield {"owner": owner, "path": path}


def _architects(view: View) -> Iterator[dict[str, Any]]:
    """All architects on the board, in a fixed order, so that they glide from site to site."""
    standing = {site.architect: site.number - 1 for site in view.sites if site.architect is not None}
    for architect in (*range(view.players), NEUTRAL):
        if architect in standing:
            x, y = SITE_PLACES[standing[architect]]
            yield {"who": architect, "x": x + PAWN[0], "y": y + PAWN[1]}


def _count_place(players: int, seat: int) -> Point:
    """Where a seat's workers are counted, in a zone."""
    left, line = COUNTS
    return left + seat * (ZONE_WIDTH - left) / players, line


@cache
def _counts(players: int) -> list[dict[str, str]]:
    """For each seat the middle of its shape in a zone, and where the number beside it begins."""
    places = [_count_place(players, seat) for seat in range(players)]
    return [{"shape": _written(x + 8, y), "x": f"{x + 18:.1f}", "y": str(y + 7.5)} for x, y in places]


# --- What can be pressed -------------------------------------------------------------------


def _box(x: float, y: float, width: float, height: float) -> str:
    """A part of the board in percent of it, as CSS."""
    left, top = round(100 * (x - LEFT) / WIDTH, 2), round(100 * (y - TOP) / HEIGHT, 2)
    return f"left:{left}%;top:{top}%;width:{round(100 * width / WIDTH, 2)}%;height:{round(100 * height / HEIGHT, 2)}%"


def _around(middle: Point, size: float) -> str:
    return _box(middle[0] - size / 2, middle[1] - size / 2, size, size)


# All that can be pressed on the board, by notation: its style, and its box
AIMS = {
    **{f"zone {key}": ("b-aim b-zone", _box(x, y, ZONE_WIDTH, ZONE_HEIGHT)) for key, (x, y) in ZONE_PLACES.items()},
    **{f"do {key}": ("b-aim b-district", _around((each["x"], each["y"]), DISTRICT)) for key, each in DISTRICTS.items()},
    **{f"site {number}": ("b-aim b-site", _around(middle, TOUCHED)) for number, middle in enumerate(SITE_PLACES, 1)},
}

# What is the same in all games
_ALWAYS = {
    "names": NAMES,
    "numerals": NUMERALS,
    "years": c.YEARS,
    "box": (LEFT, TOP, WIDTH, HEIGHT),
    "plan": PLAN,
    "plot": PLOT,
    "zone_size": (ZONE_WIDTH, ZONE_HEIGHT),
    "zones": [{"key": key, "index": c.ZONES.index(key), "x": x, "y": y} for key, (x, y) in ZONE_PLACES.items()],
    "slots": [
        {"index": index, "place": _written(x, y), "x": str(x - 8), "y": str(y - 8)}
        for index, (x, y) in enumerate(SLOTS)
    ],
    "stars": [[str((star - (stars - 1) / 2) * 15 - 8) for star in range(stars)] for stars in range(c.STARS_MAX + 1)],
    "districts": DISTRICTS,
    "streets": STREETS,
    "town": TOWN,
    "aims": AIMS,
    "district_effects": DISTRICT_EFFECTS,
    "leader_zones": dict(zip(c.LEADERS, c.ZONES, strict=True)),
    "event_card_effects": EVENT_CARD_EFFECTS,
    "event_card_years": EVENT_CARD_YEARS,
}


# --- What a choice would bring ---------------------------------------------------------------


@dataclass(frozen=True)
class Ghost:
    """What a choice would put on the board: shown where it would come to while the choice is pointed at."""

    notation: str
    workers: tuple[tuple[int, float, float], ...] = ()  # whose, and where on a site
    architect: tuple[int | str, float, float] | None = None
    stars: tuple[tuple[float, float, int], ...] = ()  # the middle of a site, and how many
    counts: tuple[tuple[float, float, str], ...] = ()  # beside a count in a zone, how it changes
    ways: tuple[tuple[float, float, float, float], ...] = ()  # that workers go


def _ghosts(view: View) -> Iterator[Ghost]:
    """What each choice of the reader would bring; some of these may not be possible."""
    if view.viewer == view.to_move and view.step is not None and view.step in _GHOSTS:
        yield from _GHOSTS[view.step](view)


def _turn(view: View) -> Iterator[Ghost]:
    yield from _contributions(view)
    yield from _to_zones(view, "+1")
    yield from _completions(view)


def _contributions(view: View) -> Iterator[Ghost]:
    """My workers in the next free slot of each site under construction."""
    for site in view.sites:
        if site.status == "building" and None in site.slots:
            x, y = SITE_PLACES[site.number - 1]
            dx, dy = SLOTS[site.slots.index(None)]
            yield Ghost(f"site {site.number}", workers=((view.viewer, x + dx, y + dy),))


def _completions(view: View) -> Iterator[Ghost]:
    """The buildings that are completed as their architects are lifted: stars, and workers on their way to the zone."""
    own = [site for site in view.sites if site.architect == view.viewer]
    common = [site for site in view.sites if site.architect == NEUTRAL]
    yield _completion(view, "start neutral", common)
    if view.players == c.DUEL and view.step == "turn":  # it takes the common architect along (Ruling B21)
        own += [site for site in common if any(seat is not None for seat in site.slots)]
    yield _completion(view, "start own", own)


def _completion(view: View, notation: str, sites: list[SiteView]) -> Ghost:
    stars, counts, ways = [], [], []
    for site in sites:
        x, y = SITE_PLACES[site.number - 1]
        stars.append((x, y, site.due))
        there = [seat for seat in range(view.players) if seat in site.slots]
        counts += [_counted(view, site.zone, seat, f"+{site.slots.count(seat) * site.workers}") for seat in there]
        ways += [(x, y, *_middle(site.zone))] if there else []
    return Ghost(notation, stars=tuple(stars), counts=tuple(counts), ways=tuple(ways))


def _places(view: View) -> Iterator[Ghost]:
    """The architect on each open site; the neutral one is placed after one's own."""
    own = all(site.architect != view.viewer for site in view.sites)
    for site in view.sites:
        if site.status == "open":
            x, y = SITE_PLACES[site.number - 1]
            who = view.viewer if own else NEUTRAL
            yield Ghost(f"site {site.number}", architect=(who, x + PAWN[0], y + PAWN[1]))


def _redirections(view: View) -> Iterator[Ghost]:
    """My workers on their way from the completed site."""
    assert view.site is not None
    site = view.sites[view.site - 1]
    for ghost in _to_zones(view, f"+{site.slots.count(view.viewer) * site.workers}"):
        zone = ghost.notation.removeprefix("zone ")
        yield Ghost(ghost.notation, counts=ghost.counts, ways=((*SITE_PLACES[view.site - 1], *_middle(zone)),))


def _pairs(view: View) -> Iterator[Ghost]:
    for zone, key in enumerate(c.ZONES[: c.CORNERS]):
        keys = (key, c.ZONES[int(c.PAIRED_ZONE[zone])])
        yield Ghost(f"zone {key}", counts=tuple(_counted(view, each, view.viewer, "+") for each in keys))


def _upgrades(view: View) -> Iterator[Ghost]:
    for site in view.sites:
        if site.owner == view.viewer:
            yield Ghost(f"site {site.number}", stars=((*SITE_PLACES[site.number - 1], site.stars + 1),))


def _to_zones(view: View, change: str) -> Iterator[Ghost]:
    for key in c.ZONES:
        yield Ghost(f"zone {key}", counts=(_counted(view, key, view.viewer, change),))


def _counted(view: View, zone: str, seat: int, change: str) -> tuple[float, float, str]:
    (x, y), (dx, dy) = ZONE_PLACES[zone], _count_place(view.players, seat)
    return x + dx, y + dy, change


def _middle(zone: str) -> Point:
    x, y = ZONE_PLACES[zone]
    return x + ZONE_WIDTH / 2, y + ZONE_HEIGHT / 2


_GHOSTS: Mapping[str, Callable[[View], Iterator[Ghost]]] = {
    "turn": _turn,
    "place": _places,
    "redirect": _redirections,
    "pair": _pairs,
    "settle": lambda view: _to_zones(view, "+"),
    "move from": lambda view: _to_zones(view, "−"),
    "move to": lambda view: _to_zones(view, "+"),
    "start": _completions,
    "contribute": _contributions,
    "upgrade": _upgrades,
}


def _changes(view: View) -> dict[str, int]:
    """How each choice of a turn changes the number of the reader's active workers, for what is certain."""
    if view.step != "turn" or view.viewer != view.to_move:
        return {}
    supply = view.seats[view.viewer].passive
    sites = {f"site {site.number}": -site.workers for site in view.sites if site.status == "building"}
    zones = {f"zone {key}": -1 for key in c.ZONES}
    starts = dict.fromkeys(("start own", "start neutral"), min(view.grant, supply))
    leaders = {f"leader {key}": min(view.leader_grant or 0, supply) for key in view.leaders}
    return {notation: change for notation, change in {**sites, **zones, **starts, **leaders}.items() if change}


# --- What has happened ------------------------------------------------------------------------


def touched(event: Event) -> tuple[str, ...]:
    """The ids of the things on the page that an event changed: a site, a seat's count in a zone, a leader."""
    return _TOUCHED[event.kind](event) if event.kind in _TOUCHED else ()


def _site_of(event: Event) -> tuple[str, ...]:
    return (f"site-{event.site + 1}",)


def _count_of(event: Event) -> tuple[str, ...]:
    return (f"zone-{c.ZONES[event.zone]}-{event.player}",)


_TOUCHED: Mapping[Kind, Callable[[Event], tuple[str, ...]]] = {
    events.COMPLETED: _site_of,
    events.PLACED: _site_of,
    events.CONTRIBUTED: _site_of,
    events.UPGRADED: _site_of,
    events.LEFT_SITE: _count_of,
    events.SENT: _count_of,
    events.MOVED: lambda event: tuple(f"zone-{c.ZONES[zone]}-{event.player}" for zone in (event.origin, event.target)),
    events.LEADER_TAKEN: lambda event: (f"leader-{c.LEADERS[event.leader]}",),
}


def moves(event: Event, before: Sequence[Event]) -> Sequence[Move]:
    """What an event moves on the page: architects, workers between sites, zones and their players, leaders."""
    if event.kind == events.LEFT_SITE:
        site = next(each.site for each in reversed(before) if each.kind == events.COMPLETED)
        return (Move(f"site-{site + 1}", _count(event.zone, event), event.workers),)
    return _MOVES[event.kind](event) if event.kind in _MOVES else ()


def _count(zone: int, event: Event) -> str:
    """Where the event's player has workers in a zone; beyond the last one, where they are active."""
    return f"active-{event.player}" if zone == events.TO_ACTIVE else f"zone-{c.ZONES[zone]}-{event.player}"


def _own(what: str, event: Event) -> str:
    return f"{what}-{event.player}"


def _stays(place: str) -> tuple[Move]:
    return (Move(place, place),)


def _placed(event: Event) -> tuple[Move]:
    architect = f"architect-{NEUTRAL if event.neutral else event.player}"
    return (Move(f"{architect} player-{event.player}", architect),)


def _zone_scored(event: Event) -> tuple[Move, ...]:
    """Points for all workers of a zone; the majority cascades, the others go back to the supply."""
    zone, stay = _count(event.zone, event), event.workers - event.cascading
    onward = (Move(zone, _count(event.target, event), event.cascading),) if event.cascading else ()
    home = (Move(zone, _own("supply", event), stay),) if stay else ()
    return (*onward, *home, *_stays(_own("points", event)))


def _points(event: Event) -> tuple[Move]:
    return _stays(_own("points", event))


_MOVES: Mapping[Kind, Callable[[Event], Sequence[Move]]] = {
    events.COMPLETED: lambda event: _stays(f"site-{event.site + 1}"),
    events.PLACED: _placed,
    events.ACTIVATED: lambda event: (Move(_own("supply", event), _own("active", event), event.workers),),
    events.CONTRIBUTED: lambda event: (Move(_own("active", event), f"site-{event.site + 1}", event.workers),),
    events.SENT: lambda event: (Move(_own("active", event), _count(event.zone, event), event.workers),),
    events.MOVED: lambda event: (Move(_count(event.origin, event), _count(event.target, event), event.workers),),
    events.LEADER_TAKEN: lambda event: (Move(f"leader-{c.LEADERS[event.leader]}", _own("leads", event)),),
    events.UPGRADED: lambda event: _stays(f"site-{event.site + 1}"),
    events.SCORED: _points,
    events.WITHDRAWN: lambda event: _stays(_own("supply", event)),
    events.ZONE_SCORED: _zone_scored,
    events.FAMILY_ZONE_SCORED: lambda event: (
        Move(_count(event.zone, event), _own("supply", event), event.workers),
        *_points(event),
    ),
    events.DEACTIVATED: lambda event: (Move(_own("active", event), _own("supply", event), event.workers),),
    events.REVEALED: lambda _: _stays("event-card"),
    events.FINAL_SCORED: _points,
}
