"""`make bench`: the kernel against this machine's limits, and the engine's other claims.

Prints ratios taken within this run; the raw figures go to benchmarks/kernel/results/.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from benchmarks import corpora, machine
from benchmarks.kernel import claims, roofline, throughput

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kernel", description=__doc__)
    parser.add_argument("--topics", type=int, nargs="+", default=[20, 50, 100, 200, 1000])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=4.0, help="for each corpus and K")
    parser.add_argument("--out", type=Path, default=RESULTS / "latest.json")
    arguments = parser.parse_args()

    report: dict[str, object] = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "settings": {"batch_size": throughput.BATCH_SIZE, "burn_in": throughput.BURN_IN},
    }
    print(report["machine"])
    report["bandwidth_gb_per_second"] = {
        str(n): roofline.bytes_per_second(512 << 20, n, seconds=1.0) / 1e9
        for n in arguments.threads
    }
    print("streaming bandwidth, GB/s by threads:", report["bandwidth_gb_per_second"])

    workloads = {"zipf-100k": corpora.zipf(4000, 100_000, 400)}
    if corpora.available("nips"):
        workloads = {"nips": corpora.docword("nips")} | workloads
    else:
        print("the NIPS corpus is not on this machine; synthetic documents only")
    results = []
    for name, X in workloads.items():
        for n_topics in arguments.topics:
            results += throughput.measure(name, X, n_topics, arguments.threads, arguments.seconds)
            print(f"measured {name}, K = {n_topics}", end="\r", flush=True)
    print(throughput.table(results))
    report["throughput"] = throughput.as_json(results)

    if "nips" in workloads:
        report["five_seconds"] = claims.documents_in(workloads["nips"], 5.0)
        print("NIPS, K = 20, five seconds, defaults:", report["five_seconds"])
    report["vocabulary"] = claims.vocabulary_independence()
    print("the same documents, W = 10,000 and 1,000,000:", report["vocabulary"])
    with tempfile.TemporaryDirectory() as folder:
        report["memory"] = claims.peak_memory(str(Path(folder) / "corpus.npz"))
    print("peak memory, W = 100,000, K = 100:", report["memory"])
    report["interrupt"] = claims.interrupt_latency()
    print("from Ctrl-C to its exception:", report["interrupt"])
    report["import"] = claims.import_time()
    print("import time beyond numpy's:", report["import"])

    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print("raw figures:", arguments.out)


if __name__ == "__main__":
    main()
