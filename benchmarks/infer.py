"""`thalweg infer` from a corpus on disk: documents per second, and memory for N and 2 N documents.

    python -m benchmarks.infer

Runs the command in its own process. In addition to wall time, it reports processor time, which
says what two cores could do on a shared machine, and the time of inference alone. The raw figures
go to benchmarks/results/infer.json.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import corpora, machine
from thalweg import Corpus, read
from thalweg.inference import fold_in
from thalweg.model import TopicModel
from thalweg.system.threads import default_threads

N_TOPICS = 100
RESULTS = Path(__file__).parent / "results"

# Not getrusage's ru_maxrss: a new process inherits that of the one which started it.
_COMMAND = """
import json, os, sys
from thalweg.cli.app import main
try:
    main(sys.argv[1:])
except SystemExit as ended:
    code = ended.code
lines = open("/proc/self/status").read().splitlines()
peak = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
times = os.times()
print(json.dumps({"code": code, "peak_bytes": peak, "cpu_seconds": times.user + times.system}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.infer", description=__doc__)
    parser.add_argument("--copies", type=int, default=10, help="of the corpus, for N documents")
    parser.add_argument("--formats", nargs="+", default=["csv", "parquet", "jsonl"])
    parser.add_argument("--folder", type=Path, default=None, help="for large temporary files")
    parser.add_argument("--out", type=Path, default=RESULTS / "infer.json")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        report = measure(_corpus(), folder, arguments.copies, arguments.formats)
    report = {"machine": machine.describe(), "date": time.strftime("%Y-%m-%d")} | report
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print("raw figures:", arguments.out)


def measure(corpus: Corpus, folder: Path, copies: int, formats: list[str]) -> dict[str, Any]:
    """Train on the corpus; then infer `copies` times as many documents, and twice as many."""
    model = TopicModel(N_TOPICS, random_state=0).fit(corpus)
    model.save(folder / "model")
    inference = _inference_alone(model, corpus)
    report: dict[str, Any] = {
        "topics": N_TOPICS,
        "words": corpus.n_words,
        "inference_alone": inference,
    }
    print(
        f"inference alone: {inference['microseconds_per_document']:.1f} µs of a core per document, "
        f"{inference['mean_passes']:.0f} passes, {inference['mean_tokens']:.0f} tokens"
    )
    runs = report["runs"] = []
    for n_copies in (copies, 2 * copies):
        store = folder / f"store-{n_copies}"
        Corpus.concat([corpus] * n_copies).save(store)
        for format in formats:
            run = _run(folder / "model", store, folder / f"topics.{format}")
            run |= {"format": format, "documents": n_copies * corpus.n_documents}
            run["documents_per_second"] = run["documents"] / run["seconds"]
            cpu_per_document = run["cpu_seconds"] / run["documents"]
            run["documents_per_second_of_two_cores"] = 2 / cpu_per_document
            run["share_of_inference"] = (
                inference["microseconds_per_document"] / 1e6 / cpu_per_document
            )
            runs.append(run)
            print(
                f"{run['documents']:>9,} documents, {format}: {run['documents_per_second']:,.0f} "
                f"per second, {run['documents_per_second_of_two_cores']:,.0f} by processor time; "
                f"{run['share_of_inference']:.0%} of it inference; peak "
                f"{run['peak_bytes'] / 1e6:.0f} MB"
            )
    return report


def _corpus() -> Corpus:
    """Return abstracts of arXiv, or synthetic documents of their size."""
    path = corpora.SHARED / "arxiv50k" / "arxiv50k.jsonl.gz"
    if path.exists():
        return read(path, metadata=["id"])
    counts = corpora.zipf(50_000, 20_000, 75)
    return Corpus(counts, [f"w{w}" for w in range(counts.shape[1])])


def _inference_alone(model: TopicModel, corpus: Corpus) -> dict[str, float]:
    documents, convergence = corpus.documents(), fold_in.Convergence()
    start = time.process_time()
    fold_in.infer(model.state_, documents, convergence, n_threads=default_threads())
    seconds = time.process_time() - start
    return {
        "microseconds_per_document": 1e6 * seconds / documents.n_documents,
        "mean_passes": _mean_passes(model, corpus, convergence),
        "mean_tokens": documents.n_tokens / documents.n_documents,
    }


def _mean_passes(model: TopicModel, corpus: Corpus, convergence: fold_in.Convergence) -> float:
    """Return the mean number of passes until documents converge, from a sample of them."""
    some = corpus.rows.read(0, min(1000, corpus.n_documents))
    converged = fold_in.infer(model.state_, some, convergence)
    passes = np.full(some.n_documents, convergence.max_passes)
    for n in range(convergence.max_passes - 1, 0, -1):
        theta = fold_in.infer(model.state_, some, fold_in.Convergence(n, convergence.tolerance))
        passes[(theta == converged).all(axis=1)] = n
    return float(passes.mean())


def _run(model: Path, store: Path, out: Path) -> dict[str, Any]:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _COMMAND, "infer", str(model), str(store), "--out", str(out)],
        check=True,
        capture_output=True,
        text=True,
    )
    seconds = time.perf_counter() - start
    result: dict[str, Any] = json.loads(done.stdout)
    if result.pop("code"):
        raise RuntimeError(done.stderr)
    size = out.stat().st_size
    out.unlink()
    return result | {"seconds": seconds, "table_bytes": size}


if __name__ == "__main__":
    main()
