"""The HTML file in Chromium, from disk: it shows everything, and no request leaves it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.explore.exploration import planted_corpus, trained
from thalweg.export import write

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

HOSTILE = "</script><img src=x onerror=window.stolen=1>"


@pytest.fixture
def page() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": 1280, "height": 900})
        browser.close()


def test_the_file_opens_from_disk_and_no_request_leaves_it(page: Any, tmp_path: Path) -> None:
    corpus = planted_corpus()
    model = trained(corpus).name_topics({0: HOSTILE})
    write(model, "html", tmp_path / "topics.html", corpus, n_documents=20)
    address = (tmp_path / "topics.html").as_uri()
    requests: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_selector(".topic-choice")
    assert page.locator(".topic-choice strong").inner_text().startswith("</script><img")
    for relevance in (0.0, 1.0):  # the page ranks words as the library does
        page.locator('input[type="range"]').fill(str(relevance))
        expected = [" ".join(words) for words in top_words(model, relevance)]
        page.wait_for_function(
            "words => document.querySelector('.words').innerText === words", arg=expected[0]
        )
        assert page.locator(".topic-choice .words").all_inner_texts() == expected
    page.locator(".topic-choice").first.click()
    page.locator(".document-choice").first.click()
    page.locator(".text span[role=button]").first.click()
    page.wait_for_selector('article[aria-label^="Word "] .contexts li')
    assert page.locator("nav button").all_inner_texts() == [
        "Topics",
        "Documents",
        "Groups and time",
    ]
    assert page.locator("text=Rename").count() == 0
    page.click("nav >> text=Documents")
    page.fill("#query", "river")
    page.wait_for_selector(".document-choice mark")
    page.click("nav >> text=Groups")
    page.wait_for_selector("svg.chart")
    assert page.evaluate("window.stolen") is None
    assert page.locator("img").count() == 0
    assert [url for url in requests if not url.startswith(("data:", "blob:"))] == [address]
    assert faults == []


def top_words(model: Any, relevance: float) -> list[list[str]]:
    from thalweg.explore.topic_view import TopicView

    view = TopicView(model)
    return [[view.names[w] for w in row] for row in view.top(relevance, 8).tolist()]
