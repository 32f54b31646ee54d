"""Games through nginx and Caddy themselves, configured as docs/proxies.md says; only ports and certificates differ."""

import html
import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import NamedTuple

import httpx2
import pytest
from tests.web.running import RunningServer

pytestmark = pytest.mark.proxy

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "proxies.md").read_text("utf-8")
FORM = {"name": "Ada", "seat0": "me", "seat1": "here", "name1": "Bob", "undo": "on", "hints": "on"}
AT_ONCE = 2  # seconds until a change is on everybody's screen

NGINX_AROUND = """
daemon off;
master_process off;
pid nginx.pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy;
    fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
{block}
}}
"""
CADDY_AROUND = """
{{
    admin off
    auto_https disable_redirects
}}
{block}
"""


class Proxy(NamedTuple):
    """A proxy that runs, and where the server is behind it."""

    address: str
    tls: ssl.SSLContext


class Place(NamedTuple):
    """Which of a proxy's two configurations is tried."""

    proxy: str
    path: str


PLACES = [Place(proxy, path) for proxy in ("nginx", "caddy") for path in ("", "/games")]


def block(place: Place) -> str:
    """The configuration of a proxy in the docs: first the one for a host, then the one below a path."""
    blocks: list[str] = re.findall(rf"^```{place.proxy}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    at_root, below = blocks
    return below if place.path else at_root


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, configured: str, upstream: str, port: int) -> list[str]:
    text = replaced(
        configured,
        ("127.0.0.1:8000", upstream),
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("games.example.org", "localhost"),
        ("/etc/ssl/certs/games.pem", str(folder / "games.pem")),
        ("/etc/ssl/private/games.key", str(folder / "games.key")),
    )
    (folder / "nginx.conf").write_text(NGINX_AROUND.format(block=text), "utf-8")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    return [program, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, configured: str, upstream: str, port: int) -> list[str]:
    certificate = f"tls {folder / 'games.pem'} {folder / 'games.key'}"
    text = replaced(
        configured,
        ("127.0.0.1:8000", upstream),
        ("games.example.org {\n", f"https://localhost:{port} {{\n    {certificate}\n"),
    )
    (folder / "Caddyfile").write_text(CADDY_AROUND.format(block=text), "utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


COMMANDS: dict[str, Callable[[Path, str, str, int], list[str]]] = {"nginx": nginx, "caddy": caddy}


def make_certificate(folder: Path) -> ssl.SSLContext:
    """A certificate for this machine; returns what trusts it."""
    files = ["-keyout", str(folder / "games.key"), "-out", str(folder / "games.pem")]
    about = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run(["openssl", "req", "-x509", *key, *files, *about], check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(folder / "games.pem"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(place: Place, folder: Path, upstream: str) -> Iterator[Proxy]:
    """A proxy in front of a server, until the end."""
    tls, port = make_certificate(folder), free_port()
    command = COMMANDS[place.proxy](folder, block(place), upstream.removeprefix("http://"), port)
    with running(command, folder, port):
        yield Proxy(f"https://localhost:{port}{place.path}", tls)


@contextmanager
def running(command: list[str], folder: Path, port: int, **environment: str) -> Iterator[None]:
    """The program of a proxy, which keeps what is its own in a folder, until the end."""
    homes = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "words").open("wb") as words:
        process = subprocess.Popen(command, env=os.environ | homes | environment, stdout=words, stderr=words)
    try:
        wait_for(port, process, folder / "words")
        yield
    finally:
        process.terminate()
        process.wait(timeout=15)


def wait_for(port: int, process: subprocess.Popen[bytes], words: Path) -> None:
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    pytest.fail(f"the proxy did not start: {words.read_text('utf-8')}")


@pytest.fixture(params=PLACES, ids=lambda place: f"{place.proxy}{place.path}")
def place(request: pytest.FixtureRequest) -> Place:
    found: Place = request.param
    return found


@pytest.fixture
def proxy(place: Place, tmp_path: Path) -> Iterator[Proxy]:
    (tmp_path / "proxy").mkdir()
    with (
        RunningServer(tmp_path / "data") as server,
        started(place, tmp_path / "proxy", server.address.replace("localhost", "127.0.0.1")) as running,
    ):
        yield running
    assert "Traceback" not in server.errors


@contextmanager
def browser(proxy: Proxy, version: str) -> Iterator[httpx2.Client]:
    """A client that keeps cookies and says from which page it sends, as a browser without Sec-Fetch-Site does."""
    origin = "/".join(proxy.address.split("/")[:3])
    with httpx2.Client(http2=version == "HTTP/2", verify=proxy.tls, headers={"Origin": origin}, timeout=30) as client:
        yield client


def buttons(page: str) -> list[str]:
    return [html.unescape(action) for action in re.findall(r'name="action" value="([^"]+)"', page)]


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize("version", ["HTTP/1.1", "HTTP/2"])
def test_a_game_by_forms_and_links(place: Place, proxy: Proxy, version: str) -> None:
    """Two people at one device play to the end, as far as each answer leads."""
    chance = random.Random(7)
    with browser(proxy, version) as client:
        created = client.post(f"{proxy.address}/new/quorum", data=FORM)
        assert created.http_version == version
        assert created.status_code == 303
        assert re.fullmatch(rf"{place.path}/t/[\w-]+", created.headers["location"])
        cookie = created.headers["set-cookie"].lower()
        assert f"path={place.path}/;" in cookie
        assert "secure" in cookie
        assert created.headers["strict-transport-security"]
        table = proxy.address.removesuffix(place.path) + created.headers["location"]
        page = client.get(table).text
        assert f'id="link" readonly value="{table}"' in client.get(f"{table}/sheet/info").text
        for _ in range(400):
            if 'id="result"' in page:
                break
            if lift := re.search(r'name="as" value="(\d)"', page):
                page = client.get(table, params={"as": lift[1]}).text
            choices = [action for action in buttons(page) if action != "undo"]
            form = {"action": chance.choice(choices), "seat": hidden(page, "seat"), "version": hidden(page, "version")}
            page = client.post(f"{table}/act", data=form, follow_redirects=True).text
        else:
            pytest.fail("the game does not end")
        assert client.get(f"{table}/game.json").json()["game"] == "quorum"
        for target in re.findall(r'(?:href|src)="([^"#]+)"', page):
            assert target.startswith(f"{place.path}/"), target
            answer = client.get(proxy.address.removesuffix(place.path) + html.unescape(target), follow_redirects=True)
            assert answer.status_code == 200, target


@pytest.mark.parametrize("version", ["HTTP/1.1", "HTTP/2"])
def test_a_change_is_told_at_once(proxy: Proxy, version: str) -> None:
    seats = [{"kind": "me"}, {"kind": "here", "name": "Bob"}]
    with browser(proxy, version) as client:
        token = client.post(f"{proxy.address}/api/players", json={"name": "Ada"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        state = client.post(f"{proxy.address}/api/tables", json={"game": "quorum", "seats": seats}).json()
        table = f"{proxy.address}/api/tables/{state['id']}"
        told: Queue[tuple[str, str]] = Queue()

        def watch() -> None:
            with browser(proxy, version) as watcher, watcher.stream("GET", f"{table}/events") as stream:
                for line in stream.iter_lines():
                    if line.startswith("id: "):
                        told.put((stream.http_version, line))
                        if line.startswith("id: 3-"):
                            return

        watching = Thread(target=watch, daemon=True)
        watching.start()
        assert told.get(timeout=10)[1].startswith("id: 0-")
        for number in range(1, 4):
            choice = {"seat": state["viewer"], "version": state["version"], "action": state["legal"][0]["action"]}
            assert client.post(f"{table}/actions", json=choice).status_code == 200
            kind, line = told.get(timeout=AT_ONCE)
            assert kind == version
            assert line.startswith(f"id: {number}-")
            state = client.get(table).json()
        watching.join(timeout=10)
        assert not watching.is_alive()


def test_another_site_may_not_write_and_no_header_of_a_visitor_counts(place: Place, proxy: Proxy) -> None:
    made_up = {
        "X-Forwarded-For": "6.6.6.6",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Port": "666",
        "X-Forwarded-Prefix": "/evil",
        "X-Forwarded-Proto": "http",
        "Forwarded": "for=6.6.6.6;host=evil.example;proto=http",
    }
    with browser(proxy, "HTTP/1.1") as client:
        refused = client.post(f"{proxy.address}/me", data={"name": "Eve"}, headers={"Origin": "https://evil.example"})
        assert refused.status_code == 403
        created = client.post(f"{proxy.address}/new/quorum", data=FORM, headers=made_up)
        assert "secure" in created.headers["set-cookie"].lower()
        table = proxy.address.removesuffix(place.path) + created.headers["location"]
        page = client.get(table, headers=made_up).text
        assert f'id="link" readonly value="{table}"' in client.get(f"{table}/sheet/info").text
        assert "evil" not in page


def test_the_path_without_its_slash_leads_home(place: Place, proxy: Proxy) -> None:
    with browser(proxy, "HTTP/2") as client:
        home = client.get(proxy.address, follow_redirects=True)
    assert home.status_code == 200
    assert home.url.path == f"{place.path}/"
