"""Québec's sites, districts, leaders and event cards, as arrays for the rules and as data for people."""

import itertools
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from trigrad.engine.header import MAX_PLAYERS
from trigrad.engine.rule import rule
from trigrad.engine.text import Name

DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("components.toml").read_text("utf-8"))

_setup = DATA["setup"]
PLAYERS_MIN: int = min(_setup["players"])
PLAYERS_MAX: int = max(_setup["players"])
DUEL = PLAYERS_MIN  # two players share the neutral architect (Ruling B21)
CENTURIES: int = _setup["centuries"]
YEARS: list[int] = _setup["century_years"]
SLOTS: int = _setup["contributions_per_building"]
START_ACTIVE: int = _setup["start_active"]
START_ACTIVE_SECOND_OF_2: int = _setup["start_active_second_player_2p"]
GRANT: int = _setup["activate_on_new_building"]

# Workers of each player, by number of players (0 = not a number of players)
WORKERS = np.array([_setup["workers_by_players"].get(str(n), 0) for n in range(PLAYERS_MAX + 1)], np.int8)


def _names(kind: str) -> dict[str, Name]:
    return {entry["key"]: Name(entry["en"], entry["fr"], entry["ru"]) for entry in DATA[kind]}


# --- Zones ----------------------------------------------------------------------

ZONES: list[str] = [z["key"] for z in DATA["zone"]]
ZONE_NAMES = _names("zone")
ZONE_COLOURS = {z["key"]: z["colour"] for z in DATA["zone"]}
CULTURE, CITADEL = ZONES.index("culture"), ZONES.index("citadel")
CORNERS = CITADEL  # zones 0..3 lie in the corners of the board


def zone_set(keys: Sequence[str]) -> int:
    """A set of zones, one bit each."""
    return sum(1 << ZONES.index(key) for key in keys)


ALL_ZONES = zone_set(ZONES)
ALL_CORNERS = ALL_ZONES & ~(1 << CITADEL)

# The zones in the order in which they are scored, by century
SCORING_ORDER = np.array(
    [[ZONES.index(z) for z in DATA["scoring_order"][f"century_{c + 1}"]] for c in range(CENTURIES)], np.int8
)

# --- Sites ----------------------------------------------------------------------
# Sites are numbered 0..43 here, 1..44 in the data file and for people. A set of sites is one
# integer, one bit a site.

SITES: int = _setup["buildings"]
SITE_LIST: list[dict[str, Any]] = DATA["site"]
DISTRICTS: list[str] = [d["key"] for d in DATA["district"]]
DISTRICT_LIST: list[dict[str, Any]] = DATA["district"]
DISTRICT_NAMES = _names("district")

DISTRICTS_OF_COLOUR = len(DISTRICTS) // CORNERS  # they stand together, in the order of the zones

DISTRICT_ZONE = np.array([ZONES.index(d["zone"]) for d in DISTRICT_LIST], np.int8)
DISTRICT_WORKERS = np.array([d["workers"] for d in DISTRICT_LIST], np.int8)
SITE_DISTRICT = np.array([DISTRICTS.index(s["district"]) for s in SITE_LIST], np.int8)
SITE_ZONE = DISTRICT_ZONE[SITE_DISTRICT]
SITE_WORKERS = DISTRICT_WORKERS[SITE_DISTRICT]
SITE_NEIGHBOURS = np.array([sum(1 << (n - 1) for n in s["neighbours"]) for s in SITE_LIST], np.int64)

# The sites of each zone's colour as a set
ZONE_SITES = np.array([sum(1 << i for i in range(SITES) if SITE_ZONE[i] == zone) for zone in range(CORNERS)], np.int64)

# Which site a single bit stands for: 2 is a primitive root modulo 67, so the remainders differ
BIT_MODULUS = 67
BIT_SITE = np.zeros(BIT_MODULUS, np.int8)
for _site in range(SITES):
    BIT_SITE[(1 << _site) % BIT_MODULUS] = _site


@rule
def first_site(sites: int) -> int:
    """The site with the lowest number in a set that is not empty."""
    return int(BIT_SITE[(sites & -sites) % BIT_MODULUS])


@rule
def has_site(sites: int, site: int) -> bool:
    """Whether a site is in a set."""
    return (int(sites) >> int(site)) & 1 == 1


@rule
def size(sites: int) -> int:
    """How many sites a set has."""
    count = 0
    while sites != 0:
        sites &= sites - 1
        count += 1
    return count


# --- Tiles ----------------------------------------------------------------------

TILES_OF_COLOUR = SITES // CORNERS

# For each zone's colour: its sites district by district, where each district's begin, and its
# tiles as centuries
COLOUR_SITES = np.array(
    [
        [i for d, z in enumerate(DISTRICT_ZONE) if z == zone for i in range(SITES) if SITE_DISTRICT[i] == d]
        for zone in range(CORNERS)
    ],
    np.int8,
)
_COLOUR_DISTRICTS = [[d for d, z in enumerate(DISTRICT_ZONE) if z == zone] for zone in range(CORNERS)]
COLOUR_STARTS = np.array(
    [[0, *itertools.accumulate(list(SITE_DISTRICT).count(d) for d in districts)] for districts in _COLOUR_DISTRICTS],
    np.int8,
)
COLOUR_TILES = np.array(
    [
        [c for c, count in enumerate(DATA["tiles"][ZONE_COLOURS[ZONES[zone]]]) for _ in range(count)]
        for zone in range(CORNERS)
    ],
    np.int8,
)


def _spreads(zone: int) -> list[list[int]]:
    """Every way to give each district of a colour different centuries, using its tiles (Ruling B2).

    Each is a list of centuries beside ``COLOUR_SITES``; the order within a district is left open.
    All have equally many orders, so a uniform one with shuffled districts is a uniform layout.
    """
    sizes = np.diff(COLOUR_STARTS[zone])
    choices = [itertools.combinations(range(CENTURIES), int(size)) for size in sizes]
    tiles = sorted(COLOUR_TILES[zone].tolist())
    flat = ([c for district in chosen for c in district] for chosen in itertools.product(*choices))
    return [spread for spread in flat if sorted(spread) == tiles]


_SPREADS = [_spreads(zone) for zone in range(CORNERS)]
SPREAD_COUNT = np.array([len(spreads) for spreads in _SPREADS], np.int16)
SPREADS = np.zeros((CORNERS, max(map(len, _SPREADS)), TILES_OF_COLOUR), np.int8)
for _zone, _list in enumerate(_SPREADS):
    SPREADS[_zone, : len(_list)] = _list

# --- Complementary actions --------------------------------------------------------
# What a district's action is made of: up to PARTS parts, done in order, each open to refusal.

PARTS = 2 + 1  # the Irish district's three are the most
NO_PART = 0
CHOOSE = 1  # choose another district of the colour, and do its action
SCORE = 2  # points; the number is the irish district's, else counted
ACTIVATE = 3  # up to a number of workers
SETTLE = 4  # up to a number of workers, into one zone of a set
MOVE = 5  # up to a number of own workers, from one zone to another
START = 6  # start a building
CONTRIBUTE = 7  # to another building, with workers of the supply
UPGRADE = 8  # an own star token gets a star more


@dataclass(frozen=True)
class Part:
    """One part of a complementary action."""

    kind: int
    number: int = 0
    zones: int = 0  # a set


def _parts(action: str, params: dict[str, Any]) -> list[Part]:
    """The parts of a district's action, from the data file (Ruling B11)."""
    citadel = 1 << CITADEL
    if action.startswith("any_"):
        return [Part(CHOOSE)]
    if action == "score_activate_place":
        settle = Part(SETTLE, params["place"], ALL_ZONES)
        return [Part(SCORE, params["points"]), Part(ACTIVATE, params["activate"]), settle]
    if action == "citadel_and_other":
        return [Part(SETTLE, params["citadel"], citadel), Part(SETTLE, params["place"], ALL_CORNERS)]
    if action == "place_and_move":
        return [Part(SETTLE, params["place"], ALL_ZONES), Part(MOVE, params["move_max"])]
    if action == "place_in_one_of":
        return [Part(SETTLE, params["place"], zone_set(params["zones"]))]
    if action == "activate":
        return [Part(ACTIVATE, params["activate"])]
    kinds = {"start_building": START, "contribute_passive": CONTRIBUTE, "upgrade_star": UPGRADE}
    return [Part(kinds.get(action, SCORE))]


DISTRICT_PARTS = [_parts(d["action"], d.get("params", {})) for d in DISTRICT_LIST]
_padded = [[*parts, *[Part(NO_PART)] * (PARTS - len(parts))] for parts in DISTRICT_PARTS]
PART_KIND = np.array([[part.kind for part in parts] for parts in _padded], np.int8)
PART_NUMBER = np.array([[part.number for part in parts] for parts in _padded], np.int8)
PART_ZONES = np.array([[part.zones for part in parts] for parts in _padded], np.int8)

ENTERTAINMENT, ACADEMIC = DISTRICTS.index("entertainment"), DISTRICTS.index("academic")
# Points of these two districts by what they count, the last for more as well
COUNT_POINTS = np.array(DISTRICT_LIST[ENTERTAINMENT]["params"]["points"], np.int8)

# --- Leaders ----------------------------------------------------------------------
# A leader is numbered as the zone of its colour.

LEADERS: list[str] = ["religious", "political", "economic", "cultural", "citadel"]
RELIGIOUS, POLITICAL, ECONOMIC, CULTURAL, CITADEL_LEADER = range(len(LEADERS))
_LEADER_DATA = {leader["key"]: leader for leader in DATA["leader"]}
LEADER_NAMES = {
    LEADERS[ZONES.index(leader["zone"])]: Name(leader["en"], leader["fr"], leader["ru"]) for leader in DATA["leader"]
}
# Leaders in play by number of players, as a set (Ruling B1)
LEADERS_IN_PLAY = np.array(
    [
        sum(1 << ZONES.index(_LEADER_DATA[key]["zone"]) for key in DATA["leaders_by_players"].get(str(n), ()))
        for n in range(PLAYERS_MAX + 1)
    ],
    np.int8,
)
# Points of the cultural leader by number of players and stars
CULTURAL_POINTS = np.zeros((MAX_PLAYERS + 1, SLOTS + 1), np.int8)
for _leader in DATA["leader"]:
    if _leader["effect"] == "points_per_star_token":
        for _players in _leader["players"]:
            CULTURAL_POINTS[_players] = _leader["params"]["points_by_stars"]
CITADEL_WORKERS: int = _LEADER_DATA["citadel"]["params"]["workers"]
PAIR_WORKERS: int = _LEADER_DATA["political_2p"]["params"]["workers_per_zone"]
# The zone that the political leader for two players fills along with a corner zone
PAIRED_ZONE = np.zeros(CORNERS, np.int8)
for _pair in _LEADER_DATA["political_2p"]["params"]["pairs"]:
    _one, _two = map(ZONES.index, _pair)
    PAIRED_ZONE[_one], PAIRED_ZONE[_two] = _two, _one

# --- Event cards -----------------------------------------------------------------------

EVENT_CARD_LIST: list[dict[str, Any]] = DATA["event_card"]
EVENT_CARDS: list[str] = [e["key"] for e in EVENT_CARD_LIST]
EVENT_CARD_NAMES = _names("event_card")
EVENT_CARDS_OF_CENTURY = len(EVENT_CARDS) // CENTURIES  # cards 4c..4c+3 belong to century c
(
    CHAMPLAIN,
    SOVEREIGN_COUNCIL,
    JEAN_TALON,
    FORT_FIRE,
    PLAINS_OF_ABRAHAM,
    SEVEN_YEARS_WAR,
    ROYAL_PROCLAMATION,
    FORTIFICATION,
    BRITISH_IMMIGRATION,
    WAR_OF_1812,
    PROVINCIAL_CAPITAL,
    NAVAL_CANALS,
    CONSCRIPTION,
    WINTER_CARNIVAL,
    SUMMIT_OF_AMERICAS,
    ANNIVERSARY_400,
) = range(len(EVENT_CARDS))


def _param(card: int, name: str) -> Any:
    return EVENT_CARD_LIST[card]["params"][name]


CHAMPLAIN_POINTS: int = _param(CHAMPLAIN, "points")
RACE_POINTS = np.array(_param(SOVEREIGN_COUNCIL, "points"), np.int8)  # first, second
COUNCIL_BUILDINGS: int = _param(SOVEREIGN_COUNCIL, "buildings_per_colour")
COUNCIL_COLOURS: int = _param(SOVEREIGN_COUNCIL, "colours")
FIRE_BUILDINGS: int = _param(FORT_FIRE, "buildings")
STARS_MAX = SLOTS
FORTIFIED_CONTRIBUTIONS: int = _param(FORTIFICATION, "min_contributions")
IMMIGRATION_GRANT: int = _param(BRITISH_IMMIGRATION, "workers")
WAR_GRANT: int = _param(WAR_OF_1812, "workers")
CANALS_ACTIVE: int = _param(NAVAL_CANALS, "max_active")
CONSCRIPTED: int = _param(CONSCRIPTION, "remove_if_at_most")
CARNIVAL_POINTS: int = _param(WINTER_CARNIVAL, "points")

# --- Scoring ----------------------------------------------------------------------

CASCADE_MAX: int = DATA["zone_scoring"]["cascade_max"]
ACTIVE_PER_POINT: int = DATA["final_scoring"]["active_workers_per_point"]
GROUP_POINTS = np.array(DATA["final_scoring"]["main_group_points_by_stars"], np.int8)
