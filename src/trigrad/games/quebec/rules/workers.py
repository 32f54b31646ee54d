"""Workers and buildings: the small moves that Québec's rules are made of."""

from trigrad.engine.journal import Journal, note
from trigrad.engine.rule import rule
from trigrad.games.quebec.components import DUEL, ECONOMIC, SITE_WORKERS
from trigrad.games.quebec.events import ACTIVATED, CONTRIBUTED, SCORED, SENT
from trigrad.games.quebec.state import NEUTRAL, NONE, State, contributions, holder

# --- Buildings --------------------------------------------------------------------


@rule
def last_contributor(game: State, site: int) -> int:
    """Who made the last contribution to a site, or -1."""
    count = contributions(game, site)
    return NONE if count == 0 else int(game.slots[site, count - 1]) - 1


@rule
def owner_of(game: State, architect: int) -> int:
    """Whose building an architect's is, for complementary actions and tokens.

    The economic leader's neutral one is its holder's; the common one of two players is
    nobody's (Rulings B9, B21).
    """
    if architect != NEUTRAL:
        return architect
    return NONE if game.players == DUEL else holder(game, ECONOMIC)


@rule
def add_contribution(game: State, player: int, site: int, source: int, journal: Journal) -> None:
    """Fill the next slot of a site, counter-clockwise (Ruling B9); the workers are paid elsewhere."""
    game.slots[site, contributions(game, site)] = player + 1
    note(journal, CONTRIBUTED, player, site, int(SITE_WORKERS[site]), source)


# --- Workers ----------------------------------------------------------------------


@rule
def available(game: State, player: int) -> int:
    """Workers for a complementary action: those of the supply, then active ones (Ruling B10)."""
    return int(game.passive[player]) + int(game.active[player])


@rule
def activate(game: State, player: int, number: int, journal: Journal) -> None:
    """Move workers from the supply to the hand tile, as many as there are."""
    moved = min(number, int(game.passive[player]))
    game.passive[player] -= moved
    game.active[player] += moved
    if moved > 0:
        note(journal, ACTIVATED, player, moved)


@rule
def pay_for_action(game: State, player: int, number: int) -> None:
    """Take workers for a complementary action: from the supply first (Ruling B10)."""
    from_supply = min(number, int(game.passive[player]))
    game.passive[player] -= from_supply
    game.active[player] -= number - from_supply


@rule
def enter_zone(game: State, player: int, zone: int, number: int, source: int, journal: Journal) -> None:
    """Workers that were paid for come into a zone."""
    game.zones[player, zone] += number
    note(journal, SENT, player, zone, number, source)


# --- Points -----------------------------------------------------------


@rule
def score_points(game: State, player: int, points: int, source: int, journal: Journal) -> None:
    """Advance on the score track."""
    game.points[player] += points
    game.earned[player, source] += points
    note(journal, SCORED, player, points, source)
