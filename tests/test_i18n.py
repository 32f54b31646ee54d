"""Three languages: all that Trigrad says is said in each, and a browser gets the one that it prefers."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from jinja2 import nodes

from trigrad import games, i18n
from trigrad.engine.text import Name
from trigrad.web import rendering

TRANSLATED = [code for code in i18n.LANGUAGES if code != i18n.DEFAULT]
GAP = re.compile(r"\{([a-z_]+)\}")
MESSAGES = sorted(str(message.id) for message in i18n.extract() if message.id)


def gaps(pattern: str) -> set[str]:
    return set(GAP.findall(pattern))


# --- Catalogues -----------------------------------------------------------------------


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_of_the_source_is_translated(code: str) -> None:
    assert len(MESSAGES) > 100
    assert i18n.untranslated(i18n.updated(code)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_file_is_as_the_source_wants_it(code: str) -> None:
    # Whoever changes a message runs `python -m trigrad.i18n` and translates it
    assert i18n.po_path(code).read_bytes() == i18n.as_file(i18n.updated(code))


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_translation_is_a_guess_or_left_over(code: str) -> None:
    with i18n.po_path(code).open("rb") as file:
        catalog = read_po(file, locale=code)
    assert [message.id for message in catalog if message.fuzzy] == []
    assert list(catalog.obsolete) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_the_gaps_of_its_message(code: str) -> None:
    catalogue = i18n.catalogue(code)
    differing = [message for message in MESSAGES if gaps(catalogue.gettext(message)) != gaps(message)]
    assert differing == []


@pytest.mark.parametrize("code", i18n.LANGUAGES)
def test_a_message_is_plain_text(code: str) -> None:
    catalogue = i18n.catalogue(code)
    said = [catalogue.gettext(message) for message in MESSAGES]
    assert [words for words in said if re.search(r"[<>&{}]", GAP.sub("", words))] == []
    assert [words for words in said if words != words.strip() or "  " in words] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_message_keeps_its_full_stop(code: str) -> None:
    catalogue = i18n.catalogue(code)
    differing = [message for message in MESSAGES if message.endswith(".") != catalogue.gettext(message).endswith(".")]
    # In Russian "points" is an abbreviation, since the word would change with the number before it
    assert differing == (["points"] if code == "ru" else [])


def test_french_keeps_its_punctuation_on_the_line() -> None:
    french = i18n.catalogue("fr")
    assert [words for words in map(french.gettext, MESSAGES) if re.search(r"[ \w][:;!?](?!\w)", words)] == []


def test_russian_is_written_in_its_letters() -> None:
    russian = i18n.catalogue("ru")
    latin = {message: set(re.findall(r"[A-Za-z]+", GAP.sub("", russian.gettext(message)))) for message in MESSAGES}
    assert set().union(*latin.values()) == {"SHA"}


# --- The source -----------------------------------------------------------------------


def calls_of_text() -> Iterator[tuple[str, ast.Call]]:
    """Every ``Text(…)`` of the package that is to be translated, with the place where it stands."""
    for path in sorted(set(i18n.PACKAGE.rglob("*.py")) - set(i18n.PACKAGE.glob("games/*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
                yield f"{path.relative_to(i18n.PACKAGE)}:{node.lineno}", node


def templates() -> list[Path]:
    folders = [rendering.PAGES, *map(rendering.pages_folder, games.names())]
    return sorted(path for folder in folders for path in folder.glob("*.html"))


def calls_in_templates() -> Iterator[tuple[str, nodes.Call]]:
    """Every ``_(…)`` of the templates, with the place where it stands."""
    environment = rendering.environment(i18n.DEFAULT)
    for path in templates():
        for node in environment.parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
            if isinstance(node.node, nodes.Name) and node.node.name == "_":
                yield f"{path.name}:{node.lineno}", node


def test_every_text_of_the_source_is_found() -> None:
    unseen = []
    for place, call in calls_of_text():
        pattern = call.args[0]
        if not (isinstance(pattern, ast.Constant) and pattern.value in MESSAGES):
            unseen.append(place)
    assert unseen == []


def test_every_text_fills_the_gaps_of_its_pattern() -> None:
    wrong = []
    for place, call in calls_of_text():
        wanted = gaps(ast.literal_eval(call.args[0]))
        given = call.args[1] if len(call.args) > 1 else ast.Dict([], [])
        if isinstance(given, ast.Dict) and {ast.literal_eval(key) for key in given.keys if key} != wanted:
            wrong.append(place)
    assert wrong == []


def test_every_message_of_a_template_fills_its_gaps() -> None:
    wrong = []
    for place, call in calls_in_templates():
        message = call.args[0].as_const()
        if message not in MESSAGES or {argument.key for argument in call.kwargs} != gaps(message):
            wrong.append(place)
    assert wrong == []


@pytest.mark.parametrize(
    "path",
    [path for path in templates() if not path.name.startswith("rules.")],
    ids=lambda path: path.relative_to(i18n.PACKAGE).as_posix(),
)
def test_a_template_has_no_words_of_one_language(path: Path) -> None:
    # Words outside of _() would be English in all languages; "API" and our name are
    source = path.read_text(encoding="utf-8")
    for jinja in (r"\{#.*?#\}", r"\{%.*?%\}", r"\{\{.*?\}\}"):
        source = re.sub(jinja, " ", source, flags=re.DOTALL)
    spoken = " ".join(re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', source))
    printed = re.sub(r'<[^>]*>|[\w-]+="[^"]*"', " ", source)
    assert set(re.findall(r"[A-Za-z]{2,}", spoken + printed)) <= {"Trigrad", "API"}


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_its_rules_and_title_in_each_language(game: str) -> None:
    assert {path.name for path in rendering.pages_folder(game).glob("rules.*")} == {
        f"rules.{code}.html" for code in i18n.LANGUAGES
    }
    title = games.load(game).title
    assert isinstance(title, Name)
    assert all(getattr(title, code) for code in i18n.LANGUAGES)


# --- Which language a browser gets ----------------------------------------------------


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"),
        ("FR-ca", "fr"),
        ("de-AT, de;q=0.9, ru;q=0.3", "ru"),
        ("en;q=0.5, fr; q=0.8, ru ;q=0.7", "fr"),
        ("fr;q=0.4,ru;q=0.4", "fr"),
        ("en;q=0.1,ru;Q=0.2", "ru"),
        ("fr-Latn-CA-x-private", "fr"),
        ("fr;q=0,ru;q=0.001", "ru"),
        ("fr;q=0", "en"),
        ("fr;q=0.000,*", "en"),
        ("fr;q=nan,ru;q=0.1", "ru"),
        ("fr;q=inf,ru;q=1e3,en;q=-1", "en"),
        ("fr;q=2,ru;q=0.1", "ru"),
        ("de,ja;q=0.5", "en"),
        ("french", "en"),
        ("", "en"),
        ("*", "en"),
        (",,;q=1,--,;;,=", "en"),
        ("\u00e9\u0000\u2028;q=\u0661,ru", "ru"),
        ("x" * 1_000_000, "en"),
        ("de," * 200_000 + "fr", "fr"),
    ],
    ids=lambda value: value[:30],
)
def test_the_browsers_wish_is_met(header: str, code: str) -> None:
    assert i18n.negotiate(header) == code
