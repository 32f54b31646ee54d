"""Names of the players of a table: fit to be shown, and told apart from each other."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import count

_LONGEST = 1000  # characters that are looked at
_MARKS = 2  # on one letter: Vietnamese and Thai need that many; more pile up over the lines around

_REPLACED: dict[int, str | None] = {
    # Letters and signs of no shape, which are neither spaces nor controls to Unicode
    **dict.fromkeys((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0xFFFC, 0x1D159), " "),
    # Marks that change nothing, or only how the letter before them is drawn
    **dict.fromkeys((0x034F, 0x17B4, 0x17B5, 0x16FE4, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)), None),
    **dict.fromkeys(range(0xE0100, 0xE01F0), None),
}
# Small letters and digits of one script that look like letters of another, or of the same
_ALIKE = dict(
    zip(
        map(ord, "авекмнорстухіјѕԁԛԝһӏёαικνορτυχ01i|"),
        "abekmhopctyxljsdqwhlëalkvoptuxolll",
        strict=True,
    )
)


def shown(name: str) -> str:
    """What can be seen of a name: no controls, no blank letters, few marks on a letter, single spaces; may be empty."""
    composed = unicodedata.normalize("NFC", name[:_LONGEST])
    visible = "".join(_visible(char) for char in composed.translate(_REPLACED))
    spaced = re.sub(" +", " ", _with_few_marks(visible)).strip()
    return unicodedata.normalize("NFC", spaced)


def _visible(char: str) -> str:
    category = unicodedata.category(char)
    if category[0] in "CZ":
        return " "
    return "" if category == "Me" else char  # an enclosing mark lies on its neighbours too


def _with_few_marks(name: str) -> str:
    """A name with as many marks on a letter as can be read, and none without a letter below it."""
    kept: list[str] = []
    room = 0
    for char in name:
        if not unicodedata.category(char).startswith("M"):
            room = 0 if char == " " else _MARKS
        elif room == 0:
            continue
        else:
            room -= 1
        kept.append(char)
    return "".join(kept)


def looks(name: str) -> str:
    """The same for names that are easily taken for one another."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.translate(_ALIKE)


def told_apart(names: Sequence[str]) -> list[str]:
    """The names of seats, where of those that look alike all but the first bear the number of their seat.

    An empty name, of a seat that nobody has taken, stays empty.
    """
    taken: set[str] = set()
    apart = []
    for number, name in enumerate(names, 1):
        own = name
        if name and looks(name) in taken:
            own = _numbered(name, number, len(names), taken | set(map(looks, names)))
        taken.add(looks(own))
        apart.append(own)
    return apart


def _numbered(name: str, number: int, seats: int, taken: set[str]) -> str:
    """A name with the number of its seat; with a larger one where somebody is called just that."""
    numbered = (f"{name} ({some})" for some in count(number, seats))
    return next(one for one in numbered if looks(one) not in taken)
