"""Québec's sixteen event cards, where they act by themselves (rulebook, "Events")."""

from trigrad.engine.journal import Journal, note
from trigrad.engine.rule import rule
from trigrad.games.quebec.components import (
    BRITISH_IMMIGRATION,
    CANALS_ACTIVE,
    CHAMPLAIN,
    CHAMPLAIN_POINTS,
    CORNERS,
    COUNCIL_BUILDINGS,
    COUNCIL_COLOURS,
    CULTURE,
    FIRE_BUILDINGS,
    FORT_FIRE,
    FORTIFICATION,
    FORTIFIED_CONTRIBUTIONS,
    GRANT,
    IMMIGRATION_GRANT,
    JEAN_TALON,
    NAVAL_CANALS,
    PROVINCIAL_CAPITAL,
    RACE_POINTS,
    SOVEREIGN_COUNCIL,
    STARS_MAX,
    WAR_GRANT,
    WAR_OF_1812,
    ZONE_SITES,
    ZONES,
    first_site,
    size,
)
from trigrad.games.quebec.events import DEACTIVATED, REVEALED, WITHDRAWN
from trigrad.games.quebec.rules.workers import activate, score_points
from trigrad.games.quebec.scoring import carnival_points, largest_group, remaining_workers
from trigrad.games.quebec.state import FROM_EVENT_CARDS, NONE, State, in_force

_ZONES = len(ZONES)


# --- 1608 -----------------------------------------------------------------------------


@rule
def run_race(game: State, player: int, journal: Journal) -> None:
    """A player got a token: the first two to fulfil the event card of 1608 score at once (Ruling B18)."""
    if game.fulfilled[1] != NONE or game.fulfilled[0] == player or not has_fulfilled(game, player):
        return
    place = 0 if game.fulfilled[0] == NONE else 1
    game.fulfilled[place] = player
    score_points(game, player, int(RACE_POINTS[place]), FROM_EVENT_CARDS, journal)


@rule
def has_fulfilled(game: State, player: int) -> bool:
    """Whether a player's buildings with tokens fulfil the race of 1608 that is on, if any."""
    race = game.drawn[0]
    if race == SOVEREIGN_COUNCIL:
        return colours_with_buildings(game, player, COUNCIL_BUILDINGS) >= COUNCIL_COLOURS
    if race == JEAN_TALON:
        return colours_with_three_stars(game, player) == CORNERS
    if race == FORT_FIRE:
        return size(int(game.starred[player]) & int(ZONE_SITES[CULTURE])) >= FIRE_BUILDINGS
    return False


@rule
def colours_with_buildings(game: State, player: int, number: int) -> int:
    """In how many colours a player has that many buildings with tokens."""
    colours = 0
    for zone in range(CORNERS):
        if size(int(game.starred[player]) & int(ZONE_SITES[zone])) >= number:
            colours += 1
    return colours


@rule
def colours_with_three_stars(game: State, player: int) -> int:
    """In how many colours a player has a building of three stars."""
    colours = 0
    for zone in range(CORNERS):
        sites = int(game.starred[player]) & int(ZONE_SITES[zone])
        most = 0
        while sites != 0:
            most = max(most, int(game.stars[first_site(sites)]))
            sites &= sites - 1
        if most == STARS_MAX:
            colours += 1
    return colours


@rule
def reward_champlain(game: State, journal: Journal) -> None:
    """At the end of the game the largest groups score, all that tie, none that is empty (Ruling B18)."""
    if game.drawn[0] != CHAMPLAIN:
        return
    most = 1
    for player in range(game.players):
        most = max(most, largest_group(game, player))
    for player in range(game.players):
        if largest_group(game, player) == most:
            score_points(game, player, CHAMPLAIN_POINTS, FROM_EVENT_CARDS, journal)


# --- 1708 and 1808 ----------------------------------------------------------------------


@rule
def token_stars(game: State, count: int) -> int:
    """Stars of the token for a number of contributions; in 1775 a single one gives none (Ruling B14)."""
    if in_force(game, FORTIFICATION) and count < FORTIFIED_CONTRIBUTIONS:
        return 0
    return count


@rule
def grant(game: State) -> int:
    """How many workers a building that is started activates (Ruling B5)."""
    if in_force(game, BRITISH_IMMIGRATION):
        return IMMIGRATION_GRANT
    if in_force(game, WAR_OF_1812):
        return WAR_GRANT
    return GRANT


@rule
def reveal_event_card(game: State, journal: Journal) -> None:
    """The event card of the century that begins; in 1867 everybody activates their rank (Ruling B17)."""
    if game.drawn[game.century] == NONE:
        return
    note(journal, REVEALED, NONE, int(game.drawn[game.century]))
    if in_force(game, PROVINCIAL_CAPITAL):
        for player in range(game.players):
            activate(game, player, rank(game, player), journal)


@rule
def rank(game: State, player: int) -> int:
    """1 plus the number of players strictly ahead on the score track (Ruling B17)."""
    place = 1
    for other in range(game.players):
        if game.points[other] > game.points[player]:
            place += 1
    return place


@rule
def cap_active(game: State, journal: Journal) -> None:
    """In 1871 nobody keeps more than three active workers after the scoring (Ruling B17)."""
    if not in_force(game, NAVAL_CANALS):
        return
    for player in range(game.players):
        surplus = int(game.active[player]) - CANALS_ACTIVE
        if surplus > 0:
            game.active[player] -= surplus
            game.passive[player] += surplus
            note(journal, DEACTIVATED, player, surplus)


# --- 1908 -------------------------------------------------------------------------------


@rule
def withdraw_conscripts(game: State, journal: Journal) -> None:
    """In 1917 workers leave the zones where their player has only one or two (Ruling B17)."""
    for player in range(game.players):
        withdrawn = 0
        for zone in range(_ZONES):
            leaving = int(game.zones[player, zone]) - remaining_workers(game, player, zone)
            game.zones[player, zone] -= leaving
            withdrawn += leaving
        game.passive[player] += withdrawn
        if withdrawn > 0:
            note(journal, WITHDRAWN, player, withdrawn)


@rule
def reward_carnival(game: State, journal: Journal) -> None:
    """In 1955 workers in all five zones score (Ruling B17)."""
    for player in range(game.players):
        points = carnival_points(game, player)
        if points > 0:
            score_points(game, player, points, FROM_EVENT_CARDS, journal)
