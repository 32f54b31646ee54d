"""Pages from templates: one Jinja environment a language."""

import dataclasses
import hashlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from string import Formatter
from time import perf_counter

from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from trigrad import games, i18n
from trigrad.engine.text import WORDS
from trigrad.web import qr
from trigrad.web.address import url
from trigrad.web.metrics import RENDERING
from trigrad.web.templating import Imports, QuickEnvironment, escaped, marked

WEB = Path(__file__).resolve().parent
PAGES = WEB / "pages"
STATIC = WEB / "static"
GAMES = Path(games.__file__).resolve().parent
MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain",
}


def pages_folder(game: str) -> Path:
    """The folder with a game's own templates and style."""
    return GAMES / game / "pages"


@cache
def environment(language: str) -> Environment:
    """The templates in a language, which their functions and filters for words, numbers and shares speak.

    ``_("…", gap=…)`` is a sentence, ``ngettext("…", "…", number, gap=…)`` one whose wording depends on a number.
    """
    catalogue = i18n.catalogue(language)
    own = PrefixLoader({name: FileSystemLoader(pages_folder(name)) for name in games.every_name()})
    env = QuickEnvironment(
        loader=ChoiceLoader([FileSystemLoader(PAGES), own]),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,  # all: they are few, and a cache that forgets some takes a lock each time
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )

    @cache
    def form(message: str) -> tuple[str, list[str]]:
        return _form(catalogue.gettext(message))

    def translate(message: str, **gaps: object) -> Markup:
        return filled(form(message), gaps)

    def translate_plural(one: str, many: str, number: int, /, **gaps: object) -> Markup:
        return filled(_form(catalogue.ngettext(one, many, number)), {"number": number, **gaps})

    def filled(form: tuple[str, list[str]], gaps: dict[str, object]) -> Markup:
        # The pattern is ours; what fills its gaps is escaped.
        pattern, names = form
        return marked(pattern % tuple([escaped(in_words(gaps[name])) for name in names]))

    def in_words(value: object) -> object:
        return value.render(catalogue) if isinstance(value, WORDS) else value

    env.constant = {"_": translate}
    env.globals.update(_=translate, ngettext=translate_plural)
    env.globals.update(language=language, languages=i18n.LANGUAGES, static=static_url, style_of=style_of, qr=qr.svg)
    env.filters["t"] = in_words
    env.filters["plain"] = dataclasses.asdict
    env.filters["number"] = partial(format_decimal, locale=language)
    env.filters["percent"] = partial(format_percent, locale=language)
    env.filters["date"] = lambda at: format_date(datetime.fromtimestamp(at, UTC), "long", language)
    env.filters["lead"] = lambda points: format_decimal(round(points, 1) + 0.0, "+0.0;−0.0", language)
    return env


@cache
def _form(pattern: str) -> tuple[str, list[str]]:
    """A sentence with ``%s`` for each gap, and the names of its gaps."""
    pieces = [(literal.replace("%", "%%"), gap) for literal, gap, _, _ in Formatter().parse(pattern)]
    form = "".join([literal if gap is None else f"{literal}%s" for literal, gap in pieces])
    return form, [gap for _, gap in pieces if gap is not None]


def page(template: str | Sequence[str], language: str, **context: object) -> str:
    """A rendered template: of several the first that there is."""
    with closing(imports(context)) as shared:
        return filled(template, language, shared)


def imports(context: Mapping[str, object]) -> Imports:
    """A context for several templates that are filled from it, with what every page needs."""
    return Imports({"root": url(""), **context})


def filled(template: str | Sequence[str], language: str, shared: Imports) -> str:
    """A template that is filled from the same context as others."""
    began = perf_counter()
    html = environment(language).get_or_select_template(template).render(shared.context)  # type: ignore[arg-type]
    RENDERING.observe(perf_counter() - began)
    return html


def static_url(path: str) -> str:
    """The address of a static file, which changes with its content so that browsers may keep it for ever."""
    return url(_static_path(path))


@cache
def _static_path(path: str) -> str:
    digest = hashlib.sha256(static_file(path).read_bytes()).hexdigest()[:12]
    return f"/static/{path}?v={digest}"


def style_of(game: str) -> str | None:
    """The address of a game's own style, if it has one."""
    path = f"games/{game}/style.css"
    return static_url(path) if path in _static_files() else None


def static_file(path: str) -> Path:
    """The file behind ``/static/path``, ours or ``games/<game>/<file>``; ``LookupError`` if there is none."""
    return _static_files()[path]


def static_paths() -> frozenset[str]:
    """The paths of all static files."""
    return frozenset(_static_files())


@cache
def _static_files() -> dict[str, Path]:
    """Every static file by its path: what a request asks for is looked up here, never on the disk."""
    folders = {"": STATIC} | {f"games/{name}/": pages_folder(name) for name in games.every_name()}
    return {
        prefix + file.relative_to(folder).as_posix(): file
        for prefix, folder in folders.items()
        for file in folder.rglob("*")
        if file.suffix in MEDIA_TYPES
    }
