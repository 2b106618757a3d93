"""Serving over HTTP: how long a request to the FastAPI service of the documentation takes.

    python -m benchmarks.serving_http

The service is the code of docs/howto/serving.md, run by uvicorn in a process of its own. One client
sends one short text at a time over one connection. For comparison, the same service has a function
that returns a constant: what HTTP costs. Needs fastapi and uvicorn. The raw figures go to
benchmarks/results/serving_http.json.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import corpora, machine
from benchmarks.serving import RESULTS, latency, train

PAGE = Path(__file__).parents[1] / "docs/howto/serving.md"
CONSTANT = """

@app.post("/constant")
async def constant(document: Document) -> list[dict]:
    return [{"topic": 0, "share": 0.5, "words": words[0]}] * 3
"""
START_SECONDS = 60.0


def service() -> str:
    """Return the code of the service on the page."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (code,) = [block for block in blocks if "app = FastAPI()" in block]
    return code + CONSTANT


@contextmanager
def running(folder: Path) -> Iterator[http.client.HTTPConnection]:
    """Start the service with the model of a folder; yield a connection to it."""
    (folder / "service.py").write_text(service(), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "service:app", "--port", str(port)]
    process = subprocess.Popen([*command, "--log-level", "warning"], cwd=folder)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=START_SECONDS)
    try:
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                connection.connect()
                break
            except ConnectionRefusedError:
                if time.monotonic() > until or process.poll() is not None:
                    raise
                time.sleep(0.1)
        yield connection
    finally:
        connection.close()
        process.terminate()
        process.wait()


def measure(folder: Path, texts: Sequence[str]) -> dict[str, Any]:
    """Return the latency of the service and of the constant, in milliseconds."""
    with running(folder) as connection:

        def post(path: str, text: str) -> None:
            body = json.dumps({"text": text})
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            answer = json.loads(response.read())
            assert response.status == 200, answer
            assert len(answer) == 3

        found = {}
        for path in ("/topics", "/constant"):
            figures = latency(lambda text, path=path: post(path, text), texts)
            found[path] = {name: ms for name, ms in figures.items() if "cpu" not in name}
            print(f"{path:>10}: p50 {figures['p50']:.2f} ms, p99 {figures['p99']:.2f} ms")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.serving_http", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--words", type=int, default=35_000, help="in the vocabulary")
    parser.add_argument("--topics", type=int, default=50)
    parser.add_argument("--tokens", type=int, default=20, help="of a text")
    parser.add_argument("--texts", type=int, default=3000)
    parser.add_argument("--out", type=Path, default=RESULTS / "serving_http.json")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        train(given.words, given.topics).save(Path(name) / "reviews.model")
        found = measure(Path(name), corpora.sentences(given.texts, given.tokens, seed=1))
    sizes = {"words": given.words, "topics": given.topics, "texts": given.texts}
    report = {"machine": machine.describe(), "date": time.strftime("%Y-%m-%d"), **sizes}
    given.out.write_text(json.dumps(report | {"latency_ms": found}, indent=1) + "\n")
    print("raw figures:", given.out)


if __name__ == "__main__":
    main()
