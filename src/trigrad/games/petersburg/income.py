"""The second step of a phase: income, and what may be bought with it ("Reward")."""

from typing import Any

from trigrad.engine.journal import note
from trigrad.engine.rule import rule
from trigrad.games.petersburg.cards import discard, leave_area, note_displaceable
from trigrad.games.petersburg.components import (
    ARISTOCRAT,
    BANQUET,
    BUFFOON,
    BUILDING,
    GROUP,
    GUILD,
    GUILD_TOTAL,
    HOUSE_POINTS,
    HOUSE_RUBLES,
    INN,
    MARIINSKY,
    MARIINSKY_NS,
    MAYOR,
    POINTS,
    PUB,
    PUB_POINTS,
    PUB_RUBLES,
    RUBLES,
    SYCOPHANT,
    TAX_MAN,
    TEXTILE,
    TEXTILE_POINTS,
    TRADING_HOUSE,
    WORKER,
)
from trigrad.games.petersburg.events import (
    EV_GUILD,
    EV_HOST_USED,
    EV_INCOME,
    EV_POINTS_BOUGHT,
    EV_UPKEEP,
)
from trigrad.games.petersburg.state import GUILD_MIX, HOUSE_DEAL, PUB_DEAL, plain

_BUFFOON, _BANQUET = 0, 1  # guests, as in state.host

# --- How much -------------------------------------------------------------------------


@rule
def counted_rubles(game: Any, player: int, phase: int) -> int:
    """Rubles of the cards that pay for other cards: Mariinsky, Inn, Tax Man, Mayor (Ruling P13)."""
    owned = game.owned
    cards = game.cards
    if phase == BUILDING:
        return (int(owned[player, MARIINSKY]) + int(owned[player, INN])) * int(cards[player, ARISTOCRAT])
    if phase == ARISTOCRAT:
        taxes = int(owned[player, TAX_MAN]) * int(cards[player, WORKER])
        return taxes + int(owned[player, MAYOR]) * int(cards[player, BUILDING])
    return 0


@rule
def counted_points(game: Any, player: int, phase: int) -> int:
    """Points of the new Mariinsky and the Textile Factory, less those of used cards (Rulings P8, P13)."""
    if phase != BUILDING:
        return 0
    theatre = int(game.owned[player, MARIINSKY_NS]) * int(game.cards[player, ARISTOCRAT])
    cloth = int(game.owned[player, TEXTILE]) * TEXTILE_POINTS * int(game.wool[player])
    used = int(game.face_down[player, 0]) + int(game.face_down[player, 1]) + int(game.face_down[player, 2])
    return theatre + cloth - used


@rule
def is_visited(game: Any, player: int, phase: int, guest: int) -> bool:
    """Whether the Buffoon (guest 0) or the Banquet (1) changes a player's income of this phase."""
    return bool(game.host_owner[guest] == player and GROUP[game.host[guest]] == phase)


@rule
def guest_rubles(game: Any, player: int, phase: int) -> int:
    """Rubles that the Buffoon, which swaps, and the Banquet, which doubles, add (Ruling P17)."""
    rubles = 0
    if is_visited(game, player, phase, _BUFFOON):
        rubles += int(POINTS[game.host[_BUFFOON]]) - int(RUBLES[game.host[_BUFFOON]])
    if is_visited(game, player, phase, _BANQUET):
        rubles += int(RUBLES[game.host[_BANQUET]])
    return rubles


@rule
def guest_points(game: Any, player: int, phase: int) -> int:
    """Points that the Buffoon, which swaps, and the Banquet, which doubles, add (Ruling P17)."""
    points = 0
    if is_visited(game, player, phase, _BUFFOON):
        points += int(RUBLES[game.host[_BUFFOON]]) - int(POINTS[game.host[_BUFFOON]])
    if is_visited(game, player, phase, _BANQUET):
        points += int(POINTS[game.host[_BANQUET]])
    return points


@rule
def rubles_income(game: Any, player: int, phase: int) -> int:
    """A player's rubles for a phase, before Guild and Sycophants."""
    rubles = int(game.income_rubles[player, phase]) + counted_rubles(game, player, phase)
    return rubles + guest_rubles(game, player, phase)


@rule
def points_income(game: Any, player: int, phase: int) -> int:
    """A player's points for a phase, before Guild, Trading House and Pub."""
    points = int(game.income_points[player, phase]) + counted_points(game, player, phase)
    return points + guest_points(game, player, phase)


# --- Paying it out --------------------------------------------------------------------


@rule
def reward(game: Any, phase: int, journal: Any) -> None:
    """Everybody gets the income of the phase at the same time (Ruling P12)."""
    for player in range(plain(game.players)):
        rubles = rubles_income(game, player, phase)
        points = points_income(game, player, phase)
        game.money[player] += rubles
        game.points[player] += points
        note(journal, EV_INCOME, player, phase, rubles, points, 0)
        if phase == ARISTOCRAT and game.owned[player, SYCOPHANT] > 0:
            pay_sycophants(game, player, journal)
    for guest in range(2):
        if game.host[guest] >= 0 and GROUP[game.host[guest]] == phase:
            dismiss_guest(game, guest, 0, journal)


@rule
def pay_sycophants(game: Any, player: int, journal: Any) -> None:
    """A ruble for each, after all other income; those that cannot be paid for go (Ruling P11)."""
    count = int(game.owned[player, SYCOPHANT])
    paid = min(count, int(game.money[player]))
    game.money[player] -= paid
    for _ in range(count - paid):
        leave_area(game, player, SYCOPHANT)
    note(journal, EV_UPKEEP, player, paid, count - paid, 0, 0)


@rule
def dismiss_guest(game: Any, guest: int, displaced: int, journal: Any) -> None:
    """The Buffoon (0) or the Banquet (1) is discarded; ``displaced`` 1 if its host was (Ruling P17)."""
    card = BUFFOON if guest == 0 else BANQUET
    player = int(game.host_owner[guest])
    host = plain(game.host[guest])
    note(journal, EV_HOST_USED, player, card, host, displaced, 0)
    game.host[guest] = -1
    game.host_owner[guest] = -1
    note_displaceable(game, player, host)
    discard(game, card)


# --- Questions after the income of buildings ------------------------------------------


@rule
def ask_next(game: Any) -> bool:
    """Ask the next owner of a Guild, Trading House or Pub; whether there was one (Ruling P10).

    ``game.asked`` counts through all Guilds from the first player on, then for each
    seat through Trading House and Pubs.
    """
    players = int(game.players)
    while game.asked < 3 * players:
        number = int(game.asked)
        game.asked += 1
        seat = number if number < players else (number - players) // 2
        player = (int(game.first) + seat) % players
        kind, step = _question(number, players)
        if game.owned[player, kind] > 0:
            game.to_move = player
            game.step = step
            return True
    return False


@rule
def _question(number: int, players: int) -> tuple[int, int]:
    """The kind of card that a question is about, and the step that asks it."""
    if number < players:
        return GUILD, GUILD_MIX
    if (number - players) % 2 == 0:
        return TRADING_HOUSE, HOUSE_DEAL
    return PUB, PUB_DEAL


@rule
def most_points(game: Any) -> int:
    """The most points that the player asked can choose in Guild, Trading House or Pubs."""
    player = plain(game.to_move)
    if game.step == GUILD_MIX:
        return GUILD_TOTAL
    if game.step == HOUSE_DEAL:
        return HOUSE_POINTS if game.money[player] >= HOUSE_RUBLES else 0
    return min(PUB_POINTS * int(game.owned[player, PUB]), int(game.money[player]) // PUB_RUBLES)


@rule
def is_possible_number(game: Any, points: int) -> bool:
    """Whether a number of points can be the answer; the Trading House sells all of its points or none."""
    if points > most_points(game):
        return False
    return game.step != HOUSE_DEAL or points in (0, HOUSE_POINTS)


@rule
def answer(game: Any, points: int, journal: Any) -> None:
    """The Guild's four in the mix chosen, or points bought in Trading House or Pubs (Ruling P10)."""
    player = plain(game.to_move)
    game.points[player] += points
    if game.step == GUILD_MIX:
        game.money[player] += GUILD_TOTAL - points
        note(journal, EV_GUILD, player, GUILD_TOTAL - points, points, 0, 0)
        return
    kind = TRADING_HOUSE if game.step == HOUSE_DEAL else PUB
    rubles = points * PUB_RUBLES
    if game.step == HOUSE_DEAL:
        rubles = HOUSE_RUBLES if points > 0 else 0
    game.money[player] -= rubles
    note(journal, EV_POINTS_BOUGHT, player, kind, points, rubles, 0)
