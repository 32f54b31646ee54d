"""Words for people that are not yet in a language.

A ``Name`` is a proper name in every language, from a game's data. A ``Text`` is a
sentence: an English pattern, which is also its key in the translations, and what
stands in its gaps; where the wording depends on a number it has a second pattern, as
English has two forms, and each translation as many as its language. Both become a
string by ``render`` with a ``Language``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import ClassVar, Protocol, Self


class Language(Protocol):
    """A language to render into."""

    @property
    def code(self) -> str:
        """``en``, ``fr`` or ``ru``."""

    def gettext(self, message: str) -> str:
        """The pattern in this language."""

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Of a pattern's forms in this language the one for a number."""


@dataclass(frozen=True)
class Name:
    """A name in the three languages; English stands for one that is missing."""

    en: str
    fr: str = ""
    ru: str = ""

    def render(self, language: Language) -> str:
        """The name in a language."""
        name: str = getattr(self, language.code)
        return name or self.en


@dataclass(frozen=True)
class Text:
    """A sentence pattern with named gaps, as ``Text("{name} takes a card", {"name": "Ada"})``."""

    pattern: str
    values: Mapping[str, "Text | Name | str | int"] = field(default_factory=dict)
    many: str = ""  # the pattern where ``number`` is not one; none if the wording never changes
    number: int = 1

    @classmethod
    def plural(
        cls, one: str, many: str, number: int, values: "Mapping[str, Text | Name | str | int] | None" = None
    ) -> Self:
        """A sentence for one and one for other numbers, as ``Text.plural("{number} card", "{number} cards", 3)``.

        ``{number}`` is filled with the number, unless ``values`` say otherwise.
        """
        return cls(one, {"number": number, **(values or {})}, many, number)

    def render(self, language: Language) -> str:
        """The sentence in a language."""
        pattern = (
            language.ngettext(self.pattern, self.many, self.number) if self.many else language.gettext(self.pattern)
        )
        return pattern.format_map({key: render(value, language) for key, value in self.values.items()})


WORDS = (Name, Text)
"""What is not yet in a language, for ``isinstance``: a tuple is looked through faster than a union."""


class _English:
    code = "en"

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, one: str, many: str, number: int) -> str:
        return one if number == 1 else many


ENGLISH: Language = _English()


def render(value: "Text | Name | str | int", language: Language) -> str:
    """Any value of a gap as a string."""
    return value.render(language) if isinstance(value, WORDS) else str(value)


class RefusalKind(Enum):
    """What whoever was refused can make of it, whether a person or a program asked."""

    INVALID = auto()  # it is not possible as asked: ask otherwise, or at another moment
    FORBIDDEN = auto()  # others may, but not they
    NOT_FOUND = auto()  # there is no such thing
    CONFLICT = auto()  # things have changed since: look again
    GONE = auto()  # it was possible once, and will not be again
    TOO_MANY = auto()  # they, or all together, ask for too much at a time
    UNAVAILABLE = auto()  # it will be possible soon


class Refusal(ValueError):
    """Something that is refused, with the ``reason`` in words for people.

    Every class of refusals names its ``kind``, and its reason where that is always the same. A class that only
    gathers others is ``abstract``: it has no kind, and is never raised.
    """

    kind: ClassVar[RefusalKind]
    reason: Text

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        super().__init_subclass__()
        if abstract == hasattr(cls, "kind"):
            raise TypeError(f"{cls.__name__} needs a kind, unless it is abstract")

    def __init__(self, reason: Text | None = None) -> None:
        if not hasattr(self, "kind"):
            raise TypeError(f"{type(self).__name__} is abstract: raise one that has a kind")
        if reason is not None:
            self.reason = reason
        super().__init__(self.reason.render(ENGLISH))
