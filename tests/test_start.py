"""``start.py`` in a small project of its own, with lock files that list nothing (so no network is needed)."""

import ast
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # real servers and set-ups

ROOT = Path(__file__).resolve().parent.parent
LOCKS = [ROOT / f"requirements{name}.lock" for name in ("", "-postgres", "-dev")]
SHOW_ARGUMENTS = "import sys\nprint({name!r}, sys.argv[1:])\nsys.exit(len(sys.argv))\n"


class Project:
    """A project that ``start.py`` can set up: its ``trigrad`` and ``pytest`` print what they are given."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings: dict[str, str] = {}
        self.stamp = folder / ".venv" / "trigrad-setup"
        shutil.copy(ROOT / "start.py", folder)
        shutil.copytree(ROOT / "bootstrap", folder / "bootstrap")
        for lock in LOCKS:
            (folder / lock.name).write_text("# nothing\n", "utf-8")
        for package in ("trigrad", "pytest"):
            (folder / "src" / package).mkdir(parents=True)
            (folder / "src" / package / "__main__.py").write_text(SHOW_ARGUMENTS.format(name=package), "utf-8")

    def start(
        self, *arguments: str, file: Path | None = None, beside: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run ``start.py``, or another name of it, in a folder."""
        command = [sys.executable, str(file or self.folder / "start.py"), *arguments]
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("COV", "TRIGRAD_"))}
        clean |= self.settings
        return subprocess.run(
            command, capture_output=True, text=True, env=clean, check=False, stdin=subprocess.DEVNULL, cwd=beside
        )


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_first_start_sets_up_and_serves(project: Project) -> None:
    done = project.start()
    assert done.stdout.splitlines()[-2:] == ["Set up in .venv.", "trigrad ['serve']"]
    assert done.stderr == ""


def test_second_start_does_nothing_but_start(project: Project) -> None:
    project.start()
    before = time.monotonic()
    done = project.start("simulate", "quorum", "--games", "3")
    assert time.monotonic() - before < 1.0  # measured 0.04 s; the margin is for a busy machine
    assert done.stdout == "trigrad ['simulate', 'quorum', '--games', '3']\n"
    assert done.returncode == 5  # what the stand-in for trigrad returned


@pytest.mark.skipif(os.name == "nt", reason="runs the command of other systems")
def test_the_command_trigrad_stands_beside_the_python(project: Project) -> None:
    project.start()
    command = [str(project.folder / ".venv" / "bin" / "trigrad"), "verify", "my file"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "trigrad ['verify', 'my file']\n"


def test_test_runs_the_quick_tests_and_passes_arguments_on(project: Project) -> None:
    done = project.start("test", "tests/table")
    quick = ["-m", "not slow and not browser and not proxy and not envs and not postgres", "-n", "auto", "tests/table"]
    assert done.stdout.splitlines()[-1] == f"pytest {quick}"
    assert project.start().stdout == "trigrad ['serve']\n"  # the tools of the tests do no harm to the server


def test_interrupted_set_up_is_made_anew(project: Project) -> None:
    project.start()
    project.stamp.write_text("unfinished", "utf-8")
    leftover = project.folder / ".venv" / "leftover"
    leftover.touch()
    assert project.start().stdout.splitlines()[-2:] == ["Set up in .venv.", "trigrad ['serve']"]
    assert not leftover.exists()


def test_failed_installation_is_told_and_leaves_no_stamp_of_success(project: Project) -> None:
    (project.folder / "requirements.lock").write_text("-r missing.lock\n", "utf-8")
    done = project.start()
    assert done.returncode == 1
    assert "missing.lock" in done.stderr
    assert "could not be installed" in done.stderr
    assert project.stamp.read_text("utf-8") == "unfinished"


def test_changed_lock_file_is_installed(project: Project) -> None:
    project.start()
    (project.folder / "requirements.lock").write_text("# nothing, but changed\n", "utf-8")
    assert "Set up in .venv." in project.start().stdout
    assert "Set up" not in project.start().stdout


def test_the_driver_of_postgresql_is_installed_once_a_setting_or_command_names_it(project: Project) -> None:
    assert "requirements.lock" in project.start().stdout
    named = project.start("copy", "here.sqlite3", "postgresql://host/db").stdout
    assert "requirements-postgres.lock" in named
    project.settings["TRIGRAD_DATABASE"] = "postgresql://host/db"
    assert project.start().stdout == "trigrad ['serve']\n"
    project.start("test")
    assert project.start().stdout == "trigrad ['serve']\n"  # the tests had it too


def test_moved_folder_still_works(project: Project) -> None:
    project.start()
    moved = project.folder.with_name("moved")
    project.folder.rename(moved)
    project.folder = moved
    assert project.start("bench").stdout == "trigrad ['bench']\n"


def test_foreign_environment_is_left_alone(project: Project) -> None:
    own = project.folder / ".venv" / "own"
    own.parent.mkdir()
    own.touch()
    done = project.start()
    assert "was not made by start.py" in done.stderr
    assert done.returncode == 1
    assert own.exists()


def test_old_python_is_told_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    ast.parse((ROOT / "start.py").read_text("utf-8"), feature_version=(3, 6))
    monkeypatch.setattr(sys, "version_info", (3, 6, 15, "final", 0))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is Python 3\.6"):
        runpy.run_path(str(ROOT / "start.py"))


def test_files_named_like_modules_are_not_taken_for_them(project: Project) -> None:
    for name in ("random", "subprocess", "hashlib", "numpy", "trigrad", "venv", "runpy"):
        (project.folder / f"{name}.py").write_text("raise SystemExit('not the module that was meant')\n", "utf-8")
    done = project.start(beside=project.folder)
    assert done.stdout.splitlines()[-1] == "trigrad ['serve']"
    command = project.folder / ".venv" / ("Scripts/trigrad.cmd" if os.name == "nt" else "bin/trigrad")
    again = subprocess.run([command, "bench"], capture_output=True, text=True, check=False, cwd=project.folder)
    assert again.stdout == "trigrad ['bench']\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few users make links")
def test_everything_can_be_reached_by_a_link(project: Project, tmp_path: Path) -> None:
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    (elsewhere / "checkout").symlink_to(project.folder)
    (elsewhere / "start.py").symlink_to(project.folder / "start.py")
    assert project.start(file=elsewhere / "start.py", beside=elsewhere).stdout.endswith("trigrad ['serve']\n")
    assert project.start("bench", file=elsewhere / "checkout" / "start.py").stdout == "trigrad ['bench']\n"
    (elsewhere / "trigrad").symlink_to(project.folder / ".venv" / "bin" / "trigrad")
    (elsewhere / "further").symlink_to("trigrad")
    for link in ("trigrad", "further"):
        done = subprocess.run([elsewhere / link, "bench"], capture_output=True, text=True, check=False)
        assert done.stdout == "trigrad ['bench']\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder that is used")
def test_a_current_folder_that_is_gone_does_not_matter(project: Project, tmp_path: Path) -> None:
    project.start()
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'cd "$0" && rmdir "$0" && exec "$@"'
    command = ["sh", "-c", script, str(gone), sys.executable, str(project.folder / "start.py"), "bench"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "trigrad ['bench']\n"


def test_a_folder_that_cannot_be_set_up_is_told_in_one_line(project: Project) -> None:
    (project.folder / ".venv").touch()
    done = project.start()
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"{project.folder / '.venv'} cannot be used: " in done.stderr


def pins(lock: Path) -> set[str]:
    return set(re.findall(r"^[a-z0-9._-]+==\S+", lock.read_text("utf-8"), re.MULTILINE))


def test_tools_of_the_tests_come_on_top_of_what_the_server_needs() -> None:
    server, postgres, tests = map(pins, LOCKS)
    assert len(server) > 20
    assert server < postgres < tests


@pytest.mark.parametrize("lock", sorted(ROOT.glob("requirements*.lock")), ids=lambda lock: lock.name)
def test_lock_files_pin_digests_and_name_no_index(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert "://" not in text
    for entry in re.split(r"\n(?=[a-z])", text)[1:]:
        assert "==" in entry
        assert "--hash=sha256:" in entry
