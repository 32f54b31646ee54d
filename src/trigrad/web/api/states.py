"""A table as its reader sees it, as the JSON API tells it."""

from dataclasses import asdict

from trigrad import i18n
from trigrad.club import patience
from trigrad.club.bot_processes import Strength
from trigrad.club.club import Club
from trigrad.club.live_table import LiveTable
from trigrad.club.people import User, names_at
from trigrad.club.refusals import Forbidden
from trigrad.engine.game import SPECTATOR, Description
from trigrad.store.store import TableRow
from trigrad.table.table import Table, commitment
from trigrad.web.api.models import ActionInfo, LogLine, SeatInfo, TableInfo, TableState


def info(row: TableRow, user: User) -> TableInfo:
    """A table without the game on it."""
    return TableInfo(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        options=dict(row.options),
        undo=row.undo,
        finish=row.finish,
        hints=row.hints,
        memory=row.memory,
        listed=row.listed,
        patience=row.patience,
        seats=[
            SeatInfo(seat=seat.seat, kind=seat.kind, name=name, bot=seat.bot, mine=seat.user == user.id)
            for seat, name in zip(row.seats, names_at(row.seats), strict=True)
        ],
        finished=row.finished,
        closed=row.closed is not None,
        commitment=commitment(row.seed),
        rematch=row.rematch,
    )


def state(club: Club, table_id: str, user: User, wanted: int | None, language: str) -> TableState:
    """A table with the game as a user sees it from the ``wanted`` seat; ``Forbidden`` if it is not theirs."""
    live, levels = club.tables.get(table_id), club.bot_processes.strength
    with live.lock:
        mine = live.seats_of(user)
        if wanted is not None and wanted not in mine:
            raise Forbidden
        if live.table is None or not live.started:
            return _without_game(live, user, wanted if wanted is not None else _first(mine), levels)
        viewer = wanted if wanted is not None else _viewer(live.table, mine)
        return _with_game(live, live.table, user, viewer, language, levels)


def _viewer(table: Table, mine: list[int]) -> int:
    return table.to_move if table.to_move is not None and table.to_move in mine else _first(mine)


def _first(mine: list[int]) -> int:
    return mine[0] if mine else SPECTATOR


def _without_game(live: LiveTable, user: User, viewer: int, levels: Strength) -> TableState:
    """Before it has begun, or where it cannot go on."""
    return TableState(
        **info(live.row, user).model_dump(),
        started=live.started,
        viewer=viewer,
        version=0,
        to_move=None,
        waiting_since=None,
        view=None,
        legal=[],
        can_undo=False,
        can_finish=False,
        log=[],
        scores=None,
        places=None,
        seed=None,
        levels=levels,
    )


def _with_game(live: LiveTable, table: Table, user: User, viewer: int, language: str, levels: Strength) -> TableState:
    game, words = table.rules.game, i18n.catalogue(language)
    players = range(table.rules.players)
    return TableState(
        **info(live.row, user).model_dump(),
        started=True,
        viewer=viewer,
        version=table.version,
        to_move=table.to_move,
        waiting_since=None if table.to_move is None else patience.waiting_since(live.row, table.to_move),
        view=asdict(table.view(viewer)),
        legal=[action_info(game.describe(table.record, action), language) for action in live.legal(viewer)],
        can_undo=live.can_undo(viewer),
        can_finish=live.can_finish(viewer),
        log=[LogLine(seat=line.seat, text=line.text.render(words)) for line in table.log()],
        scores=[int(table.record.scores[seat]) for seat in players] if table.over else None,
        places=[int(table.record.places[seat]) for seat in players] if table.over else None,
        seed=table.seed.hex() if table.over else None,
        levels=levels,
    )


def action_info(description: Description, language: str) -> ActionInfo:
    """A legal action in words."""
    return ActionInfo(
        action=description.action,
        notation=description.notation,
        text=description.text.render(i18n.catalogue(language)),
        data=dict(description.data),
    )
