"""Tables of a club, and people who play at them."""

from trigrad.club.club import Club
from trigrad.club.live_table import LiveTable
from trigrad.club.new_tables import SeatWish, TableWish
from trigrad.club.people import User
from trigrad.table.table import Table


def new_table(club: Club, user: User, *kinds: str, game: str = "quorum", patience: str = "1d") -> str:
    """A user's new table, e.g. ``new_table(club, ada, "me", "friend")``; ``bot`` is the random bot."""
    seats = [SeatWish(kind, "random" if kind == "bot" else None, f"P{index}") for index, kind in enumerate(kinds)]
    return club.tables.create(TableWish(game, seats, {}, patience=patience), user)


def game_at(club: Club, table_id: str) -> tuple[LiveTable, Table]:
    """A table in memory, and the game on it."""
    live = club.tables.get(table_id)
    assert live.table is not None
    return live, live.table


def choose(club: Club, user: User, table_id: str) -> None:
    """The first possible choice of whoever is to move, which is the user."""
    _, table = game_at(club, table_id)
    assert table.to_move is not None
    club.tables.act(table_id, user, table.to_move, table.legal(table.to_move)[0], table.version)


def play_to_end(club: Club, user: User, table_id: str) -> None:
    """Play all seats of a table, which belong to the user, until the game is over."""
    while not club.tables.get(table_id).row.finished:
        choose(club, user, table_id)
