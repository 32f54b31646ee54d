"""What a strong player looks at: what cards would bring is what they bring, and each end of a turn has its stage."""

from typing import Any

import numpy as np
import pytest
from tests.bots.solving import after
from tests.bots.test_bots import positions

from trigrad import games
from trigrad.engine.header import copy_game
from trigrad.games.quorum import features as f
from trigrad.games.quorum.components import is_god
from trigrad.games.quorum.scoring import score
from trigrad.games.quorum.state import PLAY, TAKE

QUORUM = games.load("quorum")


def looked_at(record: Any, player: int) -> tuple[int, np.ndarray[Any, np.dtype[np.float64]]]:
    """The stage of a player, and their features."""
    values = np.zeros(len(f.NAMES))
    return int(f.features(record, player, values)), values


def plays(players: int) -> list[Any]:
    """Positions of a random game in which a card is to be played."""
    found = positions(QUORUM, players, every=3, most=20)
    return [copy_game(record) for record in found if record.step == PLAY]


def brings(record: Any, action: int) -> int:
    """The points that a play brings whoever makes it."""
    player = int(record.to_move)
    return int(score(after(QUORUM, record, action), player)) - int(score(record, player))


@pytest.mark.parametrize("players", [2, 4])
def test_what_a_card_would_bring_is_what_it_brings(players: int) -> None:
    found = plays(players)
    assert len(found) >= 4
    for record in found:
        gains = [brings(record, action) for action in QUORUM.legal(record)]
        _, values = looked_at(record, int(record.to_move))
        assert values[f.HAND_ALL] == sum(gains)
        assert values[f.HAND_BEST] == max(0, *gains)


def test_what_rome_offers_is_what_its_cards_would_bring_in_hand() -> None:
    found = plays(3)
    assert len(found) >= 4
    for record in found:
        player = int(record.to_move)
        gains = [0, 0]
        for card in record.rome:
            if not is_god(card):
                held = copy_game(record)
                held.hand[player, 0] = card
                gains.append(brings(held, QUORUM.legal(held)[0]))
        _, values = looked_at(record, player)
        assert [values[f.ROME_SECOND], values[f.ROME_BEST]] == sorted(gains)[-2:]


def test_whoever_has_just_ended_a_turn_has_a_stage_of_their_own() -> None:
    for record in positions(QUORUM, 3, every=3, most=20):
        mover = int(record.to_move)
        for player in range(3):
            stage, values = looked_at(record, player)
            assert stage % 2 == (record.step == TAKE and player == (mover + 2) % 3)
            assert stage // 2 == f.STAGES // 6 + int(record.played_count[player])
            assert values[f.NOW] == score(record, player)
