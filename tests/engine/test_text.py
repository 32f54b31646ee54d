"""Texts become strings in a language, with the names of that language in their gaps."""

import pytest

from trigrad.engine.text import ENGLISH, Name, Refusal, RefusalKind, Text, render

GAUL = Name("Gaul", "Gaule", "Галлия")


class French:
    code = "fr"

    def gettext(self, message: str) -> str:
        return {"Take {card}": "Prendre {card}", "{place} +{steps}": "{place} de {steps}"}.get(message, message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return {"{number} {thing}": "{number} {thing} au plus"}.get(one, one) if number < 2 else many


CARD = Text("{place} +{steps}", {"place": GAUL, "steps": 2})


def test_a_name_is_chosen_by_language() -> None:
    assert (render(GAUL, ENGLISH), render(GAUL, French())) == ("Gaul", "Gaule")


def test_a_text_within_a_text_is_translated_too() -> None:
    text = Text("Take {card}", {"card": CARD})
    assert text.render(ENGLISH) == "Take Gaul +2"
    assert text.render(French()) == "Prendre Gaule de 2"


def test_a_text_with_a_number_has_the_form_for_it() -> None:
    texts = [Text.plural("{number} {thing}", "{number} {thing}s", number, {"thing": "card"}) for number in (0, 1, 2)]
    assert [text.render(ENGLISH) for text in texts] == ["0 cards", "1 card", "2 cards"]
    assert [text.render(French()) for text in texts] == ["0 card au plus", "1 card au plus", "2 cards"]


def test_the_number_may_be_written_otherwise() -> None:
    assert Text.plural("{number} game", "{number} games", 1000, {"number": "1,000"}).render(ENGLISH) == "1,000 games"


def test_other_values_stand_as_they_are() -> None:
    assert (render("a {brace}", ENGLISH), render(7, ENGLISH)) == ("a {brace}", "7")
    assert Text("{name}", {"name": "{x} <b>"}).render(ENGLISH) == "{x} <b>"


class NotTaken(Refusal):
    kind = RefusalKind.INVALID


def test_a_refusal_says_its_reason() -> None:
    refusal = NotTaken(Text("Take {card}", {"card": CARD}))
    assert str(refusal) == "Take Gaul +2"
    assert refusal.reason.render(French()) == "Prendre Gaule de 2"


def test_a_class_of_refusals_without_a_kind_cannot_be_written() -> None:
    with pytest.raises(TypeError, match="Forgotten needs a kind"):
        type("Forgotten", (Refusal,), {"reason": CARD})
    with pytest.raises(TypeError, match="unless it is abstract"):
        type("Both", (Refusal,), {"kind": RefusalKind.INVALID}, abstract=True)


def test_a_class_that_only_gathers_refusals_is_never_raised() -> None:
    class Gathering(Refusal, abstract=True):
        """Has no kind of its own."""

    for abstract in (Refusal, Gathering):
        with pytest.raises(TypeError, match="abstract"):
            abstract(CARD)
    assert type("Gathered", (Gathering,), {"kind": RefusalKind.GONE})(CARD).kind is RefusalKind.GONE
