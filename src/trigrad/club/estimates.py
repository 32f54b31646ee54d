"""Words for what a search expects of a choice, the same in hints and in analyses."""

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


def standing(chance: float, share: float) -> Text:
    """Words for a chance to win (0..1), beside the share that each player has where all stand alike."""
    way = (chance - share) / (1 - share if chance > share else share)
    return next(words for most, words in _STANDINGS if way <= most)


def comparison(loss: float) -> Text:
    """Words for a choice with a chance to win (0..1) that is so much less than the best one's."""
    return next(words for most, words in _COMPARISONS if round(loss, 2) <= most)  # 0.53 - 0.5 is more than 0.03
