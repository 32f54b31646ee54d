"""What compose.yaml starts, without containers: two servers on one PostgreSQL behind the Caddy that it configures."""

import re
import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
import yaml
from tests.store.postgres import Cluster
from tests.web.running import RunningServer
from tests.web.test_real_proxies import (
    CADDY_AROUND,
    FORM,
    Proxy,
    browser,
    buttons,
    free_port,
    hidden,
    make_certificate,
    replaced,
    running,
)

pytestmark = pytest.mark.proxy

ROOT = Path(__file__).resolve().parent.parent.parent
TOKEN = "for-figures-" * 3
# Where there are no containers
HERE = {
    "TRIGRAD_LOG": "plain",
    "TRIGRAD_PROXIES": "127.0.0.1",
    "TRIGRAD_METRICS_TOKEN": TOKEN,
}  # where there are no containers


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def servers(cluster: Cluster, tmp_path: Path, port: int) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Both, with the settings of compose.yaml."""
    written = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]["one"]["environment"]
    given = {"TRIGRAD_HOST": f"localhost:{port}", "TRIGRAD_SECRET": "of a test " * 3, "POSTGRES_PASSWORD": "none"}
    settings = {name: re.sub(r"\$\{(\w+):\?[^}]*\}", lambda one: given[one[1]], text) for name, text in written.items()}
    settings |= HERE | {"TRIGRAD_DATABASE": cluster.database()}
    one, two = (RunningServer(tmp_path / name, 0, 0, None, **settings) for name in ("one", "two"))
    with one, two:
        yield one, two
    assert "Traceback" not in two.errors


@pytest.fixture
def proxy(servers: tuple[RunningServer, RunningServer], tmp_path: Path, port: int) -> Iterator[Proxy]:
    """Caddy, with the file of compose.yaml, whose names are those of this machine."""
    tls: ssl.SSLContext = make_certificate(tmp_path)
    upstreams = " ".join(server.address.removeprefix("http://").replace("localhost", "127.0.0.1") for server in servers)
    text = replaced(
        (ROOT / "compose" / "Caddyfile").read_text("utf-8"),
        ("one:8000 two:8000", upstreams),
        ("{$TRIGRAD_HOST} {\n", f"{{$TRIGRAD_HOST}} {{\n    tls {tmp_path / 'games.pem'} {tmp_path / 'games.key'}\n"),
    )
    (tmp_path / "Caddyfile").write_text(CADDY_AROUND.format(block=text), "utf-8")
    command = ["caddy", "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"]
    with running(command, tmp_path, port, TRIGRAD_HOST=f"https://localhost:{port}"):
        yield Proxy(f"https://localhost:{port}", tls)


def test_a_game_goes_on_though_one_of_both_servers_is_killed(
    proxy: Proxy, servers: tuple[RunningServer, RunningServer]
) -> None:
    with browser(proxy, "HTTP/2") as client:
        created = client.post(f"{proxy.address}/new/quorum", data=FORM)
        assert created.status_code == 303
        assert "secure" in created.headers["set-cookie"].lower()
        table = f"{proxy.address}{created.headers['location']}"
        assert f'id="link" readonly value="{table}"' in client.get(f"{table}/sheet/info").text
        for number in range(16):
            if number == 8:
                servers[0].kill()
            choose(client, table)
        version = int(hidden(page_of(client, table), "version"))
        assert version >= 16  # each was answered; some may be choices of one, which are made by themselves
        assert client.get(f"{proxy.address}/health").json()["status"] in ("ready", "degraded")


def test_one_server_answers_for_a_table(proxy: Proxy, servers: tuple[RunningServer, RunningServer]) -> None:
    """Its page, its choices, its stream and the API, whoever asks; different tables go to either."""
    homes: list[int] = []
    with browser(proxy, "HTTP/2") as ada, browser(proxy, "HTTP/1.1") as bo:
        while len(homes) < 4 or (len(set(homes)) < 2 and len(homes) < 40):
            table = ada.post(f"{proxy.address}/new/quorum", data=FORM).headers["location"].removeprefix("/t/")
            before = [answers_for_tables(server) for server in servers]
            for client in (ada, bo):
                client.get(f"{proxy.address}/t/{table}")
                client.get(f"{proxy.address}/t/{table}/live", headers={"HX-Request": "true"})
                client.get(f"{proxy.address}/api/tables/{table}")
                with client.stream("GET", f"{proxy.address}/api/events?table={table}:none") as events:
                    next(events.iter_lines())
            choose(ada, f"{proxy.address}/t/{table}")
            added = [answers_for_tables(server) - number for server, number in zip(servers, before, strict=True)]
            assert min(added) == 0
            assert max(added) >= 10
            homes.append(added.index(0))
    assert set(homes) == {0, 1}


def answers_for_tables(server: RunningServer) -> float:
    """How often a server has answered for a table."""
    figures = httpx2.get(f"{server.address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    counted = r'^trigrad_answers_total\{.*route="(?:/api/events|(?:/api)?/(?:t|tables)/\{[^"]*)".*\} (\S+)$'
    return sum(map(float, re.findall(counted, figures, re.MULTILINE)))


def page_of(client: httpx2.Client, table: str) -> str:
    """The table's page for whoever is to choose."""
    page = client.get(table).text
    if lift := re.search(r'name="as" value="(\d)"', page):
        page = client.get(table, params={"as": lift[1]}).text
    return page


def choose(client: httpx2.Client, table: str) -> None:
    """Choose; what a killed server had not answered is looked for, and sent again, as the page's script does."""
    page = page_of(client, table)
    action = next(action for action in buttons(page) if action != "undo")
    form = {"action": action, "seat": hidden(page, "seat"), "version": hidden(page, "version")}
    answer = client.post(f"{table}/act", data=form, follow_redirects=True)
    if answer.status_code == 502 and hidden(page_of(client, table), "version") == form["version"]:
        answer = client.post(f"{table}/act", data=form, follow_redirects=True)
    assert answer.status_code == 200
