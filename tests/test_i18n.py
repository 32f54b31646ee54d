"""Three languages: all that Trigrad says is said in each, and a browser gets the one that it prefers."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from jinja2 import nodes

from trigrad import games, i18n
from trigrad.engine.text import Name, render
from trigrad.games.petersburg.words import rubles
from trigrad.games.quebec.words import workers_words
from trigrad.web import rendering

TRANSLATED = [code for code in i18n.LANGUAGES if code != i18n.DEFAULT]
GAP = re.compile(r"\{([a-z_]+)\}")
APOSTROPHE = re.compile(r"(?<=\w)'")  # a straight one, as typewriters have it
NUMBERS = (0, 1, 2, 5, 11, 21, 22)  # among them one for each form of each language


@cache
def plurals() -> list[tuple[str, ...]]:
    return sorted(tuple(message.id) for message in found() if message.pluralizable)


@cache
def messages() -> list[str]:
    return sorted(str(message.id) for message in found() if not message.pluralizable)


@cache
def found() -> list[Message]:
    return [message for message in i18n.extract() if message.id]


def gaps(pattern: str) -> set[str]:
    return set(GAP.findall(pattern))


def said(code: str) -> Iterator[tuple[str, str]]:
    """Every pattern with what stands for it in a language, all forms of a plural with the English one for many."""
    catalogue = i18n.catalogue(code)
    for message in messages():
        yield message, catalogue.gettext(message)
    for one, many in plurals():
        for form in {catalogue.ngettext(one, many, number) for number in NUMBERS}:
            yield many, form


# --- Catalogues -----------------------------------------------------------------------


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_of_the_source_is_translated(code: str) -> None:
    assert len(messages()) > 100
    assert len(plurals()) > 20
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
    assert [pattern for pattern, words in said(code) if gaps(words) != gaps(pattern)] == []


def test_both_english_forms_have_the_same_gaps() -> None:
    assert [one for one, many in plurals() if gaps(one) != gaps(many) or one == many] == []


@pytest.mark.parametrize(("code", "forms"), [("fr", 2), ("ru", 3)])
def test_a_message_with_a_number_has_all_forms_of_its_language(code: str, forms: int) -> None:
    catalog = i18n.read_catalog(code)
    assert catalog.num_plurals == forms
    translations = {tuple(message.id): i18n.forms(message) for message in catalog if message.pluralizable}
    assert sorted(translations) == plurals()
    assert [one for (one, _), found in translations.items() if len(found) != forms or not all(found)] == []


def test_a_lacking_form_is_noticed() -> None:
    catalog = Catalog(locale="ru")
    catalog.add(("{number} card", "{number} cards"), ("{number} карта", "{number} карты", ""))
    catalog.add("Pass", "Пас")
    assert i18n.untranslated(catalog) == ["('{number} card', '{number} cards')"]


@pytest.mark.parametrize("code", i18n.LANGUAGES)
def test_a_message_is_plain_text(code: str) -> None:
    words = [words for _, words in said(code)]
    assert [one for one in words if re.search(r"[<>&{}]", GAP.sub("", one))] == []
    assert [one for one in words if one != one.strip() or "  " in one] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_message_keeps_its_full_stop(code: str) -> None:
    assert [pattern for pattern, words in said(code) if pattern.endswith(".") != words.endswith(".")] == []


@pytest.mark.parametrize("code", i18n.LANGUAGES)
def test_apostrophes_are_typographic(code: str) -> None:
    assert [words for _, words in said(code) if APOSTROPHE.search(words)] == []
    assert [name for name in names(code) if APOSTROPHE.search(name)] == []


def test_french_keeps_its_punctuation_on_the_line() -> None:
    french = [words for _, words in said("fr")] + list(names("fr"))
    assert [words for words in french if re.search(r"[ \w][:;!?](?!\w)|« | »|«\w|\w»", words)] == []


def test_russian_is_written_in_its_letters() -> None:
    latin = [set(re.findall(r"[A-Za-z]+", GAP.sub("", words))) for _, words in said("ru")]
    assert set().union(*latin) == {"SHA"}


def test_russian_calls_champlain_by_his_usual_name() -> None:
    rules = [path.read_text("utf-8") for path in rendering.GAMES.glob("*/pages/rules.ru.html")]
    words = " ".join([*names("ru"), *(words for _, words in said("ru")), *rules])
    found = re.findall(r"\bШ\w{0,2}мпл\w*", words)
    assert len(found) > 1
    assert [name for name in found if not name.startswith("Шамплен")] == []


def test_russian_quotes_as_it_does() -> None:
    assert [words for _, words in said("ru") if re.search('[“”„"]', words)] == []


# --- Numbers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "0 rubles, 1 ruble, 2 rubles, 5 rubles, 11 rubles, 21 rubles, 22 rubles"),
        ("fr", "0 rouble, 1 rouble, 2 roubles, 5 roubles, 11 roubles, 21 roubles, 22 roubles"),
        ("ru", "0 рублей, 1 рубль, 2 рубля, 5 рублей, 11 рублей, 21 рубль, 22 рубля"),
    ],
)
def test_a_price_agrees_with_its_number(code: str, words: str) -> None:
    assert ", ".join(render(rubles(number), i18n.catalogue(code)) for number in NUMBERS) == words


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "0 workers, 1 worker, 2 workers, 5 workers, 11 workers, 21 workers, 22 workers"),
        ("fr", "0 ouvrier, 1 ouvrier, 2 ouvriers, 5 ouvriers, 11 ouvriers, 21 ouvriers, 22 ouvriers"),
        ("ru", "0 работников, 1 работник, 2 работника, 5 работников, 11 работников, 21 работник, 22 работника"),
    ],
)
def test_workers_agree_with_their_number(code: str, words: str) -> None:
    assert ", ".join(render(workers_words(number), i18n.catalogue(code)) for number in NUMBERS) == words


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "0 points, 1 point, 2 points, 5 points, 11 points, 21 points, 22 points"),
        ("fr", "0 point, 1 point, 2 points, 5 points, 11 points, 21 points, 22 points"),
        ("ru", "0 очков, 1 очко, 2 очка, 5 очков, 11 очков, 21 очко, 22 очка"),
    ],
)
def test_a_template_asks_for_the_form_of_a_number(code: str, words: str) -> None:
    page = rendering.environment(code).from_string('{{ number }} {{ ngettext("point", "points", number) }}')
    assert ", ".join(page.render(number=number) for number in NUMBERS) == words


def test_what_fills_a_gap_beside_a_number_is_escaped() -> None:
    page = rendering.environment("fr").from_string(
        '{{ ngettext("{player}, {number} star", "{player}, {number} stars", 1, player="<b>") }}'
    )
    assert page.render() == "&lt;b&gt;, 1 étoile"


# --- The source -----------------------------------------------------------------------


def names(code: str) -> Iterator[str]:
    """Every name in the data of the games."""
    for game in games.names():
        data = tomllib.loads((rendering.GAMES / game / "components.toml").read_text(encoding="utf-8"))
        yield from strings(data, code)


def strings(data: object, code: str) -> Iterator[str]:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from [value] if key == code and isinstance(value, str) else strings(value, code)


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Every call in the package, but for that of examples, with the place where it stands."""
    return [
        (f"{path.relative_to(i18n.PACKAGE)}:{node.lineno}", node)
        for path in sorted(set(i18n.PACKAGE.rglob("*.py")) - set(i18n.PACKAGE.glob("games/*.py")))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]


def calls_of_text() -> Iterator[tuple[str, ast.Call]]:
    """Every ``Text(…)`` of the package that is to be translated."""
    for place, node in calls():
        if isinstance(node.func, ast.Name) and node.func.id == "Text":
            yield place, node


def templates() -> list[Path]:
    folders = [rendering.PAGES, *map(rendering.pages_folder, games.names())]
    return sorted(path for folder in folders for path in folder.glob("*.html"))


def calls_of_plural() -> Iterator[tuple[str, ast.Call]]:
    """Every ``Text.plural(…)`` of the package, likewise, and every ``more_or_fewer(…)``, which makes such texts."""
    for place, node in calls():
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in ("plural", "more_or_fewer") and not place.startswith("engine/reason.py"):
            yield place, node


def calls_in_templates(name: str) -> Iterator[tuple[str, nodes.Call]]:
    """Every ``_(…)`` or ``ngettext(…)`` of the templates, with the place where it stands."""
    environment = rendering.environment(i18n.DEFAULT)
    for path in templates():
        for node in environment.parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
            if isinstance(node.node, nodes.Name) and node.node.name == name:
                yield f"{path.name}:{node.lineno}", node


def test_every_text_of_the_source_is_found() -> None:
    unseen = []
    for place, call in calls_of_text():
        pattern = call.args[0]
        if not (isinstance(pattern, ast.Constant) and pattern.value in messages()):
            unseen.append(place)
    for place, call in calls_of_plural():
        if not all(isinstance(form, ast.Constant) for form in call.args[:2]) or plural_of(call) not in plurals():
            unseen.append(place)
    assert unseen == []


def plural_of(call: ast.Call) -> tuple[str, ...]:
    return tuple(ast.literal_eval(form) for form in call.args[:2])


def test_every_text_fills_the_gaps_of_its_pattern() -> None:
    wrong = []
    for place, call in calls_of_text():
        given = filled(call, 1)
        if given is not None and given != gaps(ast.literal_eval(call.args[0])):
            wrong.append(place)
    for place, call in calls_of_plural():
        given = filled(call, 3)
        if given is not None and given | {"number"} != gaps(plural_of(call)[1]):
            wrong.append(place)
    assert wrong == []


def filled(call: ast.Call, place: int) -> set[str] | None:
    """The gaps that a call fills, where they can be read in it."""
    values = call.args[place] if len(call.args) > place else ast.Dict([], [])
    if not isinstance(values, ast.Dict) or None in values.keys:
        return None
    return {ast.literal_eval(key) for key in values.keys if key}


def test_every_message_of_a_template_fills_its_gaps() -> None:
    wrong = []
    for place, call in calls_in_templates("_"):
        message = call.args[0].as_const()
        if message not in messages() or {argument.key for argument in call.kwargs} != gaps(message):
            wrong.append(place)
    for place, call in calls_in_templates("ngettext"):
        forms = tuple(form.as_const() for form in call.args[:2])
        if forms not in plurals() or {argument.key for argument in call.kwargs} | {"number"} != gaps(forms[1]) | {
            "number"
        }:
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
    shown = re.sub(r'<[^>]*>|[\w-]+="[^"]*"', " ", source)
    assert set(re.findall(r"[A-Za-z]{2,}", spoken + shown)) <= {"Trigrad", "API"}


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
