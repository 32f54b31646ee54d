"""A turn of Québec: its four actions (rulebook, "A turn")."""

from trigrad.engine.journal import Journal
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quebec.actions import LEADER_0, SITE_0, START_NEUTRAL, START_OWN, ZONE_0, write_sites
from trigrad.games.quebec.components import LEADERS, RELIGIOUS, SITE_WORKERS, SLOTS, ZONES, first_site
from trigrad.games.quebec.events import BY_TURN
from trigrad.games.quebec.rules.buildings import end_century, may_start_neutral, start_with_neutral, start_with_own
from trigrad.games.quebec.rules.districts import begin_action
from trigrad.games.quebec.rules.leaders import is_in_play, may_take_leader, take_leader
from trigrad.games.quebec.rules.workers import add_contribution, available, enter_zone, owner_of
from trigrad.games.quebec.state import (
    NO_WORKERS,
    NONE,
    TURN,
    TURN_BEGINS,
    TURN_ENDS,
    State,
    architect_on,
    contributions,
    holder,
    sites_under_construction,
)

_ZONES = len(ZONES)
_LEADERS = len(LEADERS)


# --- Choices ----------------------------------------------------------------------------


@rule
def write_turn(game: State, out: Row) -> int:
    """The four actions; passing is none of them (Ruling B4)."""
    player = int(game.turn)
    count = write_sites(affordable_sites(game, player), out)
    if game.active[player] > 0:
        for zone in range(_ZONES):
            out[count] = ZONE_0 + zone
            count += 1
    out[count] = START_OWN
    count += 1
    if may_start_neutral(game, player):
        out[count] = START_NEUTRAL
        count += 1
    if may_take_leader(game, player):
        for leader in range(_LEADERS):
            if is_in_play(game, leader) and holder(game, leader) == NONE:
                out[count] = LEADER_0 + leader
                count += 1
    return count


@rule
def affordable_sites(game: State, player: int) -> int:
    """Where a player's active workers can contribute, as a set (Ruling B9)."""
    affordable = 0
    sites = sites_under_construction(game)
    while sites != 0:
        site = first_site(sites)
        sites &= sites - 1
        if game.active[player] >= SITE_WORKERS[site] and contributions(game, site) < SLOTS:
            affordable |= 1 << site
    return affordable


# --- Doing it -------------------------------------------------------------------


@rule
def take_turn(game: State, action: int, journal: Journal) -> None:
    """Start a building, contribute, send a worker, or take a leader."""
    if action < ZONE_0:
        contribute(game, action - SITE_0, journal)
    elif action < START_OWN:
        send_worker(game, action - ZONE_0, journal)
    elif action == START_OWN:
        start_with_own(game, True, journal)
    elif action == START_NEUTRAL:
        start_with_neutral(game, journal)
    else:
        take_leader(game, action - LEADER_0, journal)


@rule
def contribute(game: State, site: int, journal: Journal) -> None:
    """The district's number of active workers onto a site, then its action, if due (Ruling B9)."""
    player = int(game.turn)
    game.active[player] -= SITE_WORKERS[site]
    add_contribution(game, player, site, BY_TURN, journal)
    if gives_action(game, player, site):
        begin_action(game, site)
    else:
        game.stage = TURN_ENDS


@rule
def gives_action(game: State, player: int, site: int) -> bool:
    """Others' buildings give their action, own ones only with the religious leader (Ruling B9)."""
    return owner_of(game, architect_on(game, site)) != player or game.leaders[player] == RELIGIOUS


@rule
def send_worker(game: State, zone: int, journal: Journal) -> None:
    """One active worker into any zone."""
    player = int(game.turn)
    game.active[player] -= 1
    enter_zone(game, player, zone, 1, BY_TURN, journal)
    game.stage = TURN_ENDS


# --- From turn to turn ------------------------------------------------------------------


@rule
def begin_turn(game: State, journal: Journal) -> None:
    """A player without any worker at hand ends the century instead (Ruling B7)."""
    player = int(game.turn)
    if available(game, player) == 0:
        end_century(game, NO_WORKERS, journal)
    else:
        game.step = TURN
        game.to_move = player


@rule
def end_turn(game: State) -> None:
    """On to the next player clockwise."""
    game.turn = (int(game.turn) + 1) % int(game.players)
    game.stage = TURN_BEGINS
