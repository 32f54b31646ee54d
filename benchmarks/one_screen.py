"""Whether a choice needs scrolling: ``python -m benchmarks.one_screen --games 1 --choices 60``.

Plays every game by clicking in Chromium, alone against random bots, in each variant with each number of players, on a
desktop and on a phone, and looks at each choice, without scrolling, for: every choice as a button on the screen
outside the list of all choices, the question, the newest line of what happened, and how many screens tall the page is.
Tells of each game on standard error, and prints one JSON object: shares of choices in percent, and pages in screens,
for each game and size; the choices that had one off the screen are listed with what was missing.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from itertools import product
from typing import Any

from benchmarks.web import running_server
from playwright.sync_api import Browser, Page, sync_playwright

from trigrad.games import load

CHROMIUM = os.environ.get("TRIGRAD_CHROMIUM", "/usr/bin/chromium")
SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
PLAYERS = {"quorum": (2, 3, 4), "petersburg": (2, 3, 4, 5), "quebec": (2, 3, 4, 5)}
VERSION = "#choose input[name=version]"

LOOK = """() => {
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const inside = box.width > 0 && box.top >= -1 && box.left >= -1 &&
      box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
    if (!inside) return false;
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return at !== null && (element.contains(at) || at.contains(element));
  };
  const all = [...document.querySelectorAll('#all-choices button[name=action]')].map((button) => button.value);
  const shown = new Set([...document.querySelectorAll('button[form=choose][name=action]:not(.at-once)')]
    .filter(seen).map((button) => button.value));
  const question = document.querySelector('#prompt p');
  const newest = document.querySelector('#newest');
  return {
    missing: all.filter((notation) => !shown.has(notation)),
    question: seen(question),
    newest: newest === null || seen(newest),
    tall: document.documentElement.scrollHeight / innerHeight,
    wide: document.documentElement.scrollWidth > innerWidth,
  };
}"""


def variants(game: str) -> list[dict[str, str]]:
    """The usual game, one for each other value of an option, and one with the last value of all."""
    options = [option for option in load(game).options if not option.rare]
    single = [{option.key: value} for option in options for value, _ in option.choices[1:]]
    return [{}, *single, {option.key: option.choices[-1][0] for option in options}] if options else [{}]


def play(
    page: Page, address: str, game: str, players: int, options: Mapping[str, str], choices: int, chance: random.Random
) -> list[Any]:
    """Play a game for so many choices, looking at each."""
    page.goto(f"{address}/new/{game}")
    page.fill("#name", "Ada")
    for key, value in options.items():
        page.locator(f"#option-{key}").evaluate("(field, value) => field.value = value", value)
    for seat in range(8):
        if page.locator(f"#seat{seat}").count():
            kind = "me" if seat == 0 else "bot:random" if seat < players else "none"
            page.select_option(f"#seat{seat}", kind)
    page.click("main form button[type=submit]")
    page.wait_for_selector("#stage[data-form=table]")
    page.mouse.move(1, 1)  # from what lies there now: its effect would stand in place of the newest line
    looks: list[Any] = []
    while len(looks) < choices:
        page.wait_for_selector("#all-choices, #stage[data-form=over]", state="attached", timeout=60_000)
        if page.locator("#stage[data-form=over]").count():
            break
        looks.append(page.evaluate(LOOK))
        version = page.input_value(VERSION)
        buttons = page.locator("#all-choices button[name=action]")
        buttons.nth(chance.randrange(buttons.count())).evaluate("button => button.click()")
        page.wait_for_function("([at, was]) => document.querySelector(at).value !== was", arg=[VERSION, version])
    return looks


def measure(browser: Browser, address: str, game: str, sizes: list[str], games: int, choices: int) -> dict[str, Any]:
    """One game's figures at each size."""
    result: dict[str, Any] = {}
    for size in sizes:
        width, height = SIZES[size]
        looks: list[Any] = []
        missing: dict[str, int] = defaultdict(int)
        for players in PLAYERS[game]:
            for number, options in product(range(games), variants(game)):
                touch = size == "phone"
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    has_touch=touch,
                    is_mobile=touch,
                    locale="en",
                    reduced_motion="reduce",  # what flies may be over a choice for a moment
                )
                chance = random.Random(f"{game} {players} {number} {options}")
                played = play(context.new_page(), address, game, players, options, choices, chance)
                table = ", ".join([f"{players} players", *options.values()])
                faults = [look for look in played if look["missing"] or not look["question"] or not look["newest"]]
                print(f"{game}, {size}, {table}: {len(played)} choices, {len(faults)} faults", file=sys.stderr)
                for look in faults:
                    told = {part: look[part] for part in ("missing", "question", "newest")}
                    print(f"  {told}", file=sys.stderr)
                for look in played:
                    for notation in look["missing"]:
                        missing[f"{table}: {notation.split()[0]}"] += 1
                looks += played
                context.close()
        count = len(looks)
        result[size] = {
            "choices": count,
            "all_on_screen_percent": round(100 * sum(not look["missing"] for look in looks) / count, 1),
            "question_percent": round(100 * sum(look["question"] for look in looks) / count, 1),
            "newest_percent": round(100 * sum(look["newest"] for look in looks) / count, 1),
            "tallest_in_screens": round(max(look["tall"] for look in looks), 2),
            "too_wide": sum(look["wide"] for look in looks),
            "missing": dict(sorted(missing.items(), key=lambda item: -item[1])[:8]),
        }
    return result


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1, help="of each number of players at each size")
    parser.add_argument("--choices", type=int, default=1000, help="at most, of each game")
    parser.add_argument("--only", choices=PLAYERS, help="one game")
    parser.add_argument("--size", choices=SIZES, help="one size")
    arguments = parser.parse_args()
    os.environ["TRIGRAD_BOT_PACE"] = "0"
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(folder) as (address, _, _),
        sync_playwright() as player,
    ):
        browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        names = [arguments.only] if arguments.only else list(PLAYERS)
        sizes = [arguments.size] if arguments.size else list(SIZES)
        figures = {name: measure(browser, address, name, sizes, arguments.games, arguments.choices) for name in names}
        browser.close()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    print(json.dumps({"commit": commit.stdout.strip(), "figures": figures}, indent=1))


if __name__ == "__main__":
    main()
