"""Texts become strings in a language, with the names of that language in their gaps."""

from trigrad.engine.text import ENGLISH, Name, Refusal, Text, render

GAUL = Name("Gaul", "Gaule", "Галлия")


class French:
    code = "fr"

    def gettext(self, message: str) -> str:
        return {"Take {card}": "Prendre {card}", "{place} +{steps}": "{place} de {steps}"}.get(message, message)


CARD = Text("{place} +{steps}", {"place": GAUL, "steps": 2})


def test_a_name_is_chosen_by_language() -> None:
    assert (render(GAUL, ENGLISH), render(GAUL, French())) == ("Gaul", "Gaule")


def test_a_text_within_a_text_is_translated_too() -> None:
    text = Text("Take {card}", {"card": CARD})
    assert text.render(ENGLISH) == "Take Gaul +2"
    assert text.render(French()) == "Prendre Gaule de 2"


def test_other_values_stand_as_they_are() -> None:
    assert (render("a {brace}", ENGLISH), render(7, ENGLISH)) == ("a {brace}", "7")
    assert Text("{name}", {"name": "{x} <b>"}).render(ENGLISH) == "{x} <b>"


def test_a_refusal_says_its_reason() -> None:
    refusal = Refusal(Text("Take {card}", {"card": CARD}))
    assert str(refusal) == "Take Gaul +2"
    assert refusal.reason.render(French()) == "Prendre Gaule de 2"
