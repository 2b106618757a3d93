"""`make bench-corpus`: from files to a corpus, against what else reads them, and in what memory.

Prints ratios taken within this run; the raw figures go to benchmarks/corpus/results/.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from benchmarks import corpora, machine
from benchmarks.corpus import memory, texts, triples

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpus", description=__doc__)
    parser.add_argument("--repeats", type=int, default=8)
    parser.add_argument("--gigabytes", type=float, default=4.0, help="of generated text; 0: none")
    parser.add_argument("--folder", type=Path, default=None, help="for large temporary files")
    parser.add_argument("--out", type=Path, default=RESULTS / "latest.json")
    arguments = parser.parse_args()

    report: dict[str, object] = {"machine": machine.describe(), "date": time.strftime("%Y-%m-%d")}
    print(report["machine"])
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        found = {}
        for corpus, path in texts.files(folder).items():
            result = found[corpus] = texts.measure(path, arguments.repeats)
            print(
                f"{corpus}: {result['seconds']['thalweg']:.3f} s, "
                f"{result['times_faster_than_count_vectorizer']:.1f} times faster than "
                f"CountVectorizer, {result['times_as_long_as_polars_reading']:.1f} times as long "
                f"as polars reading alone; equal counts: {result['equal_counts']}"
            )
        report["texts"] = found

        shared = [name for name in ("nips", "arxiv50k") if corpora.available(name)]
        matrices = {name: corpora.docword(name) for name in shared}
        found = {}
        for corpus, counts in (matrices or {"made": corpora.zipf(2000, 10_000, 500)}).items():
            read = found[corpus] = triples.measure(counts, folder, arguments.repeats)
            print(
                f"{corpus}, UCI docword: {read['seconds']['thalweg']:.4f} s, "
                f"{read['megabytes_per_second']:.0f} MB/s, "
                f"{read['times_faster_than_loadtxt']:.0f} times faster than loadtxt "
                f"({read['times_faster_than_loadtxt_of_int64']:.1f} with dtype=int64), "
                f"{read['times_faster_than_mmread']:.1f} times faster than mmread"
            )
        report["triples"] = found

        if arguments.gigabytes:
            large = report["memory"] = memory.measure(int(arguments.gigabytes * 1e9), folder)
            reading, training = large["reading"], large["training"]
            print(
                f"{large['text_bytes'] / 1e9:.1f} GB of text, {reading['documents']:,} documents: "
                f"read in {reading['seconds']:.0f} s, peak memory "
                f"{reading['peak_bytes'] / 1e6:.0f} MB; a pass of training in "
                f"{training['seconds']:.0f} s, {training['growth_beyond_model_bytes'] / 1e6:.0f} "
                "MB beyond the model"
            )
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print("raw figures:", arguments.out)


if __name__ == "__main__":
    main()
