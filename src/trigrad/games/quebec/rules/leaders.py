"""Québec's leaders: taking one, and what that does at once (rulebook, "Leaders")."""

from trigrad.engine.journal import Journal, note
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quebec.actions import ZONE_0
from trigrad.games.quebec.components import (
    CITADEL,
    CITADEL_LEADER,
    CITADEL_WORKERS,
    CORNERS,
    DUEL,
    ECONOMIC,
    LEADERS_IN_PLAY,
    PAIR_WORKERS,
    PAIRED_ZONE,
    POLITICAL,
    ROYAL_PROCLAMATION,
    SEVEN_YEARS_WAR,
    SITE_WORKERS,
    SLOTS,
)
from trigrad.games.quebec.events import BY_LEADER, LEADER_TAKEN
from trigrad.games.quebec.rules.workers import activate, add_contribution, enter_zone
from trigrad.games.quebec.state import NEUTRAL, NONE, PAIR, TURN_ENDS, State, contributions, in_force


@rule
def is_in_play(game: State, leader: int) -> bool:
    """Whether a leader is used at all (Ruling B1)."""
    return game.family == 0 and (int(LEADERS_IN_PLAY[game.players]) >> leader) & 1 == 1


@rule
def may_take_leader(game: State, player: int) -> bool:
    """One leader a player and century, none under the proclamation of 1763 (Ruling B12)."""
    return game.family == 0 and game.leaders[player] == NONE and not in_force(game, ROYAL_PROCLAMATION)


@rule
def leaders_taken(game: State) -> int:
    """How many leaders were taken this century."""
    count = 0
    for player in range(game.players):
        if game.leaders[player] != NONE:
            count += 1
    return count


@rule
def take_leader(game: State, leader: int, journal: Journal) -> None:
    """Activate as many workers as leaders are taken, none in 1756, then take one (Ruling B12).

    What it does at once is no offer (Ruling B25).
    """
    player = int(game.turn)
    if not in_force(game, SEVEN_YEARS_WAR):
        activate(game, player, leaders_taken(game), journal)
    game.leaders[player] = leader
    note(journal, LEADER_TAKEN, player, leader)
    game.stage = TURN_ENDS
    if leader == CITADEL_LEADER:
        place_from_supply(game, player, CITADEL, CITADEL_WORKERS, journal)
    elif leader == POLITICAL and game.players == DUEL:
        if game.passive[player] > 0:
            game.step = PAIR
    elif leader == ECONOMIC and game.players == DUEL:
        contribute_to_common(game, player, journal)


@rule
def place_from_supply(game: State, player: int, zone: int, number: int, journal: Journal) -> None:
    """Workers of the supply into a zone, as many as there are (Ruling B12)."""
    placed = min(number, int(game.passive[player]))
    if placed > 0:
        game.passive[player] -= placed
        enter_zone(game, player, zone, placed, BY_LEADER, journal)


@rule
def contribute_to_common(game: State, player: int, journal: Journal) -> None:
    """Two players' economic leader: a contribution to the common building, if it can be (Ruling B21)."""
    site = int(game.architects[NEUTRAL])
    if site == NONE or contributions(game, site) == SLOTS:
        return
    workers = int(SITE_WORKERS[site])
    if game.passive[player] >= workers:
        game.passive[player] -= workers
        add_contribution(game, player, site, BY_LEADER, journal)


@rule
def write_pairs(game: State, out: Row) -> int:
    """Which zone the political leader fills first; with enough workers only the pair matters (Ruling B23)."""
    count = 0
    both = game.passive[game.turn] >= 2 * PAIR_WORKERS
    for zone in range(CORNERS):
        if not both or zone < PAIRED_ZONE[zone]:
            out[count] = ZONE_0 + zone
            count += 1
    return count


@rule
def fill_pair(game: State, zone: int, journal: Journal) -> None:
    """Two workers into a zone and two into the one opposite (Rulings B21, B23)."""
    player = int(game.turn)
    place_from_supply(game, player, zone, PAIR_WORKERS, journal)
    place_from_supply(game, player, int(PAIRED_ZONE[zone]), PAIR_WORKERS, journal)
