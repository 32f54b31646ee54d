"""Why something cannot be chosen in Québec."""

from trigrad.engine.text import Text
from trigrad.games.quebec import actions as a
from trigrad.games.quebec import components as c
from trigrad.games.quebec import state
from trigrad.games.quebec.rules import leaders, workers
from trigrad.games.quebec.state import State
from trigrad.games.quebec.words import Gaps, workers_words


def why_not(game: State, action: int) -> Text:
    """Why an action is not possible now."""
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


def _why_not_in_turn(game: State, action: int) -> Text:
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
    return Text("A district’s action comes only with a contribution.")


def _why_no_contribution(game: State, site: int, affordable: int) -> Text:
    if state.architect_on(game, site) == state.NONE:
        return _why_no_building(game, site)
    if state.contributions(game, site) == c.SLOTS:
        return Text("This building has had its three contributions.")
    gaps: Gaps = {"needed": workers_words(int(c.SITE_WORKERS[site])), "there": affordable}
    return Text("A contribution here takes {needed}; you have only {there}.", gaps)


def _why_no_building(game: State, site: int) -> Text:
    century = state.century_of(game, site)
    if century > game.century:
        return Text("This site opens in the century of {year}.", {"year": c.YEARS[century]})
    if c.has_site(game.open, site):
        return Text("Nobody builds here yet.")
    return Text("Building here is over.")


def _why_not_neutral(game: State) -> Text:
    if game.players == c.DUEL:
        return Text("With two players nobody starts a building with the neutral architect alone.")
    if game.leaders[game.turn] != c.ECONOMIC:
        return Text("Only the economic leader lends the neutral architect.")
    return Text("No site is open for the neutral architect.")


def _why_no_leader(game: State, leader: int) -> Text:
    if game.family:
        return Text("The family rules have no leaders.")
    if not leaders.is_in_play(game, leader):
        return Text("This leader is not used with so many players.")
    if game.leaders[game.turn] != state.NONE:
        return Text("Nobody takes a second leader in the same century.")
    if state.holder(game, leader) != state.NONE:
        return Text("Another player has this leader until the century ends.")
    return Text("Under the Royal Proclamation no leader can be taken.")


def _why_not_placed(game: State, action: int) -> Text:
    if action >= a.ZONE_0:
        return Text("First place the architect.")
    site = action - a.SITE_0
    if state.architect_on(game, site) != state.NONE:
        return Text("An architect already stands there.")
    return _why_no_building(game, site)


def _why_not_contribute_again(game: State, site: int) -> Text:
    if site == game.site:
        return Text("The business district contributes to another building.")
    return _why_no_contribution(game, site, int(workers.available(game, int(game.turn))))


def _why_not_upgraded(game: State, site: int) -> Text:
    if not c.has_site(game.starred[game.turn], site):
        return Text("You have no star token there.")
    return Text("A token has at most three stars.")


def _why_not_in_action(game: State, action: int) -> Text:
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


def _why_not_zone(game: State) -> Text:
    if game.step == state.SETTLE_ZONE:
        return Text("This action does not place workers in that zone.")
    if game.step == state.MOVE_FROM:
        return Text("You have no worker in that zone.")
    if game.step == state.MOVE_TO:
        return Text("Workers move to another zone than they leave.")
    return Text("First finish the complementary action.")
