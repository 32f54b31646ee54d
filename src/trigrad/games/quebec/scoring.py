"""Québec's scoring: zones with their cascades, groups of buildings, the end of the game.

Nothing here changes a game, so that the same functions score and preview. What
five players carry from zone to zone, or gain, is packed into one integer, ``BITS``
bits a player.
"""

from trigrad.engine.rule import rule
from trigrad.games.quebec.components import (
    ACTIVE_PER_POINT,
    ANNIVERSARY_400,
    CARNIVAL_POINTS,
    CASCADE_MAX,
    CITADEL,
    CONSCRIPTED,
    CONSCRIPTION,
    CORNERS,
    GROUP_POINTS,
    PLAINS_OF_ABRAHAM,
    SCORING_ORDER,
    SITE_NEIGHBOURS,
    SUMMIT_OF_AMERICAS,
    WINTER_CARNIVAL,
    ZONES,
    first_site,
    size,
)
from trigrad.games.quebec.state import State, in_force, sites_under_construction, workers_on_site, zones_occupied

_ZONES = len(ZONES)
BITS = 12
_MASK = (1 << BITS) - 1


@rule
def packed(player: int, number: int) -> int:
    """A number of one player as part of a packed integer."""
    return int(number) << (BITS * int(player))


@rule
def unpacked(numbers: int, player: int) -> int:
    """One player's number in a packed integer."""
    return (numbers >> (BITS * int(player))) & _MASK


# --- "Scoring of the zones of influence" --------------------------------------------


@rule
def remaining_workers(game: State, player: int, zone: int) -> int:
    """A player's workers in a zone when scoring begins: conscription takes small groups (Ruling B17)."""
    workers = int(game.zones[player, zone])
    if workers <= CONSCRIPTED and in_force(game, CONSCRIPTION):
        return 0
    return workers


@rule
def scoring_workers(game: State, player: int, zone: int, carried: int) -> int:
    """A player's workers that score in a zone, with those that cascaded into it."""
    return remaining_workers(game, player, zone) + unpacked(carried, player)


@rule
def majority(game: State, zone: int, carried: int) -> int:
    """The most workers that anybody scores in a zone."""
    most = 0
    for player in range(game.players):
        most = max(most, scoring_workers(game, player, zone, carried))
    return most


@rule
def half(workers: int) -> int:
    """Half of the workers, rounded down, at most five (Rulings B15, B16)."""
    return min(CASCADE_MAX, workers // 2)


@rule
def occupies_corners(game: State, player: int) -> bool:
    """Whether a player has workers in all four corner zones."""
    occupied = 0
    for zone in range(CORNERS):
        if game.zones[player, zone] > 0:
            occupied += 1
    return occupied == CORNERS


@rule
def may_cascade(game: State, player: int, place: int) -> bool:
    """Whether the event cards of 2001 and 2008 let a player's workers go on (Ruling B17)."""
    if in_force(game, SUMMIT_OF_AMERICAS) and place + 1 < _ZONES:
        return bool(game.zones[player, SCORING_ORDER[game.century, place + 1]] > 0)
    return not in_force(game, ANNIVERSARY_400) or occupies_corners(game, player)


@rule
def cascade(game: State, place: int, carried: int) -> int:
    """Who cascades how many workers out of the zone scored at a place 0..4, packed (Ruling B15).

    ``carried``: who cascaded how many into it. In 1759 everybody leaves the Citadel (Ruling B17).
    """
    zone = int(SCORING_ORDER[game.century, place])
    most = majority(game, zone, carried)
    everybody = zone == CITADEL and in_force(game, PLAINS_OF_ABRAHAM)
    leaving = 0
    for player in range(game.players):
        workers = scoring_workers(game, player, zone, carried)
        if (everybody or workers == most) and may_cascade(game, player, place):
            leaving += packed(player, half(workers))
    return leaving


@rule
def family_bonus(game: State, player: int, zone: int) -> int:
    """The bonus for a majority in the family rules (Ruling B16)."""
    workers = int(game.zones[player, zone])
    return half(workers) if workers == majority(game, zone, 0) else 0


@rule
def carnival_points(game: State, player: int) -> int:
    """Points of 1955 for workers in all five zones (Ruling B17)."""
    if in_force(game, WINTER_CARNIVAL) and zones_occupied(game, player) == _ZONES:
        return CARNIVAL_POINTS
    return 0


@rule
def century_points(game: State) -> int:
    """What everybody would score if the century ended with the zones as they are, packed."""
    points = 0
    carried = 0
    for place in range(_ZONES):
        zone = int(SCORING_ORDER[game.century, place])
        for player in range(game.players):
            points += packed(player, scoring_workers(game, player, zone, carried))
            if game.family == 1:
                points += packed(player, family_bonus(game, player, zone))
        if game.family == 0:
            carried = cascade(game, place, carried)
    for player in range(game.players):
        points += packed(player, carnival_points(game, player))
    return points


# --- Buildings --------------------------------------------------------------------


@rule
def group_of(site: int, sites: int) -> int:
    """The sites of a set that are connected with one of them, as a set (Ruling B20)."""
    group = 0
    found = 1 << site
    while found != 0:
        following = first_site(found)
        group |= 1 << following
        found = (found | (int(SITE_NEIGHBOURS[following]) & sites)) & ~group
    return group


@rule
def stars_of(game: State, sites: int) -> int:
    """The stars in a set of buildings: their points outside the main group."""
    stars = 0
    while sites != 0:
        stars += int(game.stars[first_site(sites)])
        sites &= sites - 1
    return stars


@rule
def group_points(game: State, sites: int) -> int:
    """Points of a set of buildings at 1, 3, 6 each: in the main group, or in the family rules."""
    points = 0
    while sites != 0:
        points += int(GROUP_POINTS[game.stars[first_site(sites)]])
        sites &= sites - 1
    return points


@rule
def main_group(game: State, player: int) -> int:
    """A player's main group as a set of sites (Ruling B20).

    It is worth most by 1, 3, 6; among equals the one with fewer stars, since the others
    then score more. In the family rules every building scores as if in it.
    """
    starred = int(game.starred[player])
    if game.family == 1:
        return starred
    best = 0
    rest = starred
    while rest != 0:
        group = group_of(first_site(rest), starred)
        rest &= ~group
        gain = group_points(game, group) - group_points(game, best)
        if gain > 0 or (gain == 0 and stars_of(game, group) < stars_of(game, best)):
            best = group
    return best


@rule
def main_group_points(game: State, player: int) -> int:
    """Points of a player's main group."""
    return group_points(game, main_group(game, player))


@rule
def other_building_points(game: State, player: int) -> int:
    """Points of a player's buildings outside the main group."""
    return stars_of(game, int(game.starred[player]) & ~main_group(game, player))


@rule
def largest_group(game: State, player: int) -> int:
    """How many buildings a player's largest group has, for Champlain (Ruling B18)."""
    starred = int(game.starred[player])
    most = 0
    rest = starred
    while rest != 0:
        group = group_of(first_site(rest), starred)
        rest &= ~group
        most = max(most, size(group))
    return most


# --- "Scoring at the end of the game" -------------------------------------------------


@rule
def site_points(game: State, player: int) -> int:
    """One point for each worker on a site with an architect (Ruling B19)."""
    points = 0
    sites = sites_under_construction(game)
    while sites != 0:
        points += workers_on_site(game, player, first_site(sites))
        sites &= sites - 1
    return points


@rule
def active_points(game: State, player: int) -> int:
    """One point for every two active workers (Ruling B19)."""
    return int(game.active[player]) // ACTIVE_PER_POINT


@rule
def final_points(game: State, player: int) -> int:
    """What a player scores at the end of the game besides zones and event cards."""
    return (
        site_points(game, player)
        + active_points(game, player)
        + main_group_points(game, player)
        + other_building_points(game, player)
    )
