"""Quorum in words: choices, questions, and lines of the log."""

from trigrad.engine.game import Words
from trigrad.engine.journal import Event
from trigrad.engine.text import Name, Text
from trigrad.games.quorum import components as c
from trigrad.games.quorum import events
from trigrad.games.quorum.actions import ADVANCE_0, PLAY_0, REPLACE, TAKE_0
from trigrad.games.quorum.state import ADVANCE, TAKE, State

Gaps = dict[str, Text | Name | str | int]

# --- Choices ------------------------------------------------------------------------


def words(game: State, action: int) -> Words:
    """A legal action of the player to move in words, and as data."""
    if action < REPLACE:
        return _take(game, action - TAKE_0)
    if action == REPLACE:
        return Text("Replace all of Rome"), {"kind": "replace"}
    if action < PLAY_0:
        province = c.PROVINCES[action - ADVANCE_0]
        return (
            Text("Let the god act in {province}", {"province": c.PROVINCE_NAMES[province]}),
            {"kind": "advance", "province": province},
        )
    index = action - PLAY_0
    card = int(game.hand[game.to_move, index])
    return Text("Play {card}", {"card": card_words(card)}), {"kind": "play", "index": index, "card": card}


def _take(game: State, position: int) -> Words:
    card = int(game.rome[position])
    if c.is_god(card):
        return _take_god(game, position), {"kind": "take", "position": position, "back": "god"}
    return Text("Take {card}", {"card": card_words(card)}), {"kind": "take", "position": position, "card": card}


def _take_god(game: State, position: int) -> Text:
    """Gods lie face down: where there are several, their places alone tell them apart."""
    if sum(c.is_god(int(card)) for card in game.rome) == 1:
        return Text("Take the god")
    return Text("Take the god in place {place}", {"place": position + 1})


def card_words(card: int) -> Text:
    """A Rome card in words: province, influence, type, strength and what it shows."""
    data = c.CARD_LIST[card]
    gaps: Gaps = {
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


# --- Questions ----------------------------------------------------------------------


def ask(game: State) -> Text:
    """What is asked of the player to move."""
    if game.step == TAKE:
        return Text("Take a card from Rome.")
    if game.step == ADVANCE:
        return Text("Choose the province in which the god acts.")
    return Text("Play a card from the hand.")


# --- The log ------------------------------------------------------------------------

# A line goes on from the name of the player whose turn it is, so it begins with a small letter


def line(event: Event, memory: bool) -> Text | None:
    """A line of the log; with ``memory`` also the front of a card that went into a hand."""
    match event.kind:
        case events.TAKEN:
            return _taken(event.card, memory)
        case events.REPLACED:
            return Text("sees Rome replaced: only gods lay in it") if event.automatic else Text("replaces all of Rome")
        case events.TURNED_UP:
            return Text("turns up the god {god}", {"god": c.GOD_NAMES[c.GODS[event.god]]})
        case events.ADVANCED:
            return Text("advances in {province}: {before} → {after}", _change(event))
        case events.CHANGED if event.before == event.after:
            return Text("leaves the value of {province} at {before}", _change(event))
        case events.CHANGED:
            return Text("changes the value of {province}: {before} → {after}", _change(event))
        case events.PLAYED:
            return Text("plays {card}", {"card": card_words(event.card)})
        case _:  # a refill is seen in Rome
            return None


def _taken(card: int, memory: bool) -> Text:
    if card < 0:
        return Text("takes a god from Rome")
    if memory:
        return Text("takes {card}", {"card": card_words(card)})
    return Text("takes a card of {province}", {"province": c.PROVINCE_NAMES[c.CARD_LIST[card].province]})


def _change(event: Event) -> Gaps:
    province = c.PROVINCE_NAMES[c.PROVINCES[event.province]]
    return {"province": province, "before": event.before, "after": event.after}
