"""Words for what a search expects of a choice, the same in hints and in analyses."""

from collections.abc import Sequence
from dataclasses import dataclass

from trigrad.bots import teaching
from trigrad.bots.teaching import Ground
from trigrad.engine.game import Game
from trigrad.engine.text import Text

# How far a chance may be on the way from an even share to the sure victory (1) or defeat (-1), least first
_STANDINGS = (
    (-0.8, Text("nearly lost")),
    (-0.33, Text("clearly behind")),
    (-0.1, Text("slightly behind")),
    (0.1, Text("level")),
    (0.33, Text("slightly ahead")),
    (0.8, Text("clearly ahead")),
    (1.0, Text("nearly won")),
)
# How much less the chance to win may be than with the best choice; estimates err by as much as the least of these
_COMPARISONS = (
    (0.03, Text("about as good")),
    (0.10, Text("somewhat weaker")),
    (1.0, Text("clearly weaker")),
)

_ABOUT_AS_GOOD = _COMPARISONS[0][0]
_TOLD = 2  # grounds for a choice, and against it
_GOOD_LATER = Text("What speaks for it shows only in later turns.")
_BAD_LATER = Text("What speaks against it shows only in later turns.")


@dataclass(frozen=True)
class Argument:
    """Why a choice is as good as it is, most weighty first."""

    gains: tuple[Text, ...] = ()  # what it has more than the choice that it is compared with
    losses: tuple[Text, ...] = ()
    later: Text | None = None  # said where nothing of this explains the figures


def standing(chance: float, share: float) -> Text:
    """Words for a chance to win (0..1), beside the share that each player has where all stand alike."""
    way = (chance - share) / (1 - share if chance > share else share)
    return next(words for most, words in _STANDINGS if way <= most)


def comparison(loss: float) -> Text:
    """Words for a choice with a chance to win (0..1) that is so much less than the best one's."""
    return next(words for most, words in _COMPARISONS if round(loss, 2) <= most)  # 0.53 - 0.5 is more than 0.03


def argument(game: Game, grounds: Sequence[Ground], loss: float | None = None) -> Argument:
    """Words for what speaks for a choice and against it.

    ``loss`` is how much less the chance to win is than with the best choice; None for that one, of which only is said
    what speaks for it.
    """
    gains = [teaching.in_words(game, ground) for ground in grounds if ground.points > 0][:_TOLD]
    losses = [teaching.in_words(game, ground) for ground in grounds if ground.points < 0][:_TOLD]
    if loss is None:
        return Argument(tuple(gains), later=None if gains else _GOOD_LATER)
    unexplained = round(loss, 2) > _ABOUT_AS_GOOD and not losses
    return Argument(tuple(gains), tuple(losses), _BAD_LATER if unexplained else None)
