"""Damaged and forged corpora on disk are refused, or can be used."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.robustness import hostile_stores
from thalweg import Corpus, StorageError
from thalweg.corpus.store.manifest import MANIFEST, digest


def test_hundreds_of_damaged_and_forged_stores_are_refused_or_can_be_used() -> None:
    """A short form of `python -m tests.robustness.hostile_stores`."""
    result = hostile_stores.run(120, seed=1)
    assert result["faults"] == []
    for name, found in result["outcomes"].items():
        assert any(outcome.startswith("refused") for outcome in found), name


def sign(folder: Path, manifest: dict[str, Any]) -> None:
    """Write a manifest with a matching checksum."""
    manifest["sha256"] = digest(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hostile_stores.make_store(tmp_path_factory.mktemp("store") / "x.corpus")


@pytest.fixture
def manifest(store: Path) -> Iterator[dict[str, Any]]:
    """The manifest of a store, which is restored after the test."""
    before = (store / MANIFEST).read_bytes()
    yield json.loads(before)
    (store / MANIFEST).write_bytes(before)


@pytest.mark.parametrize("name", ["n_documents", "n_words", "n_entries", "n_tokens", "count_type"])
@pytest.mark.parametrize("value", [None, "x", [], {}, -1, 2**70, float("nan"), "|O", True])
def test_a_manifest_with_a_value_of_another_kind_is_refused(
    name: str, value: Any, store: Path, manifest: dict[str, Any]
) -> None:
    sign(store, manifest | {name: value})
    with pytest.raises(StorageError, match=rf"manifest\.json is damaged.*{name} is"):
        Corpus.open(store)


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "..", ".", "", "a/b", "a\\b", "\0"])
def test_a_manifest_cannot_name_files_outside_of_its_folder(
    name: str, store: Path, manifest: dict[str, Any]
) -> None:
    manifest["files"][name] = {"bytes": 5, "sha256": "x"}
    sign(store, manifest)
    with pytest.raises(StorageError, match="expected a name in the folder"):
        Corpus.open(store)


@pytest.mark.parametrize("about", [None, 5, [], {}, {"bytes": 5}, {"bytes": "5", "sha256": "x"}])
def test_a_manifest_with_a_wrong_entry_of_a_file_is_refused(
    about: Any, store: Path, manifest: dict[str, Any]
) -> None:
    manifest["files"]["words.bin"] = about
    sign(store, manifest)
    with pytest.raises(StorageError, match=r"manifest\.json is damaged"):
        Corpus.open(store)
