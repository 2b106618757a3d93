"""Times of the explorer in a real browser: Chromium, driven by Playwright, on two cores.

    python -m benchmarks.explore.browser [20newsgroups] [simplewiki] [generated] [--documents N]

For each corpus: first topics after the page begins to load, frames per second while the model
trains, and what a user waits for, while it trains and when it is paused: a selection, a document, a
search, an edit. With `--selections N`, only the heap of the page over N selections is measured.
Results of corpora that are not measured again are kept. The real corpora need the shared data;
those that are not there are skipped. What an open page costs: `benchmarks.explore.slowdown`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks import machine
from benchmarks.corpora import SHARED
from benchmarks.explore.generated_documents import write_documents
from benchmarks.explore.page_timer import SCRIPT, PageTimer

RESULTS = Path(__file__).with_name("results")
BARS = {  # p95 in ms; frames per second; a ratio; kB
    "first_topics_ms": 1000,
    "selection_ms": 100,
    "document_ms": 150,
    "search_ms": 100,
    "edit_acknowledged_ms": 100,
    "edit_settled_ms": 2000,
}


@contextmanager
def explorer(path: Path, *options: str) -> Iterator[str]:
    """Run the explorer on a file; yield the address of its page."""
    command = [sys.executable, "-m", "thalweg", "explore", str(path), "--no-open", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        found = None
        while found is None:
            line = process.stderr.readline()
            if not line:
                raise SystemExit(f"the explorer did not start: {' '.join(command)}")
            found = re.search(r"http://127\.0\.0\.1:\d+/#token=\S+", line)
        yield found[0]
    finally:
        process.terminate()
        process.wait()


@contextmanager
def tab(browser: Any, address: str) -> Iterator[tuple[Any, list[float]]]:
    """Open a page; yield it and the times at which frames reach it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, times = context.new_page(), []

    def received(payload: str | bytes) -> None:
        if str(payload[:40]).startswith('{"type":"frame"'):
            times.append(time.perf_counter())

    page.on("websocket", lambda socket: socket.on("framereceived", received))
    page.add_init_script(SCRIPT)
    page.goto(address)
    try:
        yield page, times
    finally:
        context.close()


def status(page: Any) -> str:
    return str(page.locator(".status").inner_text())


def wait_for_status(page: Any, text: str, seconds: float) -> None:
    page.locator(".status", has_text=re.compile(text)).wait_for(timeout=1000 * seconds)


def asked(
    timer: PageTimer, repeat: int, n_documents: int, used: set[str]
) -> dict[str, list[float]]:
    """Return the times of everything that a user does, each several times."""
    times: dict[str, list[float]] = {f"{name}": [] for name in BARS if name != "first_topics_ms"}
    topics, words = timer.topics(), list(dict.fromkeys(timer.words()))  # each word once
    for turn in range(repeat):
        topic, word = topics[turn % len(topics)], words[(7 * turn) % len(words)]
        times["selection_ms"].append(timer.select(topic))
        times["document_ms"].append(timer.document((7919 * turn) % n_documents))
        times["search_ms"].append(timer.search(word))
    for turn in range(min(repeat, 12)):
        word = next(word for word in words if word not in used)  # a word is held only once
        used.add(word)
        acknowledged, settled = timer.add(topics[turn % len(topics)], word)
        times["edit_acknowledged_ms"].append(acknowledged)
        times["edit_settled_ms"].append(settled)
    return times


def watch(browser: Any, path: Path, given: argparse.Namespace) -> dict[str, Any]:
    """Measure one corpus: while its model trains, and when training is paused."""
    result: dict[str, Any] = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "load": os.getloadavg()[0],
        "first_topics_ms": starts(browser, path, given),
    }
    used: set[str] = set()
    options = ("-k", str(given.topics), "--passes", "100000")
    with explorer(path, *options) as address, tab(browser, address) as (page, times):
        timer = PageTimer(page)
        result["first_topics_ms"].append(timer.first_topics())
        wait_for_status(page, "Training · pass", 600)
        began = time.perf_counter()
        page.wait_for_timeout(8000)
        n = sum(began < each for each in times)
        result["frames_per_second"] = n / (time.perf_counter() - began)
        n_documents = int(re.sub(r"\D", "", page.locator(".size").inner_text().split("·")[0]))
        result["n_documents"] = n_documents
        result["training"] = asked(timer, given.repeat, n_documents, used)
        page.get_by_role("button", name="Pause", exact=True).click()
        wait_for_status(page, "Paused", 60)
        result["paused"] = asked(timer, given.repeat, n_documents, used)
    return result


def starts(browser: Any, path: Path, given: argparse.Namespace) -> list[float]:
    """Return the milliseconds from the beginning of loading to the first topics, several times."""
    found = []
    for _ in range(given.starts):
        with explorer(path, "-k", str(given.topics)) as address, tab(browser, address) as (page, _):
            found.append(PageTimer(page).first_topics())
    return found


def heap(browser: Any, path: Path, given: argparse.Namespace) -> dict[str, Any]:
    """Return the size of the page's heap over many selections."""
    options = ("-k", str(given.topics), "--passes", "5")
    with explorer(path, *options) as address, tab(browser, address) as (page, _):
        wait_for_status(page, "Trained in", 600)
        timer, sizes = PageTimer(page), []
        topics = timer.topics()
        for turn in range(given.selections + 1):
            if turn % max(1, given.selections // 10) == 0:
                sizes.append(timer.heap_bytes())
            if turn % 4 == 3:
                timer.document(turn % 500)
            else:
                timer.select(topics[turn % len(topics)])
    return {"selections": given.selections, "heap_bytes": sizes}


def page_bytes() -> int:
    """Return the size of all files of the page, compressed one by one."""
    folder = files("thalweg.explore") / "page"
    return sum(len(gzip.compress(each.read_bytes(), 9)) for each in folder.iterdir())


def corpora(names: list[str], n_documents: int, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the corpora that are there; the generated one is written first."""
    for name in names:
        path = SHARED / name / f"{name}.jsonl.gz"
        if name == "generated":
            path = folder / f"generated-{n_documents}.csv"
            if not path.exists():
                write_documents(path, n_documents)
        if path.exists():
            yield name, path
        else:
            print(f"{name} is skipped: {path} is not there")


def table(results: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a table: medians and 95th percentiles against the bars."""
    for name, each in results["corpora"].items():
        first, rate = max(each["first_topics_ms"]), each["frames_per_second"]
        said = (
            f"first topics at most {first:.0f} ms (bar 1000), {rate:.1f} frames per second (bar 4)"
        )
        yield f"{name}, load {each['load']:.1f}: {said}"
        for phase in ("training", "paused"):
            for what, times in each[phase].items():
                p95 = float(np.percentile(times, 95))
                mark = "" if p95 <= BARS[what] else "  <<<"
                yield (
                    f"  {phase:9}{what:22} median {median(times):7.1f} p95 {p95:7.1f} "
                    f"bar {BARS[what]}{mark}"
                )
    if "heap" in results:
        sizes = [f"{size / 1e6:.1f}" for size in results["heap"]["heap_bytes"]]
        yield f"heap in MB over {results['heap']['selections']} selections: {' '.join(sizes)}"
    yield f"page: {results['page_bytes'] / 1000:.1f} kB compressed (bar 150)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", default=["20newsgroups", "simplewiki", "generated"])
    parser.add_argument("-k", "--topics", type=int, default=20)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=40)
    parser.add_argument("--starts", type=int, default=4)
    parser.add_argument("--selections", type=int, default=0, help="measures the heap")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise SystemExit("Chromium is not installed (apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    given.results.mkdir(exist_ok=True)
    out = given.results / "browser.json"
    results: dict[str, Any] = json.loads(out.read_text()) if out.exists() else {"corpora": {}}
    results["page_bytes"] = page_bytes()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, file in corpora(given.names, given.documents, given.folder):
            if given.selections:
                results["heap"] = heap(browser, file, given)
            else:
                results["corpora"][name] = watch(browser, file, given)
            out.write_text(json.dumps(results, indent=1) + "\n")
            print("\n".join(table(results)), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
