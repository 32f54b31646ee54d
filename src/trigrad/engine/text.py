"""Words for people that are not yet in a language.

A ``Name`` is a proper name in every language, from a game's data. A ``Text`` is a
sentence: an English pattern, which is also its key in the translations, and what
stands in its gaps. Both become a string by ``render`` with a ``Language``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import ClassVar, Protocol


class Language(Protocol):
    """A language to render into."""

    @property
    def code(self) -> str:
        """``en``, ``fr`` or ``ru``."""

    def gettext(self, message: str) -> str:
        """The pattern in this language."""


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

    def render(self, language: Language) -> str:
        """The sentence in a language."""
        return language.gettext(self.pattern).format_map(
            {key: render(value, language) for key, value in self.values.items()}
        )


class _English:
    code = "en"

    def gettext(self, message: str) -> str:
        return message


ENGLISH: Language = _English()


def render(value: "Text | Name | str | int", language: Language) -> str:
    """Any value of a gap as a string."""
    return value.render(language) if isinstance(value, Text | Name) else str(value)


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
