"""Made-up positions of Québec, and how to read them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from trigrad.engine.journal import Event
from trigrad.games.quebec import GAME, state
from trigrad.games.quebec import components as c
from trigrad.games.quebec.events import CENTURY_ENDED
from trigrad.games.quebec.state import NONE, TURN, State

ZONES = ("religion", "politics", "economy", "culture", "citadel")


@dataclass(frozen=True)
class At:
    """What stands on a site: an architect (seat or NEUTRAL), whose workers are in its slots, or a token."""

    architect: int = NONE
    slots: Sequence[int] = ()
    token: tuple[int, int] | None = None  # seat, stars


def position(
    players: int = 3,
    *,
    rules: str = "complete",
    to_move: int = 0,
    century: int = 1,
    active: Mapping[int, int] | None = None,
    passive: Mapping[int, int] | None = None,
    zones: Mapping[int, Mapping[str, int]] | None = None,
    sites: Mapping[int, At] | None = None,
    open_sites: Iterable[int] | None = None,
    points: Mapping[int, int] | None = None,
    leaders: Mapping[int, str] | None = None,
    card: str | None = None,
    first_card: str | None = None,
) -> State:
    """A turn of ``to_move`` in a game as described; sites are 1..44, centuries 1..4.

    Everybody has three active workers; those that are nowhere else are in the supply, unless
    ``passive`` says how many are there. Sites of the century are open where nothing stands.
    """
    with_cards = card is not None or first_card is not None
    game = GAME.new(players, bytes(32), {"rules": "events" if with_cards else rules})
    game.to_move = game.turn = to_move
    game.step = TURN
    game.century = century - 1
    game.open = game.tiles[century - 1]
    for number, at in (sites or {}).items():
        _put(game, number - 1, at)
    if open_sites is not None:
        game.open = sum(1 << (number - 1) for number in open_sites)
    for seat in range(players):
        game.active[seat] = (active or {}).get(seat, 3)
        game.points[seat] = (points or {}).get(seat, 0)
        for zone, number in (zones or {}).get(seat, {}).items():
            game.zones[seat, ZONES.index(zone)] = number
        elsewhere = int(game.active[seat]) + sum(map(int, game.zones[seat])) + on_sites(game, seat)
        rest = int(c.WORKERS[players]) - elsewhere
        game.passive[seat] = (passive or {}).get(seat, rest)
        assert game.passive[seat] >= 0
    for seat, leader in (leaders or {}).items():
        game.leaders[seat] = c.LEADERS.index(leader)
    if with_cards:
        _draw(game, card, first_card)
    return game


def _put(game: State, site: int, at: At) -> None:
    game.open &= ~(1 << site)
    if at.architect != NONE:
        assert game.architects[at.architect] == NONE
        game.architects[at.architect] = site
    for slot, seat in enumerate(at.slots):
        game.slots[site, slot] = seat + 1
    if at.token is not None:
        owner, stars = at.token
        game.starred[owner] |= 1 << site
        game.stars[site] = stars


def _draw(game: State, card: str | None, first_card: str | None) -> None:
    """Event cards that do nothing in these positions, but for those asked for."""
    for century, card_drawn in enumerate((c.CHAMPLAIN, c.SEVEN_YEARS_WAR, c.NAVAL_CANALS, c.WINTER_CARNIVAL)):
        game.drawn[century] = card_drawn
    for key in (card, first_card):
        if key is not None:
            game.drawn[c.EVENT_CARDS.index(key) // 4] = c.EVENT_CARDS.index(key)


# --- Sites by what they are -------------------------------------------------------------


def sites_of(district: str) -> list[int]:
    """The sites of a district, 1..44."""
    return [site["id"] for site in c.SITE_LIST if site["district"] == district]


def site_of(district: str) -> int:
    """The first site of a district."""
    return sites_of(district)[0]


# --- Playing ----------------------------------------------------------------------------


def play(game: State, *choices: str) -> list[Event]:
    """Choices by notation, one after the other; all that happened."""
    return [event for choice in choices for event in GAME.apply(game, GAME.parse(choice))]


def choices(game: State) -> list[str]:
    """What can be chosen now, by notation."""
    return [GAME.describe(game, action).notation for action in GAME.legal(game)]


def reason(game: State, choice: str) -> str:
    """Why something cannot be chosen now, as the English pattern."""
    action = GAME.parse(choice)
    assert action not in GAME.legal(game)
    return str(GAME.explain(game, action).pattern)


def of_kind(happened: Iterable[Event], kind: int) -> list[Event]:
    """The events of one kind."""
    return [event for event in happened if event.kind == kind]


# --- Reading a position -----------------------------------------------------------------


def on_sites(game: State, seat: int) -> int:
    """A player's workers on all sites."""
    return sum(int(state.workers_on_site(game, seat, site)) for site in range(c.SITES))


def zones_of(game: State, seat: int) -> dict[str, int]:
    """A player's workers in the zones where there are some."""
    return {key: int(n) for key, n in zip(ZONES, game.zones[seat], strict=True) if n}


def supply(game: State, seat: int) -> tuple[int, int]:
    """A player's active and passive workers."""
    return int(game.active[seat]), int(game.passive[seat])


def all_workers(game: State, seat: int) -> int:
    """All workers of a player, wherever they are."""
    return sum(supply(game, seat)) + sum(map(int, game.zones[seat])) + on_sites(game, seat)


def token(game: State, number: int) -> tuple[int, int] | None:
    """Owner and stars of the token on a site 1..44."""
    bit = 1 << (number - 1)
    owners = [seat for seat in range(game.players) if int(game.starred[seat]) & bit]
    assert len(owners) <= 1
    assert bool(owners) == (game.stars[number - 1] > 0)
    return (owners[0], int(game.stars[number - 1])) if owners else None


def points(game: State) -> list[int]:
    """Everybody's points on the track."""
    return [int(game.points[seat]) for seat in range(game.players)]


def open_sites(game: State) -> list[int]:
    """The open sites, 1..44."""
    return [number for number in range(1, c.SITES + 1) if int(game.open) >> (number - 1) & 1]


def scored_in(game: State, century: int, seat: int) -> int:
    """A player's workers that scored in the zones in a century 0..3."""
    return sum(int(game.scored[century, zone, seat]) for zone in range(len(ZONES)))


def bonus_in(game: State, century: int, seat: int) -> int:
    """A player's bonuses for majorities in a century 0..3 of the family rules."""
    return sum(int(game.cascaded[century, zone, seat]) for zone in range(len(ZONES)))


def cascaded_from(game: State, century: int, zone: int) -> list[int]:
    """Everybody's workers that cascaded out of a zone in a century 0..3."""
    return [int(game.cascaded[century, zone, seat]) for seat in range(game.players)]


def endings(happened: Iterable[Event]) -> list[tuple[int, int]]:
    """The centuries 0..3 that ended, and why."""
    return [(event.century, event.cause) for event in of_kind(happened, CENTURY_ENDED)]


def is_in(sites: int, site: int) -> bool:
    """Whether a site 0..43 is in a set."""
    return bool(int(sites) >> site & 1)
