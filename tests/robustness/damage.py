"""Damage: bytes of a model file change, and its checksum does not."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np


def cut_off(rng: np.random.Generator, data: bytes) -> bytes:
    """Cut the file off at any byte."""
    return data[: rng.integers(len(data))]


def lengthen(rng: np.random.Generator, data: bytes) -> bytes:
    """Append random bytes."""
    return data + rng.bytes(int(rng.integers(1, 64)))


def flip_bits(rng: np.random.Generator, data: bytes) -> bytes:
    """Flip one to eight bits anywhere."""
    changed = bytearray(data)
    for place in rng.integers(len(data), size=rng.integers(1, 9)):
        changed[place] ^= 1 << rng.integers(8)
    return bytes(changed)


def flip_header_bits(rng: np.random.Generator, data: bytes) -> bytes:
    """Flip bits of the header."""
    n_header = 8 + int.from_bytes(data[:8], "little")
    return flip_bits(rng, data[:n_header]) + data[n_header:]


def overwrite(rng: np.random.Generator, data: bytes) -> bytes:
    """Overwrite up to 100 bytes."""
    first = int(rng.integers(len(data)))
    noise = rng.bytes(int(rng.integers(1, 100)))
    return (data[:first] + noise + data[first + len(noise) :])[: len(data)]


def remove_or_repeat(rng: np.random.Generator, data: bytes) -> bytes:
    """Remove or repeat a range of bytes."""
    first, last = sorted(rng.integers(len(data), size=2))
    return data[:first] + data[last:] if rng.random() < 0.5 else data[:last] + data[first:]


def change_header_length(rng: np.random.Generator, data: bytes) -> bytes:
    """Declare another length of the header."""
    length = int.from_bytes(data[:8], "little")
    choices = [0, 1, length - 1, length + 1, len(data), 10**8, 10**8 + 1, 2**31, 2**63, 2**64 - 1]
    return int(rng.choice(np.array(choices, dtype=np.uint64))).to_bytes(8, "little") + data[8:]


def change_header(rng: np.random.Generator, data: bytes) -> bytes:
    """Change type, shape or place of one tensor, or repeat its name."""
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
    """Replace the metadata by invalid, deeply nested, ambiguous or unexpected JSON."""
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
        about.replace('"version":2', '"version":1'),
        "null",
        "",
        "\ud800",
        "{}",
    ]
    values = [*texts, 5, None, {}, []]
    header["__metadata__"]["thalweg"] = values[rng.integers(len(values))]
    text = json.dumps(header)
    return len(text).to_bytes(8, "little") + text.encode() + data[n_header:]


DAMAGES: list[Callable[[np.random.Generator, bytes], bytes]] = [
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
