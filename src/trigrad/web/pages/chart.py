"""The graph of an analysis: every seat's chance to win, from its first choice to the result."""

from collections.abc import Sequence
from dataclasses import dataclass

from trigrad.table.analysis import Analysis, Choice

SIDE = 1000  # of the drawing, which is stretched to the page's width


@dataclass(frozen=True)
class Line:
    """A seat's line: corners in the drawing as SVG writes them, and the height of its end."""

    seat: int
    corners: str
    end: float  # 0 = top .. 100 = bottom


@dataclass(frozen=True)
class Ring:
    """Where on its seat's line a costly choice lies, in percent of the drawing."""

    seat: int
    x: float
    y: float


def lines(analysis: Analysis) -> list[Line]:
    """A line for each seat: at each of its choices from the chance before down to the chance after."""
    across = _across(analysis)
    drawn = []
    for seat, share in enumerate(analysis.result):
        corners = [
            (across[choice.step], chance)
            for choice in analysis.choices
            if choice.seat == seat
            for chance in (choice.before, _after(choice))
        ]
        corners.append((1.0, share))
        drawn.append(
            Line(seat, " ".join(f"{SIDE * x:.0f},{SIDE * (1 - y):.0f}" for x, y in corners), 100 * (1 - share))
        )
    return drawn


def rings(analysis: Analysis, choices: Sequence[Choice]) -> list[Ring]:
    """The places of some choices, in their order."""
    across = _across(analysis)
    return [
        Ring(choice.seat, round(100 * across[choice.step], 1), round(100 * (1 - _after(choice)), 1))
        for choice in choices
    ]


def _across(analysis: Analysis) -> dict[int, float]:
    """How far to the right each choice lies, 0 to 1, by its step; the result is at 1."""
    count = len(analysis.choices)
    return {choice.step: index / count for index, choice in enumerate(analysis.choices)}


def _after(choice: Choice) -> float:
    return choice.before if choice.after is None else choice.after
