"""Kill workers, nodes and drivers of training runs on Ray at random moments, twenty times.

    python -m tests.robustness.cluster_kills [--one-node]

The cluster has two nodes on this machine; with --one-node it has one, whose workers exchange rows
by themselves. A killed driver is started again, and resumes. In exact mode every model must have
the bits of a run on one machine. In local rounds the held-out score must be within 0.02 of a run
that was not disturbed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import machine
from tests.distributed.ray_cluster import NODE, one_node, two_nodes
from tests.synthetic import make_corpus
from thalweg.corpus.corpus import Corpus
from thalweg.distributed import Ray, Simulation
from thalweg.model import TopicModel
from thalweg.training.checkpoints import Checkpoints

RESULTS = Path(__file__).parent / "results" / "cluster_kills.json"
ON_ONE_NODE = RESULTS.with_name("cluster_kills_one_node.json")
KINDS = ("worker", "driver", "node")
N_TOPICS, ALLOWED_LOSS, SECONDS_TO_END = 8, 0.02, 300.0


def model() -> TopicModel:
    return TopicModel(N_TOPICS, max_iter=25, batch_size=500, random_state=1, n_jobs=1)


def open_corpus(folder: Path) -> tuple[Corpus, Corpus]:
    corpus = Corpus.open(folder, verify=False)
    corpus.part_entries = 60_000
    return corpus.split(0.1)


def drive(folder: Path, mode: str, address: str, out: Path) -> None:
    """Train, in a process that may be killed; print where the workers are."""
    train, test = open_corpus(folder)
    engine = Ray(address, n_workers=2, mode=mode, timeout=30)

    def report(progress: Any) -> None:
        processes = [worker["process"] for worker in engine.pool.workers]
        print(json.dumps({"documents": progress.n_documents, "workers": processes}), flush=True)

    checkpoints = Checkpoints(out.with_suffix(".checkpoints"), every_seconds=0.3)
    trained = model().fit(
        train,
        validation=test,
        engine=engine,
        progress=report,
        checkpoint=checkpoints,
        resume=True,
    )
    trained.save(out)


@dataclass
class Driver:
    """A process that trains, and what it has printed last."""

    command: list[str]
    last: dict[str, Any] = field(default_factory=dict)
    process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        self.last = {}
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("{"):
                self.last = json.loads(line)

    def wait_for_documents(self) -> None:
        end = time.monotonic() + SECONDS_TO_END
        while not self.last.get("documents") and time.monotonic() < end:
            assert self.process is not None
            if self.process.poll() is not None:
                raise RuntimeError("the driver ended before it was killed")
            time.sleep(0.01)


def disturb(kind: str, driver: Driver, cluster: Any, chance: random.Random) -> float:
    """Kill something at a random moment; return when, after the first documents."""
    driver.wait_for_documents()
    wait = chance.uniform(0.0, 1.0)
    time.sleep(wait)
    assert driver.process is not None
    if kind == "worker" and driver.last.get("workers"):
        os.kill(chance.choice(driver.last["workers"]), signal.SIGKILL)
    elif kind == "driver":
        driver.process.kill()
        driver.process.wait()
        driver.start()
    elif kind == "node":
        others = [node for node in cluster.list_all_nodes() if node is not cluster.head_node]
        cluster.remove_node(others[0], allow_graceful=False)
        cluster.add_node(**NODE)
    return wait


def run_kills(
    cluster: Any, n_kills: int, kinds: Sequence[str] = KINDS, seed: int = 0
) -> list[dict[str, Any]]:
    """Return what happened in each run."""
    chance, runs = random.Random(seed), []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "corpus"
        planted = make_corpus(5000, 2000, N_TOPICS, 60.0, seed=3)
        Corpus(planted.counts, [f"w{w}" for w in range(2000)]).save(folder)
        train, test = open_corpus(folder)
        alone = model().fit(train, validation=test)
        scores = {
            "exact": alone.history_[-1]["score"],
            "rounds": model()
            .fit(train, validation=test, engine=Simulation(2))
            .history_[-1]["score"],
        }
        for number in range(n_kills):
            kind = kinds[number % len(kinds)]
            mode = ("exact", "rounds")[number // len(kinds) % 2]
            out = Path(name) / f"{number}.model"
            driver = Driver(
                [
                    *(sys.executable, "-m", "tests.robustness.cluster_kills", "--drive"),
                    *(str(folder), mode, cluster.address, str(out)),
                ]
            )
            driver.start()
            when = disturb(kind, driver, cluster, chance)
            assert driver.process is not None
            code = driver.process.wait(SECONDS_TO_END)
            run = {"kind": kind, "mode": mode, "after_seconds": round(when, 3), "code": code}
            if code == 0:
                found = TopicModel.load(out)
                run["same_bits"] = np.array_equal(found.components_, alone.components_)
                run["loss"] = scores[mode] - found.history_[-1]["score"]
            run["correct"] = code == 0 and bool(
                run["same_bits"] if mode == "exact" else abs(run["loss"]) < ALLOWED_LOSS
            )
            runs.append(run)
            print(number + 1, run, flush=True)
    return runs


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.robustness.cluster_kills")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--one-node", action="store_true", help="kill workers and drivers only")
    parser.add_argument("--drive", nargs=4, metavar=("CORPUS", "MODE", "ADDRESS", "OUT"))
    given = parser.parse_args()
    if given.drive:
        corpus, mode, address, out = given.drive
        drive(Path(corpus), mode, address, Path(out))
        return
    start, kinds, results = two_nodes, KINDS, RESULTS
    if given.one_node:
        start, kinds, results = one_node, ("worker", "driver"), ON_ONE_NODE
    with start(connect=False) as cluster:
        runs = run_kills(cluster, given.kills, kinds, given.seed)
    n_correct = sum(run["correct"] for run in runs)
    results.write_text(
        json.dumps({"machine": machine.describe(), "correct": n_correct, "runs": runs}, indent=1)
        + "\n"
    )
    print(f"{n_correct} of {len(runs)} ended with a correct model")
    sys.exit(n_correct < len(runs))


if __name__ == "__main__":
    main()
