#!/usr/bin/env python3
"""Set Trigrad up where that is still to be done, then start it.

    python3 start.py                         the server
    python3 start.py simulate quorum ...     any other command of trigrad
    python3 start.py test ...                the quick tests; what follows goes to pytest

It needs Python and nothing else: no pip, no compiler, no rights of an administrator.
All that it installs goes into the folder .venv beside it, exactly as the lock files
say, by the copy of pip in the folder bootstrap. A stamp in .venv tells what was
installed, so that a second start has nothing to do, and an interrupted one is noticed.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Trigrad needs Python 3.11 or newer, and this is Python {}.{}.\n"
        "If a newer one is installed, name it: python3.12 start.py".format(*sys.version_info[:2])
    )

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # the folder of this file: a random.py there is not the one that the set-up needs

import hashlib
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "trigrad-setup"
LOCKS = [ROOT / f"requirements{name}.lock" for name in ("", "-postgres", "-dev")]  # each holds what the earlier ones do
SERVER, POSTGRES, TESTS = 1, 2, 3  # how many of them are wanted
PIP = ROOT / "bootstrap" / "pip-26.3-py3-none-any.whl"

# It may be reached by a link from a folder of programs; "readlink -f" is in no old macOS.
COMMAND = """#!/bin/sh
command=$0
while [ -h "$command" ]; do
    link=$(readlink "$command")
    case $link in
        /*) command=$link ;;
        *) command=$(dirname "$command")/$link ;;
    esac
done
exec "$(dirname "$command")/python" -P -m trigrad "$@"
"""

VERSION = 3  # raised when the set-up below changes in a way that an old .venv lacks
UNFINISHED = "unfinished"
TRIGRAD = ["-P", "-m", "trigrad"]  # -P: files of the user's folder are not taken for modules
QUICK = "not slow and not browser and not proxy and not envs and not postgres"
QUICK_TESTS = ["-m", "pytest", "-m", QUICK, "-n", "auto"]


def main(arguments: list[str]) -> int:
    """Set up, then become trigrad or pytest; the arguments are theirs."""
    testing = arguments[:1] == ["test"]
    set_up(TESTS if testing else POSTGRES if names_postgres(arguments) else SERVER)
    if testing:
        os.chdir(ROOT)
        return run([*QUICK_TESTS, *arguments[1:]])
    return run([*TRIGRAD, *(arguments or ["serve"])])


def names_postgres(arguments: list[str]) -> bool:
    """Whether a database of PostgreSQL is named, by the settings or in a command."""
    return any(name.startswith("postgres") for name in [os.environ.get("TRIGRAD_DATABASE", ""), *arguments])


def run(arguments: list[str]) -> int:
    """Hand over to the Python of .venv; where the system can, this process becomes it."""
    sys.stdout.flush()
    command = [str(PYTHON), *arguments]
    if os.name != "nt":
        os.execv(command[0], command)
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:  # it was the child's to answer
        return 130


# --- What is there, and what is wanted ------------------------------------------


def wanted(locks: int) -> list[str]:
    """The stamp of a complete set-up: kind of Python, then the digest of each lock file."""
    return [
        f"{VERSION} {sys.implementation.cache_tag}",
        *(hashlib.sha256(lock.read_bytes()).hexdigest() for lock in LOCKS[:locks]),
    ]


def present() -> list[str]:
    """The stamp that .venv bears; empty if there is no .venv that works."""
    return STAMP.read_text("utf-8").splitlines() if STAMP.exists() and PYTHON.exists() else []


def set_up(locks: int) -> None:
    """Bring .venv to what the first lock files say; a driver and the tools of the tests come only where needed."""
    found, stamp = present(), wanted(locks)
    if found[: len(stamp)] == stamp:
        return
    if found[:1] != stamp[:1]:
        create_venv()
    STAMP.write_text(UNFINISHED, "utf-8")
    install(LOCKS[locks - 1])
    link_source()
    add_command()
    STAMP.write_text("\n".join(stamp), "utf-8")
    say(f"Set up in {VENV.name}.")


# --- The steps of the set-up ------------------------------------------------------


def create_venv() -> None:
    """An empty virtual environment without pip, in place of one that is unfinished or of another Python."""
    import shutil
    import venv

    if STAMP.exists():
        shutil.rmtree(VENV)
    elif VENV.exists() and any(VENV.iterdir()):
        sys.exit(f"{VENV} was not made by start.py. Move it away or delete it, then start again.")
    VENV.mkdir(exist_ok=True)
    STAMP.write_text(UNFINISHED, "utf-8")
    venv.create(VENV, symlinks=os.name != "nt")


def install(lock: Path) -> None:
    """Install what a lock file lists: ready-made packages only, each checked against its digest."""
    options = ["--require-hashes", "--only-binary=:all:", "--no-user", "--no-input", "--disable-pip-version-check"]
    command = [str(PYTHON), "-I", str(PIP / "pip"), "install", *options, "--requirement", str(lock)]
    say(f"Installing the packages of {lock.name} into {VENV.name} (the first time about 100 MB) ...")
    output = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace"
    ) as pip:
        for line in pip.stdout or ():
            output.append(line)
            if line.startswith(("Collecting ", "Installing ")):
                progress(line.split(" (")[0].strip()[:70])
    progress("")
    if pip.returncode:
        sys.exit("".join(output[-20:]) + "\nThe packages could not be installed; pip's words are above.")


def link_source() -> None:
    """Let .venv find the package in src; a relative path, so that the folder may be moved."""
    import sysconfig

    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV), "platbase": str(VENV)}))
    (packages / "trigrad.pth").write_text(os.path.relpath(ROOT / "src", packages) + "\n", "utf-8")


def add_command() -> None:
    """Put the command trigrad beside the Python of .venv; it finds that by its own place."""
    if os.name == "nt":
        PYTHON.with_name("trigrad.cmd").write_text('@"%~dp0python.exe" -P -m trigrad %*\n', "utf-8")
    else:
        command = PYTHON.with_name("trigrad")
        command.write_text(COMMAND, "utf-8")
        command.chmod(0o755)


# --- Words to people ----------------------------------------------------------------


def say(words: str) -> None:
    """One line about the set-up."""
    print(words, flush=True)


def progress(words: str) -> None:
    """Where a person watches: what is going on, in a line that the next one replaces."""
    if sys.stdout.isatty():
        print(f"\r\033[K{words}", end="", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("\nStopped. The next start takes it up again.")
    except OSError as error:
        sys.exit(f"{error.filename or VENV} cannot be used: {error.strerror or error}")
