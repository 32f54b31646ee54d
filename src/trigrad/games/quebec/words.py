"""Québec in words: actions, questions, refusals, and lines of the log."""

from typing import Any

from trigrad.engine.game import Description
from trigrad.engine.journal import Event
from trigrad.engine.text import Name, Text
from trigrad.games.quebec import actions as a
from trigrad.games.quebec import components as c
from trigrad.games.quebec import districts, leaders, state, turn, workers
from trigrad.games.quebec.scoring import in_force

Gaps = dict[str, Text | Name | str | int]


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


# --- Actions and their notation ---------------------------------------------------------


def notation(action: int) -> str:
    """``site 1`` .. ``site 44``, ``zone religion``, ``start own``, ``leader political``, ``do irish``, ``workers 2``.

    And ``skip``. What an action means depends on what is asked.
    """
    if action < a.ZONE_0:
        return f"site {action - a.SITE_0 + 1}"
    if action < a.START_OWN:
        return f"zone {c.ZONES[action - a.ZONE_0]}"
    if action < a.LEADER_0:
        return "start own" if action == a.START_OWN else "start neutral"
    if action < a.DISTRICT_0:
        return f"leader {c.LEADERS[action - a.LEADER_0]}"
    if action <= a.NUMBER_0:
        return f"do {c.DISTRICTS[action - a.DISTRICT_0]}"
    return "skip" if action == a.SKIP else f"workers {action - a.NUMBER_0}"


_BY_NOTATION = {notation(action): action for action in range(a.NUM_ACTIONS)}


def parse(text: str) -> int:
    """The action of a notation; ``ValueError`` if there is none."""
    if text not in _BY_NOTATION:
        raise ValueError(f"not an action of Québec: {text!r}")
    return _BY_NOTATION[text]


def describe(game: Any, action: int) -> Description:
    """A legal action of the player to move, in notation, words and data."""
    kind = notation(action).split()[0]
    data: dict[str, Any] = {"kind": kind}
    if action < a.ZONE_0:
        site = action - a.SITE_0
        data["site"] = site + 1
        text = _site_action(game, site)
    elif action < a.START_OWN:
        zone = action - a.ZONE_0
        data["zone"] = c.ZONES[zone]
        text = _zone_action(game, zone)
    elif action < a.LEADER_0:
        data["architect"] = "own" if action == a.START_OWN else "neutral"
        text = _start_action(game, action)
    elif action < a.DISTRICT_0:
        data["leader"] = c.LEADERS[action - a.LEADER_0]
        text = _leader_action(game, action - a.LEADER_0)
    else:
        text = _part_action(game, action)
    return Description(action, notation(action), text, data)


def _site_action(game: Any, site: int) -> Text:
    gaps: Gaps = {"site": site_words(site), "workers": int(c.SITE_WORKERS[site])}
    if game.step == state.PLACE_ARCHITECT:
        if game.own_waits:
            return Text("Place your architect on {site}", gaps)
        return Text("Place the neutral architect on {site}", gaps)
    if game.step == state.UPGRADE_STAR:
        return Text("Give the token on {site} another star", gaps)
    if game.step == state.CONTRIBUTE_AGAIN:
        return Text("Contribute to {site} from the supply ({workers})", gaps)
    if turn.gives_action(game, int(game.turn), site):
        return Text("Contribute to {site}, workers: {workers}, with its action", gaps)
    return Text("Contribute to {site}, workers: {workers}", gaps)


def _zone_action(game: Any, zone: int) -> Text:
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


def _start_action(game: Any, action: int) -> Text:
    own = action == a.START_OWN
    site = int(game.architects[game.turn if own else state.NEUTRAL])
    if site == state.NONE:
        return Text("Start a building") if own else Text("Start a building with the neutral architect")
    gaps: Gaps = {"site": site_words(site)}
    if own:
        return Text("Start a building; complete {site}", gaps)
    return Text("Start a building with the neutral architect; complete {site}", gaps)


def _leader_action(game: Any, leader: int) -> Text:
    number = 0 if in_force(game, c.SEVEN_YEARS_WAR) else int(leaders.leaders_taken(game))
    gaps: Gaps = {"leader": leader_name(leader), "number": min(number, int(game.passive[game.turn]))}
    return Text("Take the leader: {leader}, activating workers: {number}", gaps)


def _part_action(game: Any, action: int) -> Text:
    if action == a.SKIP:
        return Text("Do without this")
    if action > a.NUMBER_0:
        number = action - a.NUMBER_0
        return Text("One worker") if number == 1 else Text("{number} workers", {"number": number})
    district = action - a.DISTRICT_0
    if game.step == state.CHOOSE_DISTRICT:
        return Text("Do the action: {district}", {"district": district_name(district)})
    return part_words(game, district)


def part_words(game: Any, district: int) -> Text:
    """What using a part that scores or activates would do."""
    player, part = int(game.turn), int(game.part)
    if c.PART_KIND[district, part] == c.SCORE:
        return Text("Score points: {points}", {"points": int(districts.district_points(game, player, district))})
    number = min(int(c.PART_NUMBER[district, part]), int(game.passive[player]))
    return Text("Activate workers: {number}", {"number": number})


# --- What is asked -------------------------------------------------------------------------

_PROMPTS = {
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


def prompt(game: Any) -> Text:
    """What is asked of the player to move."""
    if game.over:
        return Text("The game is over.")
    step = int(game.step)
    if step == state.PLACE_ARCHITECT:
        return Text("Place your architect.") if game.own_waits else Text("Place the neutral architect.")
    if step == state.REDIRECT:
        return Text("{site} is completed: where do your workers go?", {"site": site_words(int(game.site))})
    if step == state.USE:
        return Text("{district}: do you use it?", {"district": district_name(int(game.district))})
    if step == state.SETTLE_ZONE:
        return _settle_prompt(game)
    return _PROMPTS[step]


def _settle_prompt(game: Any) -> Text:
    there = int(workers.available(game, int(game.turn)))
    gaps: Gaps = {
        "district": district_name(int(game.district)),
        "number": min(int(c.PART_NUMBER[game.district, game.part]), there),
    }
    return Text("{district}: where do you place workers (at most {number})?", gaps)


# --- Why not ---------------------------------------------------------------------------------


def explain(game: Any, action: int) -> Text:
    """Why an action is not possible now."""
    if game.over:
        return Text("The game is over.")
    if not 0 <= action < a.NUM_ACTIONS:
        return Text("There is no such choice.")
    step = int(game.step)
    if step == state.TURN:
        return _why_not_in_turn(game, action)
    if step == state.PLACE_ARCHITECT:
        return _why_not_placed(game, action)
    if step == state.REDIRECT:
        return Text("The political leader sends workers to one of the four corner zones.")
    if step == state.CONTRIBUTE_AGAIN and action < a.ZONE_0:
        return _why_not_contribute_again(game, action - a.SITE_0)
    if step == state.UPGRADE_STAR and action < a.ZONE_0:
        return _why_not_upgraded(game, action - a.SITE_0)
    return _why_not_in_action(game, action)


def _why_not_in_turn(game: Any, action: int) -> Text:
    player = int(game.turn)
    if action < a.ZONE_0:
        return _why_no_contribution(game, action - a.SITE_0, int(game.active[player]))
    if action < a.START_OWN:
        return Text("There is no active worker to send.")
    if action == a.START_NEUTRAL:
        return _why_not_neutral(game)
    if a.LEADER_0 <= action < a.DISTRICT_0:
        return _why_no_leader(game, action - a.LEADER_0)
    if action == a.SKIP:
        return Text("Nobody may pass: choose one of the four actions.")
    return Text("A district's action comes only with a contribution.")


def _why_no_contribution(game: Any, site: int, affordable: int) -> Text:
    if workers.architect_on(game, site) == state.NONE:
        return _why_no_building(game, site)
    if workers.contributions(game, site) == c.SLOTS:
        return Text("This building has had its three contributions.")
    gaps: Gaps = {"needed": int(c.SITE_WORKERS[site]), "there": affordable}
    return Text("A contribution here takes {needed} workers; there are {there}.", gaps)


def century_of(game: Any, site: int) -> int:
    """The century of a site's tile, 0..3."""
    return next(century for century in range(c.CENTURIES) if workers.has_site(game.tiles[century], site))


def _why_no_building(game: Any, site: int) -> Text:
    century = century_of(game, site)
    if century > game.century:
        return Text("This site opens in the century of {year}.", {"year": c.YEARS[century]})
    if workers.has_site(game.open, site):
        return Text("Nobody builds here yet.")
    return Text("Building here is over.")


def _why_not_neutral(game: Any) -> Text:
    if game.players == c.DUEL:
        return Text("With two players nobody starts a building with the neutral architect alone.")
    if game.leaders[game.turn] != c.ECONOMIC:
        return Text("Only the economic leader lends the neutral architect.")
    return Text("No site is open for the neutral architect.")


def _why_no_leader(game: Any, leader: int) -> Text:
    if game.family:
        return Text("The family rules have no leaders.")
    if not leaders.is_in_play(game, leader):
        return Text("This leader is not used with so many players.")
    if game.leaders[game.turn] != state.NONE:
        return Text("Nobody takes a second leader in the same century.")
    if workers.holder(game, leader) != state.NONE:
        return Text("Another player has this leader until the century ends.")
    return Text("Under the Royal Proclamation no leader can be taken.")


def _why_not_placed(game: Any, action: int) -> Text:
    if action >= a.ZONE_0:
        return Text("First place the architect.")
    site = action - a.SITE_0
    if workers.architect_on(game, site) != state.NONE:
        return Text("An architect already stands there.")
    return _why_no_building(game, site)


def _why_not_contribute_again(game: Any, site: int) -> Text:
    if site == game.site:
        return Text("The business district contributes to another building.")
    return _why_no_contribution(game, site, int(workers.available(game, int(game.turn))))


def _why_not_upgraded(game: Any, site: int) -> Text:
    if not workers.has_site(game.starred[game.turn], site):
        return Text("You have no star token there.")
    return Text("A token has at most three stars.")


def _why_not_in_action(game: Any, action: int) -> Text:
    if game.step == state.PAIR:
        return Text("The political leader fills religion and economy, or politics and culture.")
    if action == a.SKIP:
        return Text("This must be answered.")
    if a.ZONE_0 <= action < a.START_OWN:
        return _why_not_zone(game)
    if action == a.START_NEUTRAL and game.step == state.START_BUILDING:
        return _why_not_neutral(game)
    if a.DISTRICT_0 <= action <= a.NUMBER_0 and game.step == state.CHOOSE_DISTRICT:
        return Text("That action belongs to another colour, or would do nothing.")
    return Text("First finish the complementary action.")


def _why_not_zone(game: Any) -> Text:
    if game.step == state.SETTLE_ZONE:
        return Text("This action does not place workers in that zone.")
    if game.step == state.MOVE_FROM:
        return Text("You have no worker in that zone.")
    if game.step == state.MOVE_TO:
        return Text("Workers move to another zone than they leave.")
    return Text("First finish the complementary action.")


# --- The log -----------------------------------------------------------------------------------


def tell(event: Event, memory: bool) -> Text | None:  # noqa: ARG001  # nothing in Québec is hidden and remembered
    """A line of the log; None for what the next line tells."""
    if event.kind == a.EV_SKIP:
        return Text("Does without a part of the action")
    for tellers in (_tell_building, _tell_workers, _tell_century, _tell_scoring):
        line = tellers(event)
        if line is not None:
            return line
    return None


def _cause_words(cause: int, century: int) -> Text:
    """Why a century ends."""
    gaps: Gaps = {"year": c.YEARS[century]}
    if cause == state.NO_WORKERS:
        return Text("The century of {year} ends: there is no worker left to play", gaps)
    if cause == state.NO_SITE:
        return Text("The century of {year} ends: no site is open for the architect", gaps)
    if cause == state.NO_SITE_FOR_LEADER:
        return Text("The century of {year} ends: no site is open for the economic leader", gaps)
    return Text("The century of {year} ends: no site is open for the neutral architect", gaps)


def _tell_building(event: Event) -> Text | None:
    if event.kind == a.EV_START:
        return Text("Starts a building with the neutral architect") if event.a else Text("Starts a building")
    gaps: Gaps = {"site": site_words(event.a) if event.a < c.SITES else "", "number": event.b}
    if event.kind == a.EV_COMPLETE:
        if event.b:
            return Text("Completes {site}, stars: {number}", gaps)
        return Text("{site} is completed without a star", gaps)
    if event.kind == a.EV_ARCHITECT:
        if event.b:
            return Text("Places the neutral architect on {site}", gaps)
        return Text("Places the architect on {site}", gaps)
    if event.kind == a.EV_CONTRIBUTE:
        return Text("Contributes to {site}, workers: {number}", gaps)
    if event.kind == a.EV_UPGRADE:
        return Text("The token on {site} has stars now: {number}", gaps)
    return None


def _tell_workers(event: Event) -> Text | None:
    if event.kind == a.EV_ACTIVATE:
        return Text("Activates workers: {number}", {"number": event.a})
    if event.kind == a.EV_LEAVE:
        gaps: Gaps = {"zone": zone_name(event.a), "number": event.b}
        return Text("Redirected workers: {zone} +{number}", gaps) if event.c else Text("{zone} +{number}", gaps)
    if event.kind == a.EV_SEND:
        return Text("Places workers: {zone} +{number}", {"zone": zone_name(event.a), "number": event.b})
    if event.kind == a.EV_MOVE:
        moved: Gaps = {"origin": zone_name(event.a), "target": zone_name(event.b), "number": event.c}
        return Text("Moves workers: {origin} → {target}, {number}", moved)
    if event.kind == a.EV_LEADER:
        return Text("Takes the leader: {leader}", {"leader": leader_name(event.a)})
    if event.kind == a.EV_DISTRICT:
        return Text("Uses the action: {district}", {"district": district_name(event.a)})
    return None


def _tell_century(event: Event) -> Text | None:
    if event.kind == a.EV_CENTURY_ENDS:
        return _cause_words(event.b, event.a)
    if event.kind == a.EV_CENTURY:
        return Text("The century of {year} begins", {"year": c.YEARS[event.a]})
    if event.kind == a.EV_EVENT:
        data = c.EVENT_LIST[event.a]
        return Text("Event: {event} ({year})", {"event": c.EVENT_NAMES[data["key"]], "year": data["year"]})
    if event.kind == a.EV_WITHDRAW:
        return Text("Conscription takes workers: {number}", {"number": event.a})
    if event.kind == a.EV_CANALS:
        return Text("Active workers back to the supply: {number}", {"number": event.a})
    return None


def _points_words(points: int, source: int) -> Text:
    """Points on the score track, by where they come from."""
    gaps: Gaps = {"points": points}
    if source == state.FROM_LEADERS:
        return Text("Scores points for a star token: {points}", gaps)
    if source == state.FROM_EVENTS:
        return Text("Scores points for the event: {points}", gaps)
    return Text("Scores points: {points}", gaps)


def _tell_scoring(event: Event) -> Text | None:
    if event.kind == a.EV_POINTS:
        return _points_words(event.a, event.b)
    if event.kind == a.EV_ZONE:
        return _tell_zone(event)
    if event.kind == a.EV_FAMILY_ZONE:
        family: Gaps = {"zone": zone_name(event.a), "points": event.b, "bonus": event.c}
        return Text("{zone}: points {points} + {bonus}", family) if event.c else Text("{zone}: points {points}", family)
    if event.kind == a.EV_FINAL:
        final: Gaps = {"sites": event.a, "active": event.b, "group": event.c, "others": event.d}
        return Text(
            "At the end: workers on sites {sites}, active {active}, main group {group}, other buildings {others}",
            final,
        )
    return Text("The game is over.") if event.kind == a.EV_END else None


def _tell_zone(event: Event) -> Text:
    target = zone_name(event.d) if event.d < a.TO_ACTIVE else ""
    gaps: Gaps = {"zone": zone_name(event.a), "points": event.b, "cascade": event.c, "target": target}
    if event.c == 0:
        return Text("{zone}: points {points}", gaps)
    if event.d == a.TO_ACTIVE:
        return Text("{zone}: points {points}; workers become active: {cascade}", gaps)
    return Text("{zone}: points {points}; cascade → {target}: {cascade}", gaps)
