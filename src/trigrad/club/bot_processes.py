"""The processes in which bots think: with compiled rules, and until these are there the planner without."""

import logging
import multiprocessing
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from trigrad import bots, games
from trigrad.bots.levels import Budget, Thought
from trigrad.bots.teaching import Ground
from trigrad.club import bot_worker
from trigrad.club.bot_worker import Crowd
from trigrad.club.workers import NoneReady, Pool, Worker, WorkerLost
from trigrad.engine import rule, shelf
from trigrad.engine.game import Game
from trigrad.engine.header import Header
from trigrad.engine.text import Text

logger = logging.getLogger(__name__)

_PATIENCE = 2.0  # seconds for which a bot's choice waits for a process to be replaced; then the server thinks itself
_ATTEMPTS = 3  # to ask, while processes die
SLACK = 30.0  # seconds beyond its time to think, after which a process counts as hung; a busy machine may halt it
COMPILING = 1800.0  # seconds after which the same goes for one that compiles
_HURRY = 1.0  # others that wait for each process, from which on thoughts are half as long or less
_HURRY_BEGINS = 1.0  # seconds after which it is told that this is so
_HURRY_LASTS = 30.0  # seconds for which it is told afterwards, so that a page does not say now this, now that

_T = TypeVar("_T")


class Strength(StrEnum):
    """Whether the levels of the search play as well as their names say."""

    FULL = "full"
    GETTING_READY = "getting ready"  # the planner plays for them, but not for long
    PLANNER = "planner"  # the planner plays for them: there are no compiled rules here
    HURRIED = "hurried"  # they think for a part of their time, since many are waited for at once, see ``hurry``

    @property
    def warning(self) -> Text | None:
        """What people are to know who meet a level, if it is weaker than its name."""
        return _WARNINGS.get(self)


_WARNINGS = {
    Strength.GETTING_READY: Text(
        "The bots are still getting ready, which takes about a minute after a first start: "
        "until then every level plays like the planner."
    ),
    Strength.PLANNER: Text("On this server the bots cannot think ahead: every level plays like the planner."),
    Strength.HURRIED: Text(
        "Many bots are thinking on this server just now: so that nobody waits, "
        "the strongest think for less time than usual."
    ),
}


class BotProcesses:
    """Computes bots' choices in processes of their own, so that no page waits for them.

    What is not compiled yet is compiled in a process that then ends, since a compiler keeps what it has needed; the
    workers read what it leaves behind. Until they have, and wherever that fails, another process runs the quick bots
    interpreted. Without workers the server does.
    """

    def __init__(self, workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers = workers
        self._clock = clock
        self._compiled: Pool | None = None
        self._interpreted: Pool | None = None
        self._warm = False
        self._warming = False
        self._closed = False
        self._lock = threading.Lock()
        self._alive: set[Worker] = set()
        self._folder: Path | None = None  # of the compiled rules
        self._crowd: Crowd | None = None  # what the processes know of those who wait
        self._hurried_since: float | None = None
        self._hurried_until = 0.0
        self._preparing = threading.Thread(target=self._prepare, name="bots", daemon=True)
        self._tell: Callable[[str], None] = _nobody
        self._news: str | None = None

    # --- Starting and stopping ----------------------------------------------------------

    def start(self) -> None:
        """Start the processes; the workers get ready in the background."""
        if self._workers:
            self._warming = True
            self._folder = rule.cache_folder()
            try:
                self._crowd = multiprocessing.get_context("spawn").RawValue("d", 0.0)
                self._interpreted = Pool([self._new(native=False)], self._another_interpreted)
            except (OSError, ImportError, NotImplementedError) as error:  # no semaphores, no processes
                self._do_without(error)
            else:
                self._preparing.start()

    def _do_without(self, error: Exception) -> None:
        logger.warning("bots think in the server, as with TRIGRAD_WORKERS=0: no processes can be started (%s)", error)
        self._warming = False

    def listen(self, tell: Callable[[str], None]) -> None:
        """Tell somebody in words, from now on, how the compiling of the rules stands, if there is anything to tell."""
        with self._lock:
            self._tell = tell
            if self._news:
                tell(self._news)

    def _say(self, news: str) -> None:
        with self._lock:
            self._news = news
            self._tell(news)

    def _new(self, *, native: bool) -> Worker:
        with self._lock:
            if self._closed:
                raise WorkerLost("is not wanted any more")
            worker = Worker(native=native, folder=self._folder if native else None, crowd=self._crowd)
            self._alive.add(worker)
            return worker

    def _drop(self, worker: Worker) -> None:
        worker.kill()
        with self._lock:
            self._alive.discard(worker)

    def _another_interpreted(self, lost: Worker) -> Worker:
        self._drop(lost)
        return self._new(native=False)

    def _another_compiled(self, lost: Worker) -> Worker:
        self._drop(lost)
        return self._ready()

    def close(self) -> None:
        """Stop the processes, whatever they are at: compiling can take long."""
        with self._lock:
            self._closed = True
            for worker in self._alive:
                worker.kill()
        if self._preparing.ident is not None:
            self._preparing.join()

    # --- Compiling ----------------------------------------------------------------------

    def _prepare(self) -> None:
        """Get the workers ready; in a thread of its own."""
        try:
            self._compiled = Pool([self._ready() for _ in range(self._workers)], self._another_compiled)
        except Exception as error:  # noqa: BLE001 - whatever it is, the planner goes on
            if not self._closed:
                logger.warning("bots run without compiled rules: %s", error)
                self._say_if_compiled(
                    "the rules for the bots could not be compiled: every level plays like the planner"
                )
        else:
            self._warm = True
            self._say_if_compiled("the rules for the bots are compiled")
            self._retire_interpreted()
        self._warming = False

    def _say_if_compiled(self, news: str) -> None:
        """Say how the compiling ended, where it was said that it began."""
        if self._news:
            self._say(news)

    def _retire_interpreted(self) -> None:
        """Nobody asks the other process any more: its memory is better used elsewhere."""
        pool, self._interpreted = self._interpreted, None
        if pool is not None:
            self._drop(pool.end())

    def _ready(self) -> Worker:
        """A worker with compiled rules; where two in turn are lost over the kept ones, another begins anew."""
        for what_follows in ("another tries", "another compiles them anew"):
            try:
                return self._warmed()
            except WorkerLost as lost:
                if self._closed:
                    raise
                logger.warning("a process that was to get compiled rules %s; %s", lost, what_follows)
        self._folder = shelf.private()
        return self._warmed()

    def _warmed(self) -> Worker:
        worker, warmth = self._warm_up()
        if warmth.compiled and warmth.kept:
            self._drop(worker)
            worker, _ = self._warm_up()
        return worker

    def _warm_up(self) -> tuple[Worker, bot_worker.Warmth]:
        worker = self._new(native=True)
        try:
            return worker, worker.ask(
                bot_worker.warm_up, games.every_name(), seconds=COMPILING, on_compiling=self._say_compiling
            )
        except BaseException:
            self._drop(worker)
            raise

    def _say_compiling(self) -> None:
        if not self._news:
            self._say("compiling the rules for the bots; takes about a minute, once …")

    # --- Asking -------------------------------------------------------------------------

    @property
    def warm(self) -> bool:
        """Whether the compiled rules are ready; until then a search sees little in its time."""
        return self._warm

    @property
    def warming(self) -> bool:
        """Whether the compiled rules will soon be ready; never where compiling failed or is not wanted."""
        return self._warming

    @property
    def strength(self) -> Strength:
        """How well the levels play now."""
        if self._warm or (not self._workers and rule.NATIVE):
            return Strength.HURRIED if self._is_hurried() else Strength.FULL
        return Strength.GETTING_READY if self._warming else Strength.PLANNER

    def others_wait(self, thoughts: int) -> None:
        """Let those that think know how many thoughts wait that people wait for, see ``hurry``."""
        if self._crowd is None:
            return
        self._crowd.value = thoughts / self._workers
        if self._crowd.value >= _HURRY:
            self._hurried_since = self._hurried_since or self._clock()
        elif self._hurried_since is not None:
            if self._is_hurried():
                self._hurried_until = self._clock() + _HURRY_LASTS
            self._hurried_since = None

    def _is_hurried(self) -> bool:
        """Whether thoughts have been hurried for a while, or were so shortly ago."""
        now = self._clock()
        begun = self._hurried_since is not None and now >= self._hurried_since + _HURRY_BEGINS
        return begun or now < self._hurried_until

    def decide(self, game: Game, record: Header, seat: int, bot: str, waited: float = 0.0) -> int:
        """A bot's choice, from what its seat may know; somebody has ``waited`` for it for so many seconds."""
        level = bots.load(bot).level
        seconds = level.budget.seconds if level is not None else None
        return self._ask(seconds, bot_worker.decide, game, record, seat, bot, waited, patience=_PATIENCE)

    def think(
        self,
        game: Game,
        record: Header,
        seat: int,
        budget: Budget,
        only: int | None = None,
        *,
        waited: float | None = None,
    ) -> list[Thought]:
        """What a search thinks of each choice of the seat to move, or of one, from what that seat may know.

        The best comes first. ``waited`` are the seconds for which somebody has waited; where nobody does, the search
        takes its time however many others wait.
        """
        return self._ask(budget.seconds, bot_worker.think, game, record, seat, budget, only, waited)

    def compare(self, game: Game, record: Header, seat: int, actions: Sequence[int]) -> list[tuple[Ground, ...]]:
        """What speaks for some actions of the seat to move and against them, see ``teaching.grounds``."""
        return self._ask(None, bot_worker.compare, game, record, seat, tuple(actions))

    def _ask(
        self,
        seconds: float | None,
        function: Callable[..., _T],
        game: Game,
        record: Header,
        seat: int,
        *how: object,
        patience: float | None = None,
    ) -> _T:
        """Call a function of ``bot_worker``, compiled if that is ready; it is handed a record that is drawn anew.

        It is to think for some seconds, None for hardly any. Where no process gets ready within some ``patience``,
        this one thinks.
        """
        seed = secrets.token_bytes(32)
        known = game.resampled(record, seat, seed).tobytes()
        for attempt in range(_ATTEMPTS):
            pool = self._compiled if self._warm else self._interpreted
            if pool is None:
                break
            try:
                most = (seconds or 0) + SLACK
                answer: _T = pool.ask(function, game.name, known, seat, *how, seed, seconds=most, patience=patience)
            except NoneReady:
                break
            except WorkerLost as lost:
                if self._closed or attempt == _ATTEMPTS - 1:
                    raise
                if pool in (self._compiled, self._interpreted):
                    logger.warning("a process of the bots %s; another takes its place", lost)
            else:
                return answer
        return function(game.name, known, seat, *how, seed)


def _nobody(_: str) -> None:
    """Nobody listens."""
