"""What all processes of a server know of what is under way: analyses, and how many tables were created of late."""

import time
from contextlib import suppress

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from trigrad.store.schema import analysing, created
from trigrad.store.store import Store


class UnderWay:
    """Access to what is under way in a store. Its methods may be called from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- Analyses -------------------------------------------------------------------

    def analyses(self, version: int) -> list[str]:
        """The ids of tables that are being analysed, or wait for it, the oldest first."""
        query = select(analysing.c.table_id).where(analysing.c.version == version).order_by(analysing.c.since)
        with self._store.reading() as connection:
            return [table_id for (table_id,) in connection.execute(query)]

    def progress(self, table_id: str, version: int) -> tuple[int, int] | None:
        """How many looks of an analysis are done, and are to be done; None if it is not under way."""
        query = select(analysing.c.done, analysing.c.total).where(
            analysing.c.table_id == table_id, analysing.c.version == version
        )
        with self._store.reading() as connection:
            found = connection.execute(query).first()
        return None if found is None else (found.done, found.total)

    def begin_analysis(self, table_id: str, version: int, total: int) -> None:
        """An analysis is wanted; nothing if it is under way already."""
        row = {"table_id": table_id, "version": version, "done": 0, "total": total, "since": time.time()}
        with suppress(IntegrityError), self._store.writing() as connection:
            connection.execute(
                delete(analysing).where(analysing.c.table_id == table_id, analysing.c.version != version)
            )
            connection.execute(insert(analysing).values(row))

    def note_progress(self, table_id: str, done: int, total: int) -> None:
        """How far an analysis is."""
        with self._store.writing() as connection:
            connection.execute(update(analysing).where(analysing.c.table_id == table_id).values(done=done, total=total))

    def give_up_analysis(self, table_id: str) -> None:
        """An analysis cannot be made."""
        with self._store.writing() as connection:
            connection.execute(delete(analysing).where(analysing.c.table_id == table_id))

    # --- Tables of late ---------------------------------------------------------------

    def note_created(self, table_id: str, origin: str, now: float, since: float, most: int) -> bool:
        """Note that somebody from an origin creates a table; False if so many were created there ``since`` a time.

        What is older is forgotten.
        """
        with suppress(IntegrityError), self._store.writing() as connection:  # the same one twice at a time
            connection.execute(delete(created).where(created.c.at < since))
            of_late = select(func.count()).where(created.c.origin == origin, created.c.at >= since)
            if connection.execute(of_late).scalar_one() >= most:
                return False
            connection.execute(insert(created).values(table_id=table_id, origin=origin, at=now))
        return True
