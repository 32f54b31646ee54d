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
import yaml
from sqlalchemy import make_url
from start import PYTHON, ROOT

from trigrad.web import settings

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
        server.send_signal(signal.Signals[instructions("STOPSIGNAL")[0]])
    assert server.returncode == 0


def test_the_image_starts_a_server_that_others_reach(tmp_path: Path) -> None:
    with container(tmp_path) as words:
        port = re.findall(r":(\d+)/", words)[0]
        with urlopen(f"http://127.0.0.1:{port}/rules", timeout=20) as page:
            assert page.status == 200
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_the_image_can_be_stopped_before_its_server_has_started() -> None:
    # The first process of a container gets no signal that it does not handle, and Python itself handles this one only
    assert instructions("STOPSIGNAL") == ["SIGINT"]


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


# --- Several containers -----------------------------------------------------------------

COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
SERVICES = yaml.safe_load(COMPOSE)["services"]
ASKED_FOR = re.compile(r"\$\{(\w+):\?[^}]+\}")  # a setting that must be given


def test_what_the_services_need_is_there() -> None:
    declared = yaml.safe_load(COMPOSE)["volumes"]
    for name, service in SERVICES.items():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (ROOT / source).exists() if source.startswith(".") else source in declared, name
        assert set(service.get("depends_on", [])) <= set(SERVICES)
        assert "ports" not in service or name == "proxy"  # whoever reaches a server otherwise would be believed
    built = SERVICES["one"]["build"]
    assert SERVICES["one"] == SERVICES["two"] | {"build": built}  # the image is built once for both
    assert (ROOT / built["dockerfile"]).exists()
    mounted = {volume.partition(":")[2] for volume in SERVICES["one"]["volumes"]}
    assert mounted == set(json.loads(instructions("VOLUME")[0]))  # each start would leave one without a name
    upstreams = re.findall(r"reverse_proxy (.+) \{", (ROOT / "compose" / "Caddyfile").read_text("utf-8"))
    assert upstreams == ["one:8000 two:8000"]
    assert instructions("EXPOSE") == ["8000"]


def test_images_are_named_with_their_registry() -> None:  # Podman knows no other
    named = [*instructions("FROM"), *(service["image"] for service in SERVICES.values() if "build" not in service)]
    assert {name.partition("/")[0] for name in named} == {"docker.io", SERVICES["one"]["image"]}


def test_the_servers_of_several_containers_are_told_what_they_understand(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"POSTGRES_PASSWORD": "0f" * 32, "TRIGRAD_SECRET": "1e" * 32, "TRIGRAD_HOST": "games.example.org"}
    assert set(ASKED_FOR.findall(COMPOSE)) == set(given)
    for name, text in SERVICES["one"]["environment"].items():
        monkeypatch.setenv(name, ASKED_FOR.sub(lambda one: given[one[1]], text))
    table = (ROOT / "README.md").read_text("utf-8")
    assert all(f"| `{name}` |" in table for name in SERVICES["one"]["environment"])
    chosen = settings.from_environment()
    assert chosen.address == "https://games.example.org"
    assert chosen.secret == given["TRIGRAD_SECRET"]
    (network,) = yaml.safe_load(COMPOSE)["networks"]["default"]["ipam"]["config"]
    assert list(map(str, chosen.proxies)) == [network["subnet"]]
    database = make_url(chosen.database)
    owner = SERVICES["database"]["environment"]
    assert (database.host, database.username, database.database) == (
        "database",
        owner["POSTGRES_USER"],
        owner["POSTGRES_DB"],
    )
    assert database.password == ASKED_FOR.sub(lambda one: given[one[1]], owner["POSTGRES_PASSWORD"])
