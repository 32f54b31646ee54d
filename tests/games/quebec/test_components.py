"""The components of Québec add up as printed, so that a slip in the data file cannot pass."""

from collections import Counter

import pytest

from trigrad.games.quebec import components as c

SITES = {site["id"]: site for site in c.SITE_LIST}
DISTRICTS = {district["key"]: district for district in c.DISTRICT_LIST}
STEPS = [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]


def around(place: list[int]) -> list[tuple[int, int]]:
    return [(place[0] + dx, place[1] + dy) for dx, dy in STEPS]


def test_eleven_sites_and_four_districts_a_colour() -> None:
    assert Counter(site["colour"] for site in c.SITE_LIST) == dict.fromkeys(("purple", "red", "yellow", "blue"), 11)
    assert Counter(d["zone"] for d in c.DISTRICT_LIST) == dict.fromkeys(c.ZONES[:4], 4)
    assert [d["zone"] for d in c.DISTRICT_LIST] == [zone for zone in c.ZONES[:4] for _ in range(4)]


def test_sites_are_numbered_in_reading_order_on_distinct_places() -> None:
    places = [(site["hex"][1], site["hex"][0]) for site in c.SITE_LIST]
    assert places == sorted(places)
    taken = [tuple(site["hex"]) for site in c.SITE_LIST] + [tuple(d["hex"]) for d in c.DISTRICT_LIST]
    assert len(set(taken)) == 44 + 16


@pytest.mark.parametrize("number", SITES)
def test_a_site_touches_its_district_and_no_other_of_its_colour(number: int) -> None:
    site = SITES[number]
    touching = [key for key, d in DISTRICTS.items() if tuple(d["hex"]) in around(site["hex"])]
    assert [key for key in touching if DISTRICTS[key]["colour"] == site["colour"]] == [site["district"]]


@pytest.mark.parametrize("number", SITES)
def test_neighbours_are_the_sites_on_the_six_places_around(number: int) -> None:
    near = [other["id"] for other in c.SITE_LIST if tuple(other["hex"]) in around(SITES[number]["hex"])]
    assert SITES[number]["neighbours"] == near
    assert [n + 1 for n in range(44) if int(c.SITE_NEIGHBOURS[number - 1]) >> n & 1] == near


def test_a_contribution_takes_one_two_or_three_workers() -> None:
    for zone in c.ZONES[:4]:
        assert sorted(d["workers"] for d in c.DISTRICT_LIST if d["zone"] == zone) == [1, 2, 2, 3]


def test_eleven_tiles_a_colour_and_a_century() -> None:
    tiles = c.DATA["tiles"]
    colours = ("purple", "red", "yellow", "blue")
    assert [sum(tiles[colour]) for colour in colours] == [11] * 4
    assert [sum(tiles[colour][century] for colour in colours) for century in range(4)] == [11] * 4


def test_the_scoring_starts_in_the_citadel_and_goes_on_clockwise_from_the_zone_of_the_century() -> None:
    corners = c.ZONES[:4]
    for century in range(4):
        order = [c.ZONES[zone] for zone in c.SCORING_ORDER[century]]
        assert order == ["citadel", *corners[century:], *corners[:century]]


def test_every_spread_uses_the_tiles_and_repeats_no_century_in_a_district() -> None:
    for zone in range(4):
        tiles = sorted(c.COLOUR_TILES[zone].tolist())
        spreads = [c.SPREADS[zone, i].tolist() for i in range(c.SPREAD_COUNT[zone])]
        assert len({tuple(spread) for spread in spreads}) == len(spreads)
        for spread in spreads:
            assert sorted(spread) == tiles
            districts = [c.SITE_DISTRICT[site] for site in c.COLOUR_SITES[zone]]
            assert len(set(zip(districts, spread, strict=True))) == 11


def test_a_single_bit_is_known_by_its_remainder() -> None:
    assert [int(c.BIT_SITE[(1 << site) % c.BIT_MODULUS]) for site in range(44)] == list(range(44))


def test_four_event_cards_a_century() -> None:
    assert [card["century"] for card in c.EVENT_CARD_LIST] == [century for century in (1, 2, 3, 4) for _ in range(4)]
    assert c.EVENT_CARDS[c.CHAMPLAIN] == "champlain"
    assert c.EVENT_CARDS[c.FORTIFICATION] == "fortification"
    assert c.EVENT_CARDS[c.NAVAL_CANALS] == "naval_canals"
    assert c.EVENT_CARDS[c.ANNIVERSARY_400] == "anniversary_400"


@pytest.mark.parametrize("kind", ["zone", "district", "leader", "event_card"])
def test_names_in_three_languages(kind: str) -> None:
    assert all(entry[code].strip() for entry in c.DATA[kind] for code in ("en", "fr", "ru"))
