"""Starting and completing buildings in Québec (rulebook, "Starting a new building")."""

from trigrad.engine.journal import Journal, note
from trigrad.engine.rule import rule
from trigrad.games.quebec.components import CULTURAL, CULTURAL_POINTS, DUEL, ECONOMIC, POLITICAL, SITE_ZONE, SLOTS
from trigrad.games.quebec.events import CENTURY_ENDED, COMPLETED, LEFT_SITE, PLACED, STARTED
from trigrad.games.quebec.rules.events import grant, run_race, token_stars
from trigrad.games.quebec.rules.workers import activate, last_contributor, owner_of, score_points
from trigrad.games.quebec.state import (
    CENTURY_CLOSES,
    FROM_LEADERS,
    NEUTRAL,
    NO_SITE,
    NO_SITE_FOR_COMMON,
    NO_SITE_FOR_LEADER,
    NONE,
    PLACE_ARCHITECT,
    REDIRECT,
    SITES_WANTED,
    TURN_ENDS,
    State,
    architect_on,
    contributions,
    holder,
    workers_on_site,
)


@rule
def may_start_neutral(game: State, player: int) -> bool:
    """The economic leader's second architect; from the hand it needs an open site (Ruling B6)."""
    if game.players == DUEL or game.leaders[player] != ECONOMIC:
        return False
    return bool(game.architects[NEUTRAL] != NONE or game.open != 0)


@rule
def start_with_own(game: State, normal: bool, journal: Journal) -> None:
    """Lift the own architect, if placed, and seek a new site (Ruling B5).

    With two players a normal start, not the rich district's, takes the common architect
    along if its site has a contribution, or if it was never placed (Ruling B21).
    """
    player = int(game.turn)
    note(journal, STARTED, player)
    game.own_waits = 1
    game.stage = SITES_WANTED
    lift(game, player, journal)
    if normal and game.players == DUEL:
        common = int(game.architects[NEUTRAL])
        if common == NONE or contributions(game, common) > 0:
            game.neutral_waits = 1
            lift(game, NEUTRAL, journal)


@rule
def start_with_neutral(game: State, journal: Journal) -> None:
    """The same with the economic leader's architect."""
    note(journal, STARTED, int(game.turn), 1)
    game.neutral_waits = 1
    game.stage = SITES_WANTED
    lift(game, NEUTRAL, journal)


@rule
def lift(game: State, architect: int, journal: Journal) -> None:
    """Take an architect off its site, which is completed.

    The political leader may have a say first (Ruling B13); until then it stays there (Ruling B25).
    """
    site = int(game.architects[architect])
    if site == NONE:
        return
    owner = owner_of(game, architect)
    game.site = site
    game.owner = last_contributor(game, site) if owner == NONE else owner
    political = NONE if game.players == DUEL else holder(game, POLITICAL)
    if political != NONE and workers_on_site(game, political, site) > 0:
        game.step = REDIRECT
        game.to_move = political
    else:
        complete_building(game, int(SITE_ZONE[site]), journal)


@rule
def complete_building(game: State, redirected: int, journal: Journal) -> None:
    """All workers of the site into its zone, the political leader's where redirected, then the token (Ruling B5)."""
    site = int(game.site)
    game.architects[architect_on(game, site)] = NONE
    stars = token_stars(game, contributions(game, site))
    note(journal, COMPLETED, int(game.owner) if stars > 0 else NONE, site, stars)
    political = holder(game, POLITICAL)
    for player in range(game.players):
        workers = workers_on_site(game, player, site)
        if workers > 0:
            zone = redirected if player == political else int(SITE_ZONE[site])
            game.zones[player, zone] += workers
            note(journal, LEFT_SITE, player, zone, workers, 1 if zone != SITE_ZONE[site] else 0)
    for slot in range(SLOTS):
        game.slots[site, slot] = 0
    if stars > 0:
        place_star_token(game, int(game.owner), site, stars, journal)


@rule
def place_star_token(game: State, player: int, site: int, stars: int, journal: Journal) -> None:
    """A new token; the cultural leader scores for it (Ruling B14), and the race of 1608 is run (Ruling B18)."""
    game.starred[player] |= 1 << site
    game.stars[site] = stars
    if game.leaders[player] == CULTURAL:
        score_points(game, player, int(CULTURAL_POINTS[game.players, stars]), FROM_LEADERS, journal)
    run_race(game, player, journal)


@rule
def place_architect(game: State, site: int, journal: Journal) -> None:
    """The own architect, or else the neutral one, on an open site; its disc goes."""
    player = int(game.turn)
    neutral = game.own_waits == 0
    if neutral:
        game.architects[NEUTRAL] = site
        game.neutral_waits = 0
    else:
        game.architects[player] = site
        game.own_waits = 0
    game.open &= ~(1 << site)
    note(journal, PLACED, player, site, 1 if neutral else 0)
    game.stage = SITES_WANTED


@rule
def seek_sites(game: State, journal: Journal) -> None:
    """Place what was lifted, then activate workers; without an open site the century ends (Ruling B6)."""
    player = int(game.turn)
    if game.own_waits == 0 and game.neutral_waits == 0:
        activate(game, player, grant(game), journal)
        game.stage = TURN_ENDS
    elif game.open != 0:
        game.step = PLACE_ARCHITECT
        game.to_move = player
    else:
        end_century(game, cause_without_site(game), journal)


@rule
def cause_without_site(game: State) -> int:
    """Whose architect found no site."""
    if game.own_waits == 1:
        return NO_SITE
    return NO_SITE_FOR_COMMON if game.players == DUEL else NO_SITE_FOR_LEADER


@rule
def end_century(game: State, cause: int, journal: Journal) -> None:
    """The century ends at once ("End of a century")."""
    game.cause = cause
    game.stage = CENTURY_CLOSES
    note(journal, CENTURY_ENDED, int(game.turn), int(game.century), cause)
