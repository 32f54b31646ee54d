"""How soon bots answer while others think: ``python benchmarks/answers.py --bots 10``.

So many bots play one game after another, each choice as soon as the one before is made, and one more whose answers are
timed: from the question to the answer, as a table of the server waits for it. Prints one JSON object of seconds.
"""

import argparse
import itertools
import json
import os
import threading
import time
from collections.abc import Iterator

if __name__ == "__mp_main__":  # the bots' processes import this file too, before they are told
    os.environ["TRIGRAD_NATIVE"] = "1"

from trigrad import games
from trigrad.arena.single import game_seed
from trigrad.club.bot_processes import BotProcesses
from trigrad.club.thinking import Kind, Thinking, Turn
from trigrad.engine.game import Game
from trigrad.engine.header import Header


class Server:
    """As much of a server as thinks."""

    def __init__(self, workers: int) -> None:
        self._processes = BotProcesses(workers)
        self._thinking = Thinking(max(1, workers), on_waiting=self._processes.others_wait)

    def get_ready(self) -> None:
        """Return once the rules are compiled."""
        self._processes.start()
        while self._processes.warming:
            time.sleep(0.1)

    def choice(self, game: Game, record: Header, bot: str, who: str) -> tuple[int, float]:
        """What a bot chooses, and after how many seconds."""
        began, seat = time.monotonic(), int(record.to_move)

        def decide() -> int:
            return self._processes.decide(game, record, seat, bot, time.monotonic() - began)

        action = self._thinking.submit(Turn(Kind.PLAY, who, who, who), decide).result()
        return action, time.monotonic() - began

    def close(self) -> None:
        """End the processes."""
        self._thinking.close()
        self._processes.close()


def answers(server: Server, game: Game, bot: str, who: int) -> Iterator[float]:
    """The seconds of each answer of a bot that plays for ever, where there is something to choose."""
    for number in itertools.count():
        record = game.new(game.min_players, game_seed(who, number))
        while not record.over:
            action = game.legal(record)[0]
            if len(game.legal(record)) > 1:
                action, seconds = server.choice(game, record, bot, str(who))
                yield seconds
            game.apply_silently(record, action)


def play_along(server: Server, game: Game, bot: str, who: int, ended: threading.Event) -> None:
    """Let a bot play until it is to end."""
    for _ in answers(server, game, bot, who):
        if ended.is_set():
            return


def main() -> None:
    """Let them think, time the answers of one, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bots", type=int, default=10, help="That think beside the one whose answers are timed.")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--answers", type=int, default=60, help="That are timed.")
    wish = parser.parse_args()
    server, ended = Server(wish.workers), threading.Event()
    server.get_ready()
    played = [games.load(name) for name in games.every_name()]
    others = [
        threading.Thread(target=play_along, args=(server, played[who % len(played)], wish.bot, who, ended))
        for who in range(wish.bots)
    ]
    for thread in others:
        thread.start()
    found = {}
    for game in played:
        timed = sorted(itertools.islice(answers(server, game, wish.bot, 1000), wish.answers))
        found[game.name] = {
            "median": round(timed[len(timed) // 2], 3),
            "p95": round(timed[int(0.95 * len(timed))], 3),
            "longest": round(timed[-1], 3),
            "within_a_second": round(sum(one <= 1 for one in timed) / len(timed), 3),
        }
    ended.set()
    for thread in others:
        thread.join()
    server.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
