"""The three languages: catalogues, choice by the browser's wish, extraction.

Translations live in ``locale/<code>/LC_MESSAGES/trigrad.po`` and are read as they
are: nothing needs compiling. ``python -m trigrad.i18n`` brings new and changed
messages of the source into them.
"""

import io
import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from babel.support import Translations

PACKAGE = Path(__file__).resolve().parent
LANGUAGES = {"en": "English", "fr": "Français", "ru": "Русский"}
DEFAULT = "en"

_METHODS = [
    ("**/pages/rules.*.html", "ignore"),
    ("games/*.py", "ignore"),  # a game of one module is an example, which players are not offered
    ("**.html", "jinja2"),
    ("**.py", "python"),
]
_PLURAL = (1, 2)  # which arguments are the two forms
_KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "Text": None,
    "plural": _PLURAL,
    "more_or_fewer": _PLURAL,
    "ngettext": _PLURAL,
}
_WEIGHT = re.compile(r"|0(\.[0-9]{0,3})?|1(\.0{0,3})?", re.ASCII)
_HEADER = """\
# Trigrad's words in another language. `python -m trigrad.i18n` keeps all but the msgstr lines.
msgid ""
msgstr ""
"Project-Id-Version: Trigrad\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


@dataclass(frozen=True)
class Catalogue:
    """A language to render into; see ``trigrad.engine.text.Language``."""

    code: str
    translations: Translations

    def gettext(self, message: str) -> str:
        """The message in this language; the English one where no translation exists."""
        return str(self.translations.gettext(message))

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form of a message for a number in this language; the English one where no translation exists."""
        return str(self.translations.ngettext(one, many, number))


def po_path(code: str) -> Path:
    """The file with a language's translations."""
    return PACKAGE / "locale" / code / "LC_MESSAGES" / "trigrad.po"


def read_catalog(code: str) -> Catalog:
    """A language's messages as Babel reads them; empty for English, the source."""
    path = po_path(code)
    if not path.exists():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code)


@cache
def catalogue(code: str) -> Catalogue:
    """The catalogue of one of ``LANGUAGES``."""
    compiled = io.BytesIO()
    write_mo(compiled, read_catalog(code))
    compiled.seek(0)
    return Catalogue(code, Translations(compiled))


def negotiate(accept_language: str) -> str:
    """The best of our languages for an Accept-Language header (RFC 9110, section 12.5.4)."""
    wishes = [_wish(part) for part in accept_language.split(",")]
    ours = [(weight, code) for weight, code in wishes if weight > 0 and code in LANGUAGES]
    return max(ours, key=lambda wish: wish[0], default=(1, DEFAULT))[1]


def _wish(part: str) -> tuple[float, str]:
    """Weight and language of one part of the header, the region left out; a garbled weight is none."""
    tag, _, weight = "".join(part.split()).lower().partition(";q=")
    return (float(weight or 1) if _WEIGHT.fullmatch(weight) else 0.0), tag.partition("-")[0]


def extract() -> Catalog:
    """All messages of the source: what ``_KEYWORDS`` are called with, in templates and in Python."""
    catalog = Catalog()
    for filename, message, comments in _found():
        catalog.add(message, None, [(filename, 0)], auto_comments=comments)
    return catalog


@cache
def _found() -> list[tuple[str, str | tuple[str, ...], list[str]]]:
    """File, message and comments of each place in the source; read once, since it takes a second."""
    options: dict[str, dict[str, str]] = {"jinja2": {}, "python": {}}
    found = extract_from_dir(PACKAGE, _METHODS, options, _KEYWORDS)
    return [(filename, message, comments) for filename, _line, message, comments, _context in found]


def updated(code: str) -> Catalog:
    """The messages of the source with the translations that a language's file has for them."""
    catalog = read_catalog(code)
    catalog.update(extract(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def as_file(catalog: Catalog) -> bytes:
    """A language's file: the same for the same messages, whenever and wherever it is written."""
    file = io.BytesIO(_HEADER.format(language=catalog.locale, plurals=catalog.plural_forms).encode())
    file.seek(0, io.SEEK_END)
    write_po(file, catalog, width=0, sort_output=True, omit_header=True, include_lineno=False)
    return file.getvalue()


def untranslated(catalog: Catalog) -> list[str]:
    """The messages that lack a translation, or one of its forms."""
    return [str(message.id) for message in catalog if message.id and _lacks(message, catalog.num_plurals)]


def _lacks(message: Message, plurals: int) -> bool:
    return len([form for form in forms(message) if form]) < (plurals if message.pluralizable else 1)


def forms(message: Message) -> tuple[str, ...]:
    """The forms of a message's translation, in the order of its language; one, if the wording never changes."""
    return (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)


def main() -> int:
    """Update all languages and say what is missing."""
    complete = True
    for code in LANGUAGES:
        if code != DEFAULT:
            catalog = updated(code)
            po_path(code).write_bytes(as_file(catalog))
            missing = untranslated(catalog)
            print(f"{code}: {len(missing)} messages without a translation", *missing, sep="\n  ")
            complete = complete and not missing
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
