"""Playing at once: against which bot, and whose first game it is."""

import pytest
from tests.club.tables import game_at, new_table

from trigrad.club import bot_names, play_now
from trigrad.club.club import Club
from trigrad.club.people import User, names_at
from trigrad.store.store import BOT


def finish(club: Club, user: User, table_id: str, *, win: bool) -> None:
    """Play a table of Quorum to its end, both seats the first choice; then say who has won."""
    live, table = game_at(club, table_id)
    while table.to_move is not None:
        asked = club.tables.bot_to_move(table_id)
        action = table.legal(table.to_move)[0]
        if asked:
            club.tables.act_as_bot(table_id, asked, action)
        else:
            club.tables.act(table_id, user, table.to_move, action, table.version)
    [mine] = live.seats_of(user)
    table.record.places[mine] = 1 if win else 2
    table.record.places[1 - mine] = 2 if win else 1


def bot_at(club: Club, table_id: str) -> str | None:
    [bot] = [seat.bot for seat in club.tables.get(table_id).row.seats if seat.kind == BOT]
    return bot


def test_the_ladder_goes_up_and_down(club: Club, ada: User) -> None:
    met = []
    for win in (True, True, False, False, False):
        table_id = play_now.begin(club.tables, ada, "quorum", "")
        met.append(bot_at(club, table_id))
        finish(club, ada, table_id, win=win)
    assert met == ["beginner", "casual", "strong", "casual", "beginner"]
    assert play_now.fitting_bot(club.tables, ada, "quorum") == "beginner"
    assert play_now.fitting_bot(club.tables, ada, "petersburg") == "beginner"


def test_the_last_rung_is_the_last(club: Club, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_now, "LADDER", ("beginner",))
    finish(club, ada, play_now.begin(club.tables, ada, "quorum", ""), win=True)
    assert play_now.fitting_bot(club.tables, ada, "quorum") == "beginner"


def test_a_game_among_people_or_against_a_plain_bot_tells_no_strength(club: Club, ada: User) -> None:
    finish(club, ada, new_table(club, ada, "me", "bot"), win=True)
    assert play_now.fitting_bot(club.tables, ada, "quorum") == "beginner"


def test_the_first_game_of_a_kind_is_the_first_until_one_is_finished(club: Club, ada: User, bob: User) -> None:
    first, other = (new_table(club, ada, "me", "bot") for _ in range(2))
    for table_id in (first, other):
        assert club.tables.is_first(club.tables.get(table_id), ada)
    finish(club, ada, first, win=False)
    assert club.tables.is_first(club.tables.get(first), ada)  # it was
    later = new_table(club, ada, "me", "bot")
    assert not club.tables.is_first(club.tables.get(later), ada)
    assert not club.tables.is_first(club.tables.get(later), bob)  # who does not sit there
    assert club.tables.is_first(club.tables.get(new_table(club, ada, "me", "bot", game="quebec")), ada)


def test_bots_have_names_of_their_own_that_stay(club: Club, ada: User) -> None:
    table_id = new_table(club, ada, "me", "bot", "bot", "bot")
    names = [seat.name for seat in club.tables.get(table_id).row.seats[1:]]
    assert len(set(names)) == 3
    assert names == [bot_names.of_seat(table_id, seat) for seat in (1, 2, 3)]
    assert set(names) <= set(bot_names.NAMES)
    tables = {bot_names.of_seat(f"table {number}", 0) for number in range(100)}
    assert len(tables) > 10  # not always the same ones


def test_a_person_called_like_the_bot_is_told_apart(club: Club, ada: User, bob: User) -> None:
    table_id = new_table(club, ada, "me", "bot", "friend")
    bot = club.tables.get(table_id).row.seats[1].name
    club.tables.join(table_id, 2, User(bob.id, bot))
    assert names_at(club.tables.get(table_id).row.seats) == ["Ada", bot, f"{bot} (3)"]
