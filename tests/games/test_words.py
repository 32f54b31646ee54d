"""What people read of a game: numbers agree, lines of the log are sentences, different choices have different words."""

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.games.playthrough import HERE, files, read

from trigrad import games, i18n
from trigrad.engine.conformance import seed_of
from trigrad.engine.text import Language, render

LANGUAGES = [i18n.catalogue(code) for code in i18n.LANGUAGES]

# Nouns that are counted, in the forms of their language; in Russian nominative and accusative
COUNTED = {
    "en": ["ruble rubles", "point points", "worker workers", "star stars", "card cards"],
    "fr": ["rouble roubles", "point points", "ouvrier ouvriers", "étoile étoiles", "carte cartes"],
    "ru": [
        "рубль рубля рублей",
        "очко очка очков",
        "работник работника работников",
        "звезда звезды звёзд",
        "карту карты карт",
    ],
}
COUNT = re.compile(r"(?<![\w−-])(\d+) (\w+)")


def form(code: str, number: int) -> int:
    """Which form of a noun a number asks for: the grammar of each language, as its schoolbooks have it."""
    if code == "en":
        return int(number != 1)
    if code == "fr":
        return int(number >= 2)
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


def miscounted(code: str, words: str) -> list[str]:
    """Numbers with a noun that does not agree."""
    forms = {noun: nouns.split() for nouns in COUNTED[code] for noun in nouns.split()}
    return [
        f"{number} {noun}"
        for number, noun in COUNT.findall(words)
        if noun in forms and noun != forms[noun][form(code, int(number))]
    ]


@pytest.mark.parametrize(
    ("code", "words", "wrong"),
    [
        ("en", "buys Pub for 1 rubles", ["1 rubles"]),
        ("en", "0 point, 2 points, 21 star", ["0 point", "21 star"]),
        ("fr", "0 points, 1 ouvrier, 2 carte", ["0 points", "2 carte"]),
        ("ru", "21 рубль, 22 рублей, 11 очко, 5 работников", ["22 рублей", "11 очко"]),
    ],
)
def test_a_wrong_form_is_noticed(code: str, words: str, wrong: list[str]) -> None:
    assert miscounted(code, words) == wrong


# --- The log --------------------------------------------------------------------------


def told(path: Path) -> Iterator[tuple[bool, str, str]]:
    """Every line of the log of a game, in all languages: whether it is about a player, the language, the words."""
    played = read(path)
    assert list(played.lines())
    for event in played.happened:
        line = played.game.tell(event, True)
        if line is not None:
            for language in LANGUAGES:
                yield event.player >= 0, language.code, render(line, language)


@pytest.mark.parametrize("path", files(), ids=lambda path: path.relative_to(HERE).as_posix())
def test_every_line_of_a_log_is_a_sentence(path: Path) -> None:
    lines = set(told(path))
    assert len(lines) > 50
    assert [words for _, code, words in lines if miscounted(code, words)] == []
    # What a player did goes on from the name before it; what happened to all stands by itself
    assert [words for of_player, _, words in lines if words[0].islower() != of_player] == []
    assert [words for _, _, words in lines if re.search(r"\w'|[{}]|  ", words)] == []


# --- Choices and options --------------------------------------------------------------


def tables() -> Iterator[Any]:
    """Every game with its least and most players and every value of its first option, which cards are in play.

    The quick tests have either the one or the other number of players.
    """
    for name in games.names():
        game = games.load(name)
        first = [{option.key: value} for option in game.options[:1] for value, _ in option.choices] or [{}]
        for (number, options), most in itertools.product(enumerate(first), (False, True)):
            players = game.max_players if most else game.min_players
            marks = [] if number % 2 == most else [pytest.mark.slow]
            yield pytest.param(name, players, options, marks=marks, id=f"{name}-{players}-{options}")


def positions(name: str, players: int, options: dict[str, str], seed: int) -> Iterator[Any]:
    """The positions of a game in which there is something to choose, all choices at random."""
    game = games.load(name)
    record, chance = game.new(players, seed_of(seed), options), random.Random(seed)
    while not record.over:
        legal = game.legal(record)
        if len(legal) > 1:
            yield record, legal
        game.apply_silently(record, chance.choice(legal))


def alike(name: str, record: Any, legal: list[int], language: Language) -> list[str]:
    """Words that stand for choices of different meaning."""
    game = games.load(name)
    meanings: dict[str, set[int]] = {}
    for action in legal:
        words = render(game.describe(record, action).text, language)
        meanings.setdefault(words, set()).add(int(game.functions.meaning(record, action)))
    return [words for words, meant in meanings.items() if len(meant) > 1]


@pytest.mark.parametrize(("name", "players", "options"), list(tables()))
def test_choices_in_equal_words_mean_the_same(name: str, players: int, options: dict[str, str]) -> None:
    seen = 0
    for seed in range(2):
        for record, legal in positions(name, players, options, seed):
            for language in LANGUAGES:
                assert alike(name, record, legal, language) == []
                described = [render(games.load(name).describe(record, action).text, language) for action in legal]
                assert [words for words in described if miscounted(language.code, words)] == []
            seen += 1
    assert seen > 50


@pytest.mark.parametrize("name", games.names())
def test_options_have_labels_of_their_own(name: str) -> None:
    game = games.load(name)
    for language in LANGUAGES:
        labels = [render(option.label, language) for option in game.options]
        assert sorted(labels) == sorted(set(labels))
        for option in game.options:
            choices = [render(label, language) for _, label in option.choices]
            assert sorted(choices) == sorted(set(choices))


@pytest.mark.parametrize("code", i18n.LANGUAGES)
def test_cards_have_names_of_their_own(code: str) -> None:
    petersburg = games.load("petersburg")
    view = petersburg.view(petersburg.new(2, seed_of(0)), -1)
    names = [render(name, i18n.catalogue(code)) for name in petersburg.picture(view)["names"]["cards"].values()]
    assert len(names) > 60
    assert sorted(names) == sorted(set(names))
