"""From a click to the changed board: ``python -m benchmarks.click --tables 20 --clicks 60``.

Somebody plays in Chromium while pairs of people play at many other tables, each with a stream. Prints one JSON object:
milliseconds from a click on a choice until the page shows what it brought, as a script on the page tells them, with as
little motion as possible, since what flies only shows how it came about.
"""

import argparse
import json
import os
import statistics
import tempfile
import threading
import time
from itertools import count
from typing import Any

from benchmarks.choice_cost import Person, sit_down
from benchmarks.one_screen import CHROMIUM, VERSION
from benchmarks.web import running_server
from playwright.sync_api import Page, sync_playwright

CLICK = """([at, number]) => new Promise((done) => {
  const choices = document.querySelectorAll('#all-choices button[name=action]');
  const version = document.querySelector(at).value;
  const watcher = new MutationObserver(() => {
    if (document.querySelector(at).value === version) return;
    watcher.disconnect();
    done(performance.now() - began);
  });
  watcher.observe(document.getElementById('table'), {subtree: true, childList: true, attributes: true});
  const began = performance.now();
  choices[number % choices.length].click();
})"""


def play_on(pairs: list[tuple[Person, Person]], rate: float, ended: threading.Event) -> None:
    """Let pairs choose in turn, so many choices a second."""
    began = time.perf_counter()
    for number in count():
        if ended.wait(max(0.0, began + number / rate - time.perf_counter())):
            return
        pair = pairs[number % len(pairs)]
        chooser, other = pair if pair[0].actions else pair[::-1]
        if not chooser.actions:  # the game is over
            pairs[number % len(pairs)] = sit_down(chooser.address, "quorum")
            continue
        other.changed.clear()
        chooser.choose()
        if other.changed.wait(5):
            other.look(f"/t/{other.table}/live?as={other.fields['seat']}", **{"HX-Request": "true"})


def sit_alone(page: Page, address: str, game: str) -> None:
    """A new table against a bot."""
    page.goto(f"{address}/new/{game}")
    page.fill("#name", "Ada")
    page.select_option("#seat1", "bot:random")
    page.click("main form button[type=submit]")


def clicks(page: Page, address: str, game: str, most: int) -> list[float]:
    """Milliseconds of each of so many clicks."""
    times: list[float] = []
    sit_alone(page, address, game)
    while len(times) < most:
        page.wait_for_selector("#all-choices, #stage[data-form=over]", state="attached", timeout=60_000)
        if page.locator("#stage[data-form=over]").count():
            sit_alone(page, address, game)
            continue
        times.append(page.evaluate(CLICK, [VERSION, len(times)]))
    return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="quorum")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--rate", type=float, default=4, help="choices a second at the other tables, all together")
    arguments = parser.parse_args()
    os.environ |= {"TRIGRAD_TABLES_AN_HOUR": "100000", "TRIGRAD_BOT_PACE": "0", "TRIGRAD_WORKERS": "1"}
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(folder) as (address, _, _),
        sync_playwright() as player,
    ):
        pairs = [sit_down(address, "quorum") for _ in range(arguments.tables)]
        ended = threading.Event()
        others = threading.Thread(target=play_on, args=(pairs, arguments.rate, ended))
        others.start()
        browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
            times = sorted(clicks(page, address, arguments.game, arguments.clicks))
        finally:
            ended.set()
            others.join()
            browser.close()
    figures: dict[str, Any] = {
        "game": arguments.game,
        "tables": arguments.tables,
        "clicks": len(times),
        "median_ms": round(statistics.median(times), 1),
        "p95_ms": round(times[int(len(times) * 0.95)], 1),
        "load_average": os.getloadavg()[0],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
