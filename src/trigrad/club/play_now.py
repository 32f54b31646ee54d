"""Playing at once: a table for one person against a bot of about their strength."""

from trigrad.club.new_tables import SeatWish, TableWish
from trigrad.club.people import User
from trigrad.club.tables import Tables
from trigrad.store.store import BOT, TableRow

LADDER = ("beginner", "casual", "strong", "expert")  # the first for whoever is new, then one up after each victory


def begin(tables: Tables, user: User, game: str, key: str) -> str:
    """A new table of a user and a fitting bot; returns its id, the same one for the same ``key``."""
    seats = [SeatWish("me"), SeatWish("bot", fitting_bot(tables, user, game))]
    return tables.create(TableWish(game, seats, options={}), user, key)


def fitting_bot(tables: Tables, user: User, game: str) -> str:
    """The bot for a user's next game: one up from the last one if they won against it, one down if they lost."""
    last = next((row for row in tables.mine(user) if row.game == game and _is_duel(row)), None)
    if last is None:
        return LADDER[0]
    [rung] = [LADDER.index(seat.bot) for seat in last.seats if seat.kind == BOT and seat.bot is not None]
    [seat] = [seat.seat for seat in last.seats if seat.user == user.id]
    table = tables.get(last.id).table
    if table is None:  # of earlier rules: nobody knows how it ended
        return LADDER[rung]
    won = table.record.places[seat] == 1
    return LADDER[min(rung + 1, len(LADDER) - 1) if won else max(rung - 1, 0)]


def _is_duel(row: TableRow) -> bool:
    """Whether a person has played a game to its end alone against a bot of the ladder."""
    bots = [seat.bot for seat in row.seats if seat.kind == BOT]
    return row.finished and row.players == 2 and len(bots) == 1 and bots[0] in LADDER
