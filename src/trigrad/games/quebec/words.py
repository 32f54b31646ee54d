"""Québec in words: actions, questions, lines of the log, and what cards and districts do."""

from collections.abc import Callable, Mapping

from trigrad.engine.game import Words
from trigrad.engine.journal import Event, Kind
from trigrad.engine.text import Name, Text
from trigrad.games.quebec import actions as a
from trigrad.games.quebec import components as c
from trigrad.games.quebec import events, state
from trigrad.games.quebec.rules import districts, leaders, turn, workers
from trigrad.games.quebec.state import State

Gaps = dict[str, Text | Name | str | int]


# --- Names --------------------------------------------------------------------------------


def site_words(site: int) -> Text:
    """A site in words: its number and its district."""
    return Text("site {number} ({district})", {"number": site + 1, "district": district_name(c.SITE_DISTRICT[site])})


def district_name(district: int) -> Name:
    """A district's name."""
    return c.DISTRICT_NAMES[c.DISTRICTS[district]]


def zone_name(zone: int) -> Name:
    """A zone's name."""
    return c.ZONE_NAMES[c.ZONES[zone]]


def leader_name(leader: int) -> Name:
    """A leader's name."""
    return c.LEADER_NAMES[c.LEADERS[leader]]


def points_words(number: int) -> Text:
    """A number of points."""
    return Text.plural("{number} point", "{number} points", number)


def workers_words(number: int) -> Text:
    """A number of workers."""
    return Text.plural("{number} worker", "{number} workers", number)


def stars_words(number: int) -> Text:
    """A number of stars."""
    return Text.plural("{number} star", "{number} stars", number)


# --- Actions ------------------------------------------------------------------------------


def words(game: State, action: int) -> Words:
    """A legal action of the player to move, in words and as data."""
    kind = a.notation(action).split()[0]
    if action < a.ZONE_0:
        site = action - a.SITE_0
        return _site_action(game, site), {"kind": kind, "site": site + 1}
    if action < a.START_OWN:
        zone = action - a.ZONE_0
        return _zone_action(game, zone), {"kind": kind, "zone": c.ZONES[zone]}
    if action < a.LEADER_0:
        architect = "own" if action == a.START_OWN else "neutral"
        return _start_action(game, action), {"kind": kind, "architect": architect}
    if action < a.DISTRICT_0:
        leader = action - a.LEADER_0
        return _leader_action(game, leader), {"kind": kind, "leader": c.LEADERS[leader]}
    return _part_action(game, action), {"kind": kind}


def _site_action(game: State, site: int) -> Text:
    gaps: Gaps = {"site": site_words(site), "workers": workers_words(int(c.SITE_WORKERS[site]))}
    if game.step == state.PLACE_ARCHITECT:
        if game.own_waits:
            return Text("Place your architect on {site}", gaps)
        return Text("Place the neutral architect on {site}", gaps)
    if game.step == state.UPGRADE_STAR:
        return Text("Give the token on {site} another star", gaps)
    if game.step == state.CONTRIBUTE_AGAIN:
        return Text("Contribute to {site} from the supply ({workers})", gaps)
    if turn.gives_action(game, int(game.turn), site):
        return Text("Contribute {workers} to {site}, with its action", gaps)
    return Text("Contribute {workers} to {site}", gaps)


def _zone_action(game: State, zone: int) -> Text:
    gaps: Gaps = {"zone": zone_name(zone)}
    if game.step == state.TURN:
        return Text("Send a worker: {zone}", gaps)
    if game.step == state.REDIRECT:
        if zone == c.SITE_ZONE[game.site]:
            return Text("Let your workers go to their zone: {zone}", gaps)
        return Text("Redirect your workers: {zone}", gaps)
    if game.step == state.PAIR:
        other = zone_name(int(c.PAIRED_ZONE[zone]))
        return Text("Place workers: first {zone}, then {other}", {"zone": zone_name(zone), "other": other})
    if game.step == state.SETTLE_ZONE:
        return Text("Place workers: {zone}", gaps)
    if game.step == state.MOVE_FROM:
        return Text("Move workers out of: {zone}", gaps)
    return Text("Move workers to: {zone}", gaps)


def _start_action(game: State, action: int) -> Text:
    own = action == a.START_OWN
    site = int(game.architects[game.turn if own else state.NEUTRAL])
    if site == state.NONE:
        return Text("Start a building") if own else Text("Start a building with the neutral architect")
    gaps: Gaps = {"site": site_words(site)}
    if own:
        return Text("Start a building; complete {site}", gaps)
    return Text("Start a building with the neutral architect; complete {site}", gaps)


def _leader_action(game: State, leader: int) -> Text:
    number = 0 if state.in_force(game, c.SEVEN_YEARS_WAR) else int(leaders.leaders_taken(game))
    activated = min(number, int(game.passive[game.turn]))
    gaps: Gaps = {"leader": leader_name(leader)}
    if not activated:
        return Text("Take the leader: {leader}", gaps)
    return Text.plural(
        "Take the leader: {leader}; {number} worker becomes active",
        "Take the leader: {leader}; {number} workers become active",
        activated,
        gaps,
    )


def _part_action(game: State, action: int) -> Text:
    if action == a.SKIP:
        return Text("Do without this")
    if action > a.NUMBER_0:
        return workers_words(action - a.NUMBER_0)
    district = action - a.DISTRICT_0
    if game.step == state.CHOOSE_DISTRICT:
        return Text("Do the action: {district}", {"district": district_name(district)})
    return _part_words(game, district)


def _part_words(game: State, district: int) -> Text:
    """What using a part that scores or activates would do."""
    player, part = int(game.turn), int(game.part)
    if c.PART_KIND[district, part] == c.SCORE:
        return Text("Score {points}", {"points": points_words(int(districts.district_points(game, player, district)))})
    number = min(int(c.PART_NUMBER[district, part]), int(game.passive[player]))
    return Text("Activate {workers}", {"workers": workers_words(number)})


# --- What is asked -------------------------------------------------------------------------

_QUESTIONS = {
    state.TURN: Text("Choose one of the four actions."),
    state.PAIR: Text("The political leader: choose the zones for your workers."),
    state.CHOOSE_DISTRICT: Text("Choose the district whose action you do."),
    state.SETTLE_NUMBER: Text("How many workers do you place?"),
    state.MOVE_FROM: Text("Out of which zone do you move workers?"),
    state.MOVE_NUMBER: Text("How many workers do you move?"),
    state.MOVE_TO: Text("To which zone do they move?"),
    state.START_BUILDING: Text("You may start a building."),
    state.CONTRIBUTE_AGAIN: Text("You may contribute to another building, from the supply first."),
    state.UPGRADE_STAR: Text("You may give one of your tokens another star."),
}


def ask(game: State) -> Text:
    """What is asked of the player to move."""
    step = int(game.step)
    if step == state.PLACE_ARCHITECT:
        return Text("Place your architect.") if game.own_waits else Text("Place the neutral architect.")
    if step == state.REDIRECT:
        return Text("{site} is completed: where do your workers go?", {"site": site_words(int(game.site))})
    if step == state.USE:
        return Text("{district}: do you use it?", {"district": district_name(int(game.district))})
    if step == state.SETTLE_ZONE:
        return _ask_to_settle(game)
    return _QUESTIONS[step]


def _ask_to_settle(game: State) -> Text:
    there = int(workers.available(game, int(game.turn)))
    gaps: Gaps = {
        "district": district_name(int(game.district)),
        "number": min(int(c.PART_NUMBER[game.district, game.part]), there),
    }
    return Text("{district}: where do you place workers (at most {number})?", gaps)


# --- The log ------------------------------------------------------------------------------

# A line about a player goes on from their name, so it begins with a small letter


def line(event: Event, memory: bool) -> Text | None:  # noqa: ARG001  # nothing in Québec is hidden and remembered
    """A line of the log; None for what the next line tells."""
    teller = _LINES.get(event.kind)
    return None if teller is None else teller(event)


def _started(event: Event) -> Text:
    return Text("starts a building with the neutral architect") if event.neutral else Text("starts a building")


def _completed(event: Event) -> Text:
    gaps: Gaps = {"site": site_words(event.site), "stars": stars_words(event.stars)}
    if event.stars:
        return Text("completes {site} with {stars}", gaps)
    return Text("Completed without a star: {site}", {"site": site_words(event.site)})


def _left_site(event: Event) -> Text:
    gaps: Gaps = {"zone": zone_name(event.zone), "workers": workers_words(event.workers)}
    if event.redirected:
        return Text("redirects {workers} from the site: {zone}", gaps)
    return Text("sends {workers} from the site: {zone}", gaps)


def _placed(event: Event) -> Text:
    gaps: Gaps = {"site": site_words(event.site)}
    if event.neutral:
        return Text("places the neutral architect on {site}", gaps)
    return Text("places the architect on {site}", gaps)


def _activated(event: Event) -> Text:
    return Text("activates {workers}", {"workers": workers_words(event.workers)})


def _contributed(event: Event) -> Text:
    gaps: Gaps = {"site": site_words(event.site), "workers": workers_words(event.workers)}
    return Text("contributes {workers} to {site}", gaps)


def _sent(event: Event) -> Text:
    gaps: Gaps = {"zone": zone_name(event.zone), "workers": workers_words(event.workers)}
    return Text("places {workers}: {zone}", gaps)


def _moved(event: Event) -> Text:
    gaps: Gaps = {"origin": zone_name(event.origin), "target": zone_name(event.target)}
    gaps["workers"] = workers_words(event.workers)
    return Text("moves {workers}: {origin} → {target}", gaps)


def _leader_taken(event: Event) -> Text:
    return Text("takes the leader: {leader}", {"leader": leader_name(event.leader)})


def _action_begun(event: Event) -> Text:
    return Text("uses the action: {district}", {"district": district_name(event.district)})


def _skipped(_event: Event) -> Text:
    return Text("does without a part of the action")


def _upgraded(event: Event) -> Text:
    gaps: Gaps = {"site": site_words(event.site), "stars": stars_words(event.stars)}
    return Text("gives the token on {site} another star: now {stars}", gaps)


def _scored(event: Event) -> Text:
    gaps: Gaps = {"points": points_words(event.points)}
    if event.source == state.FROM_LEADERS:
        return Text("scores {points} for a star token", gaps)
    if event.source == state.FROM_EVENT_CARDS:
        return Text("scores {points} for the event", gaps)
    return Text("scores {points}", gaps)


def _century_ended(event: Event) -> Text:
    gaps: Gaps = {"year": c.YEARS[event.century]}
    if event.cause == state.NO_WORKERS:
        return Text("ends the century of {year}: there is no worker left to play", gaps)
    if event.cause == state.NO_SITE:
        return Text("ends the century of {year}: no site is open for the architect", gaps)
    if event.cause == state.NO_SITE_FOR_LEADER:
        return Text("ends the century of {year}: no site is open for the economic leader", gaps)
    return Text("ends the century of {year}: no site is open for the neutral architect", gaps)


def _withdrawn(event: Event) -> Text:
    return Text("loses {workers} to the conscription", {"workers": workers_words(event.workers)})


def _zone_scored(event: Event) -> Text:
    gaps: Gaps = {"zone": zone_name(event.zone), "points": points_words(event.workers)}
    if event.cascading == 0:
        return Text("scores {points} for {zone}", gaps)
    if event.target == events.TO_ACTIVE:
        return Text.plural(
            "scores {points} for {zone}; {number} worker becomes active",
            "scores {points} for {zone}; {number} workers become active",
            event.cascading,
            gaps,
        )
    return Text.plural(
        "scores {points} for {zone}; {number} worker cascades → {target}",
        "scores {points} for {zone}; {number} workers cascade → {target}",
        event.cascading,
        {**gaps, "target": zone_name(event.target)},
    )


def _family_zone_scored(event: Event) -> Text:
    gaps: Gaps = {"zone": zone_name(event.zone), "points": points_words(event.workers)}
    if event.bonus:
        return Text("scores {points} and {bonus} more for {zone}", {**gaps, "bonus": event.bonus})
    return Text("scores {points} for {zone}", gaps)


def _deactivated(event: Event) -> Text:
    return Text("returns {workers} to the supply", {"workers": workers_words(event.workers)})


def _century_begun(event: Event) -> Text:
    return Text("The century of {year} begins", {"year": c.YEARS[event.century]})


def _revealed(event: Event) -> Text:
    card = c.EVENT_CARD_LIST[event.card]
    return Text("Event: {event} ({year})", {"event": c.EVENT_CARD_NAMES[card["key"]], "year": card["year"]})


def _final_scored(event: Event) -> Text:
    gaps: Gaps = {"sites": event.sites, "active": event.active, "group": event.group, "others": event.others}
    return Text(
        "scores at the end: workers on sites {sites}, active {active}, main group {group}, other buildings {others}",
        gaps,
    )


# All but ``CHOSEN``, which the next line tells
_LINES: Mapping[Kind, Callable[[Event], Text]] = {
    events.STARTED: _started,
    events.COMPLETED: _completed,
    events.LEFT_SITE: _left_site,
    events.PLACED: _placed,
    events.ACTIVATED: _activated,
    events.CONTRIBUTED: _contributed,
    events.SENT: _sent,
    events.MOVED: _moved,
    events.LEADER_TAKEN: _leader_taken,
    events.ACTION_BEGUN: _action_begun,
    events.SKIPPED: _skipped,
    events.UPGRADED: _upgraded,
    events.SCORED: _scored,
    events.CENTURY_ENDED: _century_ended,
    events.WITHDRAWN: _withdrawn,
    events.ZONE_SCORED: _zone_scored,
    events.FAMILY_ZONE_SCORED: _family_zone_scored,
    events.DEACTIVATED: _deactivated,
    events.CENTURY_BEGUN: _century_begun,
    events.REVEALED: _revealed,
    events.FINAL_SCORED: _final_scored,
}

# --- What districts, leaders and event cards do ------------------------------------------

DISTRICT_EFFECTS = {
    "archdiocese": Text("Any religious action"),
    "irish": Text("1 point; activate 1 worker; place 1 in any zone"),
    "protestant": Text("Place 1 worker in the Citadel and 1 in another zone"),
    "jewish": Text("Place 1 worker in any zone; move 1 or 2 of yours from one zone to another"),
    "government_seat": Text("Any political action"),
    "municipal": Text("Place up to 2 workers in religion or economy"),
    "national": Text("Place up to 2 workers in politics or culture"),
    "military": Text("Place up to 2 workers in the Citadel"),
    "public_market": Text("Any economic action"),
    "rich": Text("Start a building"),
    "business": Text("Contribute to another building from your supply, without its action"),
    "port": Text("Activate 3 workers"),
    "social_club": Text("Any cultural action"),
    "entertainment": Text("1, 3 or 4 points for 1, 2 or more active workers"),
    "academic": Text("1, 3 or 4 points for workers in 1, 2 or more zones"),
    "arts": Text("One of your tokens gets another star"),
}

_LEADER_EFFECTS = {
    "religious": Text("Your own building gives you its action too"),
    "political": Text("When a building is completed, send your workers there to the corner zone you like"),
    "economic": Text("The neutral architect builds for you"),
    "citadel": Text("Place 3 workers in the Citadel at once"),
}
_LEADER_EFFECTS_OF_TWO = {
    **_LEADER_EFFECTS,
    "political": Text("Place 2 workers each in religion and economy, or in politics and culture, at once"),
    "economic": Text("Contribute to the neutral architect’s building from your supply at once"),
}


def _leader_effects(players: int) -> dict[str, Text]:
    one, two, three = (int(points) for points in c.CULTURAL_POINTS[players][1:])
    cultural = Text(
        "Points for each star token you place: {one}, {two} or {three} for its 1, 2 or 3 stars",
        {"one": one, "two": two, "three": three},
    )
    return {**(_LEADER_EFFECTS_OF_TWO if players == c.DUEL else _LEADER_EFFECTS), "cultural": cultural}


# What each leader does, by number of players
LEADER_EFFECTS = {players: _leader_effects(players) for players in range(c.PLAYERS_MIN, c.PLAYERS_MAX + 1)}


EVENT_CARD_EFFECTS = {
    "champlain": Text("At the end of the game: 8 points for the most adjacent buildings with stars"),
    "sovereign_council": Text("First 8, second 4 points: two buildings with stars in each of three colours"),
    "jean_talon": Text("First 8, second 4 points: a building of three stars in each colour"),
    "fort_fire": Text("First 8, second 4 points: three blue buildings with stars"),
    "plains_of_abraham": Text("In the scoring, all move half of their workers from the Citadel to politics"),
    "seven_years_war": Text("Taking a leader activates nobody"),
    "royal_proclamation": Text("No leader can be taken"),
    "fortification": Text("A single contribution gives no star token"),
    "british_immigration": Text("Starting a building activates 4 workers"),
    "war_of_1812": Text("Starting a building activates 2 workers"),
    "provincial_capital": Text("When it is revealed, all activate as many workers as their rank"),
    "naval_canals": Text("After the scoring, nobody keeps more than 3 active workers"),
    "conscription": Text("Before the scoring, workers leave zones where their player has only 1 or 2"),
    "winter_carnival": Text("Before the scoring, 5 points for workers in all five zones"),
    "summit_of_americas": Text("Workers cascade only to zones where their player has some already"),
    "anniversary_400": Text("Only players with workers in all four corner zones cascade"),
}
