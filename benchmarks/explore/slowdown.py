"""How much an open page slows training: a client without a browser, and Chromium.

    python -m benchmarks.explore.slowdown [FILE] [-k 20] [--turns 5] [--seconds 5]

One training run is watched in turns by no one, by a client that acknowledges frames, by one that
also asks for a topic once per second as a page with a selected topic does, and by Chromium. Each
time, the documents per second of training are taken from its own clock. So all are measured on the
same machine under the same load. Chromium needs processor time to draw; the difference to the
client is its own share.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from benchmarks import machine
from benchmarks.corpora import SHARED

RESULTS = Path(__file__).with_name("results")
BAR = 1.1
_ADDRESS = re.compile(r"http://(127\.0\.0\.1:\d+)/#token=(\S+)")


class Explored:
    """A running explorer, and what can be asked from outside."""

    def __init__(self, host: str, token: str) -> None:
        self.host, self.token = host, token

    @property
    def address(self) -> str:
        """The address of its page."""
        return f"http://{self.host}/#token={self.token}"

    def connected(self) -> ClientConnection:
        """Return a WebSocket to the explorer."""
        return connect(
            f"ws://{self.host}/socket",
            subprotocols=[Subprotocol("thalweg.1"), Subprotocol(f"token.{self.token}")],
            origin=Origin(f"http://{self.host}"),
            max_size=None,
        )

    def progress(self) -> dict[str, Any]:
        """Return how far training is."""
        with self.connected() as socket:
            while True:
                message = json.loads(socket.recv(timeout=60))
                if message["type"] == "frame":
                    found: dict[str, Any] = message["progress"].get("training", {})
                    return found | {"phase": message["phase"]}

    def watch(self, seconds: float, selected: int | None = None) -> int:
        """Do what a page does, for some seconds; return the number of frames."""
        frames, began, asked_at = 0, time.perf_counter(), 0.0
        with self.connected() as socket:
            while (left := began + seconds - time.perf_counter()) > 0:
                with suppress(TimeoutError):
                    message = json.loads(socket.recv(timeout=left))
                    if message["type"] == "frame":
                        frames += 1
                        socket.send(json.dumps({"type": "ack", "frame": message["frame"]}))
                if selected is not None and time.perf_counter() - asked_at > 1:
                    asked_at = time.perf_counter()
                    params = {"topic": selected, "lambda": 0.6}
                    request = {"type": "request", "id": frames, "name": "topic", "params": params}
                    socket.send(json.dumps(request))
        return frames


@contextmanager
def explorer(options: list[str]) -> Iterator[Explored]:
    """Run the explorer until the block ends."""
    command = [sys.executable, "-m", "thalweg", "explore", *options, "--no-open"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if found := _ADDRESS.search(line):
                yield Explored(found[1], found[2])
                break
        else:
            raise SystemExit(f"the explorer did not start: {' '.join(command)}")
    finally:
        process.terminate()
        process.wait()


def documents_per_second(explored: Explored, watched: Callable[[], Any]) -> float:
    """Return the speed of training while it is watched."""
    before = explored.progress()
    watched()
    after = explored.progress()
    seconds = after["seconds"] - before["seconds"]
    return float((after["documents"] - before["documents"]) / seconds)


def measure(browser: Any, given: argparse.Namespace) -> dict[str, list[float]]:
    """Return documents per second of each turn, by who watches."""
    options = [given.file, "-k", str(given.topics), "--passes", "100000"]
    speeds: dict[str, list[float]] = {}
    with explorer(options) as explored:
        while explored.progress()["phase"] != "training":
            time.sleep(0.5)
        time.sleep(3)

        def note(name: str, watched: Callable[[], Any]) -> None:
            speed = documents_per_second(explored, watched)
            speeds.setdefault(name, []).append(speed)
            print(f"{name:16} {speed:10,.0f} documents per second", flush=True)

        def rest(page: Any) -> Callable[[], Any]:
            return lambda: page.wait_for_timeout(1000 * given.seconds)

        for _ in range(given.turns):
            note("no one", lambda: time.sleep(given.seconds))
            note("client", lambda: explored.watch(given.seconds))
            note("selected topic", lambda: explored.watch(given.seconds, selected=0))
            if browser is None:
                continue
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            page = context.new_page()
            page.goto(explored.address)
            page.locator("aside .topic-choice").first.wait_for()
            page.wait_for_timeout(1500)
            note("browser", rest(page))
            page.locator("aside .topic-choice").first.click()
            page.locator("article .related").wait_for()
            note("browser, topic", rest(page))
            context.close()
    return speeds


def main() -> None:
    """Measure and print ratios."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explore.slowdown")
    default = SHARED / "20newsgroups" / "20newsgroups.jsonl.gz"
    parser.add_argument("file", nargs="?", default=str(default))
    parser.add_argument("-k", "--topics", type=int, default=20)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--out", type=Path, default=RESULTS / "slowdown.json")
    given = parser.parse_args()
    path = None if given.no_browser else shutil.which("chromium")
    load = os.getloadavg()[0]
    if path is None:
        speeds = measure(None, given)
    else:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            speeds = measure(browser, given)
            browser.close()
    alone = median(speeds["no one"])
    ratios = {name: round(alone / median(each), 3) for name, each in speeds.items()}
    result = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "load": load,
        "file": Path(given.file).name,
        "topics": given.topics,
        "documents_per_second": speeds,
        "slowdown": ratios,
    }
    given.out.write_text(json.dumps(result, indent=1) + "\n")
    for name, ratio in ratios.items():
        print(f"{name:16} {ratio:.3f}{'' if ratio <= BAR else '  <<<'}")


if __name__ == "__main__":
    main()
