"""A browser's way into a table."""

import random
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from tests.web.in_thread import ThreadServer
from tests.web.running import RunningServer

VERSION = "#choose input[name=version]"  # of the table that a page shows
CHOICES = "#game button[form=choose][name=action], #prompt .deeds button.act:not(.go)"  # on the things themselves

_OUT_OF_SIGHT = """() => {
    const inside = (each) => {
        const {left, top, right, bottom, width, height} = each.getBoundingClientRect();
        const shown = width > 0 && height > 0 && each.checkVisibility({visibilityProperty: true});
        return shown && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    };
    const buttons = [...document.querySelectorAll('button[form=choose][name=action]:not(:disabled)')];
    const elsewhere = buttons.filter((each) => !each.closest('#all-choices, #hint') && inside(each));
    const offered = new Set(elsewhere.map((each) => each.value));
    const missing = [...document.querySelectorAll('#all-choices .choices button')].map((each) => each.value)
        .filter((value) => !offered.has(value));
    const line = document.querySelector('#effect:not([hidden])') ? '#effect' : '#newest';
    return [...missing, ...['.asked [role=status]', line].filter((each) => {
        const element = document.querySelector(each);
        return element && !inside(element);
    })];
}"""


def open_page(
    browser: Browser, language: str = "en", width: int = 1280, *, touch: bool = False, motion: bool = False
) -> Page:
    """A page of a browser without cookies, or one that fingers touch; an error in a script fails the test.

    Without ``motion`` its reader wants as little of it as possible, so that what is there can be pressed at once.
    """
    viewport: ViewportSize = {"width": width, "height": 800}
    page = browser.new_context(
        locale=language,
        viewport=viewport,
        has_touch=touch,
        is_mobile=touch,
        reduced_motion="no-preference" if motion else "reduce",
    ).new_page()
    page.set_default_timeout(20_000)
    page.on("pageerror", lambda error: pytest.fail(f"an error on the page: {error}"))
    return page


def create_table(page: Page, server: RunningServer | ThreadServer, *seats: str, game: str = "quorum") -> str:
    """Create a table by the form, under the name of Ada; returns its address."""
    page.goto(f"{server.address}/new/{game}")
    page.fill("#name", "Ada")
    for index, seat in enumerate(seats):
        page.select_option(f"#seat{index}", seat)
        if seat == "here":
            page.fill(f"#name{index}", f"P{index}")
    page.click("main form button[type=submit]")
    page.wait_for_url(re.compile("/t/"))
    return page.url


def press_one_of(page: Page, things: Locator, chance: random.Random, *, touch: bool = False) -> str:
    """Choose one of some things where a hand would press it; returns its notation.

    A first touch shows what the choice would do and makes none yet; the second one, or where another button has come
    to lie over a thing beside the question, that button, makes it.
    """
    version = page.input_value(VERSION)
    thing = things.nth(chance.randrange(things.count()))
    notation = thing.get_attribute("value") or ""
    if touch:
        thing.tap()
        button = page.locator("#confirm .go")
        expect(button).to_have_attribute("value", notation)
        assert page.input_value(VERSION) == version
        (button if thing.evaluate("thing => thing.closest('#prompt') !== null") else thing).tap()
    else:
        thing.click()
    expect(page.locator(VERSION)).not_to_have_value(version)
    return notation


def assert_on_one_screen(page: Page) -> None:
    """Every choice can be made on the screen as it is, without scrolling, and question and newest line are seen.

    While a thing is pointed at, its effect stands in the newest line's place.
    """
    out_of_sight = page.evaluate(_OUT_OF_SIGHT)
    assert out_of_sight == [], out_of_sight
    tall, wide, height, width = page.evaluate(
        "[document.documentElement.scrollHeight, document.documentElement.scrollWidth, innerHeight, innerWidth]"
    )
    assert wide <= width
    assert tall <= height * (1.3 if width < 500 else 1)


# What can be seen whole and pressed, but lies under something else wherever one would press it
_COVERED = """() => [...document.querySelectorAll('header :is(a, button), #table :is(a, button, summary)')]
    .filter((thing) => thing.checkVisibility({visibilityProperty: true}) && !thing.disabled)
    .filter((thing) => {
        const {left, top, width, height} = thing.getBoundingClientRect();
        if (!width || left < 0 || top < 0 || left + width > innerWidth || top + height > innerHeight) return false;
        const shares = [0.5, 0.25, 0.75];
        return !shares.some((x) => shares.some((y) =>
            thing.contains(document.elementFromPoint(left + x * width, top + y * height))));
    })
    .map((thing) => thing.outerHTML.slice(0, 160))"""


def assert_in_reach(page: Page) -> None:
    """Everything in sight that can be pressed can be: nothing lies over it."""
    covered = page.evaluate(_COVERED)
    assert covered == [], covered
