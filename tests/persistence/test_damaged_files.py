"""Model files that were cut off, changed or forged are refused, and allocate nothing."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.robustness import hostile_files
from thalweg import InputError, StorageError
from thalweg.persistence import model_file, tensor_file
from thalweg.persistence.saved_model import SavedModel


def forged(saved: SavedModel, change: Callable[[dict[str, Any], dict[str, Any]], None]) -> bytes:
    """A file with changed content and a checksum that matches it."""
    return hostile_files.forged(
        lambda rng, about, tensors: change(about, tensors),
        np.random.default_rng(0),
        model_file.to_bytes(saved),
    )


def test_a_file_cut_off_anywhere_is_refused(checkpoint, path) -> None:
    data = model_file.to_bytes(checkpoint)
    n_header = 8 + int.from_bytes(data[:8], "little")
    for n_bytes in {0, 1, 7, 8, 9, 10, n_header - 1, n_header, n_header + 1, len(data) - 1}:
        path.write_bytes(data[:n_bytes])
        with pytest.raises((InputError, StorageError)):
            model_file.read(path)
        with pytest.raises((InputError, StorageError)):
            model_file.from_bytes(data[:n_bytes])


def test_one_flipped_bit_of_any_tensor_is_detected(saved, path) -> None:
    data = model_file.to_bytes(saved)
    n_header = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:n_header])
    del header["__metadata__"]
    assert len(header) > 10
    for entry in header.values():
        changed = bytearray(data)
        changed[n_header + entry["data_offsets"][0]] ^= 1
        path.write_bytes(changed)
        with pytest.raises(StorageError, match="damaged or was changed"):
            model_file.read(path)


def set_value(name: str, value: float, place: int = 0) -> Callable[[Any, Any], None]:
    def change(about: dict[str, Any], tensors: dict[str, Any]) -> None:
        tensors[name] = np.array(tensors[name])
        tensors[name].flat[place] = value

    return change


FORGERIES = {
    "NaN counts": (set_value("scaled_counts", np.nan), "scaled_counts"),
    "infinite counts": (set_value("scaled_counts", np.inf), "scaled_counts"),
    "negative counts": (set_value("scaled_counts", -1), "scaled_counts"),
    "negative scale": (set_value("scale", -1), "scale"),
    "NaN totals": (set_value("totals", np.nan), "totals"),
    "alpha of zero": (set_value("doc_topic_prior", 0), "doc_topic_prior"),
    "negative eta": (set_value("topic_word_prior", -0.1), "topic_word_prior"),
    "seed words without weight": (set_value("added.data", 0), "added"),
    "a seed word in an unknown topic": (set_value("added.indices", 3), "column"),
    "a mask of a negative topic": (set_value("masked.indices", -1), "column"),
    "a mask twice": (set_value("masked.indices", 2), "twice"),
    "rows out of order": (set_value("added.indptr", 2, 3), "order"),
    "rows past the end": (set_value("masked.indptr", 9, -1), "rows"),
    "a lock that is neither true nor false": (set_value("locked", 2), "locked"),
    "fewer topics in alpha": (
        lambda about, tensors: tensors.update(doc_topic_prior=np.ones(2)),
        "doc_topic_prior has shape",
    ),
    "too few words": (
        lambda about, tensors: tensors.update(vocabulary=np.frombuffer(b'["a"]', np.uint8)),
        "list of 12 words",
    ),
    "a clock that is text": (
        lambda about, tensors: about["state"].update(clock="3"),
        "clock",
    ),
    "a negative seed": (lambda about, tensors: about["state"].update(seed=-1), "seed"),
    "an unknown retired word": (
        lambda about, tensors: about.update(retired_words=[99]),
        "retired",
    ),
    "an additional tensor": (
        lambda about, tensors: tensors.update(more=np.ones(2)),
        "it has a tensor 'more'",
    ),
    "a missing tensor": (lambda about, tensors: tensors.pop("totals"), "totals is missing"),
    "no state": (lambda about, tensors: about.pop("state"), "state"),
    "a random state past the end of its key": (
        lambda about, tensors: about["parameters"]["random_state"].update(pos=10**6),
        "random state",
    ),
}


@pytest.mark.parametrize(("change", "named"), FORGERIES.values(), ids=FORGERIES.keys())
def test_a_forged_file_with_a_valid_checksum_is_refused_for_its_content(
    change, named, saved, path
) -> None:
    data = forged(saved, change)
    path.write_bytes(data)
    with pytest.raises(StorageError, match=f"damaged or was changed: .*{named}"):
        model_file.read(path)
    with pytest.raises(StorageError, match=f"the pickled model is damaged .*{named}"):
        model_file.from_bytes(data)


def test_counts_of_another_type_are_refused(saved) -> None:
    def change(about: dict[str, Any], tensors: dict[str, Any]) -> None:
        tensors["scaled_counts"] = tensors["scaled_counts"].astype(np.float64)

    with pytest.raises(StorageError, match=r"scaled_counts is F64\(12, 3\)"):
        model_file.from_bytes(forged(saved, change))


def test_huge_sizes_in_a_header_allocate_nothing(tmp_path) -> None:
    """In a process with limited memory, which also limits what Rust allocates."""
    pytest.importorskip("resource")
    stream = io.BytesIO()
    tensor_file.write(stream, {"format": "thalweg model", "version": 1}, {"a": np.ones(4)})
    data = stream.getvalue()
    for number, (old, new) in enumerate(
        [
            (b"[4]", b"[1099511627776]"),
            (b"[0,32]", b"[0,8796093022208]"),
            (b'[4],"data_offsets":[0,32]', b'[1099511627776],"data_offsets":[0,8796093022208]'),
        ]
    ):
        n_header = 8 + int.from_bytes(data[:8], "little")
        header = data[8:n_header].replace(old, new)
        assert header != data[8:n_header]
        changed = len(header).to_bytes(8, "little") + header + data[n_header:]
        (tmp_path / f"{number}").write_bytes(changed)
    code = f"""
        import resource
        from thalweg import StorageError
        from thalweg.persistence import model_file
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20),) * 2)
        for number in range(3):
            try:
                model_file.read({str(tmp_path)!r} + f"/{{number}}")
            except StorageError as error:
                assert "damaged" in str(error), error
            else:
                raise AssertionError("opened")
    """
    if not Path("/proc/self/statm").exists():
        pytest.skip("/proc is needed to find out how much memory is used")
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)


def test_a_file_of_a_newer_version_names_both_versions_and_what_to_do(saved, path) -> None:
    path.write_bytes(forged(saved, lambda about, _: about.update(version=4)))
    with pytest.raises(InputError, match=r"version 4 .* up to version 3. Use a newer thalweg"):
        model_file.read(path)


@pytest.mark.parametrize("version", [0, -1, "2", 1.0, None, True])
def test_a_version_that_is_not_a_positive_whole_number_is_refused(version, saved, path) -> None:
    path.write_bytes(forged(saved, lambda about, _: about.update(version=version)))
    with pytest.raises(StorageError, match="its version is"):
        model_file.read(path)
