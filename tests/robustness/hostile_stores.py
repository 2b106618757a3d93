"""Damaged and forged corpora on disk: opening or using one may only raise a ThalwegError.

    python -m tests.robustness.hostile_stores

*Damage* changes bytes of any file; the checksums find it, and with `verify=False` the checks of the
values must. *Forgery* changes values of the manifest, of the vocabulary or of the arrays and
computes all checksums again. A store that opens is used: its parts are read, rows are chosen,
topics are trained, and its metadata is read.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from tests.robustness import damage
from tests.robustness.fault_report import finish, print_outcomes
from tests.robustness.hostile_checkpoints import at_most
from tests.robustness.hostile_files import RESULTS
from thalweg import Corpus, ThalwegError
from thalweg.corpus.store.manifest import COUNTS, MANIFEST, OFFSETS, VOCABULARY, WORDS, digest
from thalweg.model import TopicModel

LONGEST = 10.0  # seconds
_VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 7, 2**31, 2**40, 2**62, 2**63, 10**30, 0.0, -0.5, 0.5, 1e300,
    float("nan"), float("inf"), "", "x", "<f8", "|u1", "|O", "<i8", "float64", [], [[]], {}, ["a"],
    {"bytes": 5}, {"bytes": -1, "sha256": "x"}, {"bytes": 2**62, "sha256": "x"},
    {"bytes": "5", "sha256": 5}, "../manifest.json", "/etc/passwd", "\ud800", "\0",
]  # fmt: skip
_NAMES = ["../x", "/etc/passwd", "..", ".", "", "a/b", "a\\b", "columns-9.parquet", "texts", "\0"]

Forgery = Callable[[np.random.Generator, Path], None]


def make_store(folder: Path) -> Path:
    """Save a corpus that has everything a store can hold."""
    X = sparse.random_array((40, 30), density=0.3, format="csr", rng=np.random.default_rng(0))
    X.data[:] = np.round(1 + X.data, 2)
    metadata = {"id": [f"d{d}" for d in range(40)], "year": list(range(1990, 2030))}
    texts = ["some text"] * 40
    Corpus(X, [f"w{w}" for w in range(30)], metadata=metadata, texts=texts).save(folder)
    return folder


# ---------------------------------------------------------------------------- changes


def damage_a_file(rng: np.random.Generator, folder: Path) -> None:
    """Change the bytes of one file, as in `hostile_files`."""
    path = _any_file(rng, folder)
    changes = [
        damage.cut_off,
        damage.lengthen,
        damage.flip_bits,
        damage.overwrite,
        damage.remove_or_repeat,
    ]
    path.write_bytes(changes[rng.integers(len(changes))](rng, path.read_bytes()))


def remove_a_file(rng: np.random.Generator, folder: Path) -> None:
    """Remove a file, or put a folder in its place."""
    path = _any_file(rng, folder)
    path.unlink()
    if rng.random() < 0.5:
        path.mkdir()


def forge_manifest(rng: np.random.Generator, folder: Path) -> None:
    """Change, remove or add a value of the manifest."""
    manifest = json.loads((folder / MANIFEST).read_bytes())
    nodes: list[dict[str, Any]] = [manifest, manifest["files"], *manifest["files"].values()]
    node = nodes[min(rng.integers(2 * len(nodes)), len(nodes) - 1) if rng.random() < 0.5 else 0]
    kind = rng.integers(5)
    key = str(rng.choice(sorted(node)))
    if kind == 0:
        del node[key]
    elif kind == 1:
        manifest["files"][_NAMES[rng.integers(len(_NAMES))]] = {"bytes": 5, "sha256": "x"}
    elif kind == 2:
        node[_NAMES[rng.integers(len(_NAMES))]] = node.pop(key)
    else:
        node[key] = _VALUES[rng.integers(len(_VALUES))]
    manifest["sha256"] = digest(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def forge_arrays(rng: np.random.Generator, folder: Path) -> None:
    """Put wrong numbers into an array, or make it longer or shorter."""
    count_type = json.loads((folder / MANIFEST).read_bytes())["count_type"]
    name, dtype = [(OFFSETS, "<i8"), (WORDS, "<i4"), (COUNTS, count_type)][rng.integers(3)]
    values = np.fromfile(folder / name, dtype)
    wrong: list[Any] = [0, -1, 1, 29, 30, 2**31 - 1]
    if name == COUNTS:
        wrong = [np.nan, np.inf, -np.inf, -1.0, 0.0, 1e-300, 1e9, 1e30, 1e300, 2.0**24]
    elif name == OFFSETS:
        wrong += [-(2**62), 2**62, 2**40, values[-1], values[-1] + 1]
    for place in rng.integers(values.size, size=rng.integers(1, 4)):
        values[place] = wrong[rng.integers(len(wrong))]
    if rng.random() < 0.2:
        values = values[: rng.integers(values.size)]
    values.tofile(folder / name)
    _sign(folder, name)


def forge_vocabulary(rng: np.random.Generator, folder: Path) -> None:
    """Replace the vocabulary."""
    words = [f"w{w}" for w in range(30)]
    texts = [
        "", "null", "[]", "{}", '{"words": 5, "retired": []}', "[" * 99_999, '"words"',
        json.dumps({"words": words}), json.dumps({"words": words, "retired": None}),
        json.dumps({"words": words, "retired": ["x"]}),
        json.dumps({"words": words, "retired": [-1]}),
        json.dumps({"words": words, "retired": [1e400]}),
        json.dumps({"words": words, "retired": [2**70]}),
        json.dumps({"words": words[:-1], "retired": []}),
        json.dumps({"words": [words[0]] * 30, "retired": []}),
        json.dumps({"words": [None] * 30, "retired": []}),
        json.dumps({"words": [[]] * 30, "retired": []}),
        json.dumps({"words": "w" * 30, "retired": []}),
        json.dumps({"words": [f"\ud800{w}" for w in words], "retired": [3]}),
    ]  # fmt: skip
    (folder / VOCABULARY).write_text(texts[rng.integers(len(texts))])
    _sign(folder, VOCABULARY)


def forge_tables(rng: np.random.Generator, folder: Path) -> None:
    """Replace a table of metadata or texts by another one, or by bytes."""
    import polars as pl

    path = sorted(folder.glob("*.parquet"))[rng.integers(2)]
    kind = rng.integers(4)
    if kind == 0:
        pl.DataFrame({"id": [1, 2], "text": ["a", "b"]}).write_parquet(path)
    elif kind == 1:
        pl.DataFrame({"other": [None] * 40}).write_parquet(path)
    elif kind == 2:
        pl.DataFrame({"text": [b"\xff"] * 40, "id": [[1]] * 40}).write_parquet(path)
    else:
        path.write_bytes(damage.flip_bits(rng, path.read_bytes()))
    _sign(folder, path.name)


def forge_text_settings(rng: np.random.Generator, folder: Path) -> None:
    """Set text settings of any kind."""
    manifest = json.loads((folder / MANIFEST).read_bytes())
    names = ["lowercase", "min_length", "stop_words", "phrases", "ngram_range", "tokenizer", "x"]
    manifest["text_settings"] = {
        str(rng.choice(names)): _VALUES[rng.integers(len(_VALUES))] for _ in range(2)
    }
    manifest["sha256"] = digest(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


CHANGES: list[Forgery] = [
    damage_a_file,
    remove_a_file,
    forge_manifest,
    forge_manifest,
    forge_arrays,
    forge_vocabulary,
    forge_tables,
    forge_text_settings,
]


def _any_file(rng: np.random.Generator, folder: Path) -> Path:
    files = sorted(folder.iterdir())
    return files[rng.integers(len(files))]


def _sign(folder: Path, name: str) -> None:
    """Enter size and checksum of a file into the manifest."""
    manifest, data = json.loads((folder / MANIFEST).read_bytes()), (folder / name).read_bytes()
    manifest["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    manifest["sha256"] = digest(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


# ---------------------------------------------------------------------------- what happens


def use(folder: Path, *, verify: bool) -> None:
    """Open a store and use all of it."""
    corpus = Corpus.open(folder, verify=verify)
    corpus.part_entries = 100
    model = TopicModel(3, max_iter=2, random_state=0, n_jobs=1).fit(corpus)
    model.transform(corpus[[5, 3, 30]])
    corpus.to_csr()
    _ = corpus.metadata, corpus.texts, corpus.text_settings


def outcome(folder: Path, *, verify: bool) -> str:
    """Return what happened; raise what breaks a promise."""
    try:
        with at_most(LONGEST), warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            use(folder, verify=verify)
    except ThalwegError as error:
        return f"refused: {type(error).__name__}"
    return "used"


def run(n_stores: int, seed: int = 0) -> dict[str, Any]:
    """Use many hostile stores; `faults` of the result lists every broken promise."""
    outcomes: dict[str, Counter[str]] = {change.__name__: Counter() for change in CHANGES}
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        original, hostile = make_store(Path(name) / "original"), Path(name) / "hostile"
        for number in range(n_stores):
            change, rng = CHANGES[number % len(CHANGES)], np.random.default_rng([seed, number])
            shutil.rmtree(hostile, ignore_errors=True)
            shutil.copytree(original, hostile)
            change(rng, hostile)
            try:
                found = outcome(hostile, verify=bool(rng.random() < 0.5))
            except BaseException as error:  # the panics of polars are not an Exception
                found = f"escaped: {type(error).__name__}"
                faults.append(f"{number} {change.__name__}: {error!r}")
                if isinstance(error, KeyboardInterrupt):
                    raise
            outcomes[change.__name__][found] += 1
    return {
        "stores": n_stores,
        "outcomes": {name: dict(sorted(found.items())) for name, found in outcomes.items()},
        "faults": faults,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stores", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=RESULTS / "hostile_stores.json")
    arguments = parser.parse_args()
    start = time.perf_counter()
    result = run(arguments.stores, arguments.seed)
    seconds = time.perf_counter() - start
    print_outcomes(result)
    print(f"{result['stores']:,} stores in {seconds:.0f} s, ", end="")
    finish(result, arguments.seed, arguments.out)


if __name__ == "__main__":
    main()
