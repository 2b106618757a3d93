"""Hostile words and documents in a real browser: text nodes that neither run, hide nor reorder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

import thalweg
from tests.explore.browser_page import Tab, chromium, explorer
from thalweg.model import TopicModel

SCRIPT = "<script>document.title='owned'</script>"
IMAGE = "<img src=x onerror=\"document.title='owned'\">"
HIDDEN = "zero\u200bwidth\ufeff"
HOSTILE = (SCRIPT, IMAGE, HIDDEN, "\u202egnirts", "nul\0byte", "\x1b[2Jansi", "x" * 1_000_000)
COLUMN = f"{IMAGE} \u202e \u200b"
RAW = ("\0", "\x1b", "\u202e", "\u200b", "\ufeff")
MAX_LABEL = 300  # characters of the longest run without a space


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    words = [*HOSTILE, "plain", "other"]
    counts = [[3, 2, 9, 1, 4, 2, 8, 0, 0], [0, 0, 0, 0, 1, 0, 0, 6, 5]] * 20
    texts = [f"{' '.join(HOSTILE[:6])} {'y' * 100_000} end"] * 40
    about = {
        "id": [f"{SCRIPT} \u202e {row}" for row in range(40)],
        COLUMN: [f"{IMAGE} \u202e", f"{SCRIPT}\u200b"] * 20,
    }
    corpus = thalweg.Corpus(counts, words, about, texts=texts)
    corpus.save(folder / "hostile.corpus")
    TopicModel(2, max_iter=5, random_state=0, n_jobs=1).fit(corpus).save(folder / "hostile.model")
    return folder


@pytest.fixture
def tab() -> Iterator[Tab]:
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        tab = Tab.of(browser.new_page())
        tab.page.on("dialog", lambda dialog: tab.errors.append(dialog.message))
        yield tab
        browser.close()
    tab.check()


def test_hostile_words_and_documents_are_text(folder: Path, tab: Tab) -> None:
    with explorer("hostile.model", "hostile.corpus", cwd=folder) as (_, address):
        tab.open(address, n_topics=2)
        tab.expect(SCRIPT[:20], "aside .words")
        _check(tab)
        tab.page.locator("aside .topic-choice").first.click()
        tab.page.locator("article.one .document-choice").first.wait_for()
        _check(tab)
        tab.button("Rename").click()
        tab.page.locator("input[name=name]").wait_for()
        _check(tab)
        tab.page.fill("input[name=name]", f"{IMAGE} \u202e")
        tab.page.keyboard.press("Enter")
        tab.expect("control character", ".banner")
        _check(tab)
        tab.button("Rename").click()
        tab.page.fill("input[name=name]", IMAGE)
        tab.page.keyboard.press("Enter")
        tab.expect(IMAGE, "aside strong")
        _check(tab)
        tab.page.fill("input[name=words]", "xxx")
        tab.page.fill("input[name=words]", "pla")
        tab.page.locator("datalist option").wait_for(state="attached")
        _check(tab)
        tab.page.locator(".document-choice").first.click()
        tab.page.locator("article.document").wait_for()
        _check(tab)
        tab.go("word=nul%00byte")
        tab.expect("nul\\x00byte", "article h2")
        _check(tab)
        tab.go("view=groups")
        tab.page.locator("article.groups svg.chart").first.wait_for()
        _check(tab)
        tab.page.get_by_role("button", name="Table", exact=True).first.click()
        tab.page.locator("article.groups table").wait_for()
        _check(tab)
        tab.picture("hostile")
        tab.go("view=documents&query=end")
        tab.page.locator(".search .document-choice").first.wait_for()
        _check(tab)
        filters = tab.page.locator(".filters label", has_text="\\x202e").locator("select")
        filters.select_option(index=1)
        tab.expect("documents", ".search .note")
        _check(tab)
        tab.picture("hostile-search")


def _check(tab: Tab) -> None:
    found: dict[str, Any] = tab.page.evaluate(
        """() => {
            const all = [...document.querySelectorAll('*')];
            const shown = document.documentElement.textContent;
            const attributes = all.flatMap((e) => [...e.attributes]);
            return {
                title: document.title,
                scripts: document.querySelectorAll('script').length,
                images: document.querySelectorAll('img').length,
                handlers: attributes.filter((a) => a.name.startsWith('on')).length,
                shown: shown + attributes.map((a) => a.value).join(' '),
                longest: Math.max(...[...document.querySelectorAll('aside *')].map(
                    (e) => e.children.length ? 0
                        : Math.max(...e.textContent.split(' ').map((w) => w.length)))),
                wide: document.documentElement.scrollWidth - window.innerWidth,
            };
        }"""
    )
    assert found["title"] != "owned"
    assert found["scripts"] == 1
    assert found["images"] == found["handlers"] == 0
    assert [c for c in RAW if c in found["shown"]] == []
    assert found["longest"] <= MAX_LABEL
    assert found["wide"] <= 0
