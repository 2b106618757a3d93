"""Journeys in a real browser: watch, read, search, steer, save, and what goes wrong on the way."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from tests.cli.shell import thalweg_command
from tests.explore.browser_page import WIDTHS, Tab, chromium, explorer, write_table

MUSIC, SPACE = "guitar|song|concert|album", "rocket|orbit|satellite|planet"
OPTIONS = ("--min-df", "2", "--held-out", "50", "--threads", "1")
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


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
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    tab = Tab.of(context.new_page())
    yield tab
    context.close()
    assert tab.errors == []


@pytest.fixture
def finished(folder: Path) -> Iterator[str]:
    """The address of a page about a model that is trained already."""
    with explorer("r.model", "reports.csv", cwd=folder) as (_, address):
        yield address


def test_watch_pause_add_a_word_and_see_that_it_holds(folder: Path, tab: Tab) -> None:
    options = (*OPTIONS, "--passes", "100000", "--batch-size", "16")
    with explorer("reports.csv", "-k", "6", *options, cwd=folder) as (_, address):
        tab.open(address)
        tab.expect("Training · pass", ".status")
        tab.button("Pause", ".status").click()
        tab.expect("Paused", ".status")
        tab.button("Resume", ".status").click()
        tab.expect("Training", ".status")
        topic = tab.topic_with(MUSIC)
        tab.choose(topic)
        tab.page.fill("input[name=words]", "bank")
        tab.button("Add", ".steering").click()
        tab.expect(f"Add bank to topic {topic}", ".banner.calm")
        tab.view("Training")
        visited = tab.page.locator(".numbers div").filter(has_text="documents visited")

        def documents() -> int:
            return int(re.sub(r"\D", "", visited.locator("dd").inner_text()))

        first = documents()
        for _ in range(100):
            if documents() > first + 600 * 16:
                break
            tab.page.wait_for_timeout(200)
        assert documents() > first + 600 * 16
        tab.view("Topics")
        tab.choose(topic)
        tab.expect("bank", ".chips")
        words = tab.page.locator(f"svg[aria-label='Words of topic {topic}'] .label")
        assert "bank" in words.all_text_contents()
        # The topic has at least the share that an added word is held with.
        tab.page.locator(f"svg[aria-label='Words of topic {topic}'] .choice").filter(
            has_text="bank"
        ).click()
        bars = tab.page.locator("svg[aria-label='Topics of bank'] .choice")
        bars.first.wait_for()
        (held,) = [text for text in bars.all_text_contents() if text.startswith(f"{topic} ")]
        found = re.search(r"(\d+\.\d)%$", held)
        assert found, held
        assert float(found[1]) > 78
        tab.picture("training-with-an-added-word")


def test_read_a_document_and_a_word_and_search(finished: str, tab: Tab) -> None:
    tab.open(finished)
    tab.page.locator("aside .topic-choice").first.click()
    tab.page.locator(".document-choice").first.click()
    tab.page.locator("article.document .text").wait_for()
    tab.picture("document")
    tab.page.locator(".text span[role=button]").first.click()
    tab.page.locator("article.one .contexts").wait_for()
    tab.picture("word")
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("/")
    tab.page.locator("#query:focus").wait_for()
    tab.page.keyboard.type("telescope")
    tab.expect("documents", ".search .note")
    assert tab.page.locator(".search mark").first.inner_text().lower() == "telescope"
    tab.picture("search")
    tab.view("Groups and time")
    tab.page.locator("article.groups svg.chart").first.wait_for()
    tab.picture("groups")
    origin = finished.split("/#")[0]
    outside = [
        url
        for url in tab.requested
        if not url.startswith((origin, origin.replace("http", "ws"), "data:", "blob:"))
    ]
    assert outside == []
    assert len(tab.requested) > 3


def test_name_remove_merge_split_undo_and_redo(finished: str, tab: Tab) -> None:
    tab.open(finished)
    music, space = tab.topic_with(MUSIC), tab.topic_with(SPACE)
    tab.choose(music)
    tab.button("Rename").click()
    tab.page.fill("input[name=name]", "Concerts")
    tab.page.keyboard.press("Enter")
    tab.expect("Concerts", "aside strong")
    tab.page.fill("input[name=words]", "guitar")
    tab.button("Remove", ".steering").click()
    tab.expect("guitar", ".chips")
    tab.page.locator(".steering select").select_option(str(space))
    tab.expect("5 topics", "aside h2")
    tab.picture("merged")
    tab.button("Split…").click()
    tab.expect("New topic", ".split")
    tab.picture("split")
    tab.button("Split so").click()
    tab.expect("6 topics", "aside h2")
    tab.view("Edits")
    tab.expect("split", ".log li")
    tab.button("Undo", "article.edits").click()
    tab.expect("5 topics", "aside h2")
    tab.button("Undo", "article.edits").click()
    tab.expect("6 topics", "aside h2")
    tab.button("Redo", "article.edits").click()
    tab.expect("5 topics", "aside h2")
    tab.picture("edits")
    tab.view("Topics")
    tab.choose(music)
    assert "guitar" not in tab.page.locator("aside li.selected .words").inner_text()


def test_new_topics_from_words_and_documents_lock_and_delete(finished: str, tab: Tab) -> None:
    tab.open(finished)
    tab.button("New topic").click()
    tab.page.fill("input[name=new-words]", "oven telescope")
    tab.button("Create").click()
    tab.expect("7 topics", "aside h2")
    # The page selects the new topic by itself; a click at that moment would deselect it.
    tab.page.locator("article[aria-label='Topic 6'] .steering").wait_for()
    tab.button("Lock").click()
    tab.button("Locked").wait_for()
    tab.button("Delete").click()
    tab.expect("Not possible", ".banner")
    tab.button("Locked").click()
    tab.button("Lock").wait_for()
    tab.button("Delete").click()
    tab.expect("6 topics", "aside h2")
    tab.page.keyboard.press("/")
    tab.page.locator("#query:focus").wait_for()
    tab.page.keyboard.type("cheese")
    boxes = tab.page.locator(".search .choosable input")
    boxes.nth(0).check()
    boxes.nth(1).check()
    tab.button("From 2 documents").click()
    tab.expect("7 topics", "aside h2")
    tab.button("One fewer").click()
    tab.expect("6 topics", "aside h2")


def test_save_files_and_pictures(finished: str, tab: Tab, tmp_path: Path) -> None:
    tab.open(finished)
    tab.page.locator("svg.map").wait_for()
    for kind in ("SVG", "PNG"):
        with tab.page.expect_download() as saved:
            tab.page.get_by_role("button", name=f"Save Topic map as {kind}").click()
        path = Path(saved.value.path())
        assert path.read_bytes().startswith(b"<svg" if kind == "SVG" else b"\x89PNG")
    tab.view("Training")
    for text, name in (
        ("Topics, CSV", "topics.csv"),
        ("Topics of the documents, Parquet", "documents.parquet"),
        ("Edits, JSON", "edits.json"),
    ):
        with tab.page.expect_download() as saved:
            tab.button(text).click()
        assert saved.value.suggested_filename == name
        content = Path(saved.value.path()).read_bytes()
        if name == "edits.json":
            assert json.loads(content)["edits"] == []
        assert content


def test_reload_second_tab_and_closed_tab(finished: str, tab: Tab) -> None:
    tab.open(finished)
    tab.choose(2)
    assert "token" not in tab.page.url
    tab.page.reload()
    tab.page.locator("article[aria-label='Topic 2']").wait_for()
    other = Tab.of(tab.page.context.new_page())
    other.open(finished)
    other.choose(3)
    other.button("Rename").click()
    other.page.fill("input[name=name]", "Seen by both")
    other.page.keyboard.press("Enter")
    tab.expect("Seen by both", "aside strong")
    other.page.close()
    tab.choose(4)
    assert other.errors == []


def test_the_page_says_that_the_server_is_gone_and_works_with_another(
    folder: Path, tab: Tab
) -> None:
    with explorer("r.model", "reports.csv", cwd=folder) as (process, address):
        tab.open(address)
        process.send_signal(signal.SIGKILL)
        tab.expect("not reachable", ".banner")
        tab.picture("server-gone")
    port = address.split(":")[2].split("/")[0]
    with explorer("r.model", "reports.csv", "--port", port, cwd=folder) as (_, again):
        tab.page.goto("about:blank")
        tab.open(again)
        assert tab.page.locator(".banner").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_is_accessible_and_fits(browser: Any, finished: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)
    try:
        tab = Tab.of(context.new_page())
        tab.open(finished)
        tab.choose(1)
        tab.page.locator(".document-choice").first.wait_for()
        for view in ("map", "topic", "document", "search", "groups", "training", "edits"):
            _show(tab, view)
            for name, width in WIDTHS.items():
                tab.page.set_viewport_size({"width": width, "height": 900})
                tab.page.wait_for_timeout(50)
                tab.picture(f"{view}-{name}-{scheme}")
                wide = "document.documentElement.scrollWidth - window.innerWidth"
                assert tab.page.evaluate(wide) <= 0, (view, name)
            if AXE.exists():
                assert _violations(tab) == [], view
        if not AXE.exists():
            pytest.skip("axe-core is not installed (npm ci in web/); only widths were checked")
        assert tab.errors == []
    finally:
        context.close()


def _show(tab: Tab, view: str) -> None:
    places = {
        "map": "",
        "topic": "topic=1",
        "document": "document=3",
        "search": "view=documents&query=telescope",
        "groups": "view=groups",
        "training": "view=training",
        "edits": "view=edits",
    }
    tab.page.evaluate(
        "place => { location.hash = place; dispatchEvent(new PopStateEvent('popstate')) }",
        places[view],
    )
    tab.page.locator("main article, main .figure").first.wait_for()
    tab.page.wait_for_timeout(250)


def _violations(tab: Tab) -> list[str]:
    if not tab.page.evaluate("typeof axe !== 'undefined'"):
        tab.page.evaluate(AXE.read_text())
    found = tab.page.evaluate("axe.run()")["violations"]
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"][:2]
    ]
