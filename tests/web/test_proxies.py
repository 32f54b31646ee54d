"""What the server makes of what proxies tell it, and of what others only claim to be told by one."""

import dataclasses
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi import Request
from fastapi.testclient import TestClient
from starlette.datastructures import Headers
from tests.web.people import made_analysis, play_at_once

from trigrad import games
from trigrad.store.store import Store
from trigrad.table import analysis
from trigrad.table.table import Rules, Table
from trigrad.web import rendering
from trigrad.web.address import is_understood
from trigrad.web.app import create_app
from trigrad.web.proxies import Hop, hops, prefix
from trigrad.web.settings import Settings, parse_address, parse_networks

PROXY, STRANGER = ("10.0.0.9", 4711), ("203.0.113.7", 4711)
FORM = {"name": "Ada", "seat0": "me", "seat1": "friend", "hints": "on", "undo": "on"}

Open = Callable[..., TestClient]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        f"sqlite:///{tmp_path / 'db'}",
        secret="test",
        bot_pace=0,
        undo_time=0,
        workers=0,
        proxies=parse_networks("10.0.0.0/8"),
    )


@pytest.fixture
def visit(settings: Settings) -> Iterator[Open]:
    """Opens browsers at servers: ``visit(host, address=…, sender=…, **headers)``."""
    with ExitStack() as stack:

        def open_browser(
            host: str = "games.example",
            *,
            address: str | None = None,
            sender: tuple[str, int] = PROXY,
            **headers: str,
        ) -> TestClient:
            app = create_app(dataclasses.replace(settings, address=address))

            @app.get("/who")
            def who(request: Request) -> list[str]:
                assert request.client
                return [request.client.host, request.url.scheme]

            told = {"Host": host} | {name.replace("_", "-"): value for name, value in headers.items()}
            client = TestClient(app, client=sender, headers=told, follow_redirects=False)
            return stack.enter_context(client)

        yield open_browser


def link(client: TestClient, path: str = "") -> str:
    """The link to a new table, as its page shows it."""
    created = client.post(f"{path}/new/quorum", data=FORM)
    assert created.status_code == 303, created.text
    found = re.search(r'id="link" readonly value="([^"]*)"', client.get(created.headers["location"]).text)
    assert found
    return found[1]


# --- Whom to believe what -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ({"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}, ["203.0.113.7", "https"]),
        ({"X-Forwarded-For": "6.6.6.6, 203.0.113.7"}, ["203.0.113.7", "http"]),
        ({"X-Forwarded-For": "203.0.113.7, 10.1.1.1", "X-Forwarded-Proto": "https"}, ["203.0.113.7", "https"]),
        ({"X-Forwarded-For": "203.0.113.7, 10.1.1.1", "X-Forwarded-Proto": "https, http"}, ["203.0.113.7", "https"]),
        ({"X-Forwarded-For": "6.6.6.6, 203.0.113.7", "X-Forwarded-Proto": "https, http"}, ["203.0.113.7", "http"]),
        ({"X-Forwarded-For": "203.0.113.7:80"}, ["203.0.113.7", "http"]),
        ({"X-Forwarded-For": "[2001:DB8::7]:80"}, ["2001:db8::7", "http"]),
        ({"X-Forwarded-For": "2001:db8::7"}, ["2001:db8::7", "http"]),
        ({"X-Forwarded-For": "::ffff:203.0.113.7"}, ["203.0.113.7", "http"]),
        ({"X-Forwarded-For": "<script>", "X-Forwarded-Proto": "gopher"}, ["10.0.0.9", "http"]),
        ({"X-Forwarded-For": '", 203.0.113.7'}, ["203.0.113.7", "http"]),
        ({"X-Forwarded-Proto": "HTTPS"}, ["10.0.0.9", "https"]),
        ({"Forwarded": "for=203.0.113.7;proto=https;by=10.0.0.9"}, ["203.0.113.7", "https"]),
        ({"Forwarded": 'For="[2001:db8::7]:4711"; Proto=https'}, ["2001:db8::7", "https"]),
        ({"Forwarded": "for=6.6.6.6, for=203.0.113.7;proto=https, for=10.1.1.1"}, ["203.0.113.7", "https"]),
        ({"Forwarded": "for=_hidden;proto=https"}, ["10.0.0.9", "https"]),
        ({"Forwarded": "for=unknown"}, ["10.0.0.9", "http"]),
        ({"Forwarded": "proto"}, ["10.0.0.9", "http"]),
        ({"Forwarded": "for=6.6.6.6;proto=https", "X-Forwarded-For": "203.0.113.7"}, ["203.0.113.7", "http"]),
    ],
)
def test_a_trusted_proxy_tells_who_asks_and_how(visit: Open, told: dict[str, str], seen: list[str]) -> None:
    assert visit(**told).get("/who").json() == seen


@pytest.mark.parametrize(
    "told",
    [
        {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/games"},
        {"Forwarded": "for=6.6.6.6;proto=https;host=evil.example"},
        {"X-Forwarded-Host": "evil.example", "X-Forwarded-Port": "666"},
    ],
)
def test_nobody_else_is_believed(visit: Open, told: dict[str, str]) -> None:
    stranger = visit(sender=STRANGER, **told)
    assert stranger.get("/who").json() == ["203.0.113.7", "http"]
    assert link(stranger).startswith("http://games.example/t/")
    answer = stranger.post("/me", data={"name": "Eve"})
    assert answer.headers["location"] == "/"
    assert "secure" not in answer.headers["set-cookie"].lower()
    assert "path=/;" in answer.headers["set-cookie"].lower()
    assert "strict-transport-security" not in answer.headers


def test_headers_that_come_several_times_are_one_list() -> None:
    several = [(b"x-forwarded-for", b"1.1.1.1"), (b"x-forwarded-for", b"2.2.2.2, 3.3.3.3")]
    assert hops(Headers(raw=several)) == [Hop("1.1.1.1", ""), Hop("2.2.2.2", ""), Hop("3.3.3.3", "")]


@pytest.mark.parametrize(
    "text",
    ["//evil.example", "/a//b", "/..", "/a/../b", "a", "/a?b", "/a#b", "/a b", '/"', "https://evil.example", "/%2e"],
)
def test_a_prefix_that_is_none_is_none(text: str) -> None:
    assert prefix(Headers({"X-Forwarded-Prefix": text})) == ""


# --- TLS ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "told"),
    [(None, {"X-Forwarded-Proto": "https"}), (None, {"Forwarded": "proto=https"}), ("https://games.example", {})],
)
def test_behind_tls_links_are_https_and_cookies_secure(visit: Open, address: str | None, told: dict[str, str]) -> None:
    client = visit(address=address, **told)
    assert link(client).startswith("https://games.example/t/")
    answer = client.post("/me", data={"name": "Ada"})
    assert "secure" in answer.headers["set-cookie"].lower()
    assert "secure" in client.get("/language/fr").headers["set-cookie"].lower()
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert client.get("/api/games").headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize(
    ("host", "told", "shown"),
    [
        ("games.example:443", {"X-Forwarded-Proto": "https"}, "https://games.example"),
        ("Games.Example:8443", {"X-Forwarded-Proto": "https"}, "https://games.example:8443"),
        ("games.example", {"X-Forwarded-Proto": "https", "X-Forwarded-Port": "8443"}, "https://games.example:8443"),
        ("games.example", {"X-Forwarded-Proto": "https", "X-Forwarded-Port": "443"}, "https://games.example"),
        ("games.example:8443", {"X-Forwarded-Proto": "https", "X-Forwarded-Port": "1"}, "https://games.example:8443"),
        ("games.example:80", {}, "http://games.example"),
        ("[2001:DB8:0::1]:443", {"X-Forwarded-Proto": "https"}, "https://[2001:db8::1]"),
        ("[2001:db8::1]", {"X-Forwarded-Port": "8000"}, "http://[2001:db8::1]:8000"),
    ],
)
def test_the_link_to_a_table_has_the_port_that_it_needs(
    visit: Open, host: str, told: dict[str, str], shown: str
) -> None:
    assert link(visit(host, **told)).partition("/t/")[0] == shown


def test_the_address_of_the_settings_is_what_others_are_shown(visit: Open) -> None:
    assert link(visit("evil.example", address="https://games.example:8443")).startswith("https://games.example:8443/t/")


# --- Other sites ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "origin", "told"),
    [
        ("games.example", "https://games.example", {"X-Forwarded-Proto": "https"}),
        ("games.example:443", "https://games.example", {"X-Forwarded-Proto": "https"}),
        ("games.example", "https://games.example:443", {"X-Forwarded-Proto": "https"}),
        ("games.example:80", "http://games.example", {}),
        ("games.example", "https://games.example", {}),  # a proxy that does not speak of TLS
        ("games.example:443", "https://games.example", {}),
        ("GAMES.example", "http://games.EXAMPLE", {}),
        ("[2001:DB8:0:0::1]:8000", "http://[2001:db8::1]:8000", {}),
        ("[::1]", "https://[::1]", {"X-Forwarded-Proto": "https"}),
        ("games.example", "https://games.example:8443", {"X-Forwarded-Proto": "https", "X-Forwarded-Port": "8443"}),
        ("10.0.0.1:8000", "https://games.example", {"Sec-Fetch-Site": "same-origin"}),  # the proxy names itself
    ],
)
def test_a_page_of_ours_may_write(visit: Open, host: str, origin: str, told: dict[str, str]) -> None:
    assert visit(host, **told).post("/me", data={"name": "Ada"}, headers={"Origin": origin}).status_code == 303


@pytest.mark.parametrize(
    ("host", "origin", "told"),
    [
        ("games.example", "https://evil.example", {"X-Forwarded-Proto": "https"}),
        ("games.example", "https://games.example.evil.example", {}),
        ("games.example", "http://games.example", {"X-Forwarded-Proto": "https"}),
        ("games.example", "https://games.example:8443", {"X-Forwarded-Proto": "https"}),
        ("games.example:443", "http://games.example", {}),
        ("games.example", "null", {}),
        ("games.example", "", {}),
        ("games.example", "http://[", {}),
        ("games.example", "http://games.example:99999", {}),
        ("games.example", "http://eve@games.example", {}),
        ("games.example", "http://games.example", {"Sec-Fetch-Site": "same-site"}),
        ("[::1]", "http://[::2]", {}),
        ("games.example", "https://evil.example", {"X-Forwarded-Host": "evil.example"}),
        ("games.example", "https://evil.example", {"Forwarded": "host=evil.example"}),
    ],
)
def test_a_page_of_another_site_may_not(visit: Open, host: str, origin: str, told: dict[str, str]) -> None:
    answer = visit(host, **told).post("/me", data={"name": "Ada"}, headers={"Origin": origin})
    assert answer.status_code == 403


def test_where_the_proxy_changes_the_host_the_settings_say_whose_pages_are_ours(visit: Open) -> None:
    client = visit("127.0.0.1:8000", address="https://games.example")
    for origin, status in (
        ("https://games.example", 303),
        ("https://evil.example", 403),
        ("http://games.example", 403),
    ):
        assert client.post("/me", data={"name": "Ada"}, headers={"Origin": origin}).status_code == status


@pytest.mark.parametrize("host", ["evil.example/x", "a b", "a@b", "[::x]", "a:99999", 'a"><script>', "é".encode()])
def test_a_host_that_cannot_be_one_is_refused(visit: Open, host: str | bytes) -> None:
    answer = visit().get("/", headers=[(b"Host", host if isinstance(host, bytes) else host.encode())])
    assert answer.status_code == 400
    assert "script>" not in answer.text


def test_a_request_with_two_hosts_is_refused(visit: Open) -> None:
    both = [("Host", "games.example"), ("Host", "evil.example")]
    assert visit().get("/", headers=both).status_code == 400


@pytest.mark.parametrize(
    ("version", "hosts", "understood"), [("1.1", 0, False), ("1.1", 1, True), ("1.0", 0, True), ("1.0", 2, False)]
)
def test_a_request_names_one_host(version: str, hosts: int, understood: bool) -> None:
    """RFC 9112, section 3.2."""
    scope = {"type": "http", "http_version": version, "headers": [(b"host", b"games.example")] * hosts}
    assert is_understood(scope) == understood


def test_no_redirect_leads_to_another_host(visit: Open) -> None:
    client = visit("evil.example")
    assert client.get("/me/").headers["location"] == "/me"
    assert client.get("/rules/?a=b").headers["location"] == "/rules?a=b"
    assert client.get("/language/fr?to=/me").headers["location"] == "/me"


# --- Below a path ---------------------------------------------------------------------------

LINKS = re.compile(
    r"""(?:href|src|action|hx-get|hx-post|hx-sse:connect|url|value)\s*[=:]\s*["'](/[^"'#]*|https?:[^"']*)"""
)
BELOW = {
    "told by the proxy": {"X-Forwarded-Prefix": "/games", "X-Forwarded-Proto": "https"},
    "in the settings, cut off": {"address": "https://games.example/games"},
    "in the settings, kept": {"address": "https://games.example/games"},
}


def links_of(page: str) -> set[str]:
    return {target for target in LINKS.findall(page) if not target.startswith("/>")}


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=pytest.mark.slow if "address" in BELOW[way] else []) for way in BELOW]
)
def test_everything_works_below_a_path(visit: Open, settings: Settings, way: str) -> None:
    """Follow every link of every page: each leads below the path, and is there."""
    client = visit(**BELOW[way])
    strip = not way.endswith("kept")
    asked = {"path": ""} if strip else {"path": "/games"}

    def send(address: str) -> str:
        """What the proxy makes of an address that a browser asks for."""
        below = address.removeprefix("https://games.example")
        assert below.startswith("/games/"), address
        return below.removeprefix("/games") if strip else below

    created = client.post(f"{asked['path']}/new/quorum", data=FORM | {"seat1": "here", "name1": "Bob"})
    table = created.headers["location"]
    assert re.fullmatch(r"/games/t/[\w-]+", table)
    assert "path=/games/;" in created.headers["set-cookie"].lower()
    token = created.headers["set-cookie"].partition("=")[2].partition(";")[0]
    client.cookies.clear()
    client.headers["Authorization"] = f"Bearer {token}"  # the browser's cookie; the test client takes no Secure ones
    finish(client, settings, send, table)
    seen: set[str] = set()
    ahead = {"/games/", "/games/api/docs", "/games/rules/quorum", "/games/me", table}
    while ahead:
        address = ahead.pop()
        seen.add(address)
        answer = client.get(send(address))
        assert answer.status_code in (200, 303, 307), address
        if answer.status_code != 200:
            ahead |= {answer.headers["location"]} - seen
        elif answer.headers["content-type"].startswith("text/html"):
            ahead |= {target for target in links_of(answer.text) if is_page(target)} - seen
    assert len(seen) > 20
    assert client.get(send("/games/api/openapi.json")).json()["servers"] == [{"url": "/games"}]
    assert {f"{table}/analysis", f"{table}/game.json", "/games/new/quebec"} <= seen


def is_page(target: str) -> bool:
    """Whether a link may be followed: no form's, no stream, not the same in another language or at another moment."""
    return not re.search(
        r"/(act|hint|again|bot|back|events|play)\b|/language/|(/analysis/|[?]at=)(?!10\b)[0-9]", target
    )


def finish(client: TestClient, settings: Settings, send: Callable[[str], str], table: str) -> None:
    """Play the game at a table to its end, and have an analysis of it."""
    table_id = table.rpartition("/")[2]
    path = send(f"/games/api/tables/{table_id}")
    state = client.get(path).json()
    choice = {"seat": state["viewer"], "version": state["version"], "action": state["legal"][0]["action"]}
    assert client.post(f"{path}/actions", json=choice).status_code == 200
    play_at_once(client, table_id)
    store = Store(settings.database)
    row = store.table(table_id)
    made = made_analysis(Table(Rules(games.load("quorum"), 2), row.seed, store.choices(table_id)))
    store.keep_analysis(table_id, analysis.VERSION, made.to_json())
    store.close()


def test_no_template_and_no_script_knows_where_the_server_is() -> None:
    """An address begins with ``{{ root }}``, or comes from ``static``."""
    folders = (rendering.PAGES, rendering.STATIC, *map(rendering.pages_folder, games.every_name()))
    files = [
        file for folder in folders for file in folder.rglob("*") if file.suffix in (".html", ".js", ".css", ".svg")
    ]
    assert len(files) > 40
    for file in files:
        if "vendor" not in file.parts:
            assert re.findall(r"""["'(`]/[a-z]*[/"'?`]""", file.read_text("utf-8")) == [], file


@pytest.mark.parametrize("game", games.names())
def test_a_game_s_pictures_are_found_at_each_of_two_places(visit: Open, game: str) -> None:
    at_root, below = visit(), visit(X_Forwarded_Prefix="/games")
    for client, place in ((at_root, "/"), (below, "/games/"), (at_root, "/")):
        address = client.post(f"/new/{game}", data=FORM | {"seat1": "bot:random"}).headers["location"]
        pages = [client.get(address.removeprefix("/games")).text, client.get(f"/rules/{game}").text]
        found = {target for page in pages for target in re.findall(r'"(/[^"#]*static/[^"#]*)', page)}
        assert found
        assert all(target.startswith(f"{place}static/") for target in found), (place, found)


def test_the_path_itself_leads_to_the_home_page(visit: Open) -> None:
    client = visit(address="https://games.example/games")
    assert client.get("/games").headers["location"] == "/games/"
    assert client.get("/games/").status_code == 200
    assert client.get("/gamesome").status_code == 404


def test_refusals_of_the_api_below_a_path_are_for_programs(visit: Open) -> None:
    answer = visit(address="https://games.example/games").get("/games/api/nothing")
    assert answer.headers["content-type"] == "application/problem+json"


# --- Settings -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", None),
        ("https://Games.Example/", "https://games.example"),
        ("http://games.example:80/a/b/", "http://games.example/a/b"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
    ],
)
def test_an_address_is_written_in_one_way(text: str, address: str | None) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    ["games.example", "ftp://games.example", "https://", "https://a b", "https://a/?b", "https://a//b", "https://a:x"],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not like"):
        parse_address(text)


def test_networks_that_are_none_are_refused() -> None:
    assert len(parse_networks("127.0.0.0/8, ::1 10.0.0.1")) == 3
    assert parse_networks("") == ()
    with pytest.raises(ValueError, match="proxy"):
        parse_networks("proxy.example")
