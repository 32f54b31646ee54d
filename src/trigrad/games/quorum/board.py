"""The picture of a game of Quorum: places and names for the pages in ``pages/``.

The board is a ring of six equal sectors around Rome, drawn in units of an SVG
view box with Rome at (0, 0). A track starts at the rim and winds inwards in three
lanes: the start and 1..5 clockwise, 6..10 back, 11..15 clockwise again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, degrees, radians, sin
from typing import Any

from trigrad.engine.game import Move
from trigrad.engine.journal import Event, Kind
from trigrad.games.quorum import components as c
from trigrad.games.quorum import events
from trigrad.games.quorum.view import Effect, ProvinceView, View

SECTOR = 60.0  # degrees of a province
FIRST = -90.0  # middle of the first sector: at the top; clockwise from there
VIEW_BOX = 720.0  # side of the square that the board is drawn in
RADIUS = 358.0  # of the whole board
INNER, OUTER = 100.0, 353.0  # of a sector
RIM = 331.0  # middle of the band with the names
MARGIN = 2.2  # degrees left free at either side of a sector's track
GAP = 1.2  # half of what is left free between two spaces
TOKEN = (158.0, -13.5)  # radius, degrees right of the middle of the sector
TIMES = (158.0, 0.0)
COUNTED = (158.0, 13.0)
ORDER = 117.0  # radius on which those who are ranked stand, the first at the left
ORDER_STEP = 13.5  # degrees from one to the next
EMBLEM = (334.0, -23.5)
LIFT = 10.0  # how far each marker of a stack shows above the one below it
START_SCALE = 0.68  # markers wait smaller beside the track, where no order counts

_START_PLACES = ((-10.0, -10.0), (10.0, -10.0), (-10.0, 10.0), (10.0, 10.0))

_CORNERS = 12  # straight pieces for a sector's arc, where a button takes its form

Point = tuple[float, float]


@dataclass(frozen=True)
class Lane:
    """One of the three lanes of a track."""

    outer: float
    inner: float
    spaces: range
    clockwise: bool

    @property
    def middle(self) -> float:
        """The radius on which the markers stand."""
        return (self.outer + self.inner) / 2

    @property
    def width(self) -> float:
        """The degrees of a space."""
        return (SECTOR - 2 * MARGIN) / len(self.spaces)

    def angle(self, space: int) -> float:
        """The middle of a space, in a sector whose middle is at 0 degrees."""
        along = (space - self.spaces.start + 0.5) * self.width - SECTOR / 2 + MARGIN
        return along if self.clockwise else -along


LANES = (Lane(314, 268, range(6), True), Lane(265, 225, range(6, 11), False), Lane(222, 186, range(11, 16), True))


def picture(view: View) -> Mapping[str, Any]:
    """What ``pages/table.html`` needs besides the view: the board's geometry and all names."""
    return {
        "names": NAMES,
        "radius": RADIUS,
        "land": LAND,
        "cells": CELLS,
        "sectors": [_sector(place, province) for place, province in enumerate(view.provinces)],
        "markers": list(_markers(view)),
        "ghosts": list(_ghosts(view)),
        "gods": _GODS,
    }


_GODS = {god.key: (god.left, god.right) for god in c.GOD_LIST}
NAMES = {
    "types": c.TYPE_NAMES,
    "provinces": c.PROVINCE_NAMES,
    "goods": c.GOOD_NAMES,
    "buildings": c.BUILDING_NAMES,
    "gods": c.GOD_NAMES,
}


# --- Places on the ring -------------------------------------------------------------


def point(radius: float, angle: float) -> Point:
    """A point by its distance from Rome and its angle in degrees, clockwise from the right."""
    return round(radius * cos(radians(angle)), 1), round(radius * sin(radians(angle)), 1)


def middle(place: int) -> float:
    """The angle of the middle of the sector at a place of the ring."""
    return FIRST + SECTOR * place


def is_low(place: int) -> bool:
    """Whether a sector lies in the lower half, where what is clockwise runs from right to left."""
    return sin(radians(middle(place))) > 0


def lane_of(space: int) -> Lane:
    """The lane in which a space lies."""
    return next(lane for lane in LANES if space in lane.spaces)


@cache
def space_point(place: int, space: int) -> Point:
    """The middle of a space of the province at a place of the ring."""
    lane = lane_of(space)
    return point(lane.middle, middle(place) + lane.angle(space))


def ring_piece(inner: float, outer: float, start: float, end: float) -> str:
    """The outline of a piece of a ring between two angles, as SVG path data."""
    (x1, y1), (x2, y2) = point(outer, start), point(outer, end)
    (x3, y3), (x4, y4) = point(inner, end), point(inner, start)
    return f"M{x1} {y1}A{outer} {outer} 0 0 1 {x2} {y2}L{x3} {y3}A{inner} {inner} 0 0 0 {x4} {y4}Z"


def _cell(space: int) -> str:
    lane = lane_of(space)
    half = lane.width / 2 - degrees(GAP / lane.middle)
    return ring_piece(lane.inner, lane.outer, lane.angle(space) - half, lane.angle(space) + half)


# The sixteen spaces of a sector whose middle is at 0 degrees; the pages turn them into place
CELLS = [_cell(space) for space in range(c.TRACK + 1)]

LAND = ring_piece(INNER, OUTER, 0.5 - SECTOR / 2, SECTOR / 2 - 0.5)  # a whole sector, likewise


def _rim_path(place: int) -> str:
    """The arc along which a province's name is written, left to right for the reader."""
    low = is_low(place)
    radius = RIM + (9 if low else -9)
    start, end = middle(place) - SECTOR / 2, middle(place) + SECTOR / 2
    if low:
        start, end = end, start
    (x1, y1), (x2, y2) = point(radius, start), point(radius, end)
    return f"M{x1} {y1}A{radius} {radius} 0 0 {0 if low else 1} {x2} {y2}"


def _beside(place: int, where: tuple[float, float]) -> Point:
    """A place right (positive degrees) or left of the middle of a sector, as the reader sees it."""
    radius, aside = where
    return point(radius, middle(place) + (-aside if is_low(place) else aside))


def _area(place: int) -> dict[str, Any]:
    """A whole sector as a box in percent of the board, and within it its corners in percent of the box."""
    start = middle(place) - SECTOR / 2
    along = [start + SECTOR * step / _CORNERS for step in range(_CORNERS + 1)]
    outline = [point(OUTER, angle) for angle in along] + [point(INNER, angle) for angle in reversed(along)]
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    left, top, width, height = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    corners = [(_percent(x - left, width), _percent(y - top, height)) for x, y in outline]
    return {
        "box": [_percent(each, VIEW_BOX) for each in (left + VIEW_BOX / 2, top + VIEW_BOX / 2, width, height)],
        "corners": ",".join(f"{x} {y}" for x, y in corners),
        "clip": ",".join(f"{x}% {y}%" for x, y in corners),
    }


def _percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 2)


# --- What lies there -----------------------------------------------------------------


def _sector(place: int, province: ProvinceView) -> dict[str, Any]:
    ranked = [standing for standing in province.standings if standing.rank]
    return {
        "province": province,
        **_ground(place),
        "order": [
            (standing, *_beside(place, (ORDER, (rank - (len(ranked) - 1) / 2) * ORDER_STEP)))
            for rank, standing in enumerate(ranked)
        ],
    }


@cache
def _ground(place: int) -> dict[str, Any]:
    """What of a sector is the same in all games."""
    return {
        "angle": middle(place),
        "area": _area(place),
        "rim": _rim_path(place),
        "numbers": [space_point(place, space) for space in range(1, c.TRACK + 1)],
        "emblem": _beside(place, EMBLEM),
        "token": _beside(place, TOKEN),
        "times": _beside(place, TIMES),
        "counted": _beside(place, COUNTED),
    }


def _markers(view: View) -> Iterator[dict[str, Any]]:
    """All markers in the order of drawing: of a stack the lowest, which is ahead, first."""
    for place, province in enumerate(view.provinces):
        on_space: dict[int, list[int]] = {}
        for standing in province.standings:
            on_space.setdefault(standing.space, []).append(standing.seat)
        for space, seats in on_space.items():
            for level, seat in enumerate(seats):
                x, y, scale = _marker_place(place, space, seat, level, len(seats))
                yield {"seat": seat, "province": province.key, "space": space, "x": x, "y": y, "scale": scale}


def _marker_place(place: int, space: int, seat: int, level: int, height: int) -> tuple[float, float, float]:
    x, y = space_point(place, space)
    if space == 0:
        dx, dy = _START_PLACES[seat]
        return round(x + dx, 1), round(y + dy, 1), START_SCALE
    lift = (level - (height - 1) / 2) * LIFT
    return round(x + lift, 1), round(y - lift, 1), 1.0


def _ghosts(view: View) -> Iterator[dict[str, Any]]:
    """What each choice, and each card of the hand, would do: where a marker would come to, and what values change."""
    places = {province.key: place for place, province in enumerate(view.provinces)}
    for notation, effect in _effects(view):
        if effect is not None:
            place = places[effect.province]
            x, y = _landing(view.provinces[place], place, effect)
            yield {
                "for": notation,
                "angle": middle(place),
                "x": x,
                "y": y,
                "effect": effect,
                "values": [(value, *_beside(places[key], TOKEN)) for key, (_, value) in effect.values.items()],
            }


def _landing(province: ProvinceView, place: int, effect: Effect) -> Point:
    """Where a marker would come to lie: on top of those that are on its space already."""
    x, y = space_point(place, effect.after)
    below = sum(standing.space == effect.after for standing in province.standings)
    lift = below * LIFT / 2 if effect.after != effect.before else 0
    return round(x + lift, 1), round(y - lift, 1)


def _effects(view: View) -> Iterator[tuple[str, Effect | None]]:
    for position, card in enumerate(view.rome, 1):
        yield f"take {position}", card.effect
    if view.viewer >= 0:
        for position, card in enumerate(view.seats[view.viewer].hand, 1):
            yield f"play {position}", card.effect
    for province in view.provinces:
        yield f"advance {province.key}", province.effect


# --- What has happened ----------------------------------------------------------------------


def touched(event: Event) -> Sequence[str]:
    """The ids of the things on the page that an event changed: places of Rome, markers, values, cards in play."""
    return _TOUCHED[event.kind](event) if event.kind in _TOUCHED else ()


def moves(event: Event) -> Sequence[Move]:
    """What an event moves on the page: cards between the deck, Rome, hands and what is in play; markers."""
    return _MOVES[event.kind](event) if event.kind in _MOVES else ()


ALL_ROME = tuple(f"rome-{position}" for position in range(1, c.ROME_SIZE + 1))


def _rome(event: Event) -> str:
    return f"rome-{event.position + 1}"


def _held(event: Event) -> str:
    return f"held-{event.player}"


def _marker(event: Event) -> str:
    return f"marker-{event.player}-{c.PROVINCES[event.province]}"


def _value(event: Event) -> str:
    return f"value-{c.PROVINCES[event.province]}"


def _played(event: Event) -> str:
    return f"played-{event.card}"


_TOUCHED: Mapping[Kind, Callable[[Event], Sequence[str]]] = {
    events.TAKEN: lambda event: (_rome(event),),
    events.REPLACED: lambda _: ALL_ROME,
    events.ADVANCED: lambda event: (_marker(event),),
    events.CHANGED: lambda event: (_value(event),),
    events.PLAYED: lambda event: (_played(event),),
}
_MOVES: Mapping[Kind, Callable[[Event], Sequence[Move]]] = {
    events.TAKEN: lambda event: (Move(_rome(event), _held(event)),),
    events.REFILLED: lambda event: (Move("deck", _rome(event)),),
    events.REPLACED: lambda _: tuple(Move(place, "") for place in ALL_ROME),
    events.TURNED_UP: lambda event: (Move(_held(event), "god"),),
    events.ADVANCED: lambda event: (Move(_marker(event), _marker(event)),),
    events.CHANGED: lambda event: (Move(_value(event), _value(event)),),
    events.PLAYED: lambda event: (Move(_held(event), _played(event)),),
}
