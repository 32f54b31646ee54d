"""What the golden playthroughs of Saint Petersburg show together."""

import pytest
from tests.games.petersburg.reading import scores
from tests.games.playthrough import HERE, Playthrough, files, read

from trigrad.games.petersburg import GAME, events
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.view import score_sheet


@pytest.fixture(scope="module")
def played() -> list[Playthrough]:
    """All playthroughs, with what happened in them."""
    found = [read(path) for path in files() if path.parent.parent.name == GAME.name]
    for playthrough in found:
        list(playthrough.lines())
    return found


def test_every_number_of_players_with_every_expansion_that_it_allows(played: list[Playthrough]) -> None:
    shown = {(p.players, p.options.get("expansions", "base")) for p in played}
    few = {(players, expansions) for players in (2, 3, 4) for expansions in c.EXPANSIONS}
    assert shown == few | {(5, "society"), (5, "both")}


def test_every_kind_of_event_is_reached(played: list[Playthrough]) -> None:
    reached = {event.kind for p in played for event in p.happened}
    assert [kind.name for kind in events.EVENTS if kind not in reached] == []


def test_every_cause_of_an_ending_is_reached(played: list[Playthrough]) -> None:
    """Each deck can run out at one place only: when it is laid out, before its own phase."""
    causes = {event.deck for p in played for event in p.happened if event.kind == events.RAN_OUT}
    assert causes == {c.WORKER, c.BUILDING, c.ARISTOCRAT, c.TRADING}


def test_the_game_ends_with_the_round_named(played: list[Playthrough]) -> None:
    for p in played:
        last = [event.round for event in p.happened if event.kind == events.RAN_OUT]
        rounds = [event.round for event in p.happened if event.kind == events.ROUND_BEGAN]
        assert rounds[-1] == last[-1]


def test_every_special_action_card_is_played(played: list[Playthrough]) -> None:
    shown = {event.card for p in played for event in p.happened if event.kind == events.ACTION_CARD_PLAYED}
    assert shown >= set(range(c.TABLE_KINDS, c.KINDS)) - {c.PICKPOCKET}


def test_the_sum_of_all_events_is_the_final_score(played: list[Playthrough]) -> None:
    for p in played:
        totals = [0] * p.players
        for event in p.happened:
            if event.kind in (events.DISC_SCORED, events.INCOME_PAID, events.GUILD_PAID, events.POINTS_BOUGHT):
                totals[event.player] += event.points
            elif event.kind == events.FINAL_SCORED:
                totals[event.player] += event.aristocrats + event.money + event.hand
        game = p.new()
        if game.disc >= 0:
            totals[int(game.disc)] += c.DISC_POINTS  # of the first round, before the first choice
        for choice in p.choices:
            GAME.apply(game, GAME.parse(choice))
        assert scores(game) == totals


def test_more_money_decides_a_tie() -> None:
    """Both have 10 points: 20 on the track and two cards in hand, 25 and three; three rubles beat one."""
    p = read(HERE / "petersburg/playthroughs/two_players_trading_cards_run_out.txt")
    game = p.new()
    for choice in p.choices:
        GAME.apply(game, GAME.parse(choice))
    first, second = score_sheet(game)
    assert (first.track, first.hand_points, first.money, first.total, first.place) == (20, -10, 3, 10, 1)
    assert (second.track, second.hand_points, second.money, second.total, second.place) == (25, -15, 1, 10, 2)


def test_files_are_where_they_are_sought() -> None:
    assert len(list((HERE / "petersburg/playthroughs").glob("*.txt"))) == 18
