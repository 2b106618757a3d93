"""A real browser on a page of `thalweg explore`: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.shell import command_line, environment

THEMES = {
    "rivers": "river water bank flood bridge stream boat rain valley lake",
    "money": "money loan interest credit profit price market debt tax bank",
    "music": "music song band guitar concert piano singer album rhythm stage",
    "health": "doctor patient hospital disease treatment nurse medicine heart pain drug",
    "space": "orbit moon rocket satellite planet launch star telescope engine crew",
    "food": "bread cheese kitchen recipe sugar oven butter dinner salt cook",
}
OPTIONS = ("--min-df", "2", "--held-out", "50", "--threads", "1")
AT_HOME = ("http://127.0.0.1:", "ws://127.0.0.1:", "file:", "data:", "blob:", "about:")
WIDTHS = {"wide": 1280, "narrow": 1024, "phone": 390}


def chromium() -> str:
    """Return the path of a browser, or skip the test."""
    pytest.importorskip("playwright.sync_api")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    return path


def write_table(path: Path, n_documents: int = 1500) -> None:
    """Write texts about six themes, most of them about two, with a date and a place."""
    import polars as pl

    rng = np.random.default_rng(0)
    themes = [words.split() for words in THEMES.values()]
    common = ["people", "time", "year", "first", "house", "day", "world", "great", "small", "work"]
    rows = []
    for row in range(n_documents):
        first, second = rng.choice(6, 2, replace=False)
        words = [*rng.choice(themes[first], 40), *rng.choice(themes[second], 8)]
        words += [*rng.choice(common, 12)]
        rng.shuffle(words)
        sentences = [" ".join(words[i : i + 10]).capitalize() + "." for i in range(0, 60, 10)]
        year = 2015 + int(rng.integers(0, 8))
        rows.append(
            {
                "id": f"report {row + 1}",
                "text": " ".join(sentences),
                "date": f"{year}-{1 + row % 12:02}-15",
                "place": ("north", "south", "east")[first % 3],
            }
        )
    pl.DataFrame(rows).write_csv(path)


def screenshots() -> Path:
    """Return the folder that pictures are kept in."""
    folder = Path(os.environ.get("THALWEG_SCREENSHOTS", "build/screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def explorer(*arguments: str | Path, cwd: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `thalweg explore`; yield the process and the address that it prints."""
    process = subprocess.Popen(
        command_line("explore", *arguments, "--no-open"),
        cwd=cwd,
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/#token=\S+", line)
        assert found, line
        yield process, found[0]
    finally:
        process.kill()
        process.wait(30)


@dataclass
class Tab:
    """A tab of the browser, with everything that went wrong in it and that it asked for."""

    page: Any
    errors: list[str] = field(default_factory=list)
    requested: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, page: Any) -> Tab:
        tab = cls(page)
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: tab.errors.append(str(error)))
        page.context.on("request", lambda request: tab.requested.append(request.url))
        page.on("websocket", lambda socket: tab.requested.append(socket.url))
        return tab

    def check(self) -> None:
        """Nothing went wrong, and nothing was asked for but from this machine."""
        assert self.errors == []
        assert [url for url in self.requested if not url.startswith(AT_HOME)] == []

    def open(self, address: str, n_topics: int | None = 6) -> None:
        self.page.goto(address)
        if n_topics is not None:
            self.expect(f"{n_topics} topics", "aside h2")

    def expect(self, text: str, where: str = "body") -> None:
        self.page.locator(where, has_text=text).first.wait_for()

    def button(self, name: str, where: str = "body") -> Any:
        return self.page.locator(where).get_by_role("button", name=name, exact=True)

    def choose(self, topic: int) -> None:
        """Select a topic in the list and wait for its words."""
        choice = self.page.locator("aside .topic-choice").filter(
            has=self.page.locator(f".number:text-matches('^{topic}\\\\D*$')")
        )
        if choice.get_attribute("aria-pressed") != "true":
            choice.click()
        self.page.locator(f"article[aria-label='Topic {topic}'] .steering").wait_for()

    def topic_with(self, word: str) -> int:
        """Return the number of the topic that lists a word, or one of several."""
        row = self.page.locator("aside li").filter(has_text=re.compile(rf"\b({word})\b")).first
        return int(re.match(r"\d+", row.locator(".number").inner_text())[0])  # type: ignore[index]

    def go(self, fragment: str) -> None:
        """Show a selection, as a link or the history does."""
        self.page.evaluate(
            "place => { location.hash = place; dispatchEvent(new PopStateEvent('popstate')) }",
            fragment,
        )

    def view(self, name: str) -> None:
        self.page.locator("nav").get_by_role("button", name=re.compile(f"^{name}")).click()

    def picture(self, name: str) -> None:
        self.page.screenshot(path=str(screenshots() / f"{name}.png"))

    def notice(self) -> str:
        return str(self.page.locator(".banner.calm").inner_text())
