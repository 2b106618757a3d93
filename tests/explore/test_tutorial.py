"""The journey of docs/tutorial/explorer.md, in a browser; its pictures are those of the page.

`python tools/explorer_pictures.py` runs it and writes the pictures of the tutorial and the README.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from tests.explore.browser_page import Tab, chromium, explorer

ROOT = Path(__file__).parents[2]
NAMES = {"garage": "Parking", "internet": "Internet", "loud": "Noise at night"}


@pytest.fixture
def tab() -> Iterator[Tab]:
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page: Any = browser.new_page(
            viewport={"width": 1180, "height": 760}, accept_downloads=True, color_scheme="light"
        )
        tab = Tab.of(page)
        yield tab
        browser.close()
    tab.check()


def test_name_find_remove_merge_and_save(tab: Tab) -> None:
    with explorer("examples/reviews.csv", "-k", "12", cwd=ROOT) as (_, address):
        tab.open(address, n_topics=12)
        tab.expect("Trained in", ".status")
        tab.page.locator("svg.map").wait_for()
        _picture(tab, "1-topics")
        for word, name in NAMES.items():
            tab.choose(tab.topic_with(word))
            tab.button("Rename").click()
            tab.page.fill("input[name=name]", name)
            tab.page.keyboard.press("Enter")
            tab.expect(name, "aside strong")
        _picture(tab, "2-names")
        tab.page.keyboard.press("/")
        tab.page.locator("#query:focus").wait_for()
        tab.page.keyboard.type("playground children")
        tab.page.locator(".search mark").first.wait_for()
        tab.button("Search all topics").click()  # a topic was selected
        tab.button("Search all topics").wait_for(state="detached")
        tab.page.locator(".search mark").first.wait_for()
        _picture(tab, "3-search")
        tab.page.locator(".search .document-choice").first.click()
        tab.page.locator("article.document .text").wait_for()
        assert "playground" in tab.page.locator("article.document .text").inner_text().lower()
        _picture(tab, "4-document")
        tab.view("Groups and time")
        tab.page.locator("article.groups svg.chart").first.wait_for()
        _picture(tab, "5-groups")
        tab.view("Topics")
        parking = tab.topic_with("garage")
        tab.choose(parking)
        bars = tab.page.locator(f"svg[aria-label='Words of topic {parking}'] [role=button]")
        bars.filter(has_text="booking").first.click()
        tab.button(f"Remove from topic {parking}").click()
        tab.expect(f"Remove booking from topic {parking}", ".banner.calm")
        tab.button("Close", "article.one").click()
        tab.expect("booking", ".chips")
        _picture(tab, "6-removed")
        other = tab.topic_with("airport")
        tab.page.locator(".steering select").select_option(str(other))
        tab.button("Merge").click()
        tab.expect("11 topics", "aside h2")
        _picture(tab, "7-merged")
        tab.button("Undo", ".banner").click()
        tab.expect("12 topics", "aside h2")
        tab.view("Training and files")
        with tab.page.expect_download() as saved:
            tab.button("Topics, CSV").click()
        table = Path(saved.value.path()).read_text(encoding="utf-8")
        assert all(name in table for name in NAMES.values())
        _picture(tab, "8-files")


def _picture(tab: Tab, name: str) -> None:
    tab.page.wait_for_timeout(400)
    tab.picture(f"explorer-{name}")
