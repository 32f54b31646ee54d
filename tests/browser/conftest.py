import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from tests.web.running import RunningServer

CHROMIUM = os.environ.get("TRIGRAD_CHROMIUM", "/usr/bin/chromium")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=20_000)  # ms: a busy machine takes its time


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:  # there can be only one in a process
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def closed_pages(browser: Browser) -> Iterator[None]:
    """Close the pages of a test after it: forgotten ones would go on drawing and asking, ever more of them."""
    yield
    for context in browser.contexts:
        context.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with RunningServer(tmp_path) as server:
        yield server
    assert "Traceback" not in server.errors
