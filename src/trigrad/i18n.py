"""The three languages: catalogues, choice by the browser's wish, extraction.

Translations live in ``locale/<code>/LC_MESSAGES/trigrad.po`` and are read as they
are: nothing needs compiling. ``python -m trigrad.i18n`` brings new and changed
messages of the source into them.
"""

import io
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.core import negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from babel.support import Translations

PACKAGE = Path(__file__).resolve().parent
LANGUAGES = {"en": "English", "fr": "Français", "ru": "Русский"}
DEFAULT = "en"

_METHODS = [("**/pages/rules.*.html", "ignore"), ("**.html", "jinja2"), ("**.py", "python")]
_KEYWORDS = {"_": None, "Text": None}


@dataclass(frozen=True)
class Catalogue:
    """A language to render into; see ``trigrad.engine.text.Language``."""

    code: str
    translations: Translations

    def gettext(self, message: str) -> str:
        """The message in this language; the English one where no translation exists."""
        return str(self.translations.gettext(message))


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
    """The best of our languages for an Accept-Language header."""
    wishes = []
    for part in accept_language.split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((float(weight or 1), tag.replace("-", "_")))
        except ValueError:
            continue
    preferred = [tag for weight, tag in sorted(wishes, key=lambda wish: -wish[0]) if weight > 0 and tag]
    return negotiate_locale(preferred, list(LANGUAGES)) or DEFAULT


def extract() -> Catalog:
    """All messages of the source: templates' ``_()`` and Python's ``Text()``."""
    catalog = Catalog(project="Trigrad", charset="utf-8")
    options: dict[str, dict[str, str]] = {"jinja2": {}, "python": {}}
    found = extract_from_dir(PACKAGE, _METHODS, options, _KEYWORDS)
    for filename, _line, message, comments, context in found:
        catalog.add(message, None, [(filename, 0)], auto_comments=comments, context=context)
    return catalog


def update(code: str) -> int:
    """Bring a language's file up to date with the source; return how many messages lack a translation."""
    template = extract()
    catalog = read_catalog(code)
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    path = po_path(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, sort_output=True, omit_header=False, include_lineno=False)
    return sum(1 for message in catalog if message.id and not message.string)


def main() -> int:
    """Update all languages and say what is missing."""
    missing = {code: update(code) for code in LANGUAGES if code != DEFAULT}
    for code, count in missing.items():
        print(f"{code}: {count} messages without a translation")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
