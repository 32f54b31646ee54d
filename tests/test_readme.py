"""What the documents say is so: examples run, commands and settings exist, links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from trigrad import games
from trigrad.cli import main

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bootstrap/*.md")])
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The code blocks of a language in a Markdown text."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def table_keys(text: str) -> list[str]:
    """What stands in backquotes at the beginning of a table's row."""
    return re.findall(r"^\| `([^`]+)`", text, re.MULTILINE)


# What is not prose in a document, or in a page of rules: code, addresses, comments, tags and what a template puts in
NO_PROSE = re.compile(
    r"^(```|~~~).*?^\1$|(`+)(?!`).*?(?<!`)\2(?!`)|<!--.*?-->|\{([{%#]).*?[}%#]\}|</?[a-zA-Z][^>]*>|\]\([^)]*\)|https?://\S+",
    re.MULTILINE | re.DOTALL,
)
RULES = sorted(ROOT.glob("src/trigrad/games/*/pages/rules.*.html"))


def typewritten(text: str) -> list[str]:
    """The words of a document's prose with an apostrophe or a quotation mark as typewriters have them."""
    return re.findall(r"""\S*['"]\S*""", NO_PROSE.sub("`", text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("each game's rules", ["game's"]),
        ('the "first" one', ['"first"']),
        ("each game’s “first” rule", []),
        ("`game's` and ``a `b' c`` but don't", ["don't"]),
        ("```sh\necho 'a'\n```\nit's", ["it's"]),
        ("[a'b](c'd.md) <a href=\"x\">e</a> {{ f('g') }} {% if 'h' %}", ["[a'b`"]),
        ("", []),
    ],
)
def test_what_a_typewriter_wrote_is_noticed(text: str, found: list[str]) -> None:
    assert typewritten(text) == found


@pytest.mark.parametrize("document", [*DOCUMENTS, *RULES], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_apostrophes_and_quotation_marks_are_typographic(document: Path) -> None:
    assert typewritten(document.read_text("utf-8")) == []


def test_python_examples_of_the_readme_run() -> None:
    examples = blocks(README, "python")
    assert examples
    for example in examples:
        subprocess.run([sys.executable, "-W", "error", "-c", example], check=True, cwd=ROOT / "src")


@pytest.mark.slow
@pytest.mark.parametrize(
    "example",
    [
        block
        for name in ("research", "formats")
        for block in blocks((ROOT / f"docs/{name}.md").read_text("utf-8"), "python")
    ],
)
def test_python_examples_for_researchers_run(example: str) -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", example], check=True, cwd=ROOT / "src")


@pytest.mark.parametrize("name", games.names())
def test_the_page_of_a_game_has_its_observation(name: str) -> None:
    game, page = games.load(name), (ROOT / f"docs/games/{name}.md").read_text("utf-8")
    assert game.observation.describe() in page
    guide = (ROOT / "docs/research.md").read_text("utf-8")
    for number in (game.num_actions, game.observation.size, game.record_type.dtype.itemsize):
        assert str(number) in guide


def test_two_commands_are_what_the_readme_promises() -> None:
    commands = [line.split("#")[0].strip() for line in blocks(README, "sh")[0].splitlines()]
    assert commands == ["python3 start.py", "python3 start.py test"]
    assert "python3 start.py test" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_command_line_is_documented() -> None:
    assert isinstance(main, click.Group)
    section = README.partition("## The command line")[2].partition("\n## ")[0]
    documented = {row.split()[0]: row for row in table_keys(section)}
    assert set(documented) == set(main.commands)
    for row in re.findall(r"^\| `.*$", section, re.MULTILINE):
        command = main.commands[row.split("`")[1].split()[0]]
        options = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", row)) <= options


def test_settings_of_the_server_are_documented() -> None:
    read = re.findall(r"TRIGRAD_[A-Z_]+", (ROOT / "src/trigrad/web/settings.py").read_text("utf-8"))
    assert {key for key in table_keys(README) if key.startswith("TRIGRAD_")} == set(read)


def test_lock_files_were_made_by_the_documented_commands() -> None:
    commands = [line for line in "".join(blocks(CONTRIBUTING, "sh")).splitlines() if line.startswith("uv ")]
    headers = [lock.read_text("utf-8").splitlines()[1] for lock in ROOT.glob("requirements*.lock")]
    assert sorted(headers) == sorted(f"#    {command}" for command in commands)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text("utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        if "://" not in target:
            assert (document.parent / path).exists(), target
            if not path and anchor:
                assert f"\n## {anchor.replace('-', ' ')}\n" in text.lower()
