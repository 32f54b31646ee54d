"""Release a version: set it, check everything, build, commit, tag. What leaves the machine is left to you.

    python3 -m scripts.release 1.2.0             all of it
    python3 -m scripts.release 1.2.0 --dry-run   only show what would change
    python3 -m scripts.release 1.2.0 --no-checks skip .ci/run, not the check of the wheel

It needs a clean tree on the branch main, entries under [Unreleased] in CHANGELOG.md,
and a public address of the remote ``origin``, which the package index and the
documentation then name as the place of the sources.
"""

import argparse
import datetime as dt
import difflib
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from start import ROOT

VERSION_FILE, CHANGELOG, PROJECT = "src/trigrad/__init__.py", "CHANGELOG.md", "pyproject.toml"
DOCTOR = "src/trigrad/doctor.py"

VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
VERSION_LINE = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
WRITTEN = re.compile(r"^WRITTEN = datetime\(.*?, tzinfo=UTC\)", re.MULTILINE)
UNRELEASED = "## [Unreleased]\n"
URLS = re.compile(r"^\[project\.urls\]\n(?:.+\n)*", re.MULTILINE)
SCP_ADDRESS = re.compile(r"(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+):(?!/)(.+)")  # git@host:owner/name


class Refused(Exception):
    """No release can be made now; the message says what is missing."""


def main(arguments: list[str]) -> None:
    """Check that a release can be made, show it, and make it."""
    parser = argparse.ArgumentParser(prog="python3 -m scripts.release", description="Release a version of Trigrad.")
    parser.add_argument("version", help="as 1.2.0")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")
    parser.add_argument("--no-checks", action="store_true", help="skip .ci/run")
    wish = parser.parse_args(arguments)

    check_tree(ROOT, wish.version)
    address = web_address(git(ROOT, "remote", "get-url", "origin"))
    old = {name: (ROOT / name).read_text("utf-8") for name in (VERSION_FILE, CHANGELOG, PROJECT, DOCTOR)}
    new = released(old, wish.version, dt.datetime.now(dt.UTC).date(), address)
    print(difference(old, new))
    if wish.dry_run:
        return
    write(ROOT, new)
    try:
        check(everything=not wish.no_checks)
    except (subprocess.CalledProcessError, KeyboardInterrupt):
        write(ROOT, old)
        raise
    git(ROOT, "commit", "--quiet", "--message", f"Release {wish.version}", *new)
    git(ROOT, "tag", "--annotate", "--message", f"Trigrad {wish.version}", f"v{wish.version}")
    print(f"Released here. To release to the world:\n\n  git push origin main v{wish.version}\n  uv publish dist/*\n")


def check(*, everything: bool) -> None:
    """All checks, or those of the wheel alone; source archive and wheel are left in dist/."""
    if everything:
        subprocess.run([".ci/run"], cwd=ROOT, check=True)
    subprocess.run([sys.executable, "-m", "scripts.check_wheel", "dist"], cwd=ROOT, check=True)


def git(folder: Path, *arguments: str) -> str:
    """What a git command answers; its refusal is ours."""
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def check_tree(folder: Path, version: str) -> None:
    """A release is made from what everybody can see, once."""
    if git(folder, "branch", "--show-current") != "main":
        raise Refused("releases are made on the branch main")
    if git(folder, "status", "--porcelain"):
        raise Refused("there are changes that are not committed")
    if git(folder, "tag", "--list", f"v{version}"):
        raise Refused(f"there is a tag v{version} already")


# --- What changes in the files ------------------------------------------------------


def released(old: Mapping[str, str], version: str, day: dt.date, address: str) -> dict[str, str]:
    """The texts of the files that a release changes."""
    return {
        VERSION_FILE: with_version(old[VERSION_FILE], version),
        CHANGELOG: with_heading(old[CHANGELOG], version, day),
        PROJECT: with_urls(old[PROJECT], address),
        DOCTOR: with_day(old[DOCTOR], day),
    }


def with_version(text: str, version: str) -> str:
    """The module with another version, not below its own; the same is for a first release."""
    found = VERSION_LINE.search(text)
    if found is None:
        raise Refused(f"{VERSION_FILE} has no line __version__")
    if number(version) < number(found[1]):
        raise Refused(f"{version} is below {found[1]}")
    return VERSION_LINE.sub(f'__version__ = "{version}"', text)


def number(version: str) -> tuple[int, ...]:
    """A version as numbers that compare."""
    if not VERSION.fullmatch(version):
        raise Refused(f"{version!r} is no version like 1.2.0")
    return tuple(map(int, version.split(".")))


def with_heading(text: str, version: str, day: dt.date) -> str:
    """The changelog with its unreleased entries under the version, and an empty [Unreleased] above."""
    before, found, after = text.partition(UNRELEASED)
    entries = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    if not found or not re.search(r"^- \S", entries, re.MULTILINE):
        raise Refused(f"{CHANGELOG} has no entries under [Unreleased]")
    return f"{before}{UNRELEASED}\n## [{version}] - {day.isoformat()}\n{after}"


def with_day(text: str, day: dt.date) -> str:
    """The module that knows clocks which are wrong, with the day before which none is right."""
    if not WRITTEN.search(text):
        raise Refused(f"{DOCTOR} has no line WRITTEN")
    return WRITTEN.sub(f"WRITTEN = datetime({day.year}, {day.month}, {day.day}, tzinfo=UTC)", text)


def with_urls(text: str, address: str) -> str:
    """The project's metadata with the place of its sources."""
    urls = f'[project.urls]\nRepository = "{address}"\nIssues = "{address}/issues"\n'
    if URLS.search(text):
        return URLS.sub(urls, text)
    return text.replace("[project.scripts]\n", f"{urls}\n[project.scripts]\n")


def web_address(remote: str) -> str:
    """The web page of a remote repository, without anybody's name or password."""
    scp = SCP_ADDRESS.fullmatch(remote)
    host, path = (scp[1], scp[2]) if scp else (urlsplit(remote).hostname or "", urlsplit(remote).path)
    path = path.strip("/").removesuffix(".git")
    if "." not in host or not path or re.fullmatch(r"[\d.]+", host):
        raise Refused(f"the remote origin has no public address: {remote}")
    return f"https://{host}/{path}"


def difference(old: Mapping[str, str], new: Mapping[str, str]) -> str:
    """What changes, as git shows it."""
    lines: list[str] = []
    for name, text in new.items():
        lines += difflib.unified_diff(old[name].splitlines(), text.splitlines(), name, name, n=1, lineterm="")
    return "\n".join(lines)


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Put texts into their files."""
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Refused as refusal:
        sys.exit(f"No release: {refusal}")
    except subprocess.CalledProcessError as error:
        sys.exit(f"No release, and the files are as before: {error}")
