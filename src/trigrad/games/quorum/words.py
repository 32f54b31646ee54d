"""Quorum in words: actions, refusals, and lines of the log."""

from typing import Any

from trigrad.engine.game import Description
from trigrad.engine.journal import Event
from trigrad.engine.text import Name, Text
from trigrad.games.quorum import components as c
from trigrad.games.quorum import rules
from trigrad.games.quorum.state import ADVANCE, PLAY, TAKE

# --- Actions and their notation ---------------------------------------------------


def notation(action: int) -> str:
    """``take 1`` .. ``take 5``, ``replace``, ``advance gallia``, ``play 1`` .. ``play 5``."""
    if action < rules.REPLACE:
        return f"take {action - rules.TAKE_0 + 1}"
    if action == rules.REPLACE:
        return "replace"
    if action < rules.PLAY_0:
        return f"advance {c.PROVINCES[action - rules.ADVANCE_0]}"
    return f"play {action - rules.PLAY_0 + 1}"


_BY_NOTATION = {notation(action): action for action in range(rules.NUM_ACTIONS)}


def parse(text: str) -> int:
    """The action of a notation; ``ValueError`` if there is none."""
    if text not in _BY_NOTATION:
        raise ValueError(f"not an action of Quorum: {text!r}")
    return _BY_NOTATION[text]


def describe(game: Any, action: int) -> Description:
    """A legal action of the player to move, in notation, words and data."""
    text, data = _words_and_data(game, action)
    return Description(action, notation(action), text, data)


def _words_and_data(game: Any, action: int) -> tuple[Text, dict[str, Any]]:
    if action < rules.REPLACE:
        position = action - rules.TAKE_0
        card = int(game.rome[position])
        if rules.is_god(card):
            return Text("Take the god"), {"kind": "take", "position": position, "back": "god"}
        return (
            Text("Take {card}", {"card": card_words(card)}),
            {"kind": "take", "position": position, "card": card},
        )
    if action == rules.REPLACE:
        return Text("Replace all of Rome"), {"kind": "replace"}
    if action < rules.PLAY_0:
        province = c.PROVINCES[action - rules.ADVANCE_0]
        return (
            Text("Let the god act in {province}", {"province": c.PROVINCE_NAMES[province]}),
            {"kind": "advance", "province": province},
        )
    index = action - rules.PLAY_0
    card = int(game.hand[game.to_move, index])
    return Text("Play {card}", {"card": card_words(card)}), {"kind": "play", "index": index, "card": card}


def card_words(card: int) -> Text:
    """A Rome card in words: province, influence, type, strength and what it shows."""
    data = c.CARD_LIST[card]
    gaps: dict[str, Text | Name | str | int] = {
        "province": c.PROVINCE_NAMES[data.province],
        "influence": data.influence,
        "type": c.TYPE_NAMES[data.type],
        "strength": data.strength,
    }
    if data.building:
        gaps["shows"] = c.BUILDING_NAMES[data.building]
    elif data.goods:
        gaps["shows"] = _listed([c.GOOD_NAMES[good] for good in data.goods])
    else:
        return Text("{province} +{influence}, {type} {strength}", gaps)
    return Text("{province} +{influence}, {type} {strength} ({shows})", gaps)


def _listed(names: list[Name]) -> Name:
    return Name(*(", ".join(getattr(name, code) for name in names) for code in ("en", "fr", "ru")))


def prompt(game: Any) -> Text:
    """What is asked of the player to move."""
    if game.over:
        return Text("The game is over.")
    if game.step == TAKE:
        return Text("Take a card from Rome.")
    if game.step == ADVANCE:
        return Text("Choose the province in which the god acts.")
    return Text("Play a card from the hand.")


# --- Why not ------------------------------------------------------------------------


def explain(game: Any, action: int) -> Text:
    """Why an action is not possible now."""
    if game.over:
        return Text("The game is over.")
    if not 0 <= action < rules.NUM_ACTIONS:
        return Text("There is no such choice.")
    if action <= rules.REPLACE:
        return _why_not_take(game, action)
    if action < rules.PLAY_0:
        return Text("A province is chosen only after a god was taken.")
    if game.step != PLAY:
        return _asked_now(game)
    return Text("There is no such card in the hand.")


def _asked_now(game: Any) -> Text:
    if game.step == TAKE:
        return Text("First take a card from Rome; a card is played afterwards.")
    if game.step == ADVANCE:
        return Text("First choose the province in which the god acts.")
    return Text("A card was already taken this turn; now play one.")


def _why_not_take(game: Any, action: int) -> Text:
    if game.step != TAKE:
        return _asked_now(game)
    if action != rules.REPLACE:
        return Text("Nobody may hold more than three gods.")
    if game.replaced:
        return Text("Rome can be replaced only once a turn.")
    return Text("Rome can be replaced only when at least three gods lie in it.")


# --- The log ------------------------------------------------------------------------


def tell(event: Event, memory: bool) -> Text | None:
    """A line of the log; with ``memory`` also the front of a card that went into a hand."""
    if event.kind == rules.EV_TAKE:
        return _tell_take(event.b, memory)
    if event.kind == rules.EV_REFILL:
        return None
    if event.kind == rules.EV_REPLACE:
        return Text("Rome is replaced: only gods lay in it") if event.a else Text("Rome is replaced")
    if event.kind == rules.EV_GOD:
        return Text("The god is {god}", {"god": c.GOD_NAMES[c.GODS[event.a]]})
    if event.kind == rules.EV_PLAY:
        return Text("Plays {card}", {"card": card_words(event.a)})
    if event.kind == rules.EV_END:
        return Text("The game is over.")
    return _tell_change(event)


def _tell_take(card: int, memory: bool) -> Text:
    if card < 0:
        return Text("Takes a god from Rome")
    if memory:
        return Text("Takes {card}", {"card": card_words(card)})
    return Text("Takes a card of {province}", {"province": c.PROVINCE_NAMES[c.CARD_LIST[card].province]})


def _tell_change(event: Event) -> Text:
    gaps: dict[str, Text | Name | str | int] = {
        "province": c.PROVINCE_NAMES[c.PROVINCES[event.a]],
        "before": event.b,
        "after": event.c,
    }
    if event.kind == rules.EV_ADVANCE:
        return Text("{province}: marker {before} → {after}", gaps)
    if event.b == event.c:
        return Text("{province}: value stays {before}", gaps)
    return Text("{province}: value {before} → {after}", gaps)
