"""A browser's way into a table."""

import re

import pytest
from playwright.sync_api import Browser, Page
from tests.web.running import RunningServer

VERSION = "#choose input[name=version]"  # of the table that a page shows


def open_page(browser: Browser, language: str = "en", width: int = 1280) -> Page:
    """A page of a browser without cookies; an error in a script fails the test."""
    page = browser.new_context(locale=language, viewport={"width": width, "height": 800}).new_page()
    page.set_default_timeout(20_000)
    page.on("pageerror", lambda error: pytest.fail(f"an error on the page: {error}"))
    return page


def create_table(page: Page, server: RunningServer, *seats: str, game: str = "quorum") -> str:
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
