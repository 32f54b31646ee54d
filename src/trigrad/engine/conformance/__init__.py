"""What every game must keep, whatever its rules: checks along seeded random games.

Each ``check_*`` function takes a ``Case`` (a game, players, options, a seed), plays
it by random choices and raises ``NotConforming`` where the game breaks a promise of
``trigrad.engine.game.Game``. A test of a new game is one line::

    @pytest.mark.parametrize("check", CHECKS)
    def test_conformance(check): ...

What a game declares (chance, hidden information, its longest game, the range of its
returns) is held against what it does.

``digest`` puts all that the rules answer along a game into one number. Run as
``TRIGRAD_NATIVE=1 python -m trigrad.engine.conformance trigrad.games.quorum 100`` the
module prints the digests of the native rules, to compare with the interpreted ones.
"""

from collections.abc import Callable

from trigrad.engine.conformance.cases import Case, NotConforming, cases, combinations, seed_of
from trigrad.engine.conformance.digests import digests, native_digests
from trigrad.engine.conformance.knowledge import check_events, check_observations, check_resample, check_views
from trigrad.engine.conformance.records import check_bytes, check_copies, check_records, check_sent
from trigrad.engine.conformance.rules import (
    check_declarations,
    check_end,
    check_evaluation,
    check_legal_actions,
    check_length,
    check_meanings,
    check_seeds,
)
from trigrad.engine.conformance.words import LANGUAGES, check_journal, check_notation, check_refusals

__all__ = [
    "CHECKS",
    "LANGUAGES",
    "Case",
    "NotConforming",
    "cases",
    "combinations",
    "digests",
    "native_digests",
    "seed_of",
]

CHECKS: tuple[Callable[[Case], None], ...] = (
    check_declarations,
    check_legal_actions,
    check_copies,
    check_bytes,
    check_records,
    check_sent,
    check_seeds,
    check_length,
    check_end,
    check_evaluation,
    check_meanings,
    check_notation,
    check_refusals,
    check_journal,
    check_resample,
    check_views,
    check_observations,
    check_events,
)
