"""Build the source archive and the wheel, and see that Trigrad works from the wheel alone.

    python3 -m scripts.check_wheel           built into build/dist
    python3 -m scripts.check_wheel FOLDER    built into another folder

The wheel is built from the source archive, so that both are complete. It is installed
into an empty environment with what the lock file says, and runs in an empty home, far
from the sources. For Linux and macOS.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from scripts import tools
from start import LOCKS, ROOT

PACKAGE = ROOT / "src" / "trigrad"
NEEDED_KINDS = {".css", ".html", ".js", ".json", ".po", ".py", ".svg", ".toml", ".typed"}
LANGUAGES = sorted({"en", *(path.name for path in (PACKAGE / "locale").iterdir())})
T = TypeVar("T")
PATIENCE = 60  # seconds until a step counts as stuck


class Broken(Exception):
    """What is built does not do what it should."""


def main(arguments: list[str]) -> None:
    """Build, look inside, install, run."""
    folder = Path(arguments[0]) if arguments else tools.BUILD / "dist"
    wheel = timed("built", lambda: build(folder))
    check_contents(wheel)
    with tempfile.TemporaryDirectory(prefix="trigrad-") as name:
        place = Path(name)
        trigrad = timed("installed", lambda: install(wheel, place / "environment"))
        home = place / "home"
        home.mkdir()
        timed("simulated", lambda: check_simulation(trigrad, home))
        timed("served", lambda: check_server(trigrad, home))
    print(f"{wheel.name} works.")


def timed(done: str, step: Callable[[], T]) -> T:
    """Carry a step out, and say how long it took."""
    began = time.monotonic()
    result = step()
    print(f"{done}: {time.monotonic() - began:.1f} s", flush=True)
    return result


# --- Building ---------------------------------------------------------------------


def build(folder: Path) -> Path:
    """The source archive, and the wheel that is built from it, in place of earlier ones in a folder."""
    python = tools.environment("build")
    folder = folder.resolve()
    for earlier in [*folder.glob("trigrad-*.tar.gz"), *folder.glob("trigrad-*.whl")]:
        earlier.unlink()
    hatchling(python, "sdist", ROOT, folder)
    [archive] = folder.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as name:
        with tarfile.open(archive) as sources:
            sources.extractall(name, filter="data")
        [unpacked] = Path(name).iterdir()
        hatchling(python, "wheel", unpacked, folder)
    [wheel] = folder.glob("*.whl")
    return wheel


def hatchling(python: Path, target: str, sources: Path, folder: Path) -> None:
    """Let the build backend build one target."""
    command = [str(python), "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=sources, check=True, stdout=subprocess.DEVNULL)


def check_contents(wheel: Path) -> None:
    """The wheel holds every file of the package, of every kind, its licence, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    found = {name for name in names if ".dist-info/" not in name}
    expected = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".mo"
    }
    if found != expected:
        raise Broken(f"missing: {sorted(expected - found)}; too much: {sorted(found - expected)}")
    kinds = {Path(name).suffix for name in found}
    if not kinds >= NEEDED_KINDS:
        raise Broken(f"no file of the kinds {sorted(NEEDED_KINDS - kinds)}")
    if not any(name.endswith(".dist-info/licenses/LICENSE") for name in names):
        raise Broken("the licence is missing")


# --- Running ----------------------------------------------------------------------


def install(wheel: Path, folder: Path) -> Path:
    """The command ``trigrad`` of a new environment with the wheel and what the lock file lists."""
    python = tools.new_environment(folder)
    tools.install(python, "--require-hashes", "--requirement", str(LOCKS[0]))
    tools.install(python, "--no-deps", str(wheel))
    return tools.program(folder, "trigrad")


def surroundings(home: Path) -> dict[str, str]:
    """The environment of somebody who has just come: an empty home, no settings."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("NUMBA", "PYTHON", "TRIGRAD", "XDG"))
    }
    return kept | {"HOME": str(home)}


def check_simulation(trigrad: Path, home: Path) -> None:
    """The version is the sources', and compiled rules play."""
    version = re.search(r'^__version__ = "(.+)"$', (PACKAGE / "__init__.py").read_text("utf-8"), re.MULTILINE)
    told = output(trigrad, home, "--version")
    if version is None or told.split()[-1] != version[1]:
        raise Broken(f"the version is {told!r}")
    summary = json.loads(output(trigrad, home, "simulate", "quorum", "--games", "10", "--json"))
    if summary["games"] != 10:
        raise Broken(f"simulated: {summary}")


def output(trigrad: Path, home: Path, *arguments: str) -> str:
    """What a command prints, which must succeed."""
    done = subprocess.run(
        [str(trigrad), *arguments], cwd=home, env=surroundings(home), stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def check_server(trigrad: Path, home: Path) -> None:
    """The server starts, answers, and ends when it is interrupted, leaving nothing behind and saying nothing."""
    command = [str(trigrad), "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(
        command,
        cwd=home,
        env=surroundings(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        line = process.stdout.readline() if process.stdout else ""
        address = re.search(r"http://\S+", line)
        if address is None:
            raise Broken(f"the server did not start: {line}")
        check_pages(address[0])
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        if process.returncode or errors:
            raise Broken(f"the server ended with {process.returncode}: {errors}")
        if not ends_soon(process.pid):
            raise Broken("the server left processes behind")
    finally:
        if group_lives(process.pid):
            os.killpg(process.pid, signal.SIGKILL)


def ends_soon(group: int) -> bool:
    """Whether the bots' processes end too, once they have noticed that nobody asks any more."""
    for _ in range(100):
        if not group_lives(group):
            return True
        time.sleep(0.1)
    return False


def group_lives(group: int) -> bool:
    """Whether a process of a group is still there."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def check_pages(address: str) -> None:
    """Home, all that it loads, the form of a new table, the API, and the rules of each game in each language."""
    home = fetch(address)
    loaded = re.findall(r'(?:href|src)="/(static/[^"]+)"', home)
    if not loaded:
        raise Broken("the start page loads no static file")
    for path in loaded:
        fetch(address + path)
    for game in json.loads(fetch(address + "api/games")):
        fetch(f"{address}new/{game['name']}")
        for language in LANGUAGES:
            page = fetch(f"{address}rules/{game['name']}", language)
            if f'<html lang="{language}"' not in page:
                raise Broken(f"the rules of {game['name']} are not in {language}")


def fetch(address: str, language: str = "en") -> str:
    """A page as text; a refusal is an error."""
    request = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        text: str = answer.read().decode("utf-8")
    if not text:
        raise Broken(f"{address} is empty")
    return text


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Broken, subprocess.SubprocessError, OSError, KeyError, ValueError) as error:
        sys.exit(f"The wheel is broken: {error}")
