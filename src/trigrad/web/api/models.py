"""What goes in and out of the JSON API."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from trigrad.club import patience
from trigrad.club.bot_processes import Strength


class Asked(BaseModel):
    """What a program sends, each value of the kind that the description names: ``false`` is no number."""

    model_config = ConfigDict(strict=True)


class Player(Asked):
    """A player to be."""

    name: str = Field(max_length=200, description="As others see it, at most 24 characters")


class Token(BaseModel):
    """A player’s identity: send it as ``Authorization: Bearer <token>``."""

    token: str
    name: str


class NewSeat(Asked):
    """A seat: ``me``, ``here`` (another name that I play for), ``friend`` (taken by link), or ``bot``."""

    kind: str
    bot: str | None = None
    name: str = Field("", max_length=200)


class NewTable(Asked):
    """A table to be created."""

    game: str
    seats: list[NewSeat] = Field(max_length=10)
    options: dict[str, str] = Field(default_factory=dict, description="The game’s own options")
    undo: bool = True
    finish: bool = Field(
        default=False, description="Others wait until a turn is finished, as long as its last choice can be taken back"
    )
    hints: bool = True
    memory: bool = False
    listed: bool = False
    patience: str = Field(
        patience.DEFAULT,
        description="How long a player may let the table wait until others may let a bot play their seat: "
        + ", ".join(f"``{key}``" for key in patience.SECONDS),
    )
    key: str = Field("", max_length=64, description="Sent again with the same table, it makes no second one")


class Sitting(Asked):
    """How I take a seat."""

    again: bool = Field(default=False, description="I sit at this table already, and mean to take one more seat")
    name: str = Field(default="", max_length=200, description="Shown at this seat; mine if it is empty")


class GameInfo(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    rules_version: int
    min_players: int
    max_players: int
    num_actions: int
    options: dict[str, list[str]]


class SeatInfo(BaseModel):
    """A seat of a table."""

    seat: int
    kind: str = Field(description="``open``, ``human`` or ``bot``")
    name: str
    bot: str | None = Field(description="The bot that chooses, also while a human seat is lent to it")
    mine: bool = Field(description="It belongs to me, also while a bot plays it")


class TableInfo(BaseModel):
    """A table, without the game on it."""

    id: str
    game: str
    rules_version: int
    options: dict[str, str]
    undo: bool
    finish: bool
    hints: bool
    memory: bool
    listed: bool
    patience: str
    seats: list[SeatInfo]
    finished: bool
    closed: bool = Field(description="Nobody can go on, though the game is not over")
    commitment: str = Field(description="SHA-256 of the secret seed")
    rematch: str | None


class ActionInfo(BaseModel):
    """A legal action."""

    action: int
    notation: str
    text: str
    data: dict[str, object]


class LogLine(BaseModel):
    """A line of the log; ``seat`` is null when it belongs to nobody in particular."""

    seat: int | None
    text: str


class TableState(TableInfo):
    """A table with the game as one seat (or a spectator, -1) sees it."""

    started: bool
    version: int = Field(description="Send it back with an action; it grows with each change")
    viewer: int
    to_move: int | None
    waiting_since: float | None = Field(description="When the table began to wait for it, in seconds since 1970")
    view: dict[str, object] | None
    legal: list[ActionInfo]
    can_undo: bool
    can_finish: bool = Field(description="My turn is to be finished, and others wait for that; nothing is legal")
    log: list[LogLine]
    scores: list[int] | None
    places: list[int] | None
    seed: str | None = Field(description="The secret seed, once the game is over")
    levels: Strength = Field(
        description="How the levels of the search (beginner to expert) play on this server now: ``full``; "
        "``getting ready``: like the planner, but not for long; ``planner``: like the planner; "
        "``hurried``: in less time than usual, since many wait"
    )


class Choice(Asked):
    """A choice for one of my seats, by number or in notation."""

    seat: int
    version: int
    action: int | str


class HintQuestion(Asked):
    """A question what is best for one of my seats, which is to move."""

    seat: int
    version: int


class HintedAction(ActionInfo):
    """A legal action, and what is to be expected of it."""

    chance: float = Field(description="To win, 0 to 1; a victory shared by n counts 1/n")
    lead: float = Field(description="Points ahead of the best other player at the end")
    visits: int = Field(description="Imagined games that began with it")
    standing: str = Field(description="The chance in words, beside an even share of 1 to the number of players")
    comparison: str = Field(description="With the best choice, in words")
    speaks_for: list[str] = Field(description="What it has more than the best choice, or that more than the second")
    speaks_against: list[str] = Field(description="What it lacks beside the best choice")


class HintInfo(BaseModel):
    """The best choices, at most three that read differently, best first: an estimate from what the seat can know."""

    seat: int
    version: int
    games: int = Field(description="Imagined for it, about; below 2000 it was a short look")
    choices: list[HintedAction]


class Undo(Asked):
    """Taking back the last choice of one of my seats."""

    seat: int
    version: int


class StandIn(Asked):
    """A bot that is to play in a person’s place."""

    bot: str = Field(patience.STAND_IN, max_length=32)


class EstimateInfo(BaseModel):
    """What the search makes of an action."""

    action: int
    notation: str
    text: str
    visits: int = Field(description="How many imagined games began with it; its estimates are no better than that")
    chance: float = Field(description="To win, 0 to 1; a victory shared by n counts 1/n")
    lead: float = Field(description="Points ahead of the best other player")


class AnalysedChoice(BaseModel):
    """A choice at which there was something to choose, by what its seat could know then."""

    step: int = Field(description="Number of the choice in the record of the game, from 1")
    seat: int
    before: float = Field(description="Chance to win with the best choice that is known of, the first of ``preferred``")
    after: float | None = Field(description="Chance to win with what was chosen; null: too few visits to tell")
    cost: float = Field(description="``before`` less ``after``; 0 where one of them rests on too few visits")
    chosen: EstimateInfo
    preferred: list[EstimateInfo] = Field(description="What the search would choose, and what was chosen, best first")
    speaks_for: list[str] = Field(description="What was chosen has more than the best choice; told of the costliest")
    speaks_against: list[str] = Field(description="What it lacks beside the best choice; told of the costliest")


class AnalysisState(BaseModel):
    """An analysis, or how far it is."""

    state: Literal["none", "waiting", "computing", "ready"]
    done: int = Field(default=0, description="Choices looked at so far")
    total: int = Field(default=0, description="Choices to look at")
    choices: list[AnalysedChoice] | None = None
    result: list[float] | None = Field(default=None, description="Each seat’s share of the victory")
    costliest: list[int] | None = Field(default=None, description="Steps of the three costliest choices")
