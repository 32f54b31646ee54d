"""What a strong player of Québec looks at, as numbers: how the points of a position will probably go on.

The weights of these features were fitted to finished games, see ``trigrad.bots.foresight``.
"""

from trigrad.engine.record import Floats
from trigrad.engine.rule import rule
from trigrad.games.quebec.components import (
    CENTURIES,
    CHAMPLAIN,
    CORNERS,
    COUNCIL_BUILDINGS,
    COUNCIL_COLOURS,
    CULTURAL,
    CULTURAL_POINTS,
    CULTURE,
    FIRE_BUILDINGS,
    FORT_FIRE,
    GROUP_POINTS,
    JEAN_TALON,
    LEADERS,
    PLAYERS_MAX,
    PLAYERS_MIN,
    SCORING_ORDER,
    SITE_NEIGHBOURS,
    SITE_WORKERS,
    SLOTS,
    SOVEREIGN_COUNCIL,
    TILES_OF_COLOUR,
    ZONE_SITES,
    ZONES,
    first_site,
    size,
)
from trigrad.games.quebec.rules.events import colours_with_buildings, colours_with_three_stars, grant, token_stars
from trigrad.games.quebec.rules.leaders import may_take_leader
from trigrad.games.quebec.scoring import (
    active_points,
    carnival_points,
    cascade,
    family_bonus,
    group_of,
    group_points,
    main_group,
    scoring_workers,
    stars_of,
    unpacked,
)
from trigrad.games.quebec.state import (
    NONE,
    PLACE_ARCHITECT,
    TURN,
    State,
    contributions,
    sites_under_construction,
    workers_on_site,
)

NAMES = (
    "points as they stand",
    "always 1",
    "points in the zones",
    "workers that come home active",
    "active workers",
    "workers in the supply",
    "workers missing for the next start",
    "active workers beyond six",
    "workers in the zone scored first",
    "second",
    "third",
    "fourth",
    "fifth",
    "lead in the zone scored first",
    "second",
    "third",
    "fourth",
    "fifth",
    "workers on the own site",
    "workers on others’ sites",
    "no site",
    "own site with one contribution",
    "with two",
    "with three",
    "points that the own site would bring now",
    "points that one more contribution would add",
    "workers a contribution to the own site takes",
    "buildings in the main group",
    "buildings",
    "open sites beside the main group",
    "later sites beside the main group",
    "leader: religious",
    "political",
    "economic",
    "cultural",
    "Citadel",
    "leader still to take",
    "open sites, as a share of a century’s",
    "active workers times open sites",
    "workers in the supply times open sites",
    "points in the zones times open sites",
    "a leader times open sites",
    "seats until the own turn",
    "active workers of the others, on average",
    "others’ sites with room",
    "points of the cultural leader for the own site",
    "buildings missing in the race of 1608",
    "lead in the largest group for Champlain",
    "an architect to place",
    "a district’s action to finish",
)
(
    NOW,
    ONE,
    IN_ZONES,
    HOME,
    ACTIVE,
    SUPPLY,
    SHORT,
    SPARE,
    ZONE_0,
    _,
    _,
    _,
    _,
    LEAD_0,
    _,
    _,
    _,
    _,
    ON_OWN_SITE,
    ON_OTHER_SITES,
    SITE_NONE,
    SITE_ONE,
    _,
    _,
    SITE_GAIN,
    SITE_MORE,
    SITE_PRICE,
    GROUP,
    BUILDINGS,
    NEAR,
    NEAR_LATER,
    LEADER_0,
    _,
    _,
    _,
    _,
    LEADER_OPEN,
    OPEN,
    ACTIVE_OPEN,
    SUPPLY_OPEN,
    ZONES_OPEN,
    LEADER_TIMES_OPEN,
    DISTANCE,
    OTHERS_ACTIVE,
    OTHERS_ROOM,
    CULTURAL_SITE,
    RACE,
    LARGEST,
    TO_PLACE,
    TO_FINISH,
) = range(len(NAMES))
STAGES = (PLAYERS_MAX - PLAYERS_MIN + 1) * 2 * CENTURIES

_ZONES = len(ZONES)
_LEADERS = len(LEADERS)
_TILES = TILES_OF_COLOUR  # of a century: as many as of a colour
_FAR_AHEAD = 4  # workers by which a zone is as good as won, or lost
_SPARE_FROM = 6  # active workers beyond it will hardly be used this century
_NEAR_MOST = 3  # sites beside a group: more make little difference


@rule
def features(game: State, player: int, out: Floats) -> int:
    """Write a player's features into ``out`` (float64[len(NAMES)]); return the stage, whose weights count."""
    for i in range(len(NAMES)):
        out[i] = 0.0
    out[ONE] = 1.0
    _workers(game, player, out)
    _zones(game, player, out)
    _buildings(game, player, out)
    _leader(game, player, out)
    _others(game, player, out)
    _event_of_1608(game, player, out)
    left = size(int(game.open)) / _TILES
    out[OPEN] = left
    out[ACTIVE_OPEN] = left * out[ACTIVE]
    out[SUPPLY_OPEN] = left * out[SUPPLY]
    out[ZONES_OPEN] = left * out[IN_ZONES]
    out[NOW] += int(game.points[player]) + active_points(game, player) + out[IN_ZONES]
    if game.to_move == player and game.step != TURN:
        out[TO_PLACE if game.step == PLACE_ARCHITECT else TO_FINISH] = 1.0
    return ((int(game.players) - PLAYERS_MIN) * 2 + int(game.family)) * CENTURIES + int(game.century)


@rule
def _workers(game: State, player: int, out: Floats) -> None:
    """Workers at hand and on sites."""
    active, supply = int(game.active[player]), int(game.passive[player])
    out[ACTIVE] = active
    out[SUPPLY] = supply
    out[SHORT] = max(0, grant(game) - supply)
    out[SPARE] = max(0, active - _SPARE_FROM)
    sites = sites_under_construction(game)
    while sites != 0:
        site = first_site(sites)
        sites &= sites - 1
        workers = workers_on_site(game, player, site)
        out[NOW] += workers
        out[ON_OWN_SITE if site == game.architects[player] else ON_OTHER_SITES] += workers


@rule
def _zones(game: State, player: int, out: Floats) -> None:
    """What the zones would bring if they were scored now, and how safe that is."""
    carried = 0
    for place in range(_ZONES):
        zone = int(SCORING_ORDER[game.century, place])
        own = int(game.zones[player, zone])
        most = 0
        for other in range(game.players):
            if other != player:
                most = max(most, int(game.zones[other, zone]))
        out[ZONE_0 + place] = own
        out[LEAD_0 + place] = max(-_FAR_AHEAD, min(_FAR_AHEAD, own - most))
        out[IN_ZONES] += scoring_workers(game, player, zone, carried)
        if game.family == 1:
            out[IN_ZONES] += family_bonus(game, player, zone)
        else:
            carried = cascade(game, place, carried)
    out[HOME] = unpacked(carried, player)
    out[IN_ZONES] += carnival_points(game, player)


@rule
def _buildings(game: State, player: int, out: Floats) -> None:
    """Buildings with tokens, and the one under the own architect."""
    starred = int(game.starred[player])
    group = main_group(game, player)
    points = group_points(game, group) + stars_of(game, starred & ~group)
    out[NOW] += points
    out[GROUP] = size(group)
    out[BUILDINGS] = size(starred)
    beside = _beside(group)
    site = int(game.architects[player])
    if site == NONE:
        out[SITE_NONE] = 1.0
    else:
        joined = starred if game.family == 1 else group_of(site, starred | (1 << site))
        count = contributions(game, site)
        now = _points_with(game, starred, points, joined, site, token_stars(game, count))
        more = _points_with(game, starred, points, joined, site, token_stars(game, min(SLOTS, count + 1)))
        out[SITE_GAIN] = now - points
        out[SITE_MORE] = more - now
        out[SITE_PRICE] = SITE_WORKERS[site]
        if count > 0:
            out[SITE_ONE + count - 1] = 1.0
        if game.leaders[player] == CULTURAL:
            out[CULTURAL_SITE] = CULTURAL_POINTS[game.players, count]
        beside |= int(SITE_NEIGHBOURS[site]) if group & joined != 0 else 0
    out[NEAR] = min(_NEAR_MOST, size(beside & int(game.open)))
    later = 0
    for century in range(int(game.century) + 1, CENTURIES):
        later |= int(game.tiles[century])
    out[NEAR_LATER] = min(2 * _NEAR_MOST, size(beside & later))


@rule
def _points_with(game: State, starred: int, points: int, joined: int, site: int, stars: int) -> int:
    """A player's building points with one more building in a group: it makes that the main one, or scores its stars."""
    if stars == 0:
        return points
    group = joined & ~(1 << site)
    whole = group_points(game, group) + int(GROUP_POINTS[stars]) + stars_of(game, starred & ~group)
    return max(points + stars, whole)


@rule
def _beside(group: int) -> int:
    """The sites beside a group."""
    beside, rest = 0, group
    while rest != 0:
        beside |= int(SITE_NEIGHBOURS[first_site(rest)])
        rest &= rest - 1
    return beside & ~group


@rule
def _leader(game: State, player: int, out: Floats) -> None:
    """The leader, which helps until the century ends."""
    leader = int(game.leaders[player])
    if leader != NONE:
        out[LEADER_0 + leader] = 1.0
        out[LEADER_TIMES_OPEN] = size(int(game.open)) / _TILES
    elif may_take_leader(game, player):
        out[LEADER_OPEN] = 1.0


@rule
def _others(game: State, player: int, out: Floats) -> None:
    """What the others can do, and when it is the own turn again."""
    players = int(game.players)
    for other in range(players):
        if other != player:
            out[OTHERS_ACTIVE] += int(game.active[other]) / (players - 1)
            site = int(game.architects[other])
            if site != NONE and contributions(game, site) < SLOTS:
                out[OTHERS_ROOM] += 1.0
    out[DISTANCE] = ((player - int(game.turn)) % players) / players


@rule
def _event_of_1608(game: State, player: int, out: Floats) -> None:
    """How far a player is in the race that is on, or ahead for Champlain."""
    card = int(game.drawn[0])
    if card == CHAMPLAIN:
        most = 0
        for other in range(game.players):
            if other != player:
                most = max(most, size(main_group(game, other)))
        out[LARGEST] = max(-_NEAR_MOST, min(_NEAR_MOST, out[GROUP] - most))
    elif card != NONE and game.fulfilled[1] == NONE and game.fulfilled[0] != player:
        out[RACE] = _missing(game, player, card)


@rule
def _missing(game: State, player: int, card: int) -> int:
    """Roughly how many buildings, or colours, are missing to fulfil a race."""
    if card == FORT_FIRE:
        return max(0, FIRE_BUILDINGS - size(int(game.starred[player]) & int(ZONE_SITES[CULTURE])))
    if card == JEAN_TALON:
        return CORNERS - colours_with_three_stars(game, player)
    if card == SOVEREIGN_COUNCIL:
        return COUNCIL_COLOURS - colours_with_buildings(game, player, COUNCIL_BUILDINGS)
    return 0
