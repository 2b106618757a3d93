"""User metadata and the fingerprint of the data: stored, shown and checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import thalweg
from tests.cli.shell import thalweg_command
from thalweg import LDA, Corpus, InputError, StorageError, fingerprint
from thalweg.persistence import fitted, model_file
from thalweg.persistence.user_metadata import MAX_BYTES

COUNTS = sparse.csr_array(np.random.default_rng(5).poisson(0.7, (40, 12)))
WORDS = [f"word{w}" for w in range(12)]
METADATA = {"team": "search", "data version": 7, "share": 0.25, "approved": True, "né": "größer"}


@pytest.fixture(scope="module")
def model() -> LDA:
    return LDA(2, random_state=0).fit(COUNTS)


# ---------------------------------------------------------------------------- metadata


def test_metadata_are_restored_with_their_types(model: LDA, path: Path) -> None:
    model.save(path, metadata=METADATA)
    back = thalweg.load(path)
    assert back.metadata_ == METADATA
    assert [type(value) for value in back.metadata_.values()] == [
        type(METADATA[name]) for name in back.metadata_
    ]


def test_saving_does_not_change_the_model(model: LDA, path: Path) -> None:
    model.save(path, metadata=METADATA, data=COUNTS)
    assert model.metadata_ == {}
    assert not hasattr(model, "data_fingerprint_")


def test_a_loaded_model_keeps_its_metadata_until_they_are_replaced(model: LDA, path: Path) -> None:
    model.save(path, metadata=METADATA)
    thalweg.load(path).save(path)
    assert thalweg.load(path).metadata_ == METADATA
    thalweg.load(path).save(path, metadata={})
    assert thalweg.load(path).metadata_ == {}


def test_without_metadata_the_file_is_the_same_as_with_empty_ones(model: LDA, path: Path) -> None:
    model.save(path)
    first = path.read_bytes()
    model.save(path, metadata={})
    back = thalweg.load(path)
    assert back.metadata_ == {}
    back.save(path)
    assert path.read_bytes() == first


def test_a_new_training_run_starts_without_metadata(model: LDA, path: Path) -> None:
    model.save(path, metadata=METADATA, data=COUNTS)
    back = thalweg.load(path).fit(COUNTS)
    assert back.metadata_ == {}
    assert not hasattr(back, "data_fingerprint_")


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        ("version 7", "`metadata` is of type str; expected a dict"),
        ({7: "x"}, "has the name 7; expected printable text"),
        ({"": "x"}, "has the name ''"),
        ({"a\x1b[31m": 1}, "has the name"),
        ({"a": "two\nlines"}, "'a' is 'two\\\\nlines'; expected printable text on one line"),
        ({"a": "\x1b]0;title\x07"}, "expected printable text"),
        ({"a": "\ud800"}, "expected printable text"),
        ({"a": [1, 2]}, "'a' is '\\[1, 2\\]'; expected a string or a number"),
        ({"a": None}, "expected a string or a number"),
        ({"a": float("nan")}, "`metadata` cannot be stored"),
        ({"a": object()}, "`metadata` cannot be stored"),
        ({"a": "x" * MAX_BYTES}, "65,544 bytes of JSON; expected at most 65,536"),
    ],
)
def test_other_values_are_refused_and_no_file_appears(
    metadata: Any, message: str, model: LDA, path: Path
) -> None:
    with pytest.raises(InputError, match=message):
        model.save(path, metadata=metadata)
    assert not path.exists()


@pytest.mark.parametrize(
    "part",
    [
        {"metadata": ["a"]},
        {"metadata": {"a": "\x1b[2J"}},
        {"metadata": {"a": {"b": 1}}},
        {"metadata": {"a": "x" * (MAX_BYTES + 1)}},
        {"data_fingerprint": "\x1b[2J"},
        {"data_fingerprint": 3},
    ],
)
def test_a_forged_file_is_refused(part: dict[str, Any], model: LDA, path: Path) -> None:
    saved = fitted.to_saved_model(model)
    saved.fitted |= part
    model_file.write(path, saved)
    with pytest.raises(StorageError, match="not written by a compatible version"):
        thalweg.load(path)


# ---------------------------------------------------------------------------- fingerprint


def test_the_fingerprint_does_not_depend_on_where_the_documents_are(tmp_path: Path) -> None:
    corpus = Corpus(COUNTS, WORDS)
    corpus.save(tmp_path / "stored")
    stored = Corpus.open(tmp_path / "stored")
    stored.part_entries = 30
    assert stored.part_bounds().size > 5
    assert fingerprint(stored) == fingerprint(corpus) == fingerprint(corpus[np.arange(40)])


@pytest.mark.parametrize("dtype", ["i4", "i8", "f4", "f8", "u1"])
def test_the_fingerprint_of_a_matrix_does_not_depend_on_types(dtype: str) -> None:
    assert fingerprint(COUNTS.astype(dtype)) == fingerprint(COUNTS.toarray())


def test_any_difference_changes_the_fingerprint() -> None:
    changed = COUNTS.copy()
    changed.data[3] += 1
    wider = sparse.hstack([COUNTS, sparse.csr_array((40, 1))]).tocsr()
    corpora = [
        Corpus(COUNTS, WORDS),
        Corpus(changed, WORDS),
        Corpus(COUNTS[::-1], WORDS),
        Corpus(COUNTS[:-1], WORDS),
        Corpus(COUNTS, ["other", *WORDS[1:]]),
        Corpus(wider, [*WORDS, "more"]),
        Corpus(COUNTS, ["wor", "dword1", *WORDS[2:]]),
    ]
    found = [fingerprint(X) for X in (COUNTS, *corpora)]
    assert len(set(found)) == len(found)


def test_a_model_file_has_the_fingerprint_of_its_data(model: LDA, path: Path) -> None:
    model.save(path, data=COUNTS)
    back = thalweg.load(path)
    assert back.data_fingerprint_ == fingerprint(COUNTS)
    back.save(path)
    assert thalweg.load(path).data_fingerprint_ == fingerprint(COUNTS)
    back.partial_fit(COUNTS)  # it has learned from more than these data now
    assert not hasattr(back, "data_fingerprint_")


# ---------------------------------------------------------------------------- command line


def test_train_stores_and_show_prints_metadata_and_fingerprint(tmp_path: Path) -> None:
    texts = ["boat harbour wave sail anchor", "bread oven flour sugar butter"] * 20
    (tmp_path / "a.txt").write_text("\n".join(texts))
    options = ["-k", "2", "--held-out", "0", "--out", "a.model", "--fingerprint"]
    options += [
        "--model-metadata",
        "team=search",
        "--model-metadata",
        "version=7",
        "--max-df",
        "1.0",
    ]
    done = thalweg_command("train", "a.txt", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = " ".join(thalweg_command("show", "a.model", cwd=tmp_path).stdout.split())
    assert "metadata team=search, version=7 data fingerprint sha256-v1:" in shown
    facts = json.loads(thalweg_command("show", "a.model", "--json", cwd=tmp_path).stdout)
    assert facts["metadata"] == {"team": "search", "version": 7}
    corpus = thalweg.read(tmp_path / "a.txt", max_df=1.0)
    assert facts["data_fingerprint"] == fingerprint(corpus)


@pytest.mark.parametrize("given", [["team"], ["=x"], ["a=1", "a=2"]])
def test_metadata_that_are_not_named_values_are_wrong_usage(
    given: list[str], tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("boat harbour\n" * 10)
    options = [part for text in given for part in ("--model-metadata", text)]
    done = thalweg_command("train", "a.txt", "--out", "a.model", *options, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
