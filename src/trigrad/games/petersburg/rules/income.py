"""The second step of a phase: income, and what may be bought with it ("Reward")."""

from trigrad.engine.journal import Journal, note
from trigrad.engine.rule import rule
from trigrad.games.petersburg.components import (
    ARISTOCRAT,
    BANQUET,
    BUILDING,
    COFFEE_HOUSE,
    GROUP,
    GUILD,
    GUILD_TOTAL,
    HOUSE_POINTS,
    HOUSE_RUBLES,
    JESTER,
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
    GUEST_LEFT,
    GUILD_PAID,
    INCOME_PAID,
    POINTS_BOUGHT,
    SYCOPHANTS_PAID,
)
from trigrad.games.petersburg.rules.cards import discard, leave_area, note_displaceable
from trigrad.games.petersburg.state import BANQUET_GUEST, GUILD_MIX, HOUSE_DEAL, JESTER_GUEST, PUB_DEAL, State

# --- How much -------------------------------------------------------------------------


@rule
def counted_rubles(game: State, player: int, phase: int) -> int:
    """Rubles of the cards that pay for other cards: Mariinsky, Coffee House, Tax Man, Mayor (Ruling P13)."""
    owned = game.owned
    cards = game.cards
    if phase == BUILDING:
        return (int(owned[player, MARIINSKY]) + int(owned[player, COFFEE_HOUSE])) * int(cards[player, ARISTOCRAT])
    if phase == ARISTOCRAT:
        taxes = int(owned[player, TAX_MAN]) * int(cards[player, WORKER])
        return taxes + int(owned[player, MAYOR]) * int(cards[player, BUILDING])
    return 0


@rule
def counted_points(game: State, player: int, phase: int) -> int:
    """Points of the new Mariinsky and the Textile Factory, less those of used cards (Rulings P8, P13)."""
    if phase != BUILDING:
        return 0
    theatre = int(game.owned[player, MARIINSKY_NS]) * int(game.cards[player, ARISTOCRAT])
    cloth = int(game.owned[player, TEXTILE]) * TEXTILE_POINTS * int(game.wool[player])
    used = int(game.face_down[player, 0]) + int(game.face_down[player, 1]) + int(game.face_down[player, 2])
    return theatre + cloth - used


@rule
def is_visited(game: State, player: int, phase: int, guest: int) -> bool:
    """Whether the Jester or the Banquet changes a player's income of this phase."""
    return bool(game.host_owner[guest] == player and GROUP[game.host[guest]] == phase)


@rule
def guest_rubles(game: State, player: int, phase: int) -> int:
    """Rubles that the Jester, which swaps, and the Banquet, which doubles, add (Ruling P17)."""
    rubles = 0
    if is_visited(game, player, phase, JESTER_GUEST):
        rubles += int(POINTS[game.host[JESTER_GUEST]]) - int(RUBLES[game.host[JESTER_GUEST]])
    if is_visited(game, player, phase, BANQUET_GUEST):
        rubles += int(RUBLES[game.host[BANQUET_GUEST]])
    return rubles


@rule
def guest_points(game: State, player: int, phase: int) -> int:
    """Points that the Jester, which swaps, and the Banquet, which doubles, add (Ruling P17)."""
    points = 0
    if is_visited(game, player, phase, JESTER_GUEST):
        points += int(RUBLES[game.host[JESTER_GUEST]]) - int(POINTS[game.host[JESTER_GUEST]])
    if is_visited(game, player, phase, BANQUET_GUEST):
        points += int(POINTS[game.host[BANQUET_GUEST]])
    return points


@rule
def rubles_income(game: State, player: int, phase: int) -> int:
    """A player's rubles for a phase, before Guild Hall and Sycophants."""
    rubles = int(game.income_rubles[player, phase]) + counted_rubles(game, player, phase)
    return rubles + guest_rubles(game, player, phase)


@rule
def points_income(game: State, player: int, phase: int) -> int:
    """A player's points for a phase, before Guild Hall, Trading House and Pub."""
    points = int(game.income_points[player, phase]) + counted_points(game, player, phase)
    return points + guest_points(game, player, phase)


# --- Paying it out --------------------------------------------------------------------


@rule
def reward(game: State, phase: int, journal: Journal) -> None:
    """Everybody gets the income of the phase at the same time (Ruling P12)."""
    for player in range(game.players):
        rubles = rubles_income(game, player, phase)
        points = points_income(game, player, phase)
        game.money[player] += rubles
        game.points[player] += points
        note(journal, INCOME_PAID, player, phase, rubles, points)
        if phase == ARISTOCRAT and game.owned[player, SYCOPHANT] > 0:
            pay_sycophants(game, player, journal)
    for guest in range(2):
        if game.host[guest] >= 0 and GROUP[game.host[guest]] == phase:
            dismiss_guest(game, guest, 0, journal)


@rule
def pay_sycophants(game: State, player: int, journal: Journal) -> None:
    """A ruble for each, after all other income; those that cannot be paid for go (Ruling P11)."""
    count = int(game.owned[player, SYCOPHANT])
    paid = min(count, int(game.money[player]))
    game.money[player] -= paid
    for _ in range(count - paid):
        leave_area(game, player, SYCOPHANT)
    note(journal, SYCOPHANTS_PAID, player, paid, count - paid)


@rule
def dismiss_guest(game: State, guest: int, displaced: int, journal: Journal) -> None:
    """The Jester or the Banquet is discarded; ``displaced`` 1 if its host was (Ruling P17)."""
    card = JESTER if guest == JESTER_GUEST else BANQUET
    player = int(game.host_owner[guest])
    host = int(game.host[guest])
    note(journal, GUEST_LEFT, player, card, host, displaced)
    game.host[guest] = -1
    game.host_owner[guest] = -1
    note_displaceable(game, player, host)
    discard(game, card)


# --- Questions after the income of buildings ------------------------------------------


@rule
def ask_next(game: State) -> bool:
    """Ask the next owner of a Guild Hall, Trading House or Pub; whether there was one (Ruling P10).

    ``game.asked`` counts through all Guild Halls from the first player on, then for each
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
def most_points(game: State) -> int:
    """The most points that the player asked can choose at Guild Hall, Trading House or Pubs."""
    player = int(game.to_move)
    if game.step == GUILD_MIX:
        return GUILD_TOTAL
    if game.step == HOUSE_DEAL:
        return HOUSE_POINTS if game.money[player] >= HOUSE_RUBLES else 0
    return min(PUB_POINTS * int(game.owned[player, PUB]), int(game.money[player]) // PUB_RUBLES)


@rule
def is_possible_number(game: State, points: int) -> bool:
    """Whether a number of points can be the answer; the Trading House sells all of its points or none."""
    if points > most_points(game):
        return False
    return game.step != HOUSE_DEAL or points in (0, HOUSE_POINTS)


@rule
def answer(game: State, points: int, journal: Journal) -> None:
    """The Guild Hall's four in the mix chosen, or points bought in Trading House or Pubs (Ruling P10)."""
    player = int(game.to_move)
    game.points[player] += points
    if game.step == GUILD_MIX:
        game.money[player] += GUILD_TOTAL - points
        note(journal, GUILD_PAID, player, GUILD_TOTAL - points, points)
        return
    kind = TRADING_HOUSE if game.step == HOUSE_DEAL else PUB
    rubles = points * PUB_RUBLES
    if game.step == HOUSE_DEAL:
        rubles = HOUSE_RUBLES if points > 0 else 0
    game.money[player] -= rubles
    note(journal, POINTS_BOUGHT, player, kind, points, rubles)
