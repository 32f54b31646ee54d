"""Saint Petersburg in words: choices, questions, and lines of the log."""

from collections.abc import Callable

from trigrad.engine.game import Words
from trigrad.engine.journal import Event, Kind
from trigrad.engine.text import Name, Text
from trigrad.games.petersburg import actions, events
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.rules import cards, turn
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
    PICKPOCKET_PLAY,
    PILE,
    PUB_DEAL,
    State,
)

Gaps = dict[str, Name | Text | str | int]  # what fills the gaps of a sentence

PHASE_NAMES = {
    "worker": Name("Workers", "Artisans", "Мастера"),
    "building": Name("Buildings", "Bâtiments", "Здания"),
    "aristocrat": Name("Aristocrats", "Aristocrates", "Чиновники"),
    "trading": Name("Trading cards", "Cartes d’échange", "Реформы"),
}
GROUP_NAMES = {
    "worker": Name("Worker", "Artisan", "Мастер"),
    "building": Name("Building", "Bâtiment", "Здание"),
    "aristocrat": Name("Aristocrat", "Aristocrate", "Чиновник"),
    "action": Name("Action card", "Carte d’action", "Карта действия"),
}


def kind_name(kind: int) -> Name:
    """The name of a kind of cards."""
    return c.KIND_LIST[kind].name


def phase_name(phase: int) -> Name:
    """The name of a phase and its deck."""
    return PHASE_NAMES[c.PHASES[phase]]


def rubles(number: int) -> Text:
    """An amount of money."""
    return Text.plural("{number} ruble", "{number} rubles", number)


def points(number: int) -> Text:
    """A number of points."""
    return Text.plural("{number} point", "{number} points", number)


# --- Choices --------------------------------------------------------------------------


def words(game: State, action: int) -> Words:
    """A legal action of the player to move in words, and as data."""
    if action < actions.PASS:
        return _words_of_card(game, action)
    if action < actions.DRAWN_BUY:
        return _words_of_use(action)
    if action < actions.KIND_0:
        return _words_of_drawn(game, action)
    if action < actions.NUMBER_0:
        return _words_of_choice(game, action)
    if action < actions.DISCARD_0:
        return _words_of_number(game, action - actions.NUMBER_0)
    if action < actions.STEAL:
        index = action - actions.DISCARD_0
        kind = int(game.hand[game.to_move, index])
        return Text("Discard {card}", {"card": kind_name(kind)}), {"kind": "discard", "index": index}
    if action == actions.STEAL:
        return Text("Play the Pickpocket and act first"), {"kind": "steal"}
    return Text("Keep the Pickpocket for later"), {"kind": "wait"}


def _words_of_card(game: State, action: int) -> Words:
    """Buying, taking, playing from hand."""
    seat = int(game.to_move)
    if action >= actions.PLAY_0:
        index = action - actions.PLAY_0
        kind = int(game.hand[seat, index])
        data = {"kind": "play", "index": index, "card": c.KIND_LIST[kind].id}
        if c.is_action_card(kind):
            return Text("Play {card}", {"card": kind_name(kind)}), data
        return _purchase(game, kind, 0, bought=False), data
    place = action % actions.TAKE_0
    kind = int(game.market[place])
    data = {"kind": "buy" if action < actions.TAKE_0 else "take", "place": place, "card": c.KIND_LIST[kind].id}
    if action >= actions.TAKE_0:
        return _of_row(game, place, Text("Take {card} in hand", {"card": kind_name(kind)})), data
    return _of_row(game, place, _purchase(game, kind, cards.in_lower_row(game, place), bought=True)), data


def _of_row(game: State, place: int, choice: Text) -> Text:
    """A choice of a card on the board, with its row where both have one of its kind."""
    lower = int(game.lower_size)
    kinds = game.market[: game.market_size].tolist()
    if kinds[place] not in kinds[:lower] or kinds[place] not in kinds[lower:]:
        return choice
    gaps: Gaps = {"choice": choice}
    return Text("{choice} (lower row)", gaps) if place < lower else Text("{choice} (upper row)", gaps)


def _purchase(game: State, kind: int, lower: int, bought: bool) -> Text:
    """A purchase in words; what a trading card costs depends on the card that makes room."""
    gaps: Gaps = {"card": kind_name(kind)}
    if c.is_trading_card(kind):
        return Text("Displace an own card by {card}", gaps)
    gaps["rubles"] = rubles(cards.price(game, int(game.to_move), kind, lower, -1))
    return Text("Buy {card} for {rubles}", gaps) if bought else Text("Lay out {card} for {rubles}", gaps)


def _words_of_use(action: int) -> Words:
    """Passing, Observatory, Prison."""
    if action == actions.PASS:
        return Text("Pass"), {"kind": "pass"}
    if action == actions.PRISON_USE:
        return Text("Use the {card}", {"card": kind_name(int(c.USABLE[c.PRISON]))}), {"kind": "prison"}
    which, deck = divmod(action - actions.OBSERVE_0, len(c.PHASES))
    kind = int(c.USABLE[which])
    return (
        Text("{card}: draw from the deck “{deck}”", {"card": kind_name(kind), "deck": phase_name(deck)}),
        {"kind": "observe", "card": c.KIND_LIST[kind].id, "deck": c.PHASES[deck]},
    )


def _words_of_drawn(game: State, action: int) -> Words:
    """What to do with the drawn card."""
    kind = int(game.drawn)
    data = {"kind": "drawn", "card": c.KIND_LIST[kind].id}
    if action == actions.DRAWN_BUY:
        return _purchase(game, kind, 0, bought=True), data
    if action == actions.DRAWN_TAKE:
        return Text("Take {card} in hand", {"card": kind_name(kind)}), data
    return Text("Discard {card}", {"card": kind_name(kind)}), data


def _words_of_choice(game: State, action: int) -> Words:
    """An own card to displace or to be host, a card of the discard pile."""
    guest = action - actions.GUEST_0
    kind = int(game.host[guest]) if guest >= 0 else action - actions.KIND_0
    data = {"kind": "card", "card": c.KIND_LIST[kind].id}
    name = kind_name(kind)
    if game.step == PILE:
        return Text("Choose {card}", {"card": name}), data
    if game.step == HOST:
        return Text("Lay it on {card}", {"card": name}), data
    total = cards.price(game, int(game.to_move), int(game.buying), turn.lowered(game), kind)
    gaps: Gaps = {"card": name, "rubles": rubles(total)}
    if guest >= 0:
        gaps["guest"] = kind_name((c.JESTER, c.BANQUET)[guest])
        return Text("Displace {card} with its {guest}, for {rubles}", gaps), data
    return Text("Displace {card}, for {rubles}", gaps), data


def _words_of_number(game: State, number: int) -> Words:
    """Guild Hall, Trading House, Pub."""
    data = {"kind": "points", "points": number}
    if game.step == GUILD_MIX:
        return _both(c.GUILD_TOTAL - number, number), data
    if number == 0:
        return Text("Buy no points"), data
    price = c.HOUSE_RUBLES if game.step == HOUSE_DEAL else c.PUB_RUBLES * number
    return Text("Buy {points} for {rubles}", {"points": points(number), "rubles": rubles(price)}), data


def _both(money: int, number: int) -> Text:
    """Rubles and points together."""
    return Text("{rubles} and {points}", {"rubles": rubles(money), "points": points(number)})


def ask(game: State) -> Text:
    """What is asked of the player to move."""
    if game.step == ACT:
        return Text("Two actions in a row: choose one.") if game.extra == c.EXTRA_ACTIONS else Text("Choose an action.")
    if game.step == DISPLACE:
        return Text("Which own card makes room for {card}?", {"card": kind_name(game.buying)})
    if game.step == HOST:
        return Text("On which own card does {card} lie?", {"card": kind_name(game.buying)})
    if game.step == DRAWN:
        return Text("What becomes of {card}?", {"card": kind_name(game.drawn)})
    return _QUESTIONS[int(game.step)]


_QUESTIONS = {
    PILE: Text("Choose a card of the discard pile."),
    DISCARD: Text("Which other card of the hand do you discard?"),
    PICKPOCKET_PLAY: Text("The phase begins: do you play the Pickpocket?"),
    GUILD_MIX: Text("The Guild Hall brings four: how many of them points?"),
    HOUSE_DEAL: Text("Buy points at the Trading House?"),
    PUB_DEAL: Text("How many points do you buy in the Pub?"),
}


# --- The log --------------------------------------------------------------------------

# A line about a player goes on from their name, so it begins with a small letter


def line(event: Event, memory: bool) -> Text | None:
    """A line of the log; with ``memory`` also the names of cards that went into a hand."""
    if event.kind == events.TAKEN:
        return Text("takes {card} in hand", {"card": kind_name(event.card)}) if memory else Text("takes a card in hand")
    tell = _LINES.get(event.kind)
    return tell(event) if tell else None


def _bought(event: Event) -> Text:
    gaps: Gaps = {"card": kind_name(event.card), "rubles": rubles(event.price)}
    if event.displaced >= 0:
        gaps["old"] = kind_name(event.displaced)
        return Text("displaces {old} by {card}, for {rubles}", gaps)
    if FROM_HAND <= event.source < FROM_DRAWN:
        return Text("lays out {card} for {rubles}", gaps)
    return Text("buys {card} for {rubles}", gaps)


def _observed(event: Event) -> Text:
    gaps: Gaps = {"card": kind_name(event.card), "deck": phase_name(event.deck)}
    return Text("draws {card} from the deck “{deck}” (Observatory)", gaps)


def _picked(event: Event) -> Text:
    by = c.BLACK_MARKET if event.drawn_by == BY_BLACK_MARKET else int(c.USABLE[c.PRISON])
    return Text("chooses {card} from the discard pile ({by})", {"by": kind_name(by), "card": kind_name(event.card)})


def _guest_laid(event: Event) -> Text:
    return Text("lays {card} on {host}", {"card": kind_name(event.guest), "host": kind_name(event.host)})


def _income_paid(event: Event) -> Text | None:
    if event.rubles == event.points == 0:
        return None
    return _gained(_sum(event.rubles, event.points), phase_name(event.phase))


def _gained(gain: Text, source: Name) -> Text:
    return Text("gets {gain} ({source})", {"gain": gain, "source": source})


def _sum(money: int, number: int) -> Text:
    """Rubles and points, without a part that is nothing."""
    if money and number:
        return _both(money, number)
    return points(number) if number else rubles(money)


def _sycophants_paid(event: Event) -> Text:
    gaps: Gaps = {"card": kind_name(c.SYCOPHANT), "rubles": rubles(event.rubles)}
    if not event.lost:
        return Text("pays {rubles} ({card})", gaps)
    if not event.rubles:
        return Text.plural("discards {number} card ({card})", "discards {number} cards ({card})", event.lost, gaps)
    return Text.plural(
        "pays {rubles} and discards {number} card ({card})",
        "pays {rubles} and discards {number} cards ({card})",
        event.lost,
        gaps,
    )


def _guild_paid(event: Event) -> Text:
    return _gained(_sum(event.rubles, event.points), kind_name(c.GUILD))


def _points_bought(event: Event) -> Text:
    if not event.points:
        return Text("buys no points ({card})", {"card": kind_name(event.card)})
    gaps: Gaps = {"card": kind_name(event.card), "points": points(event.points), "rubles": rubles(event.rubles)}
    return Text("buys {points} for {rubles} ({card})", gaps)


def _final_scored(event: Event) -> Text:
    hand = str(event.hand).replace("-", "−")
    gaps: Gaps = {"aristocrats": event.aristocrats, "money": event.money, "hand": hand}
    return Text("scores at the end: aristocrats {aristocrats}, money {money}, hand {hand}", gaps)


def _ran_out(event: Event) -> Text:
    gaps: Gaps = {"deck": phase_name(event.deck), "round": event.round}
    return Text("The deck “{deck}” has run out: round {round} is the last", gaps)


_LINES: dict[Kind, Callable[[Event], Text | None]] = {
    events.ROUND_BEGAN: lambda event: Text("Round {round}", {"round": event.round}),
    events.DISC_SCORED: lambda event: Text("gets {points} for the disc", {"points": points(event.points)}),
    events.PHASE_BEGAN: lambda event: Text("begins the phase “{phase}”", {"phase": phase_name(event.phase)}),
    events.RAN_OUT: _ran_out,
    events.FINAL_SCORED: _final_scored,
    events.PASSED: lambda _: Text("passes"),
    events.BOUGHT: _bought,
    events.OBSERVED: _observed,
    events.PRISON_USED: lambda _: Text("uses the {card}", {"card": kind_name(int(c.USABLE[c.PRISON]))}),
    events.PICKED: _picked,
    events.DISCARDED: lambda event: Text("discards {card}", {"card": kind_name(event.card)}),
    events.ACTION_CARD_PLAYED: lambda event: Text("plays {card}", {"card": kind_name(event.card)}),
    events.PICKPOCKET_PLAYED: lambda _: Text("plays the Pickpocket"),
    events.DONKEY_PAID: lambda event: _gained(rubles(event.rubles), kind_name(c.DONKEY)),
    events.GUEST_LAID: _guest_laid,
    events.GUEST_LEFT: lambda event: Text("discards {card}", {"card": kind_name(event.guest)}),
    events.INCOME_PAID: _income_paid,
    events.SYCOPHANTS_PAID: _sycophants_paid,
    events.GUILD_PAID: _guild_paid,
    events.POINTS_BOUGHT: _points_bought,
}
