"""The command line, as a user meets it."""

import errno
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from trigrad import cli, games
from trigrad.arena import bench as bench_module
from trigrad.arena import gpu
from trigrad.arena.bench import Speed
from trigrad.table import record
from trigrad.table.table import Rules, Table


@pytest.fixture(autouse=True)
def keep_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    """``simulate`` sets the switch to native unless it is set; here it stays off."""
    monkeypatch.setenv("TRIGRAD_NATIVE", "0")


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A finished game of Quorum in a file."""
    table = Table(Rules(games.load("quorum"), 2), bytes(range(32)))
    while (seat := table.to_move) is not None:
        table.act(seat, table.legal(seat)[0], table.version)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record.to_json(record.of_table(table, ["Ada", "Blaise"]))))
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, arguments)


def run_process(*arguments: str, **environment: str) -> str:
    """Standard output of ``python -m trigrad``, which must succeed."""
    return subprocess.run(
        [sys.executable, "-m", "trigrad", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        check=True,
        text=True,
    ).stdout


def refused(result: Result) -> str:
    """The one line of a refusal."""
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("Error: ")
    return lines[0]


# --- serve ----------------------------------------------------------------------------


def test_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[int, str, bool, int]] = []

    def serve(port: int, *, host: str, open_browser: bool, number: int) -> None:
        called.append((port, host, open_browser, number))

    monkeypatch.setattr("trigrad.web.server.serve", serve)
    assert run("serve").exit_code == 0
    assert run("serve", "--port", "9000", "--host", "192.0.2.7", "--no-browser", "--processes", "3").exit_code == 0
    assert called == [(cli.DEFAULT_PORT, "127.0.0.1", True, 1), (9000, "192.0.2.7", False, 3)]


def test_serve_on_a_taken_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refusal = refused(run("serve", "--no-browser", "--port", port))
    assert f"port {port} of 127.0.0.1 cannot be used" in refusal


@pytest.mark.parametrize(
    ("setting", "value", "complaint"),
    [
        ("TRIGRAD_DATA", "{file}", "the data folder cannot be used"),
        ("TRIGRAD_BOT_PACE", "soon", "a setting cannot be used: TRIGRAD_BOT_PACE is 'soon'"),
        ("TRIGRAD_WORKERS", "many", "a setting cannot be used: TRIGRAD_WORKERS is 'many'"),
        ("TRIGRAD_DATABASE", "nonsense", "a setting cannot be used: TRIGRAD_DATABASE"),
        ("TRIGRAD_DATABASE", "nothing://here", "a setting cannot be used: TRIGRAD_DATABASE"),
        ("TRIGRAD_DATABASE", "sqlite:///{file}/db", "the data folder cannot be used: {file}"),
        ("TRIGRAD_DATABASE", "sqlite:///{text}", "the database cannot be used: "),
        ("TRIGRAD_SECRET", "", "a setting cannot be used: TRIGRAD_SECRET is empty"),
        ("TRIGRAD_SECRET", "abc", "a setting cannot be used: TRIGRAD_SECRET is too short"),
    ],
)
def test_serve_with_a_setting_that_cannot_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, setting: str, value: str, complaint: str
) -> None:
    file, text = tmp_path / "file", tmp_path / "text"
    file.touch()
    text.write_text("This is no database, but long enough to be looked at. " * 20)
    monkeypatch.setenv("TRIGRAD_DATA", str(tmp_path))
    monkeypatch.setenv(setting, value.format(file=file, text=text))
    assert complaint.format(file=file) in refused(run("serve", "--no-browser", "--port", "0"))


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "No space left on device"), (errno.EROFS, "Read-only file system")],
)
def test_serve_on_a_full_or_read_only_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, words: str
) -> None:
    def refuse(_descriptor: int) -> None:
        raise OSError(number, words)

    monkeypatch.setenv("TRIGRAD_DATA", str(tmp_path))
    monkeypatch.setattr(os, "fsync", refuse)
    told = refused(run("serve", "--no-browser", "--port", "0"))
    assert told == f"Error: the data folder cannot be used: {tmp_path}: {words}"


@pytest.mark.parametrize("host", ["x" * 70 + ".y", "::zz", "192.0.2.300"])
def test_serve_at_an_address_that_is_none(host: str) -> None:
    assert f"port 0 of {host} cannot be used" in refused(run("serve", "--no-browser", "--port", "0", "--host", host))


def test_importing_the_command_line_leaves_the_switch_open() -> None:
    """Neither the rules nor NumPy, Numba or the web are imported before a command is known."""
    script = "import sys, trigrad.cli; print({'trigrad.engine', 'numpy', 'numba', 'fastapi'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "set()"


# --- simulate --------------------------------------------------------------------------


def test_simulate_in_words() -> None:
    result = run("simulate", "quorum", "--games", "3", "--bots", "random,greedy,random", "--seed", "4")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("quorum, 3 players, 3 games, seed 4: ")
    assert [line.split()[:2] for line in lines[4:]] == [["1", "random"], ["2", "greedy"], ["3", "random"]]
    assert result.stderr == ""  # no progress bar where nobody looks


def test_simulate_as_json() -> None:
    output = run_process("simulate", "quorum", "--players", "4", "--games", "5", "--seed", "6", "--json")
    assert output.count("\n") == 1
    summary = json.loads(output)
    assert (summary["game"], summary["players"], summary["games"], summary["seed"]) == ("quorum", 4, 5, 6)
    assert [seat["bot"] for seat in summary["seats"]] == ["random"] * 4
    assert sum(seat["wins"] for seat in summary["seats"]) == pytest.approx(5)
    assert set(summary["seats"][0]["scores"]) == {
        *("mean", "sd", "least", "lower_quartile", "median", "upper_quartile", "most")
    }


def test_players_without_bots_and_bots_without_players() -> None:
    assert run("simulate", "quorum", "--games", "1").stdout.startswith("quorum, 2 players, 1 game,")
    assert run("simulate", "quorum", "--games", "1", "--bots", "random,random,random").stdout.startswith("quorum, 3")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess",), "there is no game 'chess'; there are "),
        (("quorum", "--bots", "random,perfect"), "there is no bot 'perfect'; there are random, greedy"),
        (("quorum", "--players", "3", "--bots", "random,random"), "a table for 3 takes as many bots, not 2"),
        (("quorum", "--players", "0", "--bots", "random,random"), "a table for 0 takes as many bots, not 2"),
        (("quorum", "--games", "0"), "the number of games is 1 to "),
        (("quorum", "--players", "9"), "2 to 4"),
        (("quorum", "--option", "speed"), "an option is written KEY=VALUE, not 'speed'"),
        (("quorum", "--option", "speed=high"), "speed"),
    ],
)
def test_simulate_refuses(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(run("simulate", *arguments))


def test_arena_in_words_and_files(tmp_path: Path) -> None:
    result = run("arena", "quorum", "--bots", "greedy,random", "--games", "2", "--save", str(tmp_path / "games"))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("quorum, 2 players, 2 games, seed 0: ")
    assert {line.split()[0] for line in lines[3:]} == {"greedy", "random"}
    for file in (tmp_path / "games").iterdir():
        assert run("verify", str(file)).exit_code == 0


def test_arena_as_json() -> None:
    result = run("arena", "quorum", "--bots", "greedy,random", "--players", "3", "--games", "1", "--json")
    tournament = json.loads(result.stdout)
    assert (tournament["players"], tournament["games"]) == (3, 3)
    assert [standing["games"] for standing in tournament["standings"]] in ([3, 6], [6, 3])
    assert "played" not in tournament


# --- data ------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Three games of Quorum in a file of columns."""
    path = tmp_path / "games.npz"
    arguments = ("--games", "3", "--bots", "random,greedy", "--seed", "2", "--save", str(path))
    assert run("simulate", "quorum", *arguments).exit_code == 0
    return path


def test_saved_games_are_checked_and_become_arrays(saved: Path, tmp_path: Path) -> None:
    result = run("data", str(saved), "--out", str(tmp_path / "decisions.npz"))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("quorum, 2 players, rules version ")
    assert lines[0].endswith(": 3 games of random, greedy")
    about = json.loads(run("data", str(saved), "--json").stdout)
    assert (about["game"], about["games"], about["num_actions"]) == ("quorum", 3, 17)
    with np.load(tmp_path / "decisions.npz") as arrays:
        assert arrays["observations"].shape == (about["decisions"], about["observation"])
        assert arrays["masks"][np.arange(about["decisions"]), arrays["actions"]].all()


def test_a_saved_game_can_be_verified(saved: Path, tmp_path: Path) -> None:
    one = tmp_path / "game.json"
    one.write_text(run("data", str(saved), "--game", "1").stdout, "utf-8")
    assert run("verify", str(one)).exit_code == 0
    assert "no game 3" in refused(run("data", str(saved), "--game", "3"))


def test_the_arena_saves_into_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.zst"
    arguments = ("--bots", "beginner:4,random", "--games", "2", "--seed", "5", "--save", str(path))
    assert run("arena", "noughts", *arguments).exit_code == 0
    first = path.read_bytes()
    assert run("arena", "noughts", *arguments).exit_code == 0
    assert json.loads(run("data", str(path), "--json").stdout)["games"] == 2
    assert path.read_bytes() == first  # a search that counts iterations plays alike


def test_simulations_of_searching_bots() -> None:
    result = run("simulate", "noughts", "--bots", "beginner:9,random", "--games", "2", "--json")
    assert [seat["bot"] for seat in json.loads(result.stdout)["seats"]] == ["beginner:9", "random"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "noughts", "--save", "games.csv"), "ends in .npz, .zst or .parquet"),
        (("simulate", "noughts", "--save", "nowhere/games.npz"), "there is no folder nowhere"),
        (("arena", "noughts", "--bots", "random,greedy", "--save", "games.csv"), "ends in .npz"),
        (("data", "games.csv"), "ends in .npz"),
        (("data", __file__ + ".npz"), "No such file"),
        (("simulate", "noughts", "--bots", "beginner:0,random"), "there is no bot 'beginner:0'"),
        (("simulate", "noughts", "--bots", "greedy:5,random"), "there is no bot 'greedy:5'"),
        (("simulate", "noughts", "--bots", "hal:5,random"), "there is no bot 'hal:5'"),
    ],
)
def test_wishes_for_data_that_cannot_be_fulfilled(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(run(*arguments))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("go", "--bots", "random,greedy"), "there is no game 'go'"),
        (("quorum", "--bots", "random,hal"), "there is no bot 'hal'"),
        (("quorum", "--bots", "random"), "takes 2 to"),
        (("quorum", "--bots", "random,random"), "name two different bots"),
        (("quorum", "--bots", "random,random", "--players", "5"), "players"),
        (("quorum", "--bots", "random,random", "--games", "0"), "number of games"),
        (("quorum", "--bots", "random,random", "--option", "x"), "KEY=VALUE"),
    ],
)
def test_arena_refuses(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(run("arena", *arguments))


@pytest.mark.slow
def test_native_and_interpreted_simulations_agree() -> None:
    arguments = ("simulate", "quorum", "--games", "4", "--bots", "random,greedy,greedy", "--seed", "1", "--json")
    native, interpreted = (json.loads(run_process(*arguments, TRIGRAD_NATIVE=switch)) for switch in "10")
    for timed in ("seconds", "games_per_s", "decisions_per_s"):
        assert native.pop(timed) != interpreted.pop(timed)
    assert native == interpreted


# --- Wherever it runs ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "encoding", ["cp1252", *(pytest.param(other, marks=pytest.mark.slow) for other in ("ascii", "latin-1", "utf-8"))]
)
def test_any_output_can_be_written_to(exported: Path, encoding: str) -> None:
    """Names that the terminal does not know are shown by their numbers, and nothing breaks off."""
    data = json.loads(exported.read_text())
    data["names"] = ["Ада", "Émilie ☃"]
    exported.write_text(json.dumps(data))
    environment = os.environ | {"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"}
    for arguments in (("replay", str(exported)), ("arena", "quorum", "--bots", "random,greedy", "--games", "1")):
        command = [sys.executable, "-m", "trigrad", *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        assert b"Traceback" not in done.stderr
        assert done.stdout.count(b"\n") >= 5


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="writes to /dev/full")
def test_an_output_without_space_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "trigrad", "--version"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr == b"Error: No space left on device\n"


# --- replay and verify -------------------------------------------------------------------


def test_replay(exported: Path) -> None:
    result = run("replay", str(exported))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Quorum, 2 players: Ada, Blaise"
    assert lines[1].endswith(": take 1")
    assert lines[-2].startswith("1. ")


def test_verify(exported: Path) -> None:
    result = run("verify", str(exported))
    assert result.exit_code == 0
    # SHA-256 of the bytes 0..31
    fingerprint = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert fingerprint in result.stdout
    assert run("verify", str(exported), "--shown", fingerprint).exit_code == 0
    assert run("verify", str(exported), "--shown", fingerprint[::-1]).exit_code == 1


def test_verify_finds_what_is_wrong(exported: Path) -> None:
    data = json.loads(exported.read_text())
    data["scores"][0] += 1
    exported.write_text(json.dumps(data))
    result = run("verify", str(exported))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "The scores are not those of the replayed game." in result.stderr


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_no_such_file(command: str, tmp_path: Path) -> None:
    assert "No such file" in refused(run(command, str(tmp_path / "none.json")))
    assert "directory" in refused(run(command, str(tmp_path)))


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": "other"}', "\N{ESCAPE}[2J"])
def test_broken_file(command: str, content: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(content)
    assert "broken.json: the file is not " in refused(run(command, str(path)))


def test_replay_tells_where_a_game_breaks_off(exported: Path) -> None:
    data = json.loads(exported.read_text())
    data["actions"][1] = "take 1"
    exported.write_text(json.dumps(data))
    result = run("replay", str(exported))
    assert result.exit_code == 2
    assert "take 1" in result.stdout  # what came before is shown
    assert "choice 2" in result.stderr


def test_a_name_cannot_steer_the_terminal(exported: Path) -> None:
    exported.write_text(exported.read_text().replace("Ada", "\\u001b[2JAda"))
    shown = run("replay", str(exported)).stdout
    assert "[2JAda" in shown
    assert "\x1b" not in shown


# --- bench ---------------------------------------------------------------------------------

SPEED = Speed(2, 51.5, 10_000.0, 15_000_000.0, 29_000_000.0, 7_500_000.0, 14_000_000.0, 60.0, 376, 2.7, 9.6, 0.6)


def test_bench_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_module, "measure", lambda *_: SPEED)
    output = run("bench", "quorum").stdout
    assert output.startswith("quorum, 2 players")
    for figure in (
        "51.5",
        "10,000 decisions/s",
        "15,000,000",
        "29,000,000",
        "7,500,000",
        "14,000,000",
        "60 ns",
        "1,500 times",
        "376 bytes",
        "2.7 ns",
    ):
        assert figure in output


def test_bench_as_json_measures_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_module, "measure", lambda *_: SPEED)
    speeds = json.loads(run("bench", "--json").stdout)
    assert tuple(speeds) == games.names()
    assert speeds["quorum"] == {
        "players": 2,
        "decisions_per_game": 51.5,
        "interpreted_per_s": 10_000,
        "native_per_s": 15_000_000,
        "native_all_cores_per_s": 29_000_000,
        "vector_per_s": 7_500_000,
        "vector_all_cores_per_s": 14_000_000,
        "observe_ns": 60,
        "record_bytes": 376,
        "copy_ns": 2.7,
        "compile_s": 9.6,
        "cached_s": 0.6,
    }


@pytest.mark.parametrize(
    ("arguments", "message"), [(("chess",), "no game 'chess'"), (("quorum", "--players", "5"), "2 to 4")]
)
def test_bench_refuses(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(run("bench", *arguments))
    assert message in refused(run("bench", *arguments, "--device", "cuda"))


def test_bench_on_a_gpu_says_in_one_line_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "find_spec", lambda _: None)
    assert 'numba-cuda is not installed; pip install "trigrad[cuda]"' in refused(
        run("bench", "quorum", "--device", "cuda")
    )


def test_bench_on_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"players": 2, "batch": 4, "gpu_vector_per_s": 1234567.0}
    monkeypatch.setattr(bench_module, "measure_on_gpu", lambda *_: found)
    words = run("bench", "quorum", "--device", "cuda").stdout
    assert words == "quorum, 2 players, steps on a GPU: 1,234,567 decisions/s\n"
    assert json.loads(run("bench", "--device", "cuda", "--json").stdout) == dict.fromkeys(games.names(), found)


@pytest.mark.slow
def test_bench_for_real() -> None:
    """What is measured makes sense; how fast a machine is no test can demand."""
    speed = json.loads(run_process("bench", "quorum", "--json"))["quorum"]
    assert speed["record_bytes"] == games.load("quorum").record_type.dtype.itemsize <= 400
    assert 48 < speed["decisions_per_game"] < 60
    assert all(figure > 0 for figure in speed.values())
    assert speed["native_per_s"] > speed["interpreted_per_s"]
