"""Journeys in a real browser: watch, read, search, steer and save."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from tests.explore.browser_page import OPTIONS, Tab, explorer

MUSIC, SPACE = "guitar|song|concert|album", "rocket|orbit|satellite|planet"


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
    assert len(tab.requested) > 3  # the fixture checks that all of them stay on this machine


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
    tab.button("Merge").click()
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


def test_a_bar_and_a_period_open_their_documents(finished: str, tab: Tab) -> None:
    tab.open(finished)
    tab.go("view=groups&column=place")
    bars = tab.page.locator("svg[aria-label='Topic 2 by place'] .choice")
    bars.filter(has_text="south").click()
    tab.expect("documents", ".search .note")
    tab.page.locator(".search .document-choice").first.click()
    tab.expect("place south", "article.document .facts")
    assert "2" in tab.page.locator(".legend").inner_text()
    tab.page.keyboard.press("Escape")
    assert (
        tab.page.locator(".filters label", has_text="place")
        .locator("select")
        .evaluate("field => field.selectedOptions[0].text")
        == "south"
    )
    tab.go("view=groups&column=date&topic=2")
    periods = tab.page.locator("svg[aria-label^='Topic 2 per'] .choice")
    periods.nth(0).focus()
    tab.page.keyboard.press("ArrowRight")
    start = str(tab.page.evaluate("document.activeElement.getAttribute('aria-label')"))[:7]
    tab.page.keyboard.press("Enter")
    tab.expect("documents", ".search .note")
    tab.page.reload()  # the address has the filters
    tab.page.locator(".search .document-choice").first.click()
    tab.expect(f"date {start}-15", "article.document .facts")


def test_a_topic_under_the_mouse_is_marked_everywhere(finished: str, tab: Tab) -> None:
    tab.open(finished)
    music = tab.topic_with(MUSIC)
    tab.page.locator(f"svg.map [aria-label^='Topic {music}:']").hover()
    tab.expect("", "aside li.hovered")
    assert tab.page.locator("aside li.hovered .number").inner_text() == str(music)
    tab.choose(music)
    tab.page.locator(".document-choice").first.click()
    tab.page.locator("article.document .text").wait_for()
    tab.page.locator("aside .topic-choice").nth(music).hover()
    words = tab.page.locator(".text .hovered")
    words.first.wait_for()
    assert set(words.evaluate_all("all => all.map((e) => e.dataset.topic)")) == {str(music)}
    tab.picture("hovered")


def test_save_files_and_pictures(finished: str, tab: Tab, tmp_path: Path) -> None:
    tab.open(finished)
    tab.page.locator("svg.map").wait_for()
    _save_pictures(tab, "Topic map")
    tab.go("view=groups&column=place")
    tab.page.locator("article.groups svg.chart").first.wait_for()
    _save_pictures(tab, "0 ")
    tab.go("topic=1")
    tab.page.locator("svg[aria-label='Words of topic 1']").wait_for()
    _save_pictures(tab, "Words")
    tab.go("document=3")
    tab.page.locator("article.document svg.chart").wait_for()
    _save_pictures(tab, "Topics of this document")
    tab.go("word=telescope")
    tab.page.locator("svg[aria-label='Topics of telescope']").wait_for()
    _save_pictures(tab, "Topics of the word")
    _save_pictures(tab, "Documents with the word")
    tab.go("view=training")
    for text, name in (
        ("Topics, CSV", "topics.csv"),
        ("Topics, JSON", "topics.json"),
        ("Topics of the documents, Parquet", "documents.parquet"),
        ("Edits, JSON", "edits.json"),
    ):
        with tab.page.expect_download() as saved:
            tab.button(text).click()
        assert saved.value.suggested_filename == name
        content = Path(saved.value.path()).read_bytes()
        if name == "edits.json":
            assert json.loads(content)["edits"] == []
        if name == "topics.json":
            assert len(json.loads(content)["topics"]) == 6
        assert content


def test_the_history_of_the_topics_is_a_table_and_a_picture(folder: Path, tab: Tab) -> None:
    with explorer("reports.csv", "-k", "6", *OPTIONS, "--passes", "20", cwd=folder) as (_, address):
        tab.open(address)
        tab.expect("Trained in", ".status")
        tab.view("Training")
        _save_pictures(tab, "Shares of the topics")
        _save_pictures(tab, "Held-out score")
        figure = tab.page.locator("section[aria-label='Shares of the topics']")
        figure.get_by_role("button", name="Table").click()
        assert figure.locator("th").all_inner_texts()[-1] == "topic 5"
        assert figure.locator("tbody tr").count() > 1


def test_name_a_topic_where_it_is_read_and_see_what_an_edit_did(finished: str, tab: Tab) -> None:
    """On a phone, where the list is at the end of the page."""
    tab.page.set_viewport_size({"width": 400, "height": 900})
    tab.open(finished)
    music, space = tab.topic_with(MUSIC), tab.topic_with(SPACE)
    tab.choose(music)
    tab.button("Name", "article .one-head").click()
    tab.page.fill("article .one-head input[name=name]", "Concerts")
    tab.page.keyboard.press("Enter")
    tab.expect("Concerts", "article .one-head h2")
    tab.page.locator(".steering select").select_option(str(space))
    tab.button("Merge").click()
    notice = tab.page.locator(".banner.calm", has_text=f"Merge topic {space} into topic {music}")
    notice.wait_for()
    assert tab.page.evaluate("scrollY") > 200
    assert notice.bounding_box()["y"] >= 0
    tab.picture("merged-phone")
    tab.button("Undo", ".banner").click()
    tab.expect("6 topics", "aside h2")


def test_labels_of_bars_begin_in_the_picture(finished: str, tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 400, "height": 900})
    tab.open(finished)
    for place in ("word=bank", "document=3", "view=groups&column=place"):
        tab.go(place)
        labels = tab.page.locator("main svg.chart text.label")
        labels.first.wait_for()
        starts = labels.evaluate_all(
            "all => all.map((e) => e.getBoundingClientRect().left "
            "- e.closest('svg').getBoundingClientRect().left)"
        )
        assert min(starts) >= -1, place


def test_the_heap_of_the_page_does_not_grow_with_selections(finished: str, tab: Tab) -> None:
    """The benchmark has 10,000 of them."""
    tab.open(finished)
    devtools = tab.page.context.new_cdp_session(tab.page)
    select = """async (n) => {
        for (let i = 0; i < n; i++) {
            const place = i % 4 === 3 ? `document=${i % 300}` : `topic=${i % 6}`;
            location.hash = place;
            dispatchEvent(new PopStateEvent('popstate'));
            const topic = `article[aria-label='Topic ${i % 6}'] .related`;
            const shown = i % 4 === 3 ? 'article.document .text' : topic;
            while (!document.querySelector(shown)) await new Promise((go) => setTimeout(go, 2));
        }
    }"""

    def heap() -> int:
        for _ in range(2):
            devtools.send("HeapProfiler.collectGarbage")
        return int(devtools.send("Runtime.getHeapUsage")["usedSize"])

    tab.page.evaluate(select, 200)
    before = heap()
    tab.page.evaluate(select, 1000)
    assert heap() - before < 500_000  # 500 bytes per selection


def _save_pictures(tab: Tab, title: str) -> None:
    for kind in ("SVG", "PNG"):
        button = tab.page.get_by_role("button", name=re.compile(f"^Save {title}.*as {kind}$"))
        with tab.page.expect_download() as saved:
            button.click()
        path = Path(saved.value.path())
        assert path.read_bytes().startswith(b"<svg" if kind == "SVG" else b"\x89PNG")
