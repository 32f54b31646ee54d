"""Pictures in notebooks: a game as the table's page shows it.

    import trigrad.notebook             # from here on a record at the end of a cell shows its board

    trigrad.notebook.show(game, record, viewer=0)     # with the eyes of a seat: its hand too

A record by itself is shown as a spectator sees it. So no picture has a hidden card, the generator or the seed.
"""

import html
import re
from base64 import b64encode
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from trigrad import games
from trigrad.engine import display
from trigrad.engine.game import SPECTATOR, Game
from trigrad.engine.header import Header, copy_game
from trigrad.web import rendering
from trigrad.web.pages.screen import SeatOnPage
from trigrad.web.parts import Parts, Shared

HEIGHT = 640  # pixels of a picture, which scrolls within
_TABLE = """<!doctype html><html lang="en"><meta charset="utf-8"><body class="at-table">
<main id="table" class="table-page"><div class="stage table" id="stage" data-form="table">{{ part("chips") }}
<div class="game {{ game.name }}" id="game">
{% include [game.name ~ "/table.html", "plain_table.html"] %}</div></div></main>"""
_STATIC = re.compile(r"/static/([\w./-]+)\?v=\w+")
_FRAME = '<iframe srcdoc="{page}" sandbox style="width: 100%; height: {height}px; border: 0"></iframe>'


@dataclass(frozen=True)
class Picture:
    """A position as somebody sees it; a notebook shows it as a picture."""

    game: Game
    record: Header
    viewer: int
    language: str

    def page(self) -> str:
        """The picture as a page that needs no other file."""
        return _page(self.game, self.record, self.viewer, self.language)

    def _repr_html_(self) -> str:
        return _FRAME.format(page=html.escape(self.page()), height=HEIGHT)


def show(game: Game, record: Header, viewer: int = SPECTATOR, language: str = "en") -> Picture:
    """A picture of a position as it is now; ``ValueError`` for a viewer that is no seat of it."""
    if viewer != SPECTATOR and not 0 <= viewer < record.players:
        raise ValueError(f"there is no seat {viewer}; there are {record.players}, from 0 on")
    return Picture(game, copy_game(record), viewer, language)


def _page(game: Game, record: Header, viewer: int, language: str) -> str:
    own, public = (_context(game, record, eyes) for eyes in (viewer, SPECTATOR))
    part = Parts(game.name, language, own, lambda: public, Shared())
    drawn = rendering.environment(language).from_string(_TABLE).render(root="", part=part, **own)
    style = "".join(_style(path) for path in ("site.css", "table.css", f"games/{game.name}/style.css"))
    return _in_one_file(f"<style>{style}</style>{drawn}")


def _context(game: Game, record: Header, viewer: int) -> dict[str, Any]:
    """What the templates of a table ask for, at one where nothing can be chosen."""
    view, over = game.view(record, viewer, memory=False), bool(record.over)
    return {
        "game": game,
        "view": view,
        "picture": game.picture(view),
        "sheet": game.score_sheet(record),
        "seats": [_seat(seat) for seat in range(record.players)],
        "screen": SimpleNamespace(legal={}, news=[], over=over, started=True, viewer=viewer, learner=False),
        "act": lambda *_: Markup(""),
        "to_move": None if over else int(record.to_move),
        "row": SimpleNamespace(memory=False),
    }


def _seat(seat: int) -> SeatOnPage:
    name = f"{seat + 1}"
    return SeatOnPage(seat, name, name, "", person=True, mine=False, bot=False, lent=False, open=False)


def _style(path: str) -> str:
    return rendering.static_file(path).read_text("utf-8") if path in rendering.static_paths() else ""


def _in_one_file(page: str) -> str:
    """A page with what it refers to: drawings that are used by their parts stand in it, others become its data."""
    used = sorted(set(re.findall(r"(/static/[\w./-]+\?v=\w+)#", page)))
    for address in used:
        page = page.replace(f"{address}#", "#")
    sprites = "".join(rendering.static_file(_path(address)).read_text("utf-8") for address in used)
    return _STATIC.sub(lambda found: _data(found[1]), page) + f'<div style="display: none">{sprites}</div>'


def _path(address: str) -> str:
    found = _STATIC.fullmatch(address)
    assert found
    return found[1]


def _data(path: str) -> str:
    file = rendering.static_file(path)
    return f"data:{rendering.MEDIA_TYPES[file.suffix]};base64,{b64encode(file.read_bytes()).decode()}"


def _draw(record: Header) -> str | None:
    """A record of any of our games as a spectator sees it; None if it is of no game."""
    for name in games.every_name():
        game = games.load(name)
        if isinstance(record, game.record_type) and record.players:
            return show(game, record)._repr_html_()
    return None


display.draw = _draw
