"""Write into the pages of the games what follows from the code: facts and the layout of observations.

    .venv/bin/python -m scripts.game_pages

What stands between ``<!-- from the code: NAME -->`` and ``<!-- end -->`` is written anew; a test demands that it is so.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from start import ROOT

from trigrad import games
from trigrad.engine.game import Game

GUIDE = ROOT / "docs/research.md"
_BLOCK = re.compile(r"(<!-- from the code: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
MANY = 5  # options that a page lists; of more it says only how many


def page(name: str) -> Path:
    """The page of a game."""
    return ROOT / f"docs/games/{name}.md"


def renewed(text: str, blocks: Mapping[str, Callable[[], str]]) -> str:
    """A page with its blocks written anew; ``KeyError`` for one that nobody knows."""
    return _BLOCK.sub(lambda found: f"{found[1]}\n{blocks[found[2]]()}\n\n{found[3]}", text)


def of_game(game: Game) -> dict[str, Callable[[], str]]:
    """What a game's page can have."""
    return {"facts": lambda: facts(game), "observation": game.observation.describe}


def facts(game: Game) -> str:
    """What programs ask of a game, as a table."""
    layout = game.observation
    rows = {
        "players": _players(game),
        "options": _options(game),
        "actions": f"{game.num_actions}",
        "observation": f"{layout.size} numbers of {layout.dtype}; {layout.encoded_size} of float32 when encoded",
        "longest game": f"{game.max_game_length} choices at most, forced ones too",
        "returns": f"{game.min_return:g} to {game.max_return:g} for each player, at the end",
        "chance": "yes" if game.chance else "none",
        "hidden information": "yes" if game.hidden_information else "none",
        "record": f"{game.record_type.dtype.itemsize} bytes",
        "rules version": f"{game.rules_version}",
    }
    return "\n".join(["| | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in rows.items())])


def _players(game: Game) -> str:
    return f"{game.min_players} to {game.max_players}"


def _options(game: Game) -> str:
    if not game.options:
        return "none"
    told = [f"`{option.key}`: {', '.join(value for value, _ in option.choices)}" for option in game.options[:MANY]]
    more = len(game.options) - MANY
    return "; ".join([*told, *([f"and {more} more"] if more > 0 else [])]) + "; the first value is the default"


def overview() -> str:
    """All games side by side."""
    found = [games.load(name) for name in games.names()]
    rows: dict[str, Callable[[Game], object]] = {
        "players": _players,
        "actions": lambda game: game.num_actions,
        "numbers observed": lambda game: f"{game.observation.size} of {game.observation.dtype}",
        "encoded, of float32": lambda game: game.observation.encoded_size,
        "longest game, choices": lambda game: game.max_game_length,
        "record, bytes": lambda game: game.record_type.dtype.itemsize,
        "rules version": lambda game: game.rules_version,
    }
    head = [f"| | {' | '.join(game.title.en for game in found)} |", "| --- |" + " --- |" * len(found)]
    return "\n".join(
        [*head, *(f"| {name} | {' | '.join(str(tell(game)) for game in found)} |" for name, tell in rows.items())]
    )


def main() -> None:
    """Renew every page."""
    for name in games.names():
        text = page(name).read_text("utf-8")
        page(name).write_text(renewed(text, of_game(games.load(name))), "utf-8")
    GUIDE.write_text(renewed(GUIDE.read_text("utf-8"), {"games": overview}), "utf-8")


if __name__ == "__main__":
    main()
