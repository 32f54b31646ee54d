"""Every game's folder has the same files, and in each what its name says: who knows one knows them all."""

import importlib
import inspect
from pathlib import Path

import pytest

from trigrad import games

FOLDER = Path(games.__file__).parent
FOLDERS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__")
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.name != "__init__.py")

# Each file, and the functions and values that others may count on there
LAYOUT: dict[str, set[str]] = {
    "__init__.py": {"GAME"},
    "actions.py": {"NUM_ACTIONS", "notation"},
    "board.py": {"picture"},
    "components.py": {"PLAYERS_MIN", "PLAYERS_MAX"},
    "components.toml": set(),
    "evaluation.py": {"evaluate"},
    "events.py": {"EVENTS", "REVEALING"},
    "features.py": {"NAMES", "STAGES", "features"},
    "guide.py": {"GUIDES", "asked"},
    "knowledge.py": {"OBSERVATION", "observe", "resample"},
    "options.py": {"OPTIONS"},
    "pages": set(),
    "reasons.py": {"REASONS", "UNTOLD"},
    "refusals.py": {"why_not"},
    "rules": {"legal_actions", "apply_action"},
    "scoring.py": set(),
    "setup.py": {"setup"},
    "state.py": {"State"},
    "view.py": {"View", "view", "score_sheet"},
    "weights.npy": set(),
    "words.py": {"words", "ask", "line"},
}
PAGES = {"table.html", "score.html", "style.css", "rules.en.html", "rules.fr.html", "rules.ru.html"}


def test_there_are_folders_and_a_small_game() -> None:
    assert len(FOLDERS) >= 3
    assert "noughts" in MODULES
    assert sorted(FOLDERS + MODULES) == list(games.every_name())


@pytest.mark.parametrize("name", FOLDERS)
def test_a_game_has_the_files_of_all(name: str) -> None:
    assert {path.name for path in (FOLDER / name).iterdir() if path.name != "__pycache__"} == set(LAYOUT)


@pytest.mark.parametrize("file", [file for file, wanted in LAYOUT.items() if wanted])
@pytest.mark.parametrize("name", FOLDERS)
def test_a_file_has_what_its_name_says(name: str, file: str) -> None:
    room = f"trigrad.games.{name}" + ("" if file == "__init__.py" else f".{file.removesuffix('.py')}")
    module = importlib.import_module(room)
    missing = {wanted for wanted in LAYOUT[file] if not hasattr(module, wanted)}
    assert missing == set()


@pytest.mark.parametrize("name", FOLDERS)
def test_the_rules_begin_with_what_is_possible_and_what_comes_of_it(name: str) -> None:
    """The chapters of the rulebook are modules of ``rules``, each of which says in its first line what it is about."""
    rules = importlib.import_module(f"trigrad.games.{name}.rules")
    own = {
        key for key, value in vars(rules).items() if inspect.isfunction(value) and value.__module__ == rules.__name__
    }
    assert {key for key in own if not key.startswith("_")} == {"legal_actions", "apply_action"}
    chapters = [path.stem for path in (FOLDER / name / "rules").glob("*.py") if path.stem != "__init__"]
    assert len(chapters) >= 2
    for chapter in chapters:
        assert importlib.import_module(f"{rules.__name__}.{chapter}").__doc__


@pytest.mark.parametrize("name", FOLDERS)
def test_a_game_has_its_pages(name: str) -> None:
    assert {path.name for path in (FOLDER / name / "pages").iterdir()} >= PAGES


def test_a_game_of_one_module_is_an_example() -> None:
    """It is not offered to players, so its words need no translation; and it stays short."""
    for name in MODULES:
        assert not games.load(name).listed
        assert len((FOLDER / f"{name}.py").read_text("utf-8").splitlines()) <= 170


@pytest.mark.parametrize("name", FOLDERS)
def test_a_game_of_a_folder_is_offered(name: str) -> None:
    assert games.load(name).listed
