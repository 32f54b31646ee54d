"""What the club refuses, beside what a table itself refuses."""

from trigrad.engine.text import Refusal, RefusalKind, Text
from trigrad.table.table import TableError


class BadName(Refusal):
    """A name that cannot be shown."""

    kind = RefusalKind.INVALID


class BadSettings(Refusal):
    """A person's setting, or a choice for one, that does not exist."""

    kind = RefusalKind.INVALID
    reason = Text("There is no such setting.")


# --- Tables and seats ---------------------------------------------------------------


class BadTable(TableError):
    """A table that cannot be created as asked."""

    kind = RefusalKind.INVALID


class TooManyTables(TableError):
    """A person creates tables without end."""

    kind = RefusalKind.TOO_MANY
    reason = Text("Those are many new tables for one hour. Please play some of them first.")


class Blocked(TableError):
    """A person whom the host lets create no table and sit down nowhere."""

    kind = RefusalKind.FORBIDDEN
    reason = Text("The host of this server lets you take no seat.")


class Closed(TableError):
    """A table that was closed before its game was over."""

    kind = RefusalKind.GONE
    reason = Text("This table was closed, so its game does not go on.")


class Damaged(TableError):
    """A table whose stored game cannot be read."""

    kind = RefusalKind.GONE
    reason = Text("What is stored of this table cannot be read here, so it can no longer be shown.")


class NoSuchSeat(TableError):
    """A seat that the table does not have."""

    kind = RefusalKind.INVALID
    reason = Text("There is no such seat.")


class NoSuchBot(TableError):
    """A bot that does not exist."""

    kind = RefusalKind.INVALID
    reason = Text("There is no such bot.")


class Forbidden(TableError):
    """A request for a seat that belongs to somebody else."""

    kind = RefusalKind.FORBIDDEN
    reason = Text("This seat belongs to somebody else.")


class SeatTaken(TableError):
    """The seat is no longer open."""

    kind = RefusalKind.CONFLICT
    reason = Text("This seat is already taken.")


class SitsAlready(TableError):
    """A second seat for somebody who did not say that they mean it."""

    kind = RefusalKind.INVALID
    reason = Text("You already sit at this table. Say so if you take this seat too, for somebody at this device.")


class Begun(TableError):
    """Leaving a seat once the game has begun."""

    kind = RefusalKind.CONFLICT
    reason = Text("The game has begun, so no seat can be left any more. You may let a bot play yours.")


class WrongLink(TableError):
    """A link that moves no seat."""

    kind = RefusalKind.NOT_FOUND
    reason = Text("This link does not move any seat.")


class BotPlays(TableError):
    """A choice for a seat while a bot plays it."""

    kind = RefusalKind.CONFLICT
    reason = Text("A bot plays this seat. Take it back to choose yourself.")


class NotLeft(TableError):
    """Giving a bot the seat of somebody for whom the table does not wait, or not long enough."""

    kind = RefusalKind.CONFLICT


# --- Before, in and after the game ----------------------------------------------------


class NotStarted(TableError):
    """A choice before all seats are taken."""

    kind = RefusalKind.INVALID
    reason = Text("The game begins when all seats are taken.")


class NoSuchChoice(TableError):
    """A choice in words that are no notation of the game."""

    kind = RefusalKind.INVALID
    reason = Text("There is no such choice.")


class InPlay(TableError):
    """Something that is only possible once the game is over."""

    kind = RefusalKind.INVALID


# --- Hints and analyses ---------------------------------------------------------------


class HintsOff(TableError):
    """A hint at a table without them."""

    kind = RefusalKind.INVALID
    reason = Text("There are no hints at this table.")


class OnlyChoice(TableError):
    """A hint where nothing can be chosen."""

    kind = RefusalKind.INVALID
    reason = Text("There is only one choice here, so you need no hint.")


class OneHintAtATime(TableError):
    """A person asks for hints faster than they can be thought of."""

    kind = RefusalKind.TOO_MANY
    reason = Text("Your last hint is still being thought about. Please wait a moment for the next one.")


class TooManyHints(TableError):
    """More people ask for hints than can be answered soon."""

    kind = RefusalKind.TOO_MANY
    reason = Text("Many people are asking for a hint just now. Please try again in a moment.")


class TooManyFromHere(TableError):
    """More is asked for at once from one address than is its share."""

    kind = RefusalKind.TOO_MANY
    reason = Text("That is a lot at once from your network address. Please try again in a moment.")


class TooBusy(TableError):
    """More thoughts are waited for than can be kept in mind."""

    kind = RefusalKind.TOO_MANY
    reason = Text("The computer has too much to think about just now. Please try again in a moment.")


class GettingReady(TableError):
    """A hint while the bots' processes compile, when a search would see next to nothing."""

    kind = RefusalKind.UNAVAILABLE
    reason = Text("The computer is still getting ready to think; after a first start that takes about a minute.")


class TooManyAnalyses(TableError):
    """More analyses are asked for than can be computed soon."""

    kind = RefusalKind.TOO_MANY
    reason = Text("Many games are being analysed just now. Please try again in a few minutes.")


class TooManyStreams(TableError):
    """More people watch than can be told of each change."""

    kind = RefusalKind.TOO_MANY
    reason = Text("Many people are watching just now. Please try again in a moment.")
