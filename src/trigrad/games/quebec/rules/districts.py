"""The complementary actions of Québec's districts (rulebook, "Complementary actions of buildings").

An action is done part by part, each of which may be declined (Ruling B9).
"""

import numpy as np

from trigrad.engine.journal import Journal, note
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quebec.actions import (
    DISTRICT_0,
    NUMBER_0,
    SITE_0,
    SKIP,
    START_NEUTRAL,
    START_OWN,
    ZONE_0,
    write_sites,
)
from trigrad.games.quebec.components import (
    ACADEMIC,
    ACTIVATE,
    CHOOSE,
    CONTRIBUTE,
    COUNT_POINTS,
    DISTRICT_ZONE,
    DISTRICTS,
    DISTRICTS_OF_COLOUR,
    ENTERTAINMENT,
    MOVE,
    NO_PART,
    PART_KIND,
    PART_NUMBER,
    PART_ZONES,
    PARTS,
    SCORE,
    SETTLE,
    SITE_DISTRICT,
    SITE_WORKERS,
    SLOTS,
    STARS_MAX,
    START,
    UPGRADE,
    ZONES,
    first_site,
)
from trigrad.games.quebec.events import ACTION_BEGUN, BY_DISTRICT, CHOSEN, MOVED, SKIPPED, UPGRADED
from trigrad.games.quebec.rules.buildings import may_start_neutral, start_with_neutral, start_with_own
from trigrad.games.quebec.rules.events import run_race
from trigrad.games.quebec.rules.workers import (
    activate,
    add_contribution,
    available,
    enter_zone,
    pay_for_action,
    score_points,
)
from trigrad.games.quebec.state import (
    CHOOSE_DISTRICT,
    CONTRIBUTE_AGAIN,
    DISTRICT_GOES_ON,
    FROM_DISTRICTS,
    MOVE_FROM,
    MOVE_NUMBER,
    MOVE_TO,
    SETTLE_NUMBER,
    SETTLE_ZONE,
    START_BUILDING,
    TURN_ENDS,
    UPGRADE_STAR,
    USE,
    State,
    contributions,
    sites_under_construction,
    zones_occupied,
)

_DISTRICTS = len(DISTRICTS)
_ZONES = len(ZONES)
_MANY = len(COUNT_POINTS) - 1  # counts as high as this score alike

# What is asked for each kind of part
_ASKED = np.zeros(UPGRADE + 1, np.int8)
_ASKED[CHOOSE] = CHOOSE_DISTRICT
_ASKED[SCORE] = _ASKED[ACTIVATE] = USE
_ASKED[SETTLE] = SETTLE_ZONE
_ASKED[MOVE] = MOVE_FROM
_ASKED[START] = START_BUILDING
_ASKED[CONTRIBUTE] = CONTRIBUTE_AGAIN
_ASKED[UPGRADE] = UPGRADE_STAR


# --- From part to part ----------------------------------------------------------------


@rule
def begin_action(game: State, site: int) -> None:
    """The complementary action of a site just contributed to."""
    game.site = site
    game.district = SITE_DISTRICT[site]
    game.part = 0
    game.begun = 0
    game.stage = DISTRICT_GOES_ON


@rule
def go_on(game: State) -> None:
    """Ask for the next part that can be done; after the last the turn ends."""
    player = int(game.turn)
    while game.part < PARTS:
        kind = int(PART_KIND[game.district, game.part])
        if is_possible(game, player, int(game.district), int(game.part)):
            game.step = _ASKED[kind]
            return
        game.part += 1
    game.stage = TURN_ENDS


@rule
def finish_part(game: State) -> None:
    """On to the next part."""
    game.part += 1
    game.stage = DISTRICT_GOES_ON


@rule
def note_begun(game: State, journal: Journal) -> None:
    """Tell once which district acts."""
    if game.begun == 0:
        game.begun = 1
        note(journal, ACTION_BEGUN, int(game.turn), int(game.district))


# --- What can be done -------------------------------------------------------------------


@rule
def is_possible(game: State, player: int, district: int, part: int) -> bool:
    """Whether a part of a district's action would do anything; else it is not asked (Ruling B24)."""
    kind = int(PART_KIND[district, part])
    if kind == NO_PART:
        return False
    if kind == CHOOSE:
        return choosable(game, player, district) != 0
    return has_effect(game, player, district, part)


@rule
def choosable(game: State, player: int, district: int) -> int:
    """The districts of its colour whose action an "any" district can lend, as a set (Rulings B10, B24)."""
    found = 0
    first = int(DISTRICT_ZONE[district]) * DISTRICTS_OF_COLOUR
    for other in range(first, first + DISTRICTS_OF_COLOUR):
        for part in range(PARTS):
            if has_effect(game, player, other, part):
                found |= 1 << other
    return found


@rule
def has_effect(game: State, player: int, district: int, part: int) -> bool:
    """The same for parts other than the choice of a district, which have none here."""
    kind = int(PART_KIND[district, part])
    if kind == SCORE:
        return district_points(game, player, district) > 0
    if kind == ACTIVATE:
        return bool(game.passive[player] > 0)
    if kind == SETTLE:
        return available(game, player) > 0
    if kind == MOVE:
        return zones_occupied(game, player) > 0
    if kind == CONTRIBUTE:
        return other_sites(game, player) != 0
    if kind == UPGRADE:
        return upgradable(game, player) != 0
    return kind == START


@rule
def district_points(game: State, player: int, district: int) -> int:
    """Points of the Irish, entertainment and academic districts (Ruling B11)."""
    if district == ENTERTAINMENT:
        return int(COUNT_POINTS[min(_MANY, int(game.active[player]))])
    if district == ACADEMIC:
        return int(COUNT_POINTS[min(_MANY, zones_occupied(game, player))])
    return int(PART_NUMBER[district, 0])


@rule
def other_sites(game: State, player: int) -> int:
    """Where the business district lets a player contribute, as a set (Ruling B11)."""
    affordable = 0
    sites = sites_under_construction(game) & ~(1 << int(game.site))
    while sites != 0:
        site = first_site(sites)
        sites &= sites - 1
        if contributions(game, site) < SLOTS and available(game, player) >= SITE_WORKERS[site]:
            affordable |= 1 << site
    return affordable


@rule
def upgradable(game: State, player: int) -> int:
    """Own buildings whose token can get another star, as a set."""
    found = 0
    sites = int(game.starred[player])
    while sites != 0:
        site = first_site(sites)
        sites &= sites - 1
        if game.stars[site] < STARS_MAX:
            found |= 1 << site
    return found


# --- Choices ----------------------------------------------------------------------------


@rule
def write_choices(game: State, out: Row) -> int:
    """The legal actions of a complementary action, ascending."""
    step = int(game.step)
    if step == CHOOSE_DISTRICT:
        count = _write_districts(game, out)
    elif step == USE:
        out[0] = DISTRICT_0 + int(game.district)
        count = 1
    elif step == START_BUILDING:
        out[0] = START_OWN
        count = 1
        if may_start_neutral(game, int(game.turn)):
            out[1] = START_NEUTRAL
            count = 2
    elif step == CONTRIBUTE_AGAIN:
        count = write_sites(other_sites(game, int(game.turn)), out)
    elif step == UPGRADE_STAR:
        count = write_sites(upgradable(game, int(game.turn)), out)
    else:
        return _write_zones_and_numbers(game, step, out)
    out[count] = SKIP
    return count + 1


@rule
def _write_zones_and_numbers(game: State, step: int, out: Row) -> int:
    """The choices of placing and moving workers."""
    if step in (SETTLE_NUMBER, MOVE_NUMBER):
        out[0] = NUMBER_0 + 1
        out[1] = NUMBER_0 + 2
        return 2
    count = 0
    for zone in range(_ZONES):
        if may_choose_zone(game, step, zone):
            out[count] = ZONE_0 + zone
            count += 1
    if step != MOVE_TO:
        out[count] = SKIP
        count += 1
    return count


@rule
def may_choose_zone(game: State, step: int, zone: int) -> bool:
    """Whether a zone can be settled, left, or moved to."""
    if step == SETTLE_ZONE:
        return (int(PART_ZONES[game.district, game.part]) >> zone) & 1 == 1
    if step == MOVE_FROM:
        return bool(game.zones[game.turn, zone] > 0)
    return bool(zone != game.zone)


@rule
def _write_districts(game: State, out: Row) -> int:
    districts = choosable(game, int(game.turn), int(game.district))
    count = 0
    for district in range(_DISTRICTS):
        if (districts >> district) & 1 == 1:
            out[count] = DISTRICT_0 + district
            count += 1
    return count


# --- Doing it -----------------------------------------------------------------------------


@rule
def act(game: State, step: int, action: int, journal: Journal) -> None:
    """Carry out a choice within a complementary action."""
    if action == SKIP:
        note(journal, SKIPPED, int(game.turn), int(game.district))
        finish_part(game)
    elif step == CHOOSE_DISTRICT:
        choose_district(game, action - DISTRICT_0, journal)
    else:
        note_begun(game, journal)
        if step in (SETTLE_ZONE, SETTLE_NUMBER, MOVE_FROM, MOVE_NUMBER, MOVE_TO):
            _act_in_zones(game, step, action, journal)
        elif step == USE:
            use_district(game, journal)
        elif step == CONTRIBUTE_AGAIN:
            contribute_again(game, action - SITE_0, journal)
        elif step == UPGRADE_STAR:
            upgrade_star(game, action - SITE_0, journal)
        elif action == START_OWN:
            start_with_own(game, False, journal)
        else:
            start_with_neutral(game, journal)


@rule
def _act_in_zones(game: State, step: int, action: int, journal: Journal) -> None:
    if step == SETTLE_ZONE:
        settle(game, action - ZONE_0, journal)
    elif step == SETTLE_NUMBER:
        settle_workers(game, int(game.zone), action - NUMBER_0, journal)
    elif step == MOVE_FROM:
        leave_zone(game, action - ZONE_0, journal)
    elif step == MOVE_NUMBER:
        game.number = action - NUMBER_0
        game.step = MOVE_TO
        note(journal, CHOSEN, int(game.turn))
    else:
        move_workers(game, action - ZONE_0, journal)


@rule
def choose_district(game: State, district: int, journal: Journal) -> None:
    """An "any" district lends another's action; one that needs no more choice is done at once (Ruling B10)."""
    note_begun(game, journal)
    game.begun = 0
    game.district = district
    game.part = 0
    game.stage = DISTRICT_GOES_ON
    if _ASKED[PART_KIND[district, 0]] == USE and PART_KIND[district, 1] == NO_PART:
        note_begun(game, journal)
        use_district(game, journal)


@rule
def use_district(game: State, journal: Journal) -> None:
    """A part that scores or activates."""
    player, district = int(game.turn), int(game.district)
    if PART_KIND[district, game.part] == SCORE:
        score_points(game, player, district_points(game, player, district), FROM_DISTRICTS, journal)
    else:
        activate(game, player, int(PART_NUMBER[district, game.part]), journal)
    finish_part(game)


@rule
def settle(game: State, zone: int, journal: Journal) -> None:
    """A zone was chosen; ask how many workers if more than one can go."""
    if min(int(PART_NUMBER[game.district, game.part]), available(game, int(game.turn))) > 1:
        game.zone = zone
        game.step = SETTLE_NUMBER
        note(journal, CHOSEN, int(game.turn))
    else:
        settle_workers(game, zone, 1, journal)


@rule
def settle_workers(game: State, zone: int, number: int, journal: Journal) -> None:
    """Workers into a zone, from the supply first (Ruling B10)."""
    player = int(game.turn)
    pay_for_action(game, player, number)
    enter_zone(game, player, zone, number, BY_DISTRICT, journal)
    finish_part(game)


@rule
def leave_zone(game: State, zone: int, journal: Journal) -> None:
    """A zone to move workers from; ask how many if more than one can go."""
    note(journal, CHOSEN, int(game.turn))
    game.zone = zone
    game.number = 1
    several = min(int(PART_NUMBER[game.district, game.part]), int(game.zones[game.turn, zone])) > 1
    game.step = MOVE_NUMBER if several else MOVE_TO


@rule
def move_workers(game: State, zone: int, journal: Journal) -> None:
    """Own workers from the chosen zone to another (Ruling B11)."""
    player, number = int(game.turn), int(game.number)
    game.zones[player, game.zone] -= number
    game.zones[player, zone] += number
    note(journal, MOVED, player, int(game.zone), zone, number)
    finish_part(game)


@rule
def contribute_again(game: State, site: int, journal: Journal) -> None:
    """A contribution paid from the supply first; no action follows it (Rulings B10, B11)."""
    player = int(game.turn)
    pay_for_action(game, player, int(SITE_WORKERS[site]))
    add_contribution(game, player, site, BY_DISTRICT, journal)
    finish_part(game)


@rule
def upgrade_star(game: State, site: int, journal: Journal) -> None:
    """An own token gets a star more: no points for it, but it counts in the race (Rulings B14, B18)."""
    player = int(game.turn)
    game.stars[site] += 1
    note(journal, UPGRADED, player, site, int(game.stars[site]))
    run_race(game, player, journal)
    finish_part(game)
