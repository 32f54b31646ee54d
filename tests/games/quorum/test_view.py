"""What is seen of a game, and the score sheet with its working."""

import pytest
from tests.games.quorum.positions import (
    ADVANCE,
    CLOCKWISE,
    FIRST,
    GALLIA,
    GAME,
    PLAY,
    SECOND,
    SPECTATOR,
    act,
    cards,
    god,
    gods,
    play,
    playing,
    position,
    seed_of,
)

from trigrad.games.quorum.view import score_sheet, view


def test_a_new_game_as_everybody_sees_it() -> None:
    game = GAME.new(3, seed_of(5))
    seen = view(game, SPECTATOR)
    assert (seen.viewer, seen.players, seen.to_move, seen.step) == (-1, 3, int(game.to_move), "take")
    assert (seen.round, seen.rounds, seen.over, seen.places, seen.god) == (1, 12, False, (), None)
    assert seen.deck_size == 86 - 5 - 3 * 4
    assert [seat.seat for seat in seen.seats] == [0, 1, 2]
    assert all((seat.points, seat.influence, seat.gods, seat.played) == (0, 0, (), ()) for seat in seen.seats)
    assert all(standing.rank == standing.multiplier == 0 for key in seen.provinces for standing in key.standings)


def test_rounds_are_counted_by_the_cards_of_the_player_to_move() -> None:
    game = position(played={FIRST: GALLIA[:3], SECOND: GALLIA[3:6]}, step=PLAY, hands={FIRST: GALLIA[6:11]})
    assert view(game, FIRST).round == 4
    play(game, GALLIA[6])
    assert (view(game, FIRST).to_move, view(game, FIRST).round) == (SECOND, 4)


def test_a_finished_game_asks_nothing_and_shows_the_places() -> None:
    played = {FIRST: cards(type="army")[:11], SECOND: cards(type="politics")[:12]}
    game = playing(GALLIA[0], rome=gods(5), gods_of={SECOND: [god("mars")]}, played=played)
    before = view(game, FIRST)
    assert (before.over, before.step, before.round, before.places) == (False, "play", 12, ())
    play(game, GALLIA[0])
    seen = view(game, FIRST)
    assert (seen.to_move, seen.step, seen.god, seen.may_replace) == (None, None, None, False)
    assert (seen.round, seen.over) == (12, True)
    assert sorted(seen.places) == [1, 2]
    assert list(seen.places) == [sheet.place for sheet in score_sheet(game)]
    assert all(card.effect is None for card in (*seen.rome, *seen.seats[FIRST].hand))


def test_a_province_shows_its_value_what_it_counts_and_who_is_ahead() -> None:
    game = position(3, ring=CLOCKWISE, values={"asia": 3}, markers={"asia": [(2, 7), (0, 5)]})
    asia, germania = view(game, SPECTATOR).provinces[:2]
    assert (asia.key, asia.value, asia.counts) == ("asia", 3, "2")  # of strength 2
    assert [(s.seat, s.space, s.rank, s.multiplier) for s in asia.standings] == [
        (2, 7, 1, 3),
        (0, 5, 2, 2),
        (1, 0, 0, 0),
    ]
    assert (germania.key, germania.value, germania.counts) == ("germania", 2, "politics")


def test_a_seat_shows_its_gods_its_cards_and_its_influence() -> None:
    game = position(
        gods_of={SECOND: [god("mars"), god("venus")]},
        played={SECOND: [cards(building="baths")[0]]},
        markers={"asia": [(SECOND, 4)], "africa": [(SECOND, 3)]},
    )
    seat = view(game, FIRST).seats[SECOND]
    assert (seat.gods, seat.influence, seat.points) == (("mars", "venus"), 7, 1)
    assert [(card.type, card.building) for card in seat.played] == [("architecture", "baths")]


def test_what_a_god_would_do_is_shown_to_whom_it_obeys_alone() -> None:
    game = position(
        step=ADVANCE, ring=CLOCKWISE, gods_of={FIRST: [god("vulcan")]}, values={"germania": 4, "hispania": 3}
    )
    assert view(game, FIRST).god == view(game, SECOND).god == "vulcan"
    assert all(province.effect is None for province in view(game, SECOND).provinces)
    effect = next(p.effect for p in view(game, FIRST).provinces if p.key == "africa")
    assert effect
    assert (effect.province, effect.before, effect.after) == ("africa", 0, 1)
    assert (effect.rank_before, effect.rank_after, effect.points) == (0, 1, 0)
    assert effect.values == {"hispania": (3, 2)}  # Germania's change is ignored
    act(game, "africa")
    assert all(province.effect is None for province in view(game, FIRST).provinces)


def test_a_card_shows_how_the_points_would_change() -> None:
    """A third army card, of strength 2 beside 1 and 3: from nothing to 10; and a first advance in its province."""
    armies = [cards(type="army", strength=strength, province="macedonia")[0] for strength in (1, 3)]
    two = cards(type="army", strength=2, province="macedonia")[0]
    game = playing(two, played={FIRST: armies}, markers={"macedonia": [(SECOND, 9)]})
    effect = view(game, FIRST).seats[FIRST].hand[0].effect
    assert effect
    # Gaul and Asia count armies and strength 2, but no marker of the seat's has moved there
    assert (effect.points, effect.province, effect.rank_before, effect.rank_after) == (10, "macedonia", 0, 2)


@pytest.mark.parametrize(
    ("kind", "played", "counts"),
    [
        ("army", cards(type="army", strength=2)[:3] + cards(type="army", strength=3)[:1], {"1": 0, "2": 3, "3": 1}),
        ("architecture", cards(building="baths")[:2] + cards(building="arch")[:1], {"different": 2}),
        ("trade", cards(type="trade", goods=("fish", "fish", "wheat"))[:1], {"fish": 2, "wheat": 1}),
        ("politics", cards(type="politics")[:2] + cards(type="army", strength=3)[:3], {"politics": 2, "strength": 3}),
    ],
)
def test_the_score_sheet_says_what_a_type_is_counted_from(kind: str, played: list[int], counts: dict[str, int]) -> None:
    [line] = [line for line in score_sheet(position(played={FIRST: played}))[FIRST].types if line.type == kind]
    assert line.counts == counts


def test_the_score_sheet_says_what_a_province_is_counted_from() -> None:
    game = position(
        values={"gallia": 3}, markers={"gallia": [(SECOND, 5), (FIRST, 4)]}, played={FIRST: cards(type="army")[:4]}
    )
    first = next(line for line in score_sheet(game)[FIRST].provinces if line.province == "gallia")
    assert (first.value, first.rank, first.multiplier, first.counts, first.cards, first.points) == (
        3,
        2,
        2,
        "army",
        4,
        8,
    )
