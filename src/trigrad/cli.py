"""The command line, ``trigrad``.

Whether rules run native is settled when they are first imported, and each command
has its own need: so this module imports nothing of the rules at its top.
"""

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trigrad import __version__, hosting

if TYPE_CHECKING:
    from trigrad.arena.bench import Speed
    from trigrad.arena.simulate import SeatSummary, Summary
    from trigrad.arena.tournament import Tournament
    from trigrad.table.record import Record

DEFAULT_PORT = 8000


_RAY_HELP = "Play on the Ray cluster at this address: host:port, or auto."


class BadInput(click.ClickException):
    """What the user asked for is not possible; one line says why."""

    exit_code = 2


def run() -> None:
    """The command, in a process of its own."""
    os.environ["PYTHONSAFEPATH"] = "1"  # what it starts takes no file of the user's folder for a module
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names and signs that the terminal does not know
    try:
        main(prog_name="trigrad")
    except OSError as error:  # a full disk, a file that nobody may read
        words = ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
        sys.exit(f"Error: {words}")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Three modern board games, in the browser and for research."""


# --- Serve ------------------------------------------------------------------------


@main.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="0 = any free one."
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0 = for all near you."
)
@click.option("--no-browser", is_flag=True, help="Open no browser.")
@click.option(
    "--processes", type=click.IntRange(1, 64), default=1, show_default=True, help="How many answer; needs PostgreSQL."
)
@click.option("--among", type=(int, str, str, int, int), hidden=True, help="Its place among several, see processes.py.")
def serve(port: int, host: str, no_browser: bool, processes: int, among: tuple[int, str, str, int, int] | None) -> None:
    """Start the server and open it in the browser."""
    from trigrad.web import server

    try:
        if among is not None:
            server.serve_among(*among)
        else:
            server.serve(port, open_browser=not no_browser, host=host, number=processes)
    except server.CannotServe as error:
        raise BadInput(str(error)) from error


for _command in hosting.COMMANDS:
    main.add_command(_command)


# --- Doctor -----------------------------------------------------------------------


@main.command()
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="To be looked at.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of that port.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(port: int, host: str, as_json: bool) -> None:
    """Look for what on this machine could keep Trigrad from working.

    The exit code is 0 if all is well, 1 if there is a problem.
    """
    from trigrad import doctor

    findings = []
    for finding in doctor.examine(host, port):
        findings.append(finding)
        if not as_json:
            click.echo(_printable(doctor.line(finding)))
    if as_json:
        click.echo(doctor.as_json(findings))
    if not doctor.is_well(findings):
        raise click.exceptions.Exit(1)


# --- Simulate -----------------------------------------------------------------------


@main.command()
@click.argument("game")
@click.option("--players", type=int, help="As many as there are bots, else the fewest that the game allows.")
@click.option("--games", type=int, default=1000, show_default=True, help="How many games to play.")
@click.option("--bots", help="One for each seat, as random,greedy,random.  [default: all random]")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game; may be repeated.")
@click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), help="Write all games: .npz, .zst or .parquet."
)
@click.option("--ray", metavar="ADDRESS", help=_RAY_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(
    game: str,
    players: int | None,
    games: int,
    bots: str | None,
    seed: int,
    options: tuple[str, ...],
    save: Path | None,
    ray: str | None,
    as_json: bool,
) -> None:
    """Let bots play many games of GAME, and show who wins and how fast it goes."""
    os.environ.setdefault("TRIGRAD_NATIVE", "1")
    from trigrad.arena import simulate as simulation
    from trigrad.data import files
    from trigrad.data.games import save as save_games

    with _plain_refusals():
        names = bots.split(",") if bots else ["random"] * _seats(game, players)
        table = len(names) if players is None else players
        asked = (game, table, games, names, seed, _parse_options(options))
        if save is not None:
            files.check(save)
        with _progress(games, "games") as advance:
            if save is None:
                summary = simulation.simulate(*asked, advance, workers=ray)
            else:
                summary, played = simulation.simulate_and_keep(*asked, advance, workers=ray)
                save_games(played, save)
    click.echo(json.dumps(asdict(summary)) if as_json else "\n".join(_summary_lines(summary)))


def _seats(game: str, players: int | None) -> int:
    from trigrad.games import load

    return load(game).min_players if players is None else players


def _parse_options(options: tuple[str, ...]) -> dict[str, str]:
    parsed = {}
    for option in options:
        key, sign, value = option.partition("=")
        if not sign:
            raise BadInput(f"an option is written KEY=VALUE, not {option!r}")
        parsed[key] = value
    return parsed


@contextmanager
def _plain_refusals() -> Iterator[None]:
    """Turn the errors of a wish that cannot be fulfilled into one plain line."""
    from trigrad import bots, games

    try:
        yield
    except games.UnknownGame as error:
        raise BadInput(f"there is no game {error.args[0]!r}; there are {', '.join(games.names())}") from error
    except bots.UnknownBot as error:
        raise BadInput(f"there is no bot {error.args[0]!r}; there are {', '.join(bots.names())}") from error
    except ValueError as error:  # a number of bots or games, an option
        raise BadInput(str(error)) from error


@contextmanager
def _progress(total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error if that is a terminal."""
    from tqdm import tqdm

    with tqdm(total=total, unit=f" {unit}", desc="compiling", disable=None, leave=False, file=sys.stderr) as bar:

        def advance(count: int) -> None:
            bar.set_description("playing", refresh=False)
            bar.update(count)

        yield advance


def _games(number: int) -> str:
    return f"{number:,} game" if number == 1 else f"{number:,} games"


def _summary_lines(summary: "Summary") -> Iterator[str]:
    yield (
        f"{summary.game}, {summary.players} players, {_games(summary.games)}, seed {summary.seed}: "
        f"{summary.seconds:.2f} s, {summary.games_per_s:,.0f} games/s, {summary.decisions_per_s:,.0f} decisions/s"
    )
    yield f"{summary.decisions_per_game:.1f} decisions and {summary.forced_per_game:.1f} forced choices a game"
    yield ""
    yield _row("seat", "bot", "wins", "win rate", "95% interval", "mean", "sd", "min", "q1", "median", "q3", "max")
    for seat, result in enumerate(summary.seats, 1):
        yield _seat_row(seat, result)


def _seat_row(seat: int, result: "SeatSummary") -> str:
    scores = result.scores
    return _row(
        seat,
        result.bot,
        f"{result.wins:,.1f}",
        f"{result.win_rate:.2%}",
        f"{result.win_rate_low:.2%}-{result.win_rate_high:.2%}",
        f"{scores.mean:.2f}",
        f"{scores.sd:.2f}",
        scores.least,
        f"{scores.lower_quartile:g}",
        f"{scores.median:g}",
        f"{scores.upper_quartile:g}",
        scores.most,
    )


_WIDTHS = (4, -8, 12, 9, 16, 8, 7, 5, 6, 7, 6, 5)


def _row(*cells: object) -> str:
    return " ".join(
        f"{cell:<{-width}}" if width < 0 else f"{cell:>{width}}"
        for cell, width in zip(map(str, cells), _WIDTHS, strict=True)
    )


# --- Arena ----------------------------------------------------------------------------


@main.command()
@click.argument("game")
@click.option("--bots", required=True, help="Who plays, as expert,greedy; the last one fills the other seats.")
@click.option(
    "--games", type=int, default=100, show_default=True, help="How many, rounded up to whole sets of seatings."
)
@click.option("--players", type=int, help="As many as there are bots by default.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed shuffles the same games.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game; may be repeated.")
@click.option("--save", type=click.Path(path_type=Path), help="Write the games: .npz, .zst, .parquet, or a folder.")
@click.option("--ray", metavar="ADDRESS", help=_RAY_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def arena(
    game: str,
    bots: str,
    games: int,
    players: int | None,
    seed: int,
    options: tuple[str, ...],
    save: Path | None,
    ray: str | None,
    as_json: bool,
) -> None:
    """Let any bots meet at GAME: every seating of each shuffle, win rates and ratings with their errors."""
    os.environ.setdefault("TRIGRAD_NATIVE", "1")
    from trigrad.arena import tournament
    from trigrad.data import files

    with _plain_refusals():
        if save is not None and save.suffix:
            files.check(save)
        parsed = _parse_options(options)
        with _progress(tournament.rounded(game, bots.split(","), games, players), "games") as advance:
            played = tournament.play_tournament(
                game, bots.split(","), games, players, seed, parsed, advance, workers=ray
            )
    if save is not None:
        tournament.save(played, save)
    if as_json:
        click.echo(json.dumps({key: value for key, value in asdict(played).items() if key != "played"}))
    else:
        click.echo("\n".join(_tournament_lines(played)))


def _tournament_lines(played: "Tournament") -> Iterator[str]:
    yield f"{played.game}, {played.players} players, {_games(played.games)}, seed {played.seed}: {played.seconds:.1f} s"
    yield ""
    heads = f"{'bot':<10} {'games':>7} {'wins':>9} {'win rate':>9} {'95% interval':>16} {'points':>7} {'rating':>13}"
    yield f"{heads} {'decisions':>10} {'s each':>8}"
    for bot in played.standings:
        interval = f"{bot.win_rate_low:.1%}-{bot.win_rate_high:.1%}"
        rating = f"{bot.rating:+.0f} ± {bot.rating_error:.0f}"
        yield (
            f"{bot.bot:<10} {bot.games:>7,} {bot.wins:>9,.1f} {bot.win_rate:>9.1%} {interval:>16} "
            f"{bot.points:>7.1f} {rating:>13} {bot.decisions:>10,} {bot.seconds_per_decision:>8.3f}"
        )


# --- Training -------------------------------------------------------------------------


@main.command()
@click.argument("game")
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The file for the weights.")
@click.option("--start", type=click.Path(exists=True, dir_okay=False), help="Weights to go on from.")
@click.option("--games", type=click.IntRange(1), default=300, show_default=True, help="How many of each kind of table.")
@click.option("--players", type=int, help="All numbers of players by default.")
@click.option("--iterations", type=click.IntRange(1), default=100, show_default=True, help="Of the search, a choice.")
@click.option("--to-end", is_flag=True, help="Imagine each game to its end also with weights to start from.")
@click.option("--ends", type=click.IntRange(2), help="Compare so many ends of each turn in place of whole games.")
@click.option(
    "--gate", type=click.IntRange(1), default=240, show_default=True, help="Games that new weights have to win."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same weights.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game; may be repeated.")
@click.option("--curve", type=click.Path(dir_okay=False, path_type=Path), help="Write how well it learns, as CSV.")
@click.option("--ray", metavar="ADDRESS", help=_RAY_HELP)
def train(
    game: str,
    out: Path,
    start: str | None,
    games: int,
    players: int | None,
    iterations: int,
    to_end: bool,
    ends: int | None,
    gate: int,
    seed: int,
    options: tuple[str, ...],
    curve: Path | None,
    ray: str | None,
) -> None:
    """Fit what the features of GAME's positions are worth, to games of the search with itself.

    Weights gone on from are replaced only for those kinds of table at which new ones beat them. A run that was broken
    off goes on with the same command.
    """
    for file in filter(None, (out, curve)):
        if not file.parent.is_dir():
            raise BadInput(f"there is no folder {file.parent}")
    os.environ.setdefault("TRIGRAD_NATIVE", "1")
    import numpy as np

    from trigrad import games as all_games
    from trigrad.arena import train as training
    from trigrad.arena.single import master_key

    with _plain_refusals():
        played = all_games.load(game)
        kinds = list(training.tables(played, players, _parse_options(options)))
        before = None if start is None else np.load(start, allow_pickle=False).astype(float)
        course = training.Course(master_key(seed), before, iterations, to_end=to_end, ends=ends or 0, gate=gate)
        checkpoint = out.with_name(f"{out.name}.part")
        learned: list[list[float]] = []

        def on_round(rounds: Any) -> None:
            learned[:] = rounds.tolist()
            if curve is not None:
                curve.write_text("\n".join(_curve_lines(learned)) + "\n", encoding="utf-8")

        with _progress(games * len(kinds), "games") as advance:
            weights = training.train(played, kinds, games, course, advance, ray, checkpoint, on_round)
    with out.open("wb") as weights_file:
        np.save(weights_file, weights.astype(np.float32))
    checkpoint.unlink(missing_ok=True)
    for count, error, error_before in learned[-1:]:
        learnt = f"by {error:.1f} with what {_games(int(count))} of each kind had taught, by {error_before:.1f} without"
        click.echo(f"points of the last games were foretold wrongly {learnt}")
    if before is not None and np.array_equal(weights, before):
        click.echo("no new weights beat those gone on from, which stay")


def _curve_lines(rounds: list[list[float]]) -> Iterator[str]:
    yield "games,error,error_before"
    for games, error, error_before in rounds:
        yield f"{games:.0f},{error:.4f},{error_before:.4f}"


# --- Data -------------------------------------------------------------------------------


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write arrays: .npz, .zst or .parquet.")
@click.option("--no-memory", is_flag=True, help="Observe only what can be seen at the moment.")
@click.option("--game", "number", type=int, help="Print this game, from 0 on, for replay and verify.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def data(file: Path, out: Path | None, no_memory: bool, number: int | None, as_json: bool) -> None:
    """Check saved games by playing them again, and make arrays to learn from of them."""
    os.environ.setdefault("TRIGRAD_NATIVE", "1")
    from trigrad.data import files
    from trigrad.data.decisions import decisions, save_decisions
    from trigrad.data.games import load
    from trigrad.table import record

    with _plain_data():
        if out is not None:
            files.check(out)
        games = load(file)
        if number is not None:
            click.echo(json.dumps(record.to_json(games.record(number)), indent=1))
            return
        found = decisions(games, memory=not no_memory)
        if out is not None:
            save_decisions(games, found, out, memory=not no_memory)
    about = asdict(games.kind) | {"games": len(games), "decisions": len(found.actions)}
    about |= {"observation": found.observations.shape[1], "num_actions": found.masks.shape[1]}
    click.echo(json.dumps(about) if as_json else "\n".join(_data_lines(about)))


@contextmanager
def _plain_data() -> Iterator[None]:
    """Turn what is wrong with a file into one plain line."""
    from trigrad.data import BadData

    try:
        yield
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}") from error
    except (BadData, IndexError) as error:
        raise BadInput(_printable(str(error))) from error


def _data_lines(about: dict[str, Any]) -> Iterator[str]:
    options = "".join(f", {key}={value}" for key, value in about["options"].items())
    yield _printable(
        f"{about['game']}, {about['players']} players{options}, rules version {about['rules_version']}: "
        f"{_games(about['games'])} of {', '.join(about['bots'])}"
    )
    yield (
        f"{about['decisions']:,} decisions, each an observation of {about['observation']} numbers and one of "
        f"{about['num_actions']} actions"
    )


# --- Replay and verify ----------------------------------------------------------------


@main.command()
@click.argument("file")
def replay(file: str) -> None:
    """Show a game that was exported from the web, step by step."""
    from trigrad.table import record

    loaded = _load_record(file)
    try:
        for line in record.steps(loaded):
            click.echo(_printable(line))
    except record.BadRecord as error:
        raise BadInput(f"{file}: {_printable(str(error))}") from error


@main.command()
@click.argument("file")
@click.option("--shown", metavar="SHA256", help="The SHA-256 that you saw before the game.")
def verify(file: str, shown: str | None) -> None:
    """Check an exported game: its fingerprint, seed, shuffle, every choice and its result.

    The exit code is 0 if all fits together, 1 if not.
    """
    from trigrad.engine.text import ENGLISH
    from trigrad.table import record

    loaded = _load_record(file)
    problems = record.verify(loaded, shown)
    for problem in problems:
        click.echo(f"{file}: {_printable(problem.render(ENGLISH))}", err=True)
    if problems:
        raise click.exceptions.Exit(1)
    click.echo(f"{file}: the seed fits SHA-256 {loaded.commitment}, and all choices and the result fit the seed.")


def _load_record(file: str) -> "Record":
    from trigrad.table import record

    try:
        return record.load(file)
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error
    except record.BadRecord as error:
        raise BadInput(f"{file}: {_printable(str(error))}") from error


def _printable(text: str) -> str:
    """A text from a stranger's file without anything that would steer a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)


# --- Bench ------------------------------------------------------------------------------


@main.command()
@click.argument("game", required=False)
@click.option("--players", type=int, default=2, show_default=True)
@click.option("--device", type=click.Choice(("cpu", "cuda")), default="cpu", show_default=True, help="cuda = a GPU.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: game to figures.")
def bench(game: str | None, players: int, device: str, as_json: bool) -> None:
    """Measure how fast GAME (default: every game) goes on this machine, by random choices."""
    from trigrad import games
    from trigrad.arena.bench import measure, measure_on_gpu

    speeds = {}
    if device == "cuda":
        with _plain_refusals():
            figures = {name: measure_on_gpu(name, players) for name in ([game] if game else games.names())}
        rates = {name: found["gpu_vector_per_s"] for name, found in figures.items()}
        lines = [f"{name}, {players} players, steps on a GPU: {rate:,.0f} decisions/s" for name, rate in rates.items()]
        click.echo(json.dumps(figures) if as_json else "\n".join(lines))
        return
    with _plain_refusals():
        for name in [game] if game else games.names():
            speeds[name] = measure(name, players, lambda step, name=name: _tell(f"{name}: {step}"))  # type: ignore[misc]
    if as_json:
        click.echo(json.dumps({name: asdict(speed) for name, speed in speeds.items()}))
    else:
        click.echo("\n\n".join("\n".join(_speed_lines(name, speed)) for name, speed in speeds.items()))


def _tell(step: str) -> None:
    """Say on standard error what is being measured, if somebody may be looking."""
    if sys.stderr.isatty():
        click.echo(f"measuring {step} ...", err=True)


def _speed_lines(name: str, speed: "Speed") -> Iterator[str]:
    figures = {
        "decisions a game": f"{speed.decisions_per_game:,.1f}",
        "interpreted": f"{speed.interpreted_per_s:,.0f} decisions/s",
        "native, one core": f"{speed.native_per_s:,.0f} decisions/s",
        "native, all cores": f"{speed.native_all_cores_per_s:,.0f} decisions/s",
        "vector steps, one core": f"{speed.vector_per_s:,.0f} decisions/s",
        "vector steps, all cores": f"{speed.vector_all_cores_per_s:,.0f} decisions/s",
        "observation": f"{speed.observe_ns:.0f} ns",
        "native to interpreted": f"{speed.native_per_s / speed.interpreted_per_s:,.0f} times",
        "record": f"{speed.record_bytes:,} bytes",
        "copy of a record": f"{speed.copy_ns:.1f} ns",
        "first game, nothing compiled": f"{speed.compile_s:.1f} s",
        "first game, from the cache": f"{speed.cached_s:.1f} s",
    }
    yield f"{name}, {speed.players} players, random choices"
    for label, figure in figures.items():
        yield f"  {label:<30}{figure:>24}"
