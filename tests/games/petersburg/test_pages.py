"""The pages of Saint Petersburg: every choice has its button, every card its drawing, prices show their working."""

import gzip
import random
import re
from types import SimpleNamespace
from typing import Any

import pytest
from markupsafe import Markup
from tests.games.petersburg.positions import FIRST, SECOND, act, position

from trigrad.engine.conformance import seed_of
from trigrad.engine.game import Move
from trigrad.engine.journal import Event
from trigrad.games.petersburg import GAME, board, events
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import FROM_DRAWN, FROM_HAND, State
from trigrad.games.petersburg.view import view
from trigrad.web import rendering
from trigrad.web.parts import templates

SEATS = [SimpleNamespace(name=name, playing=name) for name in ("Ada", "Bob", "Cyd", "Dan", "Eve")]


SPRITE = rendering.pages_folder("petersburg") / "symbols.svg"


def shown(game: State, viewer: int, template: str = "table", language: str = "en") -> str:
    """The page of a viewer; a button shows as its notation in brackets."""
    legal = {GAME.describe(game, action).notation for action in GAME.legal(game)} if viewer == game.to_move else set()
    seen = view(game, viewer)
    context = {
        "view": seen,
        "picture": GAME.picture(seen),
        "seats": SEATS,
        "sheet": GAME.score_sheet(game),
        "screen": SimpleNamespace(legal=legal),
        "act": lambda notation, label, style="act": f"[{notation}]" if notation in legal else "",
    }
    parts = templates("petersburg")
    context["part"] = lambda name: Markup(rendering.page(parts[name][0], language, **context))  # noqa: S704 - our own
    page = rendering.page(f"petersburg/{template}.html", language, **context)
    return page + rendering.page("petersburg/actions.html", language, **context) if template == "table" else page


def words(page: str) -> str:
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.slow) for number in (1, 2, 3))])
def test_every_legal_choice_has_a_button_and_only_for_the_one_who_chooses(number: int) -> None:
    players = 2 + number
    game, chance = GAME.new(players, seed_of(number), {"expansions": "both"}), random.Random(number)
    while not game.over:
        legal = [GAME.describe(game, action).notation for action in GAME.legal(game)]
        if len(legal) > 1 and chance.random() < 0.3:
            page = shown(game, int(game.to_move))
            assert [notation for notation in legal if page.count(f"[{notation}]") != 1] == []
            assert "[" not in words(shown(game, (int(game.to_move) + 1) % players))
        GAME.apply_silently(game, GAME.parse(chance.choice(legal)))
    assert "[" not in words(shown(game, FIRST))


def test_every_kind_of_card_has_a_drawing_of_its_own() -> None:
    sprite = SPRITE.read_text("utf-8")
    drawn = dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*)</symbol>', sprite))
    assert len(drawn) == sprite.count("<symbol")  # none twice
    assert set(board.ART) == {kind.id for kind in c.KIND_LIST}
    assert {drawing for drawing in drawn if drawing.startswith("a-")} == set(board.ART.values())
    assert len({drawn[symbol] for symbol in board.ART.values()}) == len(c.KIND_LIST)  # all different
    assert {f"s-{kind.symbol}" for kind in c.KIND_LIST if kind.symbol} <= set(drawn)
    assert {f"back-{phase}" for phase in c.PHASES} <= set(drawn)


def test_a_card_shows_its_drawing_and_says_its_name() -> None:
    each = '{% from "petersburg/cards.html" import card_face with context %}{{ card_face(card, picture) }}'
    picture = GAME.picture(view(GAME.new(2, seed_of(0)), -1))
    face = rendering.environment("en").from_string(each)
    for card in (card for cards in board.KINDS.values() for card in cards):
        page = face.render(card=card, picture=picture)
        assert re.search(rf'/static/games/petersburg/symbols\.svg\?v=[0-9a-f]{{12}}#a-{card.id}"', page)
        assert f'aria-label="{Markup.escape(c.KIND_LIST[c.KIND[card.id]].name.en)}"' in page


def test_drawings_are_painted_with_the_colours_of_the_style_alone() -> None:
    drawings = SPRITE.read_text("utf-8").partition("<!-- Workers -->")[2]
    style = SPRITE.with_name("style.css").read_text("utf-8")
    used = set(re.findall(r' (?:fill|stroke)="([^"]+)"', drawings))
    assert used <= {
        "none",
        "currentColor",
        *(f"var({name})" for name in re.findall(r"^  (--[a-z]+): ", style, re.MULTILINE)),
    }
    assert "style=" not in drawings


def test_a_picture_for_previews_knows_each_colour_of_the_drawings() -> None:
    preview = SPRITE.with_name("preview.svg").read_text("utf-8")
    style = SPRITE.with_name("style.css").read_text("utf-8")
    solid = dict(re.findall(r"^  --(\w+): (?:light-dark\()?(#[0-9a-f]{6})", style, re.MULTILINE))
    used = set(re.findall(r"var\(--(\w+)\)", SPRITE.read_text("utf-8")))
    assert {"deep", "soft"} <= used
    for name in used - {"deep", "soft"}:
        assert f'"{name}": "{solid[name]}"' in preview, name


def test_all_drawings_together_are_small() -> None:
    sprite = SPRITE.read_bytes()
    assert len(sprite) < 66_000
    assert len(gzip.compress(sprite)) < 17_000


def test_where_nothing_can_be_taken_the_board_says_so_in_words() -> None:
    game = position(upper=["market"], hands={FIRST: ["pub", "pub", "warehouse"]})
    assert '<span class="sp-take">Take</span>' in shown(game, FIRST)


def test_every_card_with_a_rule_of_its_own_says_it() -> None:
    plain = {kind.id for kind in c.KIND_LIST if not kind.ability}
    assert set(board.ABILITIES) == {kind.id for kind in c.KIND_LIST} - plain


def test_a_price_shows_its_working() -> None:
    own = ["market", "carpenter_workshop", "pub"]
    game = position(money={FIRST: 9}, areas={FIRST: own}, lower=["bank", "market"])
    page = words(shown(game, FIRST))
    assert "13 − 5 (Market) − 1 (lower row) − 1 (discount cards) = 6" in page
    assert "13 − 1 (Pub) − 1 (lower row) − 1 (discount cards) = 10" in page
    assert "5 − 1 (lower row) − 1 (identical cards) − 1 (discount cards) = 2" in page
    game.money[FIRST] = 5  # too little for it: no button, the price alone
    assert "≥6 rubles" in words(shown(game, FIRST))


def test_a_price_below_one_says_so() -> None:
    game = position(money={FIRST: 9}, areas={FIRST: ["judge"]}, upper=["pope"])
    assert re.search(r"6 − 16 \(Judge\) = 1\s+ruble\s+\(at least 1\)", words(shown(game, FIRST)))


def test_the_last_round_is_announced() -> None:
    game = position(upper=["market"])
    assert "This is the last round." not in shown(game, SECOND)
    game.last_round = 1
    assert "This is the last round." in shown(game, SECOND)


def test_a_secret_is_no_part_of_the_page() -> None:
    game = position(money={SECOND: 4321}, hands={SECOND: ["lt_kije"]})
    for viewer in (FIRST, -1):
        page = shown(game, viewer) + shown(game, viewer, "score")
        assert "4321" not in page
        assert "Kije" not in page
    assert "4321" in shown(game, SECOND)


def test_the_hand_shows_its_limit_and_the_pile_its_cards() -> None:
    game = position(hands={FIRST: ["market"]}, areas={FIRST: ["warehouse"]}, pile=["czar", "czar_superstar"])
    page = shown(game, FIRST)
    assert "1 of 4 cards" in page
    assert "Discard pile (2)" in page
    assert "Czar Superstar" in page


def test_the_score_sheet_has_the_table_of_aristocrats() -> None:
    game = position(expansions="society", phase="trading", money={FIRST: 27}, areas={FIRST: ["author", "judge"]})
    game.last_round = 1
    act(game, "pass", "pass")
    sheet = words(shown(game, FIRST, "score"))
    assert "Number 1 2 3 4 5 6 7 8 9 10 each more" in sheet
    assert "Points 1 3 6 10 15 21 28 36 45 55 +10" in sheet
    assert "different: 2" in sheet


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_rules_list_every_special_card(language: str) -> None:
    page: Any = rendering.environment(language).get_template("petersburg/special.html").module
    text = "".join(str(page.specials(GAME, which)) for which in c.SETS)
    for card in board.ABILITIES:
        assert getattr(c.KIND_LIST[c.KIND[card]].name, language).replace("'", "&#39;") in text
    rules = (rendering.pages_folder("petersburg") / f"rules.{language}.html").read_text("utf-8")
    assert [which for which in c.SETS if f'specials(game, "{which}")' not in rules] == []


def test_what_an_event_moves_and_marks() -> None:
    market, pub = c.KIND["market"], c.KIND["pub"]
    price = Move("money-1", "money-1")
    bought = Event(events.BOUGHT, 1, (market, 5, 2, -1))
    assert list(GAME.moves(bought, [])) == [Move("place-3", "player-1-market"), price]
    from_hand = Event(events.BOUGHT, 1, (market, 5, FROM_HAND, pub))
    assert list(GAME.moves(from_hand, [])) == [
        Move("player-1-pub", "pile"),
        Move("held-1", "player-1-market"),
        price,
    ]
    assert list(GAME.moves(Event(events.TAKEN, 0, (pub, FROM_DRAWN)), [])) == [Move("drawn held-0", "held-0")]
    assert list(GAME.moves(Event(events.LAID_OUT, -1, (market, 7)), [])) == [Move("deck-building", "place-8")]
    # Of an income only what there is of it: phase 1 brings points alone here, phase 2 nothing
    assert list(GAME.moves(Event(events.INCOME_PAID, 2, (1, 0, 4)), [])) == [Move("points-2", "points-2")]
    assert list(GAME.moves(Event(events.INCOME_PAID, 2, (2, 0, 0)), [])) == []
    assert GAME.marks([bought, Event(events.TAKEN, 0, (pub, 4)), Event(events.PASSED, 2, ())]) == {
        "player-1-market": 1,
        "held-0": 0,
    }
