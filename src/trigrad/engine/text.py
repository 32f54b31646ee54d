"""Words for people that are not yet in a language.

A ``Name`` is a proper name in every language, from a game's data. A ``Text`` is a
sentence: an English pattern, which is also its key in the translations, and what
stands in its gaps. Both become a string by ``render`` with a ``Language``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


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


Value = "Text | Name | str | int"


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


class Refusal(ValueError):
    """Something that is refused, with the ``reason`` in words for people.

    A kind of refusal that always has the same reason names it in its class.
    """

    reason: Text

    def __init__(self, reason: Text | None = None) -> None:
        if reason is not None:
            self.reason = reason
        super().__init__(self.reason.render(ENGLISH))
