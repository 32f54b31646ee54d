"""The end of a century and of the game in Québec (rulebook, "End of a century")."""

from trigrad.engine.ending import end_game
from trigrad.engine.journal import Journal, note
from trigrad.engine.rule import rule
from trigrad.games.quebec.components import CENTURIES, DUEL, SCORING_ORDER, ZONES
from trigrad.games.quebec.events import CENTURY_BEGUN, FAMILY_ZONE_SCORED, FINAL_SCORED, TO_ACTIVE, ZONE_SCORED
from trigrad.games.quebec.rules.buildings import lift
from trigrad.games.quebec.rules.events import (
    cap_active,
    reveal_event_card,
    reward_carnival,
    reward_champlain,
    withdraw_conscripts,
)
from trigrad.games.quebec.scoring import (
    active_points,
    cascade,
    family_bonus,
    final_points,
    main_group_points,
    other_building_points,
    scoring_workers,
    site_points,
    unpacked,
)
from trigrad.games.quebec.state import (
    CENTURY_SCORES,
    NEUTRAL,
    NO_SITE_FOR_LEADER,
    NO_WORKERS,
    NONE,
    SITES_WANTED,
    TURN_BEGINS,
    TURN_ENDS,
    TURN_FINISHES,
    State,
)

_ZONES = len(ZONES)


@rule
def close_century(game: State, journal: Journal) -> None:
    """Step (a): the economic leader's building is completed (Ruling B8)."""
    game.stage = CENTURY_SCORES
    if game.players != DUEL:
        lift(game, NEUTRAL, journal)


@rule
def score_century(game: State, journal: Journal) -> None:
    """Steps (b) to (f), or the end of the game (Rulings B8, B19)."""
    return_leaders(game)
    withdraw_conscripts(game, journal)
    reward_carnival(game, journal)
    if game.family == 1:
        score_family_zones(game, journal)
    else:
        score_zones(game, journal)
    cap_active(game, journal)
    if game.century + 1 == CENTURIES:
        score_game(game, journal)
    else:
        begin_century(game, journal)


@rule
def return_leaders(game: State) -> None:
    """Leaders go back, and with the economic one the neutral architect; two players' stays (Ruling B21)."""
    for player in range(game.players):
        game.leaders[player] = NONE
    if game.players != DUEL:
        game.neutral_waits = 0


@rule
def score_zones(game: State, journal: Journal) -> None:
    """Zone after zone: points, then the cascade of the majority; the rest to the supplies (Ruling B15)."""
    century = int(game.century)
    carried = 0
    for place in range(_ZONES):
        zone = int(SCORING_ORDER[century, place])
        target = int(SCORING_ORDER[century, place + 1]) if place + 1 < _ZONES else TO_ACTIVE
        leaving = cascade(game, place, carried)
        for player in range(game.players):
            workers = scoring_workers(game, player, zone, carried)
            cascading = unpacked(leaving, player)
            record_zone(game, player, zone, workers, cascading)
            game.points[player] += workers
            game.passive[player] += workers - cascading
            if workers > 0:
                note(journal, ZONE_SCORED, player, zone, workers, cascading, target)
        carried = leaving
    for player in range(game.players):
        game.active[player] += unpacked(carried, player)
    clear_zones(game)


@rule
def score_family_zones(game: State, journal: Journal) -> None:
    """The family rules: a bonus instead of the cascade (Ruling B16)."""
    for place in range(_ZONES):
        zone = int(SCORING_ORDER[game.century, place])
        for player in range(game.players):
            workers = int(game.zones[player, zone])
            bonus = family_bonus(game, player, zone)
            record_zone(game, player, zone, workers, bonus)
            game.points[player] += workers + bonus
            game.passive[player] += workers
            if workers > 0:
                note(journal, FAMILY_ZONE_SCORED, player, zone, workers, bonus)
    clear_zones(game)


@rule
def record_zone(game: State, player: int, zone: int, workers: int, cascading: int) -> None:
    """Remember a zone's scoring for the score sheet."""
    game.scored[game.century, zone, player] = workers
    game.cascaded[game.century, zone, player] = cascading


@rule
def clear_zones(game: State) -> None:
    """No worker stays in a zone after the scoring."""
    for player in range(game.players):
        for zone in range(_ZONES):
            game.zones[player, zone] = 0


@rule
def begin_century(game: State, journal: Journal) -> None:
    """New sites open, old ones without an architect are dead, a new event card is revealed (Ruling B8)."""
    game.century += 1
    game.open = game.tiles[game.century]
    note(journal, CENTURY_BEGUN, NONE, int(game.century))
    reveal_event_card(game, journal)
    game.stage = TURN_FINISHES


@rule
def finish_turn(game: State) -> None:
    """Step (g): whose architect ended the century goes on seeking a site (Rulings B6, B7, B8)."""
    if game.cause == NO_WORKERS:
        game.stage = TURN_BEGINS
    elif game.cause == NO_SITE_FOR_LEADER:
        game.stage = TURN_ENDS
    else:
        game.stage = SITES_WANTED


@rule
def score_game(game: State, journal: Journal) -> None:
    """Workers on sites, active workers, buildings, then Champlain; ties share the victory (Rulings B19, B20)."""
    for player in range(game.players):
        sites, active = site_points(game, player), active_points(game, player)
        group, others = main_group_points(game, player), other_building_points(game, player)
        note(journal, FINAL_SCORED, player, sites, active, group, others)
        game.points[player] += final_points(game, player)
    reward_champlain(game, journal)
    for player in range(game.players):
        game.scores[player] = game.points[player]
    end_game(game, journal)
