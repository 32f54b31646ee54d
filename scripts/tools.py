"""Environments for the project's own tools, apart from ``.venv``, so that a contributor's set-up stays small."""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

from start import PIP, ROOT

BUILD = ROOT / "build"  # all that the scripts make, but for releases; git ignores it


def environment(name: str) -> Path:
    """The Python of an environment with what ``requirements-<name>.lock`` lists, made anew when that has changed."""
    lock = ROOT / f"requirements-{name}.lock"
    folder = BUILD / f"{name}-tools"
    stamp = folder / "trigrad-lock"
    wanted = f"{sys.implementation.cache_tag} {hashlib.sha256(lock.read_bytes()).hexdigest()}"
    if not stamp.exists() or stamp.read_text("utf-8") != wanted:
        python = new_environment(folder)
        install(python, "--require-hashes", "--requirement", str(lock))
        stamp.write_text(wanted, "utf-8")
    return program(folder, "python")


def new_environment(folder: Path) -> Path:
    """The Python of a new, empty virtual environment."""
    venv.create(folder, clear=True, symlinks=os.name != "nt")
    return program(folder, "python")


def program(folder: Path, name: str) -> Path:
    """A program of a virtual environment."""
    return folder / ("Scripts" if os.name == "nt" else "bin") / (f"{name}.exe" if os.name == "nt" else name)


def install(python: Path, *what: str) -> None:
    """Install ready-made packages by the project's copy of pip, which honours the settings of the machine."""
    options = ["--only-binary=:all:", "--no-user", "--no-input", "-qq", "--disable-pip-version-check"]
    subprocess.run([python, "-I", str(PIP / "pip"), "install", *options, *what], check=True)
