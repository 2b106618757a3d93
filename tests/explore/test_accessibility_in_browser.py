"""The page for all users: the keyboard alone; axe and widths in every view, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from tests.explore.browser_page import WIDTHS, Tab
from tests.explore.exploration import planted_corpus, trained
from thalweg.export import write

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PLACES = {
    "map": "",
    "topic": "topic=1",
    "document": "document=3",
    "word": "word=telescope&topic=1",
    "search": "view=documents&query=telescope",
    "groups": "view=groups",
    "bars": "view=groups&column=place",
    "training": "view=training",
    "edits": "view=edits",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_is_accessible_and_fits(browser: Any, finished: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)
    try:
        tab = Tab.of(context.new_page())
        tab.open(finished)
        tab.choose(1)
        tab.page.locator(".document-choice").first.wait_for()
        for view, place in PLACES.items():
            _show(tab, place)
            for name, width in WIDTHS.items():
                tab.page.set_viewport_size({"width": width, "height": 900})
                tab.page.wait_for_timeout(50)
                tab.picture(f"{view}-{name}-{scheme}")
                wide = "document.documentElement.scrollWidth - window.innerWidth"
                assert tab.page.evaluate(wide) <= 0, (view, name)
            _check_with_axe(tab, view)
        tab.page.set_viewport_size({"width": WIDTHS["wide"], "height": 900})
        _show(tab, "topic=1")
        tab.button("Split…").click()
        tab.expect("New topic", ".split")
        tab.picture(f"split-{scheme}")
        _check_with_axe(tab, "split")
        for view in ("map", "topic", "document", "word", "groups", "bars"):
            _show(tab, PLACES[view])
            tables = tab.page.get_by_role("button", name="Table", exact=True)
            for _ in range(tables.count()):
                tables.first.click()  # it is called Chart afterwards
            tab.page.locator("main table").first.wait_for()
            _check_with_axe(tab, f"tables of {view}")
        tab.check()
    finally:
        context.close()
    if not AXE.exists():
        pytest.skip("axe-core is not installed (npm ci in web/); only widths were checked")


def test_the_html_file_is_accessible(browser: Any, tmp_path: Path) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed (npm ci in web/)")
    corpus = planted_corpus()
    write(trained(corpus), "html", tmp_path / "topics.html", corpus, n_documents=20)
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme, bypass_csp=True)
        try:
            tab = Tab.of(context.new_page())
            tab.open((tmp_path / "topics.html").as_uri(), n_topics=2)
            for place in ("", "topic=1", "word=river", "view=documents&query=river", "view=groups"):
                _show(tab, place)
                _check_with_axe(tab, f"file, {place}")
            tab.go("topic=1")
            tab.page.locator(".document-choice").first.click()
            tab.page.locator("article.document .text").wait_for()
            _check_with_axe(tab, "file, a document")
            tab.check()
        finally:
            context.close()


def test_everything_by_keyboard(finished: str, tab: Tab) -> None:
    """Select a topic, name it, add a word, undo, search and read, with Tab, Enter and arrows."""
    tab.open(finished)
    keys = tab.page.keyboard
    _tab_to(tab, ".topic-choice")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Enter")
    tab.page.locator("article[aria-label='Topic 2'] .steering").wait_for()
    _tab_to(tab, ".rename")
    keys.press("Enter")
    tab.page.locator("input[name=name]:focus").wait_for()
    keys.type("By keyboard")
    keys.press("Enter")
    tab.expect("By keyboard", "aside strong")
    assert tab.page.locator("li.selected .topic-choice:focus").count() == 1  # where it was
    _tab_to(tab, "svg[aria-label='Words of topic 2'] .choice")
    keys.press("ArrowDown")
    second = tab.page.locator("svg[aria-label='Words of topic 2'] .choice").nth(1)
    assert second.evaluate("bar => bar === document.activeElement")
    _tab_to(tab, "input[name=words]")
    keys.type("bank")
    keys.press("Enter")
    tab.expect("Add bank to topic 2", ".banner.calm")
    tab.expect("bank", ".chips")
    _tab_to(tab, ".banner button", "Undo")
    keys.press("Enter")
    tab.expect("Undone", ".banner.calm")
    tab.page.locator(".chips").wait_for(state="detached")
    _tab_to(tab, "nav button", "Documents")
    keys.press("Enter")
    _tab_to(tab, "#query")
    keys.type("telescope")
    tab.page.locator(".search mark, .search .note button").first.wait_for()
    _tab_to(tab, ".search .note button", "Search all topics")
    keys.press("Enter")
    tab.page.locator(".search mark").first.wait_for()
    _tab_to(tab, ".document-choice")
    keys.press("Enter")
    tab.page.locator("article.document .text").wait_for()
    _tab_to(tab, ".text")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("Enter")
    tab.page.locator("article.one .contexts").wait_for()
    _tab_to(tab, ".close")
    keys.press("Enter")
    tab.page.locator("article.document").wait_for()


def _tab_to(tab: Tab, selector: str, text: str = "") -> None:
    """Press Tab until an element has the focus."""
    is_there = """([selector, text]) => document.activeElement.matches(selector)
        && document.activeElement.textContent.includes(text)"""
    for _ in range(150):
        tab.page.keyboard.press("Tab")
        if tab.page.evaluate(is_there, [selector, text]):
            return
    raise AssertionError(f"the Tab key does not reach {selector} {text}")


def _show(tab: Tab, place: str) -> None:
    tab.go(place)
    tab.page.locator("main article, main .figure").first.wait_for()
    tab.page.wait_for_timeout(250)


def _check_with_axe(tab: Tab, view: str) -> None:
    if not AXE.exists():
        return
    if not tab.page.evaluate("typeof axe !== 'undefined'"):
        tab.page.evaluate(AXE.read_text())
    found = tab.page.evaluate("axe.run()")["violations"]
    violations = [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"][:2]
    ]
    assert violations == [], view
