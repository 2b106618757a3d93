"""Interrupt training with Ctrl-C at any place, resume it, and compare the files byte for byte.

    python -m tests.robustness.ctrl_c

*Places*: SIGINT is raised at a random line of thalweg's Python code, in this process, and training
is resumed; one of three runs is interrupted again. *Signals*: SIGINT is sent to a process that
trains, at a random time, while other processes keep all cores busy. Both for all algorithms, with
and without early stopping. A run must end with the bytes of one that was not interrupted. Results
of `--cases` are added to those in the file.
"""

from __future__ import annotations

import argparse
import importlib
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

from benchmarks import machine
from tests.synthetic import corpus_in_parts, make_corpus
from thalweg import LDA, SCVB0, Checkpoints, Corpus

RESULTS = Path(__file__).parent / "results"
ALGORITHMS = ("scvb0", "svb", "smap", "cvb0", "map")
_PACKAGE = str(Path(sys.modules[LDA.__module__].__file__ or "").parent)


@dataclass(frozen=True)
class Case:
    """A training run that is interrupted."""

    algorithm: str
    early_stopping: bool
    keeps_counts: bool = False  # N^Theta of every document
    in_parts: bool = False  # the corpus is on disk, in several parts

    def model(self, n_passes: int) -> LDA:
        """Return a model to train."""
        above_one = self.algorithm in ("map", "smap")  # these subtract one from the priors
        return LDA(
            3,
            algorithm=SCVB0(keep_doc_topics=True) if self.keeps_counts else self.algorithm,
            doc_topic_prior=1.1 if above_one else None,  # None: learned by scvb0
            topic_word_prior=1.01 if above_one else None,
            early_stopping=self.early_stopping,
            validation_fraction=0.2,
            n_iter_no_change=2,
            max_iter=n_passes,
            batch_size=None if self.algorithm in ("cvb0", "map") else 40,
            random_state=0,
            n_jobs=2,
        )

    def corpus(self, folder: Path, n_documents: int) -> Corpus:
        """Return the documents to train on."""
        counts = make_corpus(n_documents, 80, 4, mean_length=60.0).counts
        if not self.in_parts:
            return Corpus(counts, [f"w{w}" for w in range(80)])
        stored = folder / f"corpus-{n_documents}"
        if not stored.exists():
            return corpus_in_parts(counts, stored, counts.nnz // 3)
        corpus = Corpus.open(stored)
        corpus.part_entries = counts.nnz // 3
        return corpus

    def __str__(self) -> str:
        extras = ["early stopping"] * self.early_stopping
        extras += ["kept counts"] * self.keeps_counts + ["in parts"] * self.in_parts
        return ", ".join([self.algorithm, *extras])


CASES = [
    *(Case(algorithm, stops) for algorithm in ALGORITHMS for stops in (False, True)),
    Case("scvb0", True, keeps_counts=True),
    Case("scvb0", True, in_parts=True),
    Case("svb", False, in_parts=True),
]


# ---------------------------------------------------------------------------- places


@dataclass
class InterruptAt:
    """Raises SIGINT at the n-th line, call or return of thalweg's code; None: only counts them."""

    place: int | None
    n_seen: int = 0
    where: str = ""
    _previous: Any = field(default=None, init=False)

    def __enter__(self) -> InterruptAt:
        self._previous = sys.gettrace()
        sys.settrace(self._trace)
        return self

    def __exit__(self, *details: object) -> None:
        sys.settrace(self._previous)

    def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(_PACKAGE):
            return None
        self.n_seen += 1
        if self.n_seen == self.place:
            self.where = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno} ({event})"
            signal.raise_signal(signal.SIGINT)
        return self._trace


def train(case: Case, folder: Path, checkpoints: Path, place: int | None = None) -> InterruptAt:
    """Train, or continue; the file is written if the run was not interrupted before its end."""
    corpus, model = case.corpus(folder, 150), case.model(n_passes=12)
    interrupt = InterruptAt(place)
    with interrupt:
        model.fit(corpus, checkpoint=Checkpoints(checkpoints, every_documents=200), resume=True)
    model.save(checkpoints.with_suffix(".model"))
    return interrupt


@dataclass
class Places:
    """Interrupts a case at places of its code, and counts what became of it."""

    case: Case
    folder: Path
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    _n_runs: int = 0

    def __post_init__(self) -> None:
        name = self.folder / "whole"
        train(self.case, self.folder, name)
        self.expected = name.with_suffix(".model").read_bytes()
        # Counted in a second run: the first also imports modules.
        self.n_places = train(self.case, self.folder, self.folder / "counted").n_seen

    def interrupt(self, *places: int) -> None:
        """Interrupt a run at each of these places, one after the other, and then let it end."""
        self._n_runs += 1
        name, n_cut = self.folder / f"cut-{self._n_runs}", 0
        where = []
        for place in places:
            interrupt = InterruptAt(place)
            corpus, model = self.case.corpus(self.folder, 150), self.case.model(n_passes=12)
            try:
                with interrupt:
                    model.fit(
                        corpus, checkpoint=Checkpoints(name, every_documents=200), resume=True
                    )
            except KeyboardInterrupt:
                n_cut += 1
            where.append(interrupt.where)
        train(self.case, self.folder, name)
        same = name.with_suffix(".model").read_bytes() == self.expected
        self.outcomes[f"interrupted {n_cut} times, {'same' if same else 'OTHER'} bytes"] += 1
        if not same:
            self.faults.append(f"{self.case}: {places} {where}")


def run_places(n_places: int, seed: int) -> dict[str, Any]:
    """Interrupt training at random places."""
    rng, outcomes, faults = random.Random(seed), {}, []
    for number, case in enumerate(CASES):
        with tempfile.TemporaryDirectory() as folder:
            cut = Places(case, Path(folder))
            for _ in range(n_places * (number + 1) // len(CASES) - n_places * number // len(CASES)):
                places = [rng.randrange(1, cut.n_places)]
                if rng.random() < 1 / 3:
                    places.append(rng.randrange(1, cut.n_places))
                cut.interrupt(*places)
        outcomes[str(case)] = dict(cut.outcomes) | {"lines": cut.n_places}
        faults += cut.faults
        print(f"{case!s:30}", outcomes[str(case)], flush=True)
    return {"places": n_places, "outcomes": outcomes, "faults": faults}


# ---------------------------------------------------------------------------- signals

N_DOCUMENTS, N_PASSES = 3000, {"cvb0": 60, "map": 60}  # a second or so


def child(number: int, folder: Path, name: str, told: Connection) -> None:
    """Train in this process, until the end or a signal."""
    case = CASES[number]
    corpus = case.corpus(folder, N_DOCUMENTS)
    model = case.model(N_PASSES.get(case.algorithm, 60))
    told.send("ready")
    try:
        model.fit(corpus, checkpoint=Checkpoints(folder / name, every_seconds=0.2), resume=True)
    except KeyboardInterrupt:
        sys.exit(130)
    told.send("trained")
    model.save(folder / f"{name}.model")


@dataclass
class Trainer:
    """A process that trains a case. It comes from a server that has imported thalweg already."""

    number: int
    folder: Path
    name: str

    def __post_init__(self) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([child.__module__])
        self.told, told = context.Pipe(duplex=False)
        self.process = context.Process(target=_child, args=(*self._child, told))
        self.process.start()
        told.close()
        assert self.told.recv() == "ready"

    @property
    def _child(self) -> tuple[int, Path, str]:
        return self.number, self.folder, self.name

    def interrupt(self) -> None:
        """Send the signal, unless the process has ended."""
        with suppress(ProcessLookupError):
            os.kill(self.process.pid or 0, signal.SIGINT)

    def end(self) -> int | None:
        """Wait for the end; return the exit code."""
        self.process.join()
        self.told.close()
        return self.process.exitcode


def _child(*arguments: Any) -> None:
    # By name: this file may run as a script, and is another module in the server.
    importlib.import_module("tests.robustness.ctrl_c").child(*arguments)


@contextmanager
def load(n_processes: int) -> Iterator[None]:
    """Keep cores busy."""
    processes = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(n_processes)]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.terminate()


def _spin() -> None:
    while True:
        pass


def run_signals(n_signals: int, seed: int, numbers: list[int], n_busy: int) -> dict[str, Any]:
    """Send signals to processes that train, until so many have interrupted one of each case."""
    rng, outcomes, faults = random.Random(seed), {}, []
    with load(n_busy):
        for number in numbers:
            case = CASES[number]
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                case.corpus(folder, N_DOCUMENTS)
                assert Trainer(number, folder, "first").end() == 0  # starts the server
                whole = Trainer(number, folder, "whole")
                began = time.perf_counter()
                assert whole.told.recv() == "trained"
                took = time.perf_counter() - began  # without writing the model and ending Python
                assert whole.end() == 0
                expected = (folder / "whole.model").read_bytes()
                found: Counter[str] = Counter()
                for trial in range(4 * n_signals):
                    if found["interrupted"] >= n_signals:
                        break
                    cut = Trainer(number, folder, f"cut-{trial}")
                    time.sleep(rng.uniform(0, took))
                    cut.interrupt()
                    code = cut.end()
                    found["interrupted" if code == 130 else f"exit code {code}"] += 1
                    if code != 0:  # another code: while the model was written, or later
                        assert Trainer(number, folder, f"cut-{trial}").end() == 0
                    same = (folder / f"cut-{trial}.model").read_bytes() == expected
                    found["same bytes" if same else "OTHER bytes"] += 1
                    if not same:
                        faults.append(f"{case}, trial {trial}")
            load_average = round(os.getloadavg()[0], 1)
            outcomes[str(case)] = dict(found) | {"seconds": round(took, 2), "load": load_average}
            print(f"{case!s:30}", outcomes[str(case)], flush=True)
    return {"signals_per_case": n_signals, "outcomes": outcomes, "faults": faults}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--places", type=int, default=500, help="in all")
    parser.add_argument("--signals", type=int, default=100, help="per case")
    parser.add_argument("--seed", type=int, default=0)
    names = [str(case) for case in CASES]
    parser.add_argument("--cases", nargs="+", default=names, choices=names, help="for signals")
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--out", type=Path, default=RESULTS / "ctrl_c.json")
    arguments = parser.parse_args()
    report: dict[str, Any] = {}
    if arguments.out.exists():  # other cases, or the other half
        report = json.loads(arguments.out.read_text())
    described = {"machine": machine.describe(), "seed": arguments.seed}
    faults = []
    if arguments.places:
        report["places"] = described | run_places(arguments.places, arguments.seed)
        faults += report["places"]["faults"]
    if arguments.signals:
        numbers = [names.index(name) for name in arguments.cases]
        found = run_signals(arguments.signals, arguments.seed, numbers, arguments.busy)
        before = report.get("signals", {})
        found["outcomes"] = before.get("outcomes", {}) | found["outcomes"]
        found["faults"] = before.get("faults", []) + found["faults"]
        report["signals"] = described | found
        faults += found["faults"]
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print(f"{arguments.places} places, {arguments.signals} signals per case, {len(faults)} faults")
    for fault in faults:
        print("FAULT", fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
