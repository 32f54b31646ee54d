"""A turn of Québec: its four actions, and how one choice leads to the next (rulebook, "A turn")."""

from typing import Any

from trigrad.engine.rule import rule
from trigrad.games.quebec.actions import LEADER_0, SITE_0, START_NEUTRAL, START_OWN, ZONE_0
from trigrad.games.quebec.buildings import (
    complete_building,
    may_start_neutral,
    place_architect,
    seek_sites,
    start_with_neutral,
    start_with_own,
)
from trigrad.games.quebec.century import begin_turn, close_century, end_turn, finish_turn, score_century
from trigrad.games.quebec.components import CORNERS, LEADERS, RELIGIOUS, SITE_WORKERS, SLOTS, ZONES
from trigrad.games.quebec.districts import act, begin_action, go_on, write_choices, write_sites
from trigrad.games.quebec.leaders import fill_pair, is_in_play, may_take_leader, take_leader, write_pairs
from trigrad.games.quebec.state import (
    CENTURY_CLOSES,
    CENTURY_SCORES,
    DISTRICT_GOES_ON,
    NOBODY,
    NONE,
    PAIR,
    PLACE_ARCHITECT,
    REDIRECT,
    SITES_WANTED,
    TURN,
    TURN_ENDS,
    TURN_FINISHES,
)
from trigrad.games.quebec.workers import (
    BY_TURN,
    add_contribution,
    architect_on,
    contributions,
    enter_zone,
    first_site,
    holder,
    owner_of,
    sites_under_construction,
)

_ZONES = len(ZONES)
_LEADERS = len(LEADERS)


# --- Choices ----------------------------------------------------------------------------


@rule
def legal_actions(game: Any, out: Any) -> int:
    """Write the legal actions into ``out`` (at least NUM_ACTIONS long), ascending; return how many."""
    if game.over == 1:
        return 0
    step = int(game.step)
    if step == TURN:
        return _write_turn(game, out)
    if step == PLACE_ARCHITECT:
        return write_sites(int(game.open), out)
    if step == REDIRECT:
        for zone in range(CORNERS):
            out[zone] = ZONE_0 + zone
        return CORNERS
    if step == PAIR:
        return write_pairs(game, out)
    return write_choices(game, out)


@rule
def _write_turn(game: Any, out: Any) -> int:
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
def affordable_sites(game: Any, player: int) -> int:
    """Where a player's active workers can contribute, as a set (Ruling B9)."""
    affordable = 0
    sites = sites_under_construction(game)
    while sites != 0:
        site = first_site(sites)
        sites &= sites - 1
        if game.active[player] >= SITE_WORKERS[site] and contributions(game, site) < SLOTS:
            affordable |= 1 << site
    return affordable


@rule
def apply_action(game: Any, action: int, journal: Any) -> None:
    """Carry out one legal choice of the player to move, with all that follows from it."""
    step, action = int(game.step), int(action)  # a list of choices may hold narrow integers
    game.step = NOBODY
    if step == TURN:
        take_turn(game, action, journal)
    elif step == PLACE_ARCHITECT:
        place_architect(game, action - SITE_0, journal)
    elif step == REDIRECT:
        complete_building(game, action - ZONE_0, journal)
    elif step == PAIR:
        fill_pair(game, action - ZONE_0, journal)
    else:
        act(game, step, action, journal)
    while game.step == NOBODY and game.over == 0:
        proceed(game, journal)


@rule
def proceed(game: Any, journal: Any) -> None:
    """One stage further, while nobody is asked anything."""
    stage = int(game.stage)
    if stage == TURN_ENDS:
        end_turn(game)
    elif stage == SITES_WANTED:
        seek_sites(game, journal)
    elif stage == DISTRICT_GOES_ON:
        go_on(game)
    elif stage == CENTURY_CLOSES:
        close_century(game, journal)
    elif stage == CENTURY_SCORES:
        score_century(game, journal)
    elif stage == TURN_FINISHES:
        finish_turn(game)
    else:
        begin_turn(game, journal)


# --- The four actions -------------------------------------------------------------------


@rule
def take_turn(game: Any, action: int, journal: Any) -> None:
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
def contribute(game: Any, site: int, journal: Any) -> None:
    """The district's number of active workers onto a site, then its action, if due (Ruling B9)."""
    player = int(game.turn)
    game.active[player] -= SITE_WORKERS[site]
    add_contribution(game, player, site, BY_TURN, journal)
    if gives_action(game, player, site):
        begin_action(game, site)
    else:
        game.stage = TURN_ENDS


@rule
def gives_action(game: Any, player: int, site: int) -> bool:
    """Others' buildings give their action, own ones only with the religious leader (Ruling B9)."""
    return owner_of(game, architect_on(game, site)) != player or game.leaders[player] == RELIGIOUS


@rule
def send_worker(game: Any, zone: int, journal: Any) -> None:
    """One active worker into any zone."""
    player = int(game.turn)
    game.active[player] -= 1
    enter_zone(game, player, zone, 1, BY_TURN, journal)
    game.stage = TURN_ENDS
