"""What an edit costs: time and undo memory at K topics and W words.

python -m benchmarks.steering.edit_cost [--topics 100] [--words 50000] [--repeats 7]

The model has Zipf-distributed documents. Each edit is made and taken back several times; the table
has the median of the wall time and of the CPU time of the thread, which depends less on what else
runs on the machine, and those of one copy of the W x K counts for comparison.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import thalweg
from benchmarks import corpora, machine
from thalweg.steering import (
    AddWords,
    Create,
    Delete,
    Edit,
    Lock,
    Merge,
    RemoveDocument,
    RemoveWords,
    Rename,
    Reorder,
    SetTopicCount,
    Split,
    StopWords,
)

RESULTS = Path(__file__).with_name("results")


def edits(X: Any, n_topics: int, largest: int) -> dict[str, Edit]:
    """The edits, by name; `largest` is the topic that the documents have most of."""
    return {
        "add 3 words": AddWords(5, [10, 20, 30]),
        "remove 3 words": RemoveWords(5, [10, 20, 30]),
        "stop 3 words": StopWords([10, 20, 30]),
        "merge 2 topics": Merge([5, 7]),
        "split by words": Split(5, words=[10, 20, 30]),
        "split by 100 documents": Split(5, documents=X[:100]),
        "split among 1,000 documents": Split(largest, among=X[:1000]),
        "create from words": Create(words=[10, 20, 30]),
        "create from 100 documents": Create(documents=X[:100]),
        "delete": Delete(5),
        "lock": Lock([5]),
        "rename": Rename(5, "parking"),
        "reorder": Reorder([7, 5]),
        "one topic more": SetTopicCount(n_topics + 1),
        "one topic more, other padding": SetTopicCount(-(-n_topics // 8) * 8 + 1),
        "one topic fewer": SetTopicCount(n_topics - 1),
        "remove a document": RemoveDocument(document=X[[0]]),
    }


def _timed(work: Callable[[], Any]) -> tuple[float, float]:
    """Return the wall time and the CPU time of a call, in ms."""
    wall, cpu = time.perf_counter(), time.thread_time()
    work()
    return 1000 * (time.perf_counter() - wall), 1000 * (time.thread_time() - cpu)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--topics", type=int, default=100)
    parser.add_argument("--words", type=int, default=50_000)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    warnings.simplefilter("ignore", thalweg.ThalwegWarning)
    X = corpora.zipf(2000, given.words, 100)
    model = thalweg.LDA(given.topics, max_iter=2, random_state=0).fit(X)
    copies = [_timed(model.state_.scaled_counts.copy) for _ in range(given.repeats)]
    rows = []
    print("| edit | wall, ms | CPU, ms | undo, wall, ms | undo memory, MB |")
    print("| --- | --- | --- | --- | --- |")
    for name, edit in edits(X, given.topics, int(model.state_.topic_counts.argmax())).items():
        made, taken, n_bytes = [], [], 0
        full = -(-model.n_components // 8) * 8  # as many topics as the padding has room for
        is_wider = isinstance(edit, SetTopicCount) and edit.n_topics == full + 1
        if is_wider and full > model.n_components:
            model.edit(SetTopicCount(full))
        for _ in range(given.repeats):
            made.append(_timed(lambda edit=edit: model.edit(edit)))
            n_bytes = model._undo_stack.steps[-1].nbytes
            taken.append(_timed(model.undo))
        row = {
            "edit": name,
            "wall_ms": median(wall for wall, _ in made),
            "cpu_ms": median(cpu for _, cpu in made),
            "undo_wall_ms": median(wall for wall, _ in taken),
            "undo_bytes": n_bytes,
        }
        rows.append(row | {"all": made})
        while model.edits:
            model.undo()
        print(
            f"| {name} | {row['wall_ms']:.1f} | {row['cpu_ms']:.1f} | {row['undo_wall_ms']:.1f} | "
            f"{n_bytes / 1e6:.2f} |"
        )
    copy = {"wall_ms": median(w for w, _ in copies), "cpu_ms": median(c for _, c in copies)}
    print(f"one copy of the counts: {copy['wall_ms']:.1f} ms, CPU {copy['cpu_ms']:.1f} ms")
    content = {
        "machine": machine.describe(),
        "settings": {"topics": given.topics, "words": given.words, "repeats": given.repeats},
        "copy": copy,
        "runs": rows,
    }
    given.results.mkdir(exist_ok=True)
    (given.results / "edit_cost.json").write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
