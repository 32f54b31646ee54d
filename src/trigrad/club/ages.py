"""Closing tables that nobody goes on at, so that lists show what is played."""

import asyncio
import logging
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from trigrad.engine.text import Refusal
from trigrad.store.office import Office

logger = logging.getLogger(__name__)

DAY = 24 * 3600
_FIRST = 10.0  # seconds until the first look, which others at a start need not wait for
_PAUSE = 3600.0  # seconds until the next look


@dataclass(frozen=True)
class Ages:
    """After how many seconds without any change a table is closed; None = never. Finished ones stay."""

    unstarted: float | None = 30 * DAY  # seats are still free
    abandoned: float | None = 365 * DAY


async def close_old_tables(office: Office, ages: Ages) -> None:
    """Look again and again, until cancelled."""
    await asyncio.sleep(_FIRST)
    while True:
        try:
            closed = await asyncio.to_thread(office.close_old, ages.unstarted, ages.abandoned)
        except (Refusal, SQLAlchemyError) as error:
            logger.warning("old tables are closed later: %s", error)
        else:
            if closed:
                logger.info("closed %d tables that nobody goes on at", closed)
        await asyncio.sleep(_PAUSE)
