"""Saint Petersburg in words: actions, refusals, and lines of the log."""

from collections.abc import Callable
from typing import Any

from trigrad.engine.game import Description
from trigrad.engine.journal import Event
from trigrad.engine.text import Name, Text
from trigrad.games.petersburg import actions, cards, events, rules
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.refusals import why_not
from trigrad.games.petersburg.state import (
    ACT,
    BY_BLACK_MARKET,
    DISCARD,
    DISPLACE,
    DRAWN,
    FROM_DRAWN,
    FROM_HAND,
    GUILD_MIX,
    HOST,
    HOUSE_DEAL,
    PILE,
    THEFT,
)

PHASE_NAMES = {
    "worker": Name("Workers", "Artisans", "Мастера"),
    "building": Name("Buildings", "Bâtiments", "Здания"),
    "aristocrat": Name("Aristocrats", "Aristocrates", "Чиновники"),
    "trading": Name("Trading cards", "Cartes d'échange", "Реформы"),
}
GROUP_NAMES = {
    "worker": Name("Worker", "Artisan", "Мастер"),
    "building": Name("Building", "Bâtiment", "Здание"),
    "aristocrat": Name("Aristocrat", "Aristocrate", "Чиновник"),
    "action": Name("Action card", "Carte d'action", "Карта действия"),
}

Words = tuple[Text, dict[str, Any]]


def kind_name(kind: int) -> Name:
    """The name of a kind of cards."""
    return c.KIND_LIST[kind].name


def phase_name(phase: int) -> Name:
    """The name of a phase and its deck."""
    return PHASE_NAMES[c.PHASES[phase]]


# --- Actions and their notation -------------------------------------------------------

_OBSERVATORIES = ("observe", "observe-new")  # base version, New Society's
_GUESTS = ("buffoon", "banquet")


def notation(action: int) -> str:
    """``buy 3``, ``take 3``, ``play 1``, ``pass``, ``observe trading``, ``card market``, ``points 2``, ..."""
    for first, word in _NUMBERED:
        if action >= first:
            return word(action - first)
    raise ValueError(action)


def _counted(word: str) -> Callable[[int], str]:
    return lambda i: f"{word} {i + 1}"


_NUMBERED: list[tuple[int, Callable[[int], str]]] = [
    (rules.WAIT, lambda _: "wait"),
    (rules.STEAL, lambda _: "steal"),
    (rules.DROP_0, _counted("discard")),
    (rules.NUMBER_0, lambda i: f"points {i}"),
    (rules.GUEST_0, lambda i: f"guest {_GUESTS[i]}"),
    (rules.KIND_0, lambda i: f"card {c.KIND_LIST[i].id}"),
    (rules.DRAWN_DROP, lambda _: "drawn discard"),
    (rules.DRAWN_TAKE, lambda _: "drawn take"),
    (rules.DRAWN_BUY, lambda _: "drawn buy"),
    (rules.PRISON_USE, lambda _: "prison"),
    (rules.OBSERVE_0, lambda i: f"{_OBSERVATORIES[i // 4]} {c.PHASES[i % 4]}"),
    (rules.PASS, lambda _: "pass"),
    (rules.PLAY_0, _counted("play")),
    (rules.TAKE_0, _counted("take")),
    (rules.BUY_0, _counted("buy")),
]

_BY_NOTATION = {notation(action): action for action in range(rules.NUM_ACTIONS)}


def parse(text: str) -> int:
    """The action of a notation; ``ValueError`` if there is none."""
    if text not in _BY_NOTATION:
        raise ValueError(f"not an action of Saint Petersburg: {text!r}")
    return _BY_NOTATION[text]


def describe(game: Any, action: int) -> Description:
    """A legal action of the player to move, in notation, words and data."""
    text, data = _words(game, action)
    return Description(action, notation(action), text, data)


def _words(game: Any, action: int) -> Words:
    if action < rules.PASS:
        return _words_of_card(game, action)
    if action < rules.DRAWN_BUY:
        return _words_of_use(action)
    if action < rules.KIND_0:
        return _words_of_drawn(game, action)
    if action < rules.NUMBER_0:
        return _words_of_choice(game, action)
    if action < rules.DROP_0:
        return _words_of_number(game, action - rules.NUMBER_0)
    if action < rules.STEAL:
        index = action - rules.DROP_0
        kind = int(game.hand[game.to_move, index])
        return Text("Discard {card}", {"card": kind_name(kind)}), {"kind": "discard", "index": index}
    if action == rules.STEAL:
        return Text("Play the Theft and act first"), {"kind": "steal"}
    return Text("Keep the Theft for later"), {"kind": "wait"}


def _words_of_card(game: Any, action: int) -> Words:
    """Buying, taking, playing from hand."""
    seat = int(game.to_move)
    if action >= rules.PLAY_0:
        index = action - rules.PLAY_0
        kind = int(game.hand[seat, index])
        data = {"kind": "play", "index": index, "card": c.KIND_LIST[kind].id}
        if cards.is_action_card(kind):
            return Text("Play {card}", {"card": kind_name(kind)}), data
        return _purchase(game, kind, 0, bought=False), data
    place = action % rules.TAKE_0
    kind = int(game.market[place])
    data = {"kind": "buy" if action < rules.TAKE_0 else "take", "place": place, "card": c.KIND_LIST[kind].id}
    if action >= rules.TAKE_0:
        return Text("Take {card} in hand", {"card": kind_name(kind)}), data
    return _purchase(game, kind, int(cards.in_lower_row(game, place)), bought=True), data


def _purchase(game: Any, kind: int, lower: int, bought: bool) -> Text:
    """A purchase in words; what a trading card costs depends on the card that makes room."""
    gaps: dict[str, Any] = {"card": kind_name(kind)}
    if cards.displaces(kind):
        return Text("Displace an own card by {card}", gaps)
    gaps["rubles"] = int(cards.price(game, int(game.to_move), kind, lower, -1))
    return Text("Buy {card} for {rubles} rubles", gaps) if bought else Text("Lay out {card} for {rubles} rubles", gaps)


def _words_of_use(action: int) -> Words:
    """Passing, Observatory, Prison."""
    if action == rules.PASS:
        return Text("Pass"), {"kind": "pass"}
    if action == rules.PRISON_USE:
        return Text("Use the {card}", {"card": kind_name(int(c.USABLE[c.PRISON]))}), {"kind": "prison"}
    which, deck = divmod(action - rules.OBSERVE_0, len(c.PHASES))
    kind = int(c.USABLE[which])
    return (
        Text("{card}: draw from the deck “{deck}”", {"card": kind_name(kind), "deck": phase_name(deck)}),
        {"kind": "observe", "card": c.KIND_LIST[kind].id, "deck": c.PHASES[deck]},
    )


def _words_of_drawn(game: Any, action: int) -> Words:
    """What to do with the drawn card."""
    kind = int(game.drawn)
    data = {"kind": "drawn", "card": c.KIND_LIST[kind].id}
    if action == rules.DRAWN_BUY:
        return _purchase(game, kind, 0, bought=True), data
    if action == rules.DRAWN_TAKE:
        return Text("Take {card} in hand", {"card": kind_name(kind)}), data
    return Text("Discard {card}", {"card": kind_name(kind)}), data


def _words_of_choice(game: Any, action: int) -> Words:
    """An own card to displace or to be host, a card of the discard pile."""
    guest = action - rules.GUEST_0
    kind = int(game.host[guest]) if guest >= 0 else action - rules.KIND_0
    data = {"kind": "card", "card": c.KIND_LIST[kind].id}
    name = kind_name(kind)
    if game.step == PILE:
        return Text("Choose {card}", {"card": name}), data
    if game.step == HOST:
        return Text("Lay it on {card}", {"card": name}), data
    total = int(cards.price(game, int(game.to_move), int(game.buying), int(actions.lowered(game)), kind))
    gaps: dict[str, Any] = {"card": name, "rubles": total}
    if guest >= 0:
        gaps["guest"] = kind_name((c.BUFFOON, c.BANQUET)[guest])
        return Text("Displace {card} with its {guest}, for {rubles} rubles", gaps), data
    return Text("Displace {card}, for {rubles} rubles", gaps), data


def _words_of_number(game: Any, points: int) -> Words:
    """Guild, Trading House, Pub."""
    data = {"kind": "points", "points": points}
    if game.step == GUILD_MIX:
        return Text("{rubles} rubles and {points} points", {"rubles": c.GUILD_TOTAL - points, "points": points}), data
    if points == 0:
        return Text("Buy no points"), data
    rubles = c.HOUSE_RUBLES if game.step == HOUSE_DEAL else c.PUB_RUBLES * points
    return Text("Buy {points} points for {rubles} rubles", {"points": points, "rubles": rubles}), data


def prompt(game: Any) -> Text:
    """What is asked of the player to move."""
    if game.over:
        return Text("The game is over.")
    if game.step == ACT:
        return Text("Two actions in a row: choose one.") if game.extra == c.EXTRA_ACTIONS else Text("Choose an action.")
    if game.step in (DISPLACE, HOST):
        gaps = {"card": kind_name(int(game.buying))}
        if game.step == DISPLACE:
            return Text("Which own card makes room for {card}?", gaps)
        return Text("On which own card does {card} lie?", gaps)
    if game.step == DRAWN:
        return Text("What becomes of {card}?", {"card": kind_name(int(game.drawn))})
    return _PROMPTS[int(game.step)]


_PROMPTS = {
    PILE: Text("Choose a card of the discard pile."),
    DISCARD: Text("Which other card of the hand do you discard?"),
    THEFT: Text("The phase begins: do you play the Theft?"),
    GUILD_MIX: Text("The Guild Hall brings four: how many of them points?"),
    HOUSE_DEAL: Text("Buy points at the Trading House?"),
    HOUSE_DEAL + 1: Text("How many points do you buy in the Pub?"),
}


def explain(game: Any, action: int) -> Text:
    """Why an action is not possible now."""
    return why_not(game, action)


# --- The log --------------------------------------------------------------------------


def tell(event: Event, memory: bool) -> Text | None:
    """A line of the log; with ``memory`` also the names of cards that went into a hand."""
    line = _LINES.get(event.kind)
    return line(event, memory) if line else None


def _always(line: Text) -> Callable[[Event, bool], Text]:
    """A line without gaps."""
    return lambda *_: line


def _tell_play(event: Event, _: bool) -> Text:
    return Text("Plays {card}", {"card": kind_name(event.a)})


def _tell_buy(event: Event, _: bool) -> Text:
    gaps: dict[str, Any] = {"card": kind_name(event.a), "rubles": event.b}
    if event.d >= 0:
        gaps["old"] = kind_name(event.d)
        return Text("Displaces {old} by {card}, for {rubles} rubles", gaps)
    if FROM_HAND <= event.c < FROM_DRAWN:
        return Text("Lays out {card} for {rubles} rubles", gaps)
    return Text("Buys {card} for {rubles} rubles", gaps)


def _tell_take(event: Event, memory: bool) -> Text:
    return Text("Takes {card} in hand", {"card": kind_name(event.a)}) if memory else Text("Takes a card in hand")


def _tell_observe(event: Event, _: bool) -> Text:
    gaps: dict[str, Any] = {"card": kind_name(event.a), "deck": phase_name(event.b)}
    return Text("Observatory: draws {card} from the deck “{deck}”", gaps)


def _tell_pick(event: Event, _: bool) -> Text:
    by = c.BLACK_MARKET if event.b == BY_BLACK_MARKET else int(c.USABLE[c.PRISON])
    return Text("{by}: chooses {card} from the discard pile", {"by": kind_name(by), "card": kind_name(event.a)})


def _tell_drop(event: Event, _: bool) -> Text:
    return Text("Discards {card}", {"card": kind_name(event.a)})


def _tell_host(event: Event, _: bool) -> Text:
    return Text("{card} lies on {host}", {"card": kind_name(event.a), "host": kind_name(event.b)})


def _tell_guest_gone(event: Event, _: bool) -> Text:
    return Text("{card} is discarded", {"card": kind_name(event.a)})


def _tell_income(event: Event, _: bool) -> Text | None:
    gaps: dict[str, Any] = {"phase": phase_name(event.a), "rubles": event.b, "points": event.c}
    return Text("{phase}: {rubles} rubles, {points} points", gaps) if event.b or event.c else None


def _tell_upkeep(event: Event, _: bool) -> Text:
    gaps: dict[str, Any] = {"card": kind_name(c.SYCOPHANT), "rubles": event.a, "lost": event.b}
    if event.b:
        return Text("{card}: pays {rubles} rubles, discards {lost}", gaps)
    return Text("{card}: pays {rubles} rubles", gaps)


def _tell_guild(event: Event, _: bool) -> Text:
    gaps: dict[str, Any] = {"card": kind_name(c.GUILD), "rubles": event.a, "points": event.b}
    return Text("{card}: {rubles} rubles, {points} points", gaps)


def _tell_bought(event: Event, _: bool) -> Text:
    gaps: dict[str, Any] = {"card": kind_name(event.a), "points": event.b, "rubles": event.c}
    return Text("{card}: buys {points} points for {rubles} rubles", gaps)


def _tell_final(event: Event, _: bool) -> Text:
    gaps = {"nobles": event.a, "money": event.b, "hand": event.c}
    return Text("Final points: aristocrats {nobles}, money {money}, hand {hand}", gaps)


def _tell_last(event: Event, _: bool) -> Text:
    gaps: dict[str, Any] = {"deck": phase_name(event.a), "round": event.b}
    return Text("The deck “{deck}” has run out: round {round} is the last", gaps)


def _tell_phase(event: Event, _: bool) -> Text:
    return Text("Begins the phase “{phase}”", {"phase": phase_name(event.a)})


_LINES: dict[int, Callable[[Event, bool], Text | None]] = {
    events.EV_ROUND: lambda event, _: Text("Round {round}", {"round": event.a}),
    events.EV_DISC: lambda event, _: Text("The disc: {points} points", {"points": event.a}),
    events.EV_PHASE: _tell_phase,
    events.EV_THEFT: _always(Text("Plays the Theft")),
    events.EV_PASS: _always(Text("Passes")),
    events.EV_BUY: _tell_buy,
    events.EV_TAKE: _tell_take,
    events.EV_OBSERVE: _tell_observe,
    events.EV_PICK: _tell_pick,
    events.EV_DROP: _tell_drop,
    events.EV_ACTION_CARD: _tell_play,
    events.EV_HOST: _tell_host,
    events.EV_DONKEY: lambda event, _: Text("Gets {rubles} rubles", {"rubles": event.a}),
    events.EV_INCOME: _tell_income,
    events.EV_HOST_USED: _tell_guest_gone,
    events.EV_UPKEEP: _tell_upkeep,
    events.EV_GUILD: _tell_guild,
    events.EV_POINTS_BOUGHT: _tell_bought,
    events.EV_LAST_ROUND: _tell_last,
    events.EV_FINAL: _tell_final,
    events.EV_END: _always(Text("The game is over.")),
    events.EV_PRISON: _always(Text("Uses the {card}", {"card": kind_name(int(c.USABLE[c.PRISON]))})),
}
