"""The players' colours are told apart by day and by night, whatever colours somebody sees."""

import math
import re
from itertools import combinations

import pytest

from trigrad.web import rendering

LEAST = 0.11  # between two players, in units of Oklab, where 0.02 is just seen
STYLE = (rendering.STATIC / "site.css").read_text("utf-8")

# What is left of red, green and blue light, from Machado, Oliveira and Fernandes (2009), severity 1
SIGHTS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_OKLAB = (
    (0.2104542553, 0.793617785, -0.0040720468),
    (1.9779984951, -2.428592205, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.808675766),
)

Vector = tuple[float, ...]


def dot(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def times(matrix: tuple[Vector, ...], vector: Vector) -> Vector:
    return tuple(dot(row, vector) for row in matrix)


def light(colour: str) -> Vector:
    """The light of ``#rrggbb`` in sRGB: red, green and blue, each 0 .. 1."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def seen(colour: str, sight: str) -> Vector:
    """A colour in Oklab as somebody sees it."""
    left = [min(1.0, max(0.0, part)) for part in times(SIGHTS[sight], light(colour))]
    return times(TO_OKLAB, tuple(part ** (1 / 3) for part in times(TO_CONES, tuple(left))))


def token(name: str, theme: int) -> str:
    """A colour of the style by day (0) or by night (1)."""
    found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", STYLE)
    assert found
    return found[1 + theme]


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""
    dark, bright = sorted(dot((0.2126, 0.7152, 0.0722), light(colour)) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_each_two_players_differ(sight: str, theme: int) -> None:
    players = [token(f"p{seat}", theme) for seat in range(5)]
    nearest = min(combinations(players, 2), key=lambda pair: math.dist(*(seen(each, sight) for each in pair)))
    assert math.dist(*(seen(each, sight) for each in nearest)) >= LEAST, nearest


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
def test_players_stand_out_from_the_page(theme: int) -> None:
    for seat in range(5):
        assert contrast(token(f"p{seat}", theme), token("surface", theme)) >= 3  # WCAG 1.4.11


def test_alike_colours_would_be_found() -> None:
    """Blue and mauve as they once were: protanopes saw nearly one colour."""
    assert math.dist(seen("#1f6fb8", "protanopia"), seen("#a75c9c", "protanopia")) < LEAST
    assert math.dist(seen("#1f6fb8", "usual"), seen("#a75c9c", "usual")) >= LEAST


def test_white_is_white_and_contrast_is_known() -> None:
    for sight in SIGHTS:
        assert seen("#ffffff", sight) == pytest.approx((1, 0, 0), abs=1e-3)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
