"""Report pages in a headless browser."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import browser as browser_tool
from tracefix import check, load
from tracefix.diagnosis import diagnosis_of
from tracefix.render.report import report_page

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / "build" / "screenshots"


@dataclass
class Opened:
    """A page in the browser, and everything that went wrong in it."""

    page: Page
    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def now(self) -> str:
        """The line that says what the current step does."""
        return self.page.inner_text("#now").strip()

    def screenshot(self, name: str) -> None:
        """Keep a picture of the whole page under `build/screenshots`."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless browser; tests that need it are skipped where none can be had."""
    path = browser_tool.find()
    if path is None:
        pytest.skip("no Chromium: tools/browser.py --install installs one as root on a Debian system")
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


Open = Callable[..., Opened]


@pytest.fixture
def page_of(tmp_path: Path) -> Callable[[Path], Path]:
    """Writes the report of a protocol and returns its path."""

    def write(folder: Path) -> Path:
        result = check(load(folder), all=True)
        for violation in result.violations:
            if (diagnosis := diagnosis_of(violation)) is not None:
                diagnosis.find_no_return()
        assert result.origin is not None
        path = tmp_path / "report.html"
        path.write_text(report_page(result, result.origin, folder.name), encoding="utf-8")
        return path

    return write


@pytest.fixture
def opened(chromium: Browser, page_of: Callable[[Path], Path]) -> Iterator[Open]:
    """Opens the report of a protocol from disk; keyword arguments are those of a browser context."""
    contexts = []

    def open_page(folder: Path, **options: Any) -> Opened:
        context = chromium.new_context(offline=True, **options)
        contexts.append(context)
        found = Opened(context.new_page())
        found.page.on("console", lambda message: found.problems.append(message.text) if message.type in ("error", "warning") else None)
        found.page.on("pageerror", lambda error: found.problems.append(str(error)))
        found.page.on("request", lambda request: found.requests.append(request.url))
        found.page.goto(page_of(folder).as_uri())
        found.page.wait_for_selector("main")
        return found

    yield open_page
    for context in contexts:
        context.close()
