"""A table's page in parts: each rendered once for all who see the same, and sent only where it has changed.

The templates in ``parts/shared`` and in a game's ``pages/shared`` are filled from what a spectator sees, so they are
the same for everybody and can hold nothing hidden; those in ``own`` from what the reader sees. ``table.html`` and a
game's own say where each lies on the page.
"""

import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock

from markupsafe import Markup

from trigrad.web import rendering
from trigrad.web.address import url
from trigrad.web.templating import Imports, marked

_KEPT = 16  # tables, in a language, of which is kept what all see alike: who is told of a change asks at once

Context = Mapping[str, object]


@dataclass(frozen=True)
class Part:
    """A rendered part: a name of ours, a digest that changes with it, markup."""

    name: str
    digest: str
    html: str

    @property
    def element(self) -> Markup:
        """The part as it stands on the page."""
        return marked(f'<div class="part" id="part-{self.name}" data-digest="{self.digest}">{self.html}</div>')

    @property
    def change(self) -> str:
        """What replaces it on a page that shows it otherwise."""
        return f'<hx-partial hx-target="#part-{self.name}" hx-swap="outerMorph">{self.element}</hx-partial>'


class Shared:
    """What all see alike of a table at a revision: the parts rendered so far, and what they are filled from."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self._context: Context | None = None

    def context(self, make: Callable[[], Context]) -> Context:
        """The context of the shared templates, as ``make`` makes it where it is not known yet."""
        if self._context is None:
            self._context = make()
        return self._context


class Kept:
    """What all see alike of the tables that were looked at last. Safe for use by several threads."""

    def __init__(self) -> None:
        self._tables: OrderedDict[tuple[str, str, str], tuple[str, Shared]] = OrderedDict()
        self._lock = Lock()

    def of(self, table_id: str, language: str, revision: str) -> Shared:
        """What is shared of a table at a revision, to be filled; it holds addresses, so it depends on their root."""
        key = table_id, language, url("")
        with self._lock:
            known, shared = self._tables.pop(key, ("", None))
            if shared is None or known != revision:
                shared = Shared()
            self._tables[key] = revision, shared
            if len(self._tables) > _KEPT:
                self._tables.popitem(last=False)
            return shared


class Parts:
    """The parts of one page, each rendered when it is first asked for.

    ``own`` and ``shared`` make the context of templates; ``kept`` holds what was made already for all.
    """

    def __init__(self, game: str, language: str, own: Context, shared: Callable[[], Context], kept: Shared) -> None:
        self._game, self._language = game, language
        self._own, self._make_shared = rendering.imports(own), shared
        self._shared: Imports | None = None  # made where a shared part is still to be rendered
        self._kept = kept
        self._rendered: dict[str, Part] = {}

    def __call__(self, name: str) -> Markup:
        """A part as an element of the page: what templates write as ``part("board")``."""
        return self._part(name).element

    def changed(self, known: Mapping[str, str]) -> Iterator[str]:
        """What replaces the parts whose digest a browser knows otherwise; parts it does not show are left out."""
        for name, digest in known.items():
            if name in templates(self._game):
                part = self._part(name)
                if part.digest != digest:
                    yield part.change

    def close(self) -> None:
        """Let go of what the parts were filled from."""
        self._own.close()
        if self._shared is not None:
            self._shared.close()

    def _part(self, name: str) -> Part:
        place, is_shared = templates(self._game)[name]
        parts = self._kept.parts if is_shared else self._rendered
        if name not in parts:
            parts[name] = self._render(name, place, self._shared_imports() if is_shared else self._own)
        return parts[name]

    def _shared_imports(self) -> Imports:
        if self._shared is None:
            self._shared = rendering.imports(self._kept.context(self._make_shared))
        return self._shared

    def _render(self, name: str, template: str, context: Imports) -> Part:
        html = rendering.filled(template, self._language, context)
        return Part(name, f"{zlib.crc32(html.encode()):08x}", html)


@cache
def templates(game: str) -> dict[str, tuple[str, bool]]:
    """The parts of a game's table by name: the template of each, and whether it is shared by all."""
    found = {}
    for folder, prefix in ((rendering.PAGES / "parts", "parts"), (rendering.pages_folder(game), game)):
        for kind in ("shared", "own"):
            for path in sorted((folder / kind).glob("*.html")):
                found[path.stem] = f"{prefix}/{kind}/{path.name}", kind == "shared"
    return found


@cache
def sheets(game: str) -> dict[str, str]:
    """The sheets of a game's table, which are fetched when somebody looks at them: the template of each by name."""
    folders = (rendering.PAGES / "sheets", "sheets"), (rendering.pages_folder(game) / "sheets", f"{game}/sheets")
    return {path.stem: f"{prefix}/{path.name}" for folder, prefix in folders for path in sorted(folder.glob("*.html"))}


def parse_known(header: str) -> dict[str, str]:
    """The digests that a browser sends of the parts it shows, ``name:digest`` each, with commas between."""
    return dict(pair for pair in (tuple(each.split(":", 1)) for each in header.split(",")) if len(pair) == 2)
