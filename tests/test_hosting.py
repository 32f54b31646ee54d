"""What keeps the server running: the container's commands and the unit of systemd, as far as a test can try them."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from start import PYTHON, ROOT

CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ")
PAGE = (ROOT / "docs" / "proxies.md").read_text("utf-8")
UNIT = re.findall(r"^```ini\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]


def instructions(name: str) -> list[str]:
    """What follows an instruction of the Containerfile, each time that it stands there."""
    return re.findall(rf"^{name} (.*)$", CONTAINERFILE, re.MULTILINE)


@contextmanager
def container(folder: Path) -> Iterator[str]:
    """The server as the image starts it, its folders elsewhere and on a free port; gives its first line."""
    (settings,) = instructions("ENV")
    environment = dict(setting.split("=", 1) for setting in settings.split())
    assert environment["PYTHONPATH"] == "/app/src"
    assert {environment["TRIGRAD_DATA"], environment["XDG_CACHE_HOME"]} == set(json.loads(instructions("VOLUME")[0]))
    moved = {name: str(folder) + path for name, path in environment.items() if path.startswith("/")}
    environment |= moved | {"PYTHONPATH": str(ROOT / "src"), "PATH": os.environ["PATH"], "TRIGRAD_WORKERS": "0"}
    python, *arguments = json.loads(instructions("CMD")[0])
    assert (python, arguments[-2:]) == ("python", ["--port", *instructions("EXPOSE")])
    command = [sys.executable, *arguments[:-1], "0"]
    with subprocess.Popen(command, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield server.stdout.readline()
        server.terminate()
    assert server.returncode in (0, -signal.SIGTERM)  # it ends in order, then as the signal wants


def test_the_image_starts_a_server_that_others_reach(tmp_path: Path) -> None:
    with container(tmp_path) as words:
        port = re.findall(r":(\d+)/", words)[0]
        with urlopen(f"http://127.0.0.1:{port}/rules", timeout=20) as page:
            assert page.status == 200
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_what_the_image_is_built_from_is_there_and_not_ignored() -> None:
    ignore = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    sources = [line.split()[0] for line in instructions("COPY")]
    assert sources
    for source in sources:
        assert (ROOT / source).exists(), source
        assert f"!{source}" in ignore


def test_the_image_runs_without_rights() -> None:
    uid = re.findall(r"useradd --uid (\d+)", CONTAINERFILE)
    assert instructions("USER") == uid
    assert uid != ["0"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
def test_systemd_understands_the_unit_and_finds_it_well_enclosed(tmp_path: Path) -> None:
    program = PYTHON.with_name("trigrad")
    unit = tmp_path / "trigrad.service"
    started = UNIT.replace("/opt/trigrad/.venv/bin/trigrad", str(program if program.exists() else sys.executable))
    assert started != UNIT
    unit.write_text(started, "utf-8")
    understood = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (understood.returncode, understood.stderr) == (0, "")
    weighed = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert weighed.returncode == 0, weighed.stdout
