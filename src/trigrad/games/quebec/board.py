"""The picture of a game of Québec: places and names for the pages in ``pages/``.

The board lies in units of an SVG view box, site and district on a grid of
hexagons; the four corner zones lie in its corners, clockwise from religion at the
top left, and the Citadel in the middle of the upper edge, where the scoring begins.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from trigrad.games.quebec import components as c
from trigrad.games.quebec.view import NEUTRAL, SiteView, View
from trigrad.games.quebec.words import DISTRICT_EFFECTS, EVENT_CARD_EFFECTS, leader_effect

COLUMN, LINE = 33.0, 57.0  # from one to the next on the grid of doubled coordinates
RADIUS = 29.0  # of a site
LEFT, TOP = -44.0, -128.0  # of the view box
WIDTH, HEIGHT = 17 * COLUMN + 88, 7 * LINE + 252
ZONE_WIDTH, ZONE_HEIGHT = 176.0, 74.0
SLOTS = ((-15.0, 10.0), (0.0, 17.0), (15.0, 10.0))  # of workers on a site, left to right
PAWN = (0.0, -5.0)  # of the architect on a site
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
        "names": NAMES,
        "numerals": NUMERALS,
        "years": c.YEARS,
        "box": (LEFT, TOP, WIDTH, HEIGHT),
        "radius": RADIUS,
        "slots": SLOTS,
        "zone_size": (ZONE_WIDTH, ZONE_HEIGHT),
        "zones": [{"key": key, "index": c.ZONES.index(key), "x": x, "y": y} for key, (x, y) in ZONE_PLACES.items()],
        "districts": DISTRICTS,
        "sites": [_site(site) for site in view.sites],
        "edges": list(_edges(view)),
        "architects": list(_architects(view)),
        "district_effects": DISTRICT_EFFECTS,
        "leader_zones": dict(zip(c.LEADERS, c.ZONES, strict=True)),
        "leader_effects": {key: leader_effect(key, view.players) for key in view.leaders},
        "event_card_effects": EVENT_CARD_EFFECTS,
        "event_card_years": EVENT_CARD_YEARS,
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


def _site(site: SiteView) -> dict[str, Any]:
    x, y = SITE_PLACES[site.number - 1]
    return {"site": site, "x": x, "y": y, "left": _percent(x - LEFT, WIDTH), "top": _percent(y - TOP, HEIGHT)}


def _percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 2)


def _edges(view: View) -> Iterator[dict[str, Any]]:
    """The lines between neighbours; ``owner`` where both belong to the same main group."""
    for one, two in EDGES:
        (x1, y1), (x2, y2) = SITE_PLACES[one], SITE_PLACES[two]
        first, second = view.sites[one], view.sites[two]
        together = first.in_main_group and second.in_main_group and first.owner == second.owner
        yield {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "owner": first.owner if together else None}


def _architects(view: View) -> Iterator[dict[str, Any]]:
    """All architects on the board, in a fixed order, so that they glide from site to site."""
    standing = {site.architect: site.number - 1 for site in view.sites if site.architect is not None}
    for architect in (*range(view.players), NEUTRAL):
        if architect in standing:
            x, y = SITE_PLACES[standing[architect]]
            yield {"who": architect, "x": x + PAWN[0], "y": y + PAWN[1]}
