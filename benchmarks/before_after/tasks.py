"""What is measured: training, commands and imports, and the files that they work on."""

from __future__ import annotations

import csv
import gzip
import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scipy import sparse

from benchmarks import corpora
from benchmarks.before_after.environment import Environment

WORKER = Path(__file__).with_name("worker.py")

# The arguments of `thalweg`. {texts}, {store} and {model} are made once; {out} is new in every run.
BEFORE: dict[str, list[str]] = {
    "thalweg topics": ["topics", "{texts}", "-k", "20"],
    "thalweg corpus build": ["corpus", "build", "{texts}", "--out", "{out}"],
    "thalweg infer": ["infer", "{model}", "{store}", "--out", "{out}.csv"],
    "thalweg --help": ["--help"],
    "thalweg topics --help": ["topics", "--help"],
}
# Commands whose options have other names in the later version: give them here.
AFTER: dict[str, list[str]] = BEFORE | {}
COMMANDS = {"before": BEFORE, "after": AFTER}

IMPORTS = {
    "import thalweg": "import thalweg",
    "from thalweg import LDA": "from thalweg import LDA",
}


@dataclass(frozen=True)
class Sizes:
    """How large the workloads are."""

    topics: tuple[int, ...] = (20, 50, 100, 200)
    nips: tuple[int, int, int] = (1500, 12_400, 1280)  # documents, words, tokens per document
    abstracts: tuple[int, int, int] = (12_000, 20_000, 75)
    passes: int = 4
    batch_passes: int = 8  # of CVB0
    repeats: int = 2  # training runs per measurement, the shortest counts
    starts: int = 5  # processes per measurement of an import or a help page
    texts: int | None = None  # documents of 20 newsgroups; None: all


TINY = Sizes((3,), (30, 60, 40), (40, 60, 15), 2, 2, 1, 1, 40)


@dataclass(frozen=True)
class Training:
    """A training run, timed inside its process."""

    name: str
    counts: Path
    algorithm: str
    n_topics: int
    n_passes: int
    repeats: int

    def measure(self, environment: Environment, side: str) -> dict[str, float]:
        del side
        arguments = [self.counts, self.algorithm, self.n_topics, self.n_passes, self.repeats]
        done = environment.run([str(WORKER), *map(str, arguments)], cwd=self.counts.parent)
        answer: dict[str, float] = json.loads(done.stdout)
        return answer


@dataclass(frozen=True)
class Command:
    """A command of thalweg, or a line of Python, timed from its start to its end."""

    name: str
    files: dict[str, str]
    starts: int = 1

    def measure(self, environment: Environment, side: str) -> dict[str, float]:
        total = {"seconds": 0.0, "cpu_seconds": 0.0}
        for _ in range(self.starts):
            with tempfile.TemporaryDirectory() as folder:
                started, before = time.perf_counter(), _processor_time_of_children()
                environment.run(self._arguments(side, Path(folder)), cwd=Path(folder))
                total["seconds"] += time.perf_counter() - started
                total["cpu_seconds"] += _processor_time_of_children() - before
        return {name: value / self.starts for name, value in total.items()}

    def _arguments(self, side: str, folder: Path) -> list[str]:
        if self.name in IMPORTS:
            return ["-c", IMPORTS[self.name]]
        files = self.files | {"out": str(folder / "out")}
        return ["-m", "thalweg", *(word.format(**files) for word in COMMANDS[side][self.name])]


Task = Training | Command


def prepare(folder: Path, sizes: Sizes, environment: Environment) -> list[Task]:
    """Write the workloads to a folder, with one of the versions, and list the tasks."""
    tasks: list[Task] = []
    kinds = {"like NIPS": sizes.nips, "like abstracts": sizes.abstracts}
    paths = {kind: folder / f"{number}.npz" for number, kind in enumerate(kinds)}
    for kind, shape in kinds.items():
        sparse.save_npz(paths[kind], sparse.csr_matrix(corpora.zipf(*shape)))
        tasks += [
            Training(f"{kind}, K = {k}", paths[kind], "default", k, sizes.passes, sizes.repeats)
            for k in sizes.topics
        ]
    middle = sizes.topics[len(sizes.topics) // 2]
    tasks += [
        Training(
            f"{name.upper()}, like NIPS, K = {middle}",
            paths["like NIPS"],
            name,
            middle,
            n_passes,
            sizes.repeats,
        )
        for name, n_passes in (("svb", sizes.passes), ("cvb0", sizes.batch_passes))
    ]
    files = {name: str(folder / name) for name in ("store", "model")}
    files["texts"] = str(folder / "texts.csv")
    _write_texts(Path(files["texts"]), sizes.texts)
    build = [word.format(**files, out=files["store"]) for word in BEFORE["thalweg corpus build"]]
    environment.run(["-m", "thalweg", *build], cwd=folder)
    train = ["topics", files["store"], "-k", "20", "--save", files["model"]]
    environment.run(["-m", "thalweg", *train], cwd=folder)
    for name in (*BEFORE, *IMPORTS):
        is_start = name in IMPORTS or name.endswith("--help")
        tasks.append(Command(name, files, sizes.starts if is_start else 1))
    return tasks


def _write_texts(path: Path, n_documents: int | None) -> None:
    """20 newsgroups as CSV, or made-up texts of their number and length."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["id", "text"])
        table.writerows((number, text) for number, text in enumerate(_texts(n_documents)))


def _texts(n_documents: int | None) -> Iterator[str]:
    source = corpora.SHARED / "20newsgroups" / "20newsgroups.jsonl.gz"
    if not source.exists():
        yield from corpora.sentences(n_documents or 18_000, 200)
        return
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number == n_documents:
                return
            document: dict[str, Any] = json.loads(line)
            yield document["text"]


def _processor_time_of_children() -> float:
    import resource  # which Windows does not have

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
