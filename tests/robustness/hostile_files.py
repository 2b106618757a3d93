"""Model files that are damaged or forged: none may do more than raise a ThalwegError.

    python -m tests.robustness.hostile_files

Two kinds of changes are made to a model file and to a checkpoint. *Damage* changes bytes and leaves
the checksum as it was: such a file must be refused, or hold the same model (where bytes do not
matter, as the order of JSON names). *Forgery* changes what a file says and makes the checksum anew:
such a file must be refused, or give a model that infers and trains without a crash.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import tempfile
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmarks import machine
from thalweg import InputError, ThalwegError, TopicState, Vocabulary
from thalweg.corpus.documents import Documents
from thalweg.inference import scvb0
from thalweg.persistence import model_file, tensor_file
from thalweg.persistence.model_file import ModelRecord, Section
from thalweg.state.priors import Prior

RESULTS = Path(__file__).parent / "results"
N_WORDS, N_TOPICS = 12, 3
MOST_BYTES = 2_000_000  # that opening a file of some kilobytes may allocate

About = dict[str, Any]
Tensors = dict[str, NDArray[Any]]
Change = Callable[[np.random.Generator, bytes], bytes]
Forgery = Callable[[np.random.Generator, About, Tensors], None]


def example() -> tuple[ModelRecord, Section]:
    """A small model that has everything a file can hold, and what a checkpoint adds."""
    pairs = sparse.csr_array(([2.0, 3.0], ([0, 5], [1, 2])), (N_WORDS, N_TOPICS), np.float32)
    prior = Prior(
        doc_topic=np.array([0.1, 0.2, 0.3]),
        topic_word=np.linspace(0.01, 0.02, N_WORDS),
        added=pairs,
        masked=sparse.csr_array(([True, True], ([1, 1], [0, 2])), (N_WORDS, N_TOPICS)),
        locked=np.array([True, False, False]),
    )
    record = ModelRecord(
        parameters={
            "n_components": N_TOPICS,
            "algorithm": "scvb0",
            "max_time": 2.5,
            "doc_topic_prior": np.array([0.1, 0.2, 0.3]),
            "topic_word_prior": sparse.csr_array(pairs.T),
            "random_state": np.random.RandomState(5),
            "n_jobs": None,
        },
        state=TopicState.random(N_WORDS, prior, 500.0, seed=1),
        vocabulary=Vocabulary([f"word{w}" for w in range(N_WORDS)], retired=[3]),
        fitted={"batch_size": 4, "schedule": [1.0, 10.0, 0.9]},
        text_settings={"lowercase": True},
        history=[{"passes": 1, "score": -2.5}],
    )
    arrays = {"order": np.arange(7), "kept": np.ones((4, 3), np.float32), "done": np.array([True])}
    return record, Section(arrays, {"position": [0, 1, 2], "best": {"score": -2.5}})


# ---------------------------------------------------------------------- damage


def cut_off(rng: np.random.Generator, data: bytes) -> bytes:
    return data[: rng.integers(len(data))]


def lengthen(rng: np.random.Generator, data: bytes) -> bytes:
    return data + rng.bytes(int(rng.integers(1, 64)))


def flip_bits(rng: np.random.Generator, data: bytes) -> bytes:
    changed = bytearray(data)
    for place in rng.integers(len(data), size=rng.integers(1, 9)):
        changed[place] ^= 1 << rng.integers(8)
    return bytes(changed)


def flip_header_bits(rng: np.random.Generator, data: bytes) -> bytes:
    n_header = 8 + int.from_bytes(data[:8], "little")
    return flip_bits(rng, data[:n_header]) + data[n_header:]


def overwrite(rng: np.random.Generator, data: bytes) -> bytes:
    first = int(rng.integers(len(data)))
    noise = rng.bytes(int(rng.integers(1, 100)))
    return (data[:first] + noise + data[first + len(noise) :])[: len(data)]


def remove_or_repeat(rng: np.random.Generator, data: bytes) -> bytes:
    first, last = sorted(rng.integers(len(data), size=2))
    return data[:first] + data[last:] if rng.random() < 0.5 else data[:last] + data[first:]


def change_header_length(rng: np.random.Generator, data: bytes) -> bytes:
    length = int.from_bytes(data[:8], "little")
    choices = [0, 1, length - 1, length + 1, len(data), 10**8, 10**8 + 1, 2**31, 2**63, 2**64 - 1]
    return int(rng.choice(np.array(choices, dtype=np.uint64))).to_bytes(8, "little") + data[8:]


def change_header(rng: np.random.Generator, data: bytes) -> bytes:
    """Another type, shape or place of one tensor, or the same name twice; the rest fits."""
    n_header = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:n_header])
    name = str(rng.choice([name for name in header if name != "__metadata__"]))
    entry = header[name]
    kind = rng.integers(6)
    if kind == 0:
        entry["dtype"] = str(rng.choice(["F64", "F32", "BF16", "BOOL", "F4", "nonsense", "I64"]))
    elif kind == 1:
        huge = [[2**40, 2**40], [2**62], [0, 2**62], [-1], [], [1] * 1000, [1.5], "all", None]
        entry["shape"] = huge[rng.integers(len(huge))]
    elif kind == 2:
        huge = [[0, 2**62], [2**62, 2**63], [5, 1], [-1, 0], [0], "all"]
        entry["data_offsets"] = huge[rng.integers(len(huge))]
    elif kind == 3:
        del header[name]
    elif kind == 4:
        header[name[::-1]] = header.pop(name)
    text = json.dumps(header)
    if kind == 5:
        text = text[:-1] + f', "{name}": {json.dumps(entry)}' + "}"
    return len(text).to_bytes(8, "little") + text.encode() + data[n_header:]


def change_metadata(rng: np.random.Generator, data: bytes) -> bytes:
    """JSON that is no JSON, or too deep, or says a thing twice."""
    n_header = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:n_header])
    about = header["__metadata__"]["thalweg"]
    texts = [
        "[" * 100_000,
        '{"a":' * 100_000,
        about[:-1] + ',"version":1}',
        about.replace("500.0", "NaN"),
        about.replace("500.0", "Infinity"),
        about.replace("500.0", "1e999"),
        about.replace("500.0", "9" * 5000),
        about.replace("500.0", "[" * 50_000 + "]" * 50_000),
        about.replace('"version":1', '"version":2'),
        "null",
        "",
        "\ud800",
        "{}",
    ]
    values = [*texts, 5, None, {}, []]
    header["__metadata__"]["thalweg"] = values[rng.integers(len(values))]
    text = json.dumps(header)
    return len(text).to_bytes(8, "little") + text.encode() + data[n_header:]


DAMAGES: list[Change] = [
    cut_off,
    lengthen,
    flip_bits,
    flip_header_bits,
    overwrite,
    remove_or_repeat,
    change_header_length,
    change_header,
    change_metadata,
]


# ---------------------------------------------------------------------- forgery

_VALUES: list[Any] = [
    None, True, 0, 1, -1, 2**31, 2**63, 10**30, 0.0, -0.5, 1e-300, 1e300, "", "x", "array", [],
    [[]], [-1], [2**40, 2**40], {}, {"kind": "array"},
    {"kind": "sparse array", "shape": [2**31, 2**31]},
    {"kind": "random state", "key": [0] * 624, "pos": 625, "has_gauss": 0, "gauss": 0.0},
    {"kind": "nonsense"},
]  # fmt: skip


def forge_json(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """Another value anywhere in what is said about the tensors, or none."""
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        keys = node if isinstance(node, dict) else range(min(len(node), 3))
        for key in keys:
            places.append((node, key))
            if isinstance(node[key], dict | list):
                walk(node[key])

    walk(about)
    node, key = places[rng.integers(len(places))]
    if rng.random() < 0.2:
        del node[key]
    else:
        node[key] = _VALUES[rng.integers(len(_VALUES))]


def forge_values(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """NaN, negative, huge or tiny numbers in one tensor."""
    name = _any_of(rng, tensors)
    array = np.array(tensors[name])
    if not array.size:
        return
    values: list[Any] = [0, 1, 255, 100]
    if array.dtype.kind == "f":
        values += [np.nan, np.inf, -np.inf, -1.0, -1e-30, 1e-38, 1e38]
    elif array.dtype.kind == "i":
        values += [-1, -(2**62), 2**62, N_TOPICS, N_WORDS]
    place = rng.integers(array.size, size=rng.integers(1, 4))
    array.flat[place] = np.array(values[rng.integers(len(values))]).astype(array.dtype)
    tensors[name] = array


def forge_shape(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    name = _any_of(rng, tensors)
    array = tensors[name]
    shapes = [
        array[:-1],
        array[:0],
        array.ravel(),
        array[None],
        array.T,
        np.concatenate([array] * 2),
    ]
    tensors[name] = shapes[rng.integers(len(shapes))]


def forge_type(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    name = _any_of(rng, tensors)
    dtypes = ["f8", "f4", "f2", "i8", "i4", "u8", "u1", "?"]
    tensors[name] = tensors[name].astype(dtypes[rng.integers(len(dtypes))])


def forge_names(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """A tensor that is missing, or under the name of another."""
    array = tensors.pop(_any_of(rng, tensors))
    if rng.random() < 0.7:
        tensors[_any_of(rng, tensors)] = array


def forge_empty(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """No bytes, but a shape that would be huge with one more dimension."""
    name = _any_of(rng, tensors)
    shapes = [(2**40, 0), (0, 2**40), (0,)]
    tensors[name] = np.zeros(shapes[rng.integers(3)], dtype=tensors[name].dtype)


def forge_words(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    lists: list[Any] = [
        ["a"] * N_WORDS, ["a"], [], list(range(N_WORDS)), [None] * N_WORDS, "abcdefghijkl", {},
        [["a"]] * N_WORDS, [f"\ud800{w}" for w in range(N_WORDS)], ["[" * 9] * N_WORDS,
    ]  # fmt: skip
    text = json.dumps(lists[rng.integers(len(lists))]).encode()
    tensors["vocabulary"] = np.frombuffer(text if rng.random() < 0.8 else b"[" * 99_999, np.uint8)


FORGERIES: list[Forgery] = [
    forge_json,
    forge_values,
    forge_shape,
    forge_type,
    forge_names,
    forge_empty,
    forge_words,
]


def _any_of(rng: np.random.Generator, tensors: Tensors) -> str:
    return str(rng.choice(sorted(tensors)))


def forged(forgery: Forgery, rng: np.random.Generator, data: bytes) -> bytes:
    """A file with a checksum that fits what was changed."""
    with tensor_file.opened_bytes(data, "example") as file:
        about = json.loads(json.dumps(file.about))
        tensors = {name: file.read(name) for name in file.names()}
    del about["sha256"]
    forgery(rng, about, tensors)
    stream = io.BytesIO()
    try:
        tensor_file.write(stream, about, tensors)
    except InputError:  # the value cannot even be written
        return data
    return stream.getvalue()


# ---------------------------------------------------------------------- what happens


def open_and_use(path: Path, data: bytes) -> tuple[str, bytes | None]:
    """What came of a file, and the model that opened, as bytes."""
    path.write_bytes(data)
    try:
        record, training = model_file.read(path)
    except ThalwegError as error:
        if not str(error) or str(path) not in str(error):
            raise AssertionError(f"an error that does not name the file: {error}") from error
        return f"refused: {type(error).__name__}", None
    use(record.state)
    return "opened", model_file.to_bytes(record, training)


def use(state: TopicState) -> None:
    """Infer from a document and learn from it: what may be wrong is a number, nothing else."""
    document = Documents.check(np.minimum(np.arange(state.n_words), 3)[None, :])
    theta = np.empty((1, state.n_topics), dtype=np.float32)
    with np.errstate(all="ignore"):  # numbers near the ends of their range
        scvb0.infer(state, document, scvb0.Settling(), theta, n_threads=1)
        scvb0.train(
            state.copy(),
            document,
            np.zeros(1, dtype=np.int64),
            np.array([0, 1]),
            np.array([0.5]),
            np.array([100.0]),
            scvb0.Visits(),
            n_threads=1,
        )


def run(n_files: int, seed: int = 0) -> dict[str, Any]:
    """Open many such files; the faults are those that broke a promise."""
    record, training = example()
    originals = [model_file.to_bytes(record), model_file.to_bytes(record, training)]
    outcomes: dict[str, Counter[str]] = {}
    faults: list[str] = []
    most_bytes = 0
    damages = {change.__name__: change for change in DAMAGES}
    changes = damages | {forgery.__name__: partial(forged, forgery) for forgery in FORGERIES}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hostile.safetensors"
        for number in range(n_files):
            name = list(changes)[number % len(changes)]
            original = originals[number // len(changes) % 2]
            data = changes[name](np.random.default_rng([seed, number]), original)
            tracemalloc.start()
            try:
                outcome, opened = open_and_use(path, data)
                if opened is not None and name in damages and opened != original:
                    faults.append(f"{number} {name}: another model under its checksum")
            except Exception as error:
                outcome = f"escaped: {type(error).__name__}"
                faults.append(f"{number} {name}: {error!r}")
            n_bytes = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            if n_bytes > MOST_BYTES + 40 * len(data):
                faults.append(f"{number} {name}: {n_bytes:,} bytes for {len(data):,}")
            most_bytes = max(most_bytes, n_bytes)
            outcomes.setdefault(name, Counter())[outcome] += 1
    return {
        "files": n_files,
        "outcomes": {name: dict(sorted(found.items())) for name, found in outcomes.items()},
        "most_bytes_allocated": most_bytes,
        "faults": faults,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=RESULTS / "hostile_files.json")
    arguments = parser.parse_args()
    start = time.perf_counter()
    result = run(arguments.files, arguments.seed)
    seconds = time.perf_counter() - start
    for name, found in result["outcomes"].items():
        print(f"{name:22}", ", ".join(f"{outcome} {n}" for outcome, n in found.items()))
    print(f"{result['files']:,} files in {seconds:.0f} s, {len(result['faults'])} faults; ", end="")
    print(f"at most {result['most_bytes_allocated']:,} bytes allocated for one")
    for fault in result["faults"][:20]:
        print("FAULT", fault)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    report = {"machine": machine.describe(), "seed": arguments.seed, **result}
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    sys.exit(bool(result["faults"]))


if __name__ == "__main__":
    main()
