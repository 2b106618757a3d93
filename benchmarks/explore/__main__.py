"""Times of the explorer, measured by a client of its WebSocket: no browser is needed.

    python -m benchmarks.explore FILE [-k 20] [--repeat 30] [--out results.json] [-- OPTIONS]

The client does what the page does: it acknowledges frames, and asks for topics, documents, words,
groups and searches, first while the model trains and again when it is done. The time to the first
topics counts from the moment at which the server accepts connections, and from the command.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from websockets.sync.client import ClientConnection, connect

TARGETS_MS = {"topic": 100, "search": 100, "search with topic": 100, "document": 150, "word": 100}


class Client:
    """A page without a browser."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._id = 0
        self.frame: dict[str, Any] = {}
        self.frame_times: list[float] = []

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=600))
        if message["type"] == "frame":
            self.frame = message
            self.frame_times.append(time.perf_counter())
            self._socket.send(json.dumps({"type": "ack", "frame": message["frame"]}))
        return message

    def ask(self, name: str, **params: Any) -> tuple[float, dict[str, Any]]:
        """Return the milliseconds until the answer, and the answer."""
        self._id += 1
        request = {"type": "request", "id": self._id, "name": name, "params": params}
        began = time.perf_counter()
        self._socket.send(json.dumps(request))
        while True:
            message = self.receive()
            if message.get("id") == self._id:
                taken = 1000 * (time.perf_counter() - began)
                return taken, message.get("result", {})


def measure_requests(client: Client, repeat: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {}

    def ask(label: str, name: str, **params: Any) -> dict[str, Any]:
        taken, result = client.ask(name, **params)
        times.setdefault(label, []).append(taken)
        return result

    n_topics, n_documents = len(client.frame["topics"]), client.frame["n_documents"]
    for turn in range(repeat):
        topic = turn % n_topics
        words = ask("topic", "topic", topic=topic)["words"]
        word = words[turn % len(words)]["word"]
        ask("document", "document", row=(turn * 7919) % n_documents)
        ask("word", "word", word=word)
        ask("search", "search", query=word)
        ask("search with topic", "search", query=word, topic=topic)
        if client.frame["columns"]["groups"]:
            ask("groups", "groups")
        if client.frame["columns"]["dates"]:
            ask("time", "time")
    return times


def summary(times: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    return {
        name: {
            "n": len(each),
            "median_ms": round(float(np.median(each)), 1),
            "p95_ms": round(float(np.percentile(each, 95)), 1),
        }
        for name, each in times.items()
    }


def measure(client: Client, repeat: int) -> dict[str, Any]:
    """Watch a training run from its first topics to its end, and ask meanwhile and afterwards."""
    began = time.perf_counter()
    while not client.frame.get("topics"):
        client.receive()
    result: dict[str, Any] = {
        "seconds_from_page_to_first_topics": round(time.perf_counter() - began, 2),
        "first_topics_are_a_preview": client.frame["is_preview"],
    }
    while client.frame["phase"] not in ("training", "done", "failed"):
        client.receive()
    if client.frame["phase"] == "training":
        result["while_training"] = summary(measure_requests(client, max(1, repeat // 3)))
    while client.frame["phase"] not in ("done", "failed"):
        client.receive()
    gaps = np.diff(client.frame_times)
    if gaps.size:
        result["median_seconds_between_frames"] = round(float(np.median(gaps)), 3)
    result["phase"] = client.frame["phase"]
    result["documents"] = client.frame["n_documents"]
    while client.frame["n_indexed"] < client.frame["n_documents"]:
        client.receive()
    result["after_training"] = summary(measure_requests(client, repeat))
    return result


def about(given: argparse.Namespace, seconds: float) -> dict[str, Any]:
    return {
        "file": Path(given.file).name,
        "topics": given.topics,
        "machine": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "seconds_from_command_to_page": round(seconds, 2),
    }


def main() -> None:
    about_it = "Measure the explorer; options after -- are those of thalweg explore."
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explore", description=about_it)
    parser.add_argument("file")
    parser.add_argument("-k", "--topics", type=int, default=20)
    parser.add_argument("--repeat", type=int, default=30)
    parser.add_argument("--out", type=Path)
    own, _, further = " ".join(sys.argv[1:]).partition(" -- ")
    given = parser.parse_args(own.split())
    command = [sys.executable, "-m", "thalweg", "explore", given.file, "-k", str(given.topics)]
    began = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--no-open", *further.split()], stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        found = None
        while found is None:
            line = process.stderr.readline()
            assert line, "the explorer did not start"
            found = re.search(r"http://(\S+?)/#token=(\S+)", line)
        ready = time.perf_counter()
        host, token = found[1], found[2]
        with connect(
            f"ws://{host}/socket",
            subprotocols=["thalweg.1", f"token.{token}"],
            origin=f"http://{host}",
            max_size=None,
        ) as socket:
            result = measure(Client(socket), given.repeat)
        result = about(given, ready - began) | result
    finally:
        process.terminate()
        process.wait()
    print(json.dumps(result, indent=2))
    for name, target in TARGETS_MS.items():
        p95 = result["after_training"][name]["p95_ms"]
        print(f"{name:20} p95 {p95:7.1f} ms, target {target} ms{'' if p95 <= target else '  <<<'}")
    if given.out is not None:
        given.out.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
