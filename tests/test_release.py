"""What a release changes, and when it is refused."""

import datetime as dt
import subprocess
import tomllib
from pathlib import Path

import pytest
from scripts import release
from scripts.release import CHANGELOG, DOCTOR, PROJECT, VERSION_FILE, Refused
from start import ROOT

DAY = dt.date(2031, 5, 6)
CHANGES = "# Changelog\n\nWords.\n\n## [Unreleased]\n\n### Added\n\n- A.\n\n## [1.0.0] - 2030-01-01\n\n- Old.\n"
TEXTS = {
    VERSION_FILE: '"""Words."""\n\n__version__ = "1.0.0"\n',
    CHANGELOG: CHANGES,
    DOCTOR: "WRITTEN = datetime(2030, 1, 1, tzinfo=UTC)  # words\n",
    PROJECT: '[project]\nname = "x"\n\n[project.scripts]\nx = "x:main"\n\n[tool.y]\n',
}


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A clean tree on the branch main, with one commit."""
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    git(tmp_path, "init", "--initial-branch=main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--message", "Begin")
    return tmp_path


def test_the_day_goes_where_clocks_are_checked() -> None:
    assert release.released(TEXTS, "1.1.0", DAY, "https://example.org/x/y")[DOCTOR] == (
        "WRITTEN = datetime(2031, 5, 6, tzinfo=UTC)  # words\n"
    )
    assert release.WRITTEN.search((ROOT / DOCTOR).read_text("utf-8"))
    with pytest.raises(Refused, match="WRITTEN"):
        release.with_day("", DAY)


def test_changelog_moves_under_the_version() -> None:
    assert release.with_heading(CHANGES, "1.1.0", DAY) == (
        "# Changelog\n\nWords.\n\n## [Unreleased]\n\n## [1.1.0] - 2031-05-06\n\n### Added\n\n- A.\n\n"
        "## [1.0.0] - 2030-01-01\n\n- Old.\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "# Changelog\n\n- A.\n",
        "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2030-01-01\n\n- Old.\n",
        "# Changelog\n\n## [Unreleased]\n\n### Added\n",
    ],
)
def test_changelog_without_news_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="no entries under"):
        release.with_heading(text, "1.1.0", DAY)


def test_a_second_release_needs_news_of_its_own() -> None:
    with pytest.raises(Refused, match="no entries under"):
        release.with_heading(release.with_heading(CHANGES, "1.1.0", DAY), "1.2.0", DAY)


def test_the_version_is_set() -> None:
    assert release.with_version(TEXTS[VERSION_FILE], "1.10.0") == '"""Words."""\n\n__version__ = "1.10.0"\n'
    assert release.with_version('__version__ = "1.9.0"\n', "1.10.0") == '__version__ = "1.10.0"\n'
    assert release.with_version(TEXTS[VERSION_FILE], "1.0.0") == TEXTS[VERSION_FILE]  # a first release


@pytest.mark.parametrize("version", ["0.9.9", "1.1", "v1.1.0", "1.01.0", "1.1.0rc1", ""])
def test_no_version_that_goes_back_or_is_none(version: str) -> None:
    with pytest.raises(Refused):
        release.with_version(TEXTS[VERSION_FILE], version)


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://code.example.org/ada/trigrad.git", "https://code.example.org/ada/trigrad"),
        ("https://ada:secret@code.example.org/ada/trigrad", "https://code.example.org/ada/trigrad"),
        ("git@code.example.org:ada/trigrad.git", "https://code.example.org/ada/trigrad"),
        ("code.example.org:ada/trigrad.git", "https://code.example.org/ada/trigrad"),
        ("ssh://git@code.example.org:2222/ada/trigrad.git", "https://code.example.org/ada/trigrad"),
    ],
)
def test_the_address_of_the_sources_is_that_of_the_remote(remote: str, address: str) -> None:
    assert release.web_address(remote) == address


@pytest.mark.parametrize(
    "remote", ["/srv/trigrad.git", "../trigrad", "file:///srv/x.git", "C:/x", "http://localhost/x", "ada@192.0.2.1:x"]
)
def test_a_remote_that_nobody_else_reaches_is_refused(remote: str) -> None:
    with pytest.raises(Refused, match="no public address"):
        release.web_address(remote)


def test_the_address_is_entered_once_and_replaced_later() -> None:
    once = release.with_urls(TEXTS[PROJECT], "https://a.example.org/x")
    twice = release.with_urls(once, "https://b.example.org/y")
    for text, address in ((once, "https://a.example.org/x"), (twice, "https://b.example.org/y")):
        project = tomllib.loads(text)["project"]
        assert project["urls"] == {"Repository": address, "Issues": f"{address}/issues"}
        assert project["scripts"] == {"x": "x:main"}
    assert release.with_urls(twice, "https://b.example.org/y") == twice


def test_the_real_files_can_be_released() -> None:
    old = {name: (ROOT / name).read_text("utf-8") for name in TEXTS}
    new = release.released({**old, CHANGELOG: CHANGES}, "99.0.0", DAY, "https://code.example.org/ada/trigrad")
    assert '__version__ = "99.0.0"' in new[VERSION_FILE]
    project = tomllib.loads(new[PROJECT])
    assert project["project"]["urls"]["Repository"] == "https://code.example.org/ada/trigrad"
    assert release.UNRELEASED in old[CHANGELOG]


def test_a_clean_tree_on_main_is_accepted(repository: Path) -> None:
    release.check_tree(repository, "1.1.0")


def test_what_is_not_committed_is_refused(repository: Path) -> None:
    (repository / "new").touch()
    with pytest.raises(Refused, match="not committed"):
        release.check_tree(repository, "1.1.0")


def test_another_branch_is_refused(repository: Path) -> None:
    git(repository, "switch", "--create", "other")
    with pytest.raises(Refused, match="branch main"):
        release.check_tree(repository, "1.1.0")


def test_no_version_is_released_twice(repository: Path) -> None:
    git(repository, "tag", "v1.1.0")
    with pytest.raises(Refused, match=r"a tag v1\.1\.0 already"):
        release.check_tree(repository, "1.1.0")


def test_a_dry_run_shows_what_would_change_and_changes_nothing(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    git(repository, "remote", "add", "origin", "git@code.example.org:ada/trigrad.git")
    monkeypatch.setattr(release, "ROOT", repository)
    release.main(["1.1.0", "--dry-run"])
    shown = capsys.readouterr().out
    for line in ('+__version__ = "1.1.0"', "+## [1.1.0] - ", '+Repository = "https://code.example.org/ada/trigrad"'):
        assert line in shown
    release.check_tree(repository, "1.1.0")


def test_a_release_commits_and_tags(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(repository, "remote", "add", "origin", "git@code.example.org:ada/trigrad.git")
    git(repository, "config", "user.name", "Ada")
    git(repository, "config", "user.email", "ada@example.org")
    monkeypatch.setattr(release, "ROOT", repository)
    monkeypatch.setattr(release, "check", lambda **_: None)
    release.main(["1.1.0"])
    assert release.git(repository, "log", "-1", "--format=%s") == "Release 1.1.0"
    assert release.git(repository, "describe") == "v1.1.0"
    assert release.git(repository, "status", "--porcelain") == ""


def test_a_failed_check_leaves_the_files_as_they_were(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: bool) -> None:
        raise subprocess.CalledProcessError(1, ".ci/run")

    git(repository, "remote", "add", "origin", "git@code.example.org:ada/trigrad.git")
    monkeypatch.setattr(release, "ROOT", repository)
    monkeypatch.setattr(release, "check", fail)
    with pytest.raises(subprocess.CalledProcessError):
        release.main(["1.1.0"])
    release.check_tree(repository, "1.1.0")
