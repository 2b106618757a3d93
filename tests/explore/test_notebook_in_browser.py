"""The page of a widget in a real browser, with the kernel's side of the connection."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from tests.explore.browser_page import chromium, screenshots
from tests.explore.exploration import explored
from thalweg.explore.hosts.kernel_connection import KernelConnection

RENDER = """async ([script, style]) => {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const module = await import(url);
  const model = {
    get: (name) => (name === 'height' ? 600 : style),
    send: (message) => toKernel(JSON.stringify(message)),
    on: (_, receive) => { window.receive = receive; },
    off: () => {},
  };
  window.end = module.default.render({ model, el: document.querySelector('#cell') });
}"""

GROUND = "() => getComputedStyle(document.querySelector('#cell')).backgroundColor"


@pytest.fixture
def notebook() -> Iterator[Any]:
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 800})
        page.set_content(
            "<body data-jp-theme-light='false'><h1>Notebook</h1><button>Run</button>"
            "<div id='cell' style='width: 720px'></div></body>"
        )
        yield page
        browser.close()


def test_the_page_of_a_widget_works_and_leaves_the_notebook_alone(notebook: Any) -> None:
    with explored() as (session, _):
        messages: queue.Queue[str] = queue.Queue()
        connection = KernelConnection(session, lambda text, _: messages.put(text))
        notebook.expose_function("toKernel", lambda text: connection.receive(json.loads(text)))
        looks = "() => JSON.stringify(getComputedStyle(document.querySelector('button')))"
        before = notebook.evaluate(looks)
        page = files("thalweg.explore") / "page"
        sources = [(page / name).read_text(encoding="utf-8") for name in ("page.js", "page.css")]
        notebook.evaluate(RENDER, sources)

        def wait_for(selector: str) -> Any:
            found, end = notebook.locator(f"#cell {selector}"), time.monotonic() + 30
            while not found.count():
                assert time.monotonic() < end, selector
                try:
                    text = messages.get(timeout=0.05)
                except queue.Empty:
                    notebook.wait_for_timeout(20)  # delivers what the page has sent
                    continue
                notebook.evaluate("(text) => receive({ message: text }, [])", text)
            return found

        wait_for(".topic-choice").first.click()
        wait_for("article .related")
        notebook.screenshot(path=screenshots() / "notebook.png")
        wait_for(".document-choice").first.click()
        wait_for("article.document .text")
        notebook.keyboard.press("Escape")
        wait_for("article .related")
        assert notebook.evaluate(looks) == before
        assert notebook.evaluate(GROUND) == "rgb(22, 24, 27)"  # dark, as the notebook says
        assert notebook.evaluate("() => scrollY") == 0
        width = "() => document.querySelector('#cell').scrollWidth"
        assert notebook.evaluate(width) <= 720
        notebook.evaluate("() => end()")
        assert notebook.locator("#cell .topic-choice").count() == 0
        connection.close()
