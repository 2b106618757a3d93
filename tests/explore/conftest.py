"""A browser, and a page about a model of six themes, for the journeys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import thalweg_command
from tests.explore.browser_page import OPTIONS, Tab, chromium, explorer, write_table


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser")
    write_table(folder / "reports.csv")
    done = thalweg_command(
        *("train", "reports.csv", "-k", "6", *OPTIONS, "--passes", "30", "--out", "r.model"),
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def tab(browser: Any) -> Iterator[Tab]:
    """A tab in which nothing goes wrong, and that asks this machine only."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    tab = Tab.of(context.new_page())
    yield tab
    context.close()
    tab.check()


@pytest.fixture
def finished(folder: Path) -> Iterator[str]:
    """The address of a page about a model that is trained already."""
    with explorer("r.model", "reports.csv", cwd=folder) as (_, address):
        yield address
