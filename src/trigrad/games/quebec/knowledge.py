"""What can be known in a game of Québec: all but the event cards of centuries to come."""

from trigrad.engine.observation import Observation, clear, seat_category, seat_names, turned
from trigrad.engine.random import reseed
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quebec.components import (
    CENTURIES,
    DISTRICTS,
    EVENT_CARDS,
    LEADERS,
    PARTS,
    PLAYERS_MAX,
    SITES,
    SLOTS,
    WORKERS,
    ZONES,
    first_site,
    has_site,
)
from trigrad.games.quebec.setup import draw_event_cards
from trigrad.games.quebec.state import NEUTRAL, NONE, TURN, State

# --- What everybody is told, as numbers -----------------------------------------------

_SEATS = seat_names(PLAYERS_MAX)
_ZONES = len(ZONES)
_SITE_NAMES = [f"site {site + 1}" for site in range(SITES)]
_STEPS = (
    "turn",
    "place",
    "redirect",
    "pair",
    "choose",
    "use",
    "settle",
    "settle number",
    "move from",
    "move number",
    "move to",
    "start",
    "contribute",
    "upgrade",
)
_STAGES = (
    "sites wanted",
    "century closes",
    "century scores",
    "turn finishes",
    "district goes on",
    "turn ends",
    "turn begins",
)
_CAUSES = ("no workers", "no site", "no site for the leader's", "no site for the common one")
COMMON = PLAYERS_MAX + 1  # a category of ``architects``: the neutral one
_WORKERS = int(max(WORKERS))
_MANY = 999  # more than any player can reach

OBSERVATION = Observation()
_PLAYERS = OBSERVATION.numbers("players", most=PLAYERS_MAX, meaning="number of players")
_FAMILY = OBSERVATION.numbers("family", most=1, meaning="whether the family rules hold")
_TO_MOVE = OBSERVATION.categories("to_move", names=_SEATS, meaning="whose choice it is")
_TURN = OBSERVATION.categories("turn", names=_SEATS, meaning="whose turn it is")
_STEP = OBSERVATION.categories("step", names=_STEPS, meaning="what is asked")
_STAGE = OBSERVATION.categories("stage", names=_STAGES, meaning="what follows")
_CENTURY = OBSERVATION.numbers("century", most=CENTURIES, meaning="the century, from 1")
_CAUSE = OBSERVATION.categories("cause", names=_CAUSES, meaning="what ended the century before")
_CARDS = OBSERVATION.categories(
    "event_cards", CENTURIES, names=EVENT_CARDS, meaning="event card of each century that has begun"
)
_RACE = OBSERVATION.categories("race", 2, names=_SEATS, meaning="who was first and second in the race of 1608")
_OWN_WAITS = OBSERVATION.numbers("own_waits", most=1, meaning="whether the own architect is to be placed")
_NEUTRAL_WAITS = OBSERVATION.numbers("neutral_waits", most=1, meaning="whether the neutral one is to be placed")
_SITE = OBSERVATION.categories("site", names=_SITE_NAMES, meaning="site that the question is about")
_OWNER = OBSERVATION.categories("owner", names=_SEATS, meaning="who gets the star token of the site being completed")
_DISTRICT = OBSERVATION.categories("district", names=DISTRICTS, meaning="district whose action is being done")
_PART = OBSERVATION.numbers("part", most=PARTS, meaning="which part of it")
_BEGUN = OBSERVATION.numbers("begun", most=1, meaning="whether some of it was done")
_ZONE = OBSERVATION.categories("zone", names=ZONES, meaning="zone chosen so far")
_NUMBER = OBSERVATION.numbers("number", most=2, meaning="workers to move")
_TILES = OBSERVATION.numbers("tiles", SITES, most=CENTURIES, meaning="century of each site’s tile, from 1")
_OPEN = OBSERVATION.numbers("open", SITES, most=1, meaning="whether a site has a disc")
_ARCHITECTS = OBSERVATION.categories(
    "architects", SITES, names=[*_SEATS, "neutral"], meaning="whose architect stands on each site"
)
_SLOTS = OBSERVATION.categories(
    "slots", SITES, SLOTS, names=_SEATS, meaning="whose workers are in each slot of each site, in the order they came"
)
_OWNERS = OBSERVATION.categories("owners", SITES, names=_SEATS, meaning="whose star token lies on each site")
_STARS = OBSERVATION.numbers("stars", SITES, most=SLOTS, meaning="stars of the token there")
_LEADERS = OBSERVATION.categories(
    "leaders", PLAYERS_MAX, names=LEADERS, meaning="leader that each player holds this century"
)
_ACTIVE = OBSERVATION.numbers("active", PLAYERS_MAX, most=_WORKERS, meaning="workers on each player’s hand tile")
_PASSIVE = OBSERVATION.numbers("passive", PLAYERS_MAX, most=_WORKERS, meaning="workers in each player’s supply")
_IN_ZONES = OBSERVATION.numbers(
    "zones", PLAYERS_MAX, _ZONES, most=_WORKERS, meaning="each player’s workers in each zone"
)
_POINTS = OBSERVATION.numbers("points", PLAYERS_MAX, most=_MANY, meaning="points of each player on the score track")


@rule
def observe(game: State, viewer: int, _memory: bool, out: Row) -> None:
    """Write what ``viewer`` may know into ``out``, laid out by ``OBSERVATION``: nothing is ever out of sight again."""
    clear(out)
    observe_century(game, viewer, out)
    if game.over == 0:
        observe_choice(game, viewer, out)
    observe_sites(game, viewer, out)
    for turn in range(game.players):
        observe_player(game, viewer, turn, out)


@rule
def observe_century(game: State, viewer: int, out: Row) -> None:
    """How far the game is, and the event cards that are face up."""
    out[_PLAYERS] = game.players
    out[_FAMILY] = game.family
    out[_CENTURY] = game.century + 1
    for century in range(int(game.century) + 1):
        out[_CARDS + century] = game.drawn[century] + 1
    for place in range(2):
        out[_RACE + place] = seat_category(game, viewer, game.fulfilled[place])


@rule
def observe_choice(game: State, viewer: int, out: Row) -> None:
    """Whose choice it is, and what it is about."""
    out[_TO_MOVE] = seat_category(game, viewer, game.to_move)
    out[_TURN] = seat_category(game, viewer, game.turn)
    out[_STEP] = game.step
    out[_CAUSE] = game.cause
    if game.step == TURN:
        return
    out[_STAGE] = game.stage + 1
    out[_OWN_WAITS] = game.own_waits
    out[_NEUTRAL_WAITS] = game.neutral_waits
    out[_SITE] = game.site + 1
    out[_OWNER] = seat_category(game, viewer, game.owner)
    out[_DISTRICT] = game.district + 1
    out[_PART] = game.part
    out[_BEGUN] = game.begun
    out[_ZONE] = game.zone + 1
    out[_NUMBER] = game.number


@rule
def observe_sites(game: State, viewer: int, out: Row) -> None:
    """Tiles, discs, architects, workers and star tokens."""
    for site in range(SITES):
        out[_OPEN + site] = 1 if has_site(game.open, site) else 0
        out[_STARS + site] = game.stars[site]
    for century in range(CENTURIES):
        sites = int(game.tiles[century])
        while sites != 0:
            out[_TILES + first_site(sites)] = century + 1
            sites &= sites - 1
    for architect in range(NEUTRAL + 1):
        site = int(game.architects[architect])
        if site != NONE:
            whose = COMMON if architect == NEUTRAL else seat_category(game, viewer, architect)
            out[_ARCHITECTS + site] = whose
            for slot in range(SLOTS):
                out[_SLOTS + site * SLOTS + slot] = seat_category(game, viewer, int(game.slots[site, slot]) - 1)


@rule
def observe_player(game: State, viewer: int, turn: int, out: Row) -> None:
    """Workers, leader, star tokens and points of the player who sits ``turn`` places after the viewer."""
    player = turned(game, viewer, turn)
    out[_LEADERS + turn] = game.leaders[player] + 1
    out[_ACTIVE + turn] = game.active[player]
    out[_PASSIVE + turn] = game.passive[player]
    out[_POINTS + turn] = game.points[player]
    for zone in range(_ZONES):
        out[_IN_ZONES + turn * _ZONES + zone] = game.zones[player, zone]
    sites = int(game.starred[player])
    while sites != 0:
        out[_OWNERS + first_site(sites)] = turn + 1
        sites &= sites - 1


# --- Worlds that nobody can tell apart ------------------------------------------------


@rule
def resample(game: State, _viewer: int, seed: Row) -> None:
    """Draw anew what nobody can know, whoever looks: the event cards to come, and the generator."""
    reseed(game, seed)
    if game.drawn[0] != NONE:
        draw_event_cards(game, int(game.century) + 1)
