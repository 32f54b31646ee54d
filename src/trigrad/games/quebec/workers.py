"""Workers and buildings: the small moves that Québec's rules are made of."""

from typing import Any

from trigrad.engine.journal import note
from trigrad.engine.rule import rule
from trigrad.games.quebec.actions import EV_ACTIVATE, EV_CONTRIBUTE, EV_POINTS, EV_SEND
from trigrad.games.quebec.components import (
    BIT_MODULUS,
    BIT_SITE,
    DUEL,
    ECONOMIC,
    SITE_WORKERS,
    SLOTS,
    ZONES,
)
from trigrad.games.quebec.state import NEUTRAL, NONE

_ZONES = len(ZONES)

# Where workers for a contribution or a zone come from
BY_TURN, BY_DISTRICT, BY_LEADER = range(3)


# --- Sets of sites ----------------------------------------------------------------


@rule
def first_site(sites: int) -> int:
    """The site with the lowest number in a set that is not empty."""
    return int(BIT_SITE[(sites & -sites) % BIT_MODULUS])


@rule
def has_site(sites: int, site: int) -> bool:
    """Whether a site is in a set."""
    return (int(sites) >> int(site)) & 1 == 1


@rule
def sites_under_construction(game: Any) -> int:
    """The sites with an architect, as a set."""
    sites = 0
    for architect in range(NEUTRAL + 1):
        site = int(game.architects[architect])
        if site != NONE:
            sites |= 1 << site
    return sites


# --- Buildings --------------------------------------------------------------------


@rule
def architect_on(game: Any, site: int) -> int:
    """Whose architect stands on a site: a player, ``NEUTRAL``, or -1."""
    for architect in range(NEUTRAL + 1):
        if game.architects[architect] == site:
            return architect
    return NONE


@rule
def contributions(game: Any, site: int) -> int:
    """How many contributions a site has had, 0..3."""
    count = 0
    for slot in range(SLOTS):
        if game.slots[site, slot] != 0:
            count += 1
    return count


@rule
def workers_on_site(game: Any, player: int, site: int) -> int:
    """A player's workers on a site."""
    groups = 0
    for slot in range(SLOTS):
        if game.slots[site, slot] == player + 1:
            groups += 1
    return groups * int(SITE_WORKERS[site])


@rule
def last_contributor(game: Any, site: int) -> int:
    """Who made the last contribution to a site, or -1."""
    count = contributions(game, site)
    return NONE if count == 0 else int(game.slots[site, count - 1]) - 1


@rule
def owner_of(game: Any, architect: int) -> int:
    """Whose building an architect's is, for complementary actions and tokens.

    The economic leader's neutral one is its holder's; the common one of two players is
    nobody's (Rulings B9, B21).
    """
    if architect != NEUTRAL:
        return architect
    return NONE if game.players == DUEL else holder(game, ECONOMIC)


@rule
def add_contribution(game: Any, player: int, site: int, source: int, journal: Any) -> None:
    """Fill the next slot of a site, counter-clockwise (Ruling B9); the workers are paid elsewhere."""
    game.slots[site, contributions(game, site)] = player + 1
    note(journal, EV_CONTRIBUTE, player, site, int(SITE_WORKERS[site]), source, 0)


# --- Workers ----------------------------------------------------------------------


@rule
def available(game: Any, player: int) -> int:
    """Workers for a complementary action: those of the supply, then active ones (Ruling B10)."""
    return int(game.passive[player]) + int(game.active[player])


@rule
def activate(game: Any, player: int, number: int, journal: Any) -> None:
    """Move workers from the supply to the hand tile, as many as there are."""
    moved = min(number, int(game.passive[player]))
    game.passive[player] -= moved
    game.active[player] += moved
    if moved > 0:
        note(journal, EV_ACTIVATE, player, moved, 0, 0, 0)


@rule
def pay_for_action(game: Any, player: int, number: int) -> None:
    """Take workers for a complementary action: from the supply first (Ruling B10)."""
    from_supply = min(number, int(game.passive[player]))
    game.passive[player] -= from_supply
    game.active[player] -= number - from_supply


@rule
def enter_zone(game: Any, player: int, zone: int, number: int, source: int, journal: Any) -> None:
    """Workers that were paid for come into a zone."""
    game.zones[player, zone] += number
    note(journal, EV_SEND, player, zone, number, source, 0)


@rule
def zones_occupied(game: Any, player: int) -> int:
    """In how many of the five zones a player has workers."""
    count = 0
    for zone in range(_ZONES):
        if game.zones[player, zone] > 0:
            count += 1
    return count


# --- Leaders and points -----------------------------------------------------------


@rule
def holder(game: Any, leader: int) -> int:
    """Who holds a leader this century, or -1."""
    for player in range(game.players):
        if game.leaders[player] == leader:
            return player
    return NONE


@rule
def score_points(game: Any, player: int, points: int, source: int, journal: Any) -> None:
    """Advance on the score track."""
    game.points[player] += points
    game.earned[player, source] += points
    note(journal, EV_POINTS, player, points, source, 0, 0)
