import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.synthetic import make_corpus
from thalweg import InputError, StorageError
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.store.writer import StoreWriter
from thalweg.corpus.vocabulary import Vocabulary

FILES = (
    "manifest.json",
    "vocabulary.json",
    "offsets.bin",
    "words.bin",
    "counts.bin",
    "columns-00000.parquet",
    "texts-00000.parquet",
)


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("stores") / "store"
    counts = make_corpus(n_documents=30, n_words=20).counts
    words = [f"w\u00f6rd\n{w}" for w in range(20)]
    Corpus(counts, words, {"n": list(range(30))}, ["text"] * 30).save(folder)
    return folder


def test_a_store_has_a_manifest_of_its_files(saved):
    assert sorted(os.listdir(saved)) == sorted(FILES)
    manifest = json.loads((saved / "manifest.json").read_text())
    assert (manifest["format"], manifest["version"]) == ("thalweg corpus", 1)
    assert set(manifest["files"]) == set(FILES) - {"manifest.json"}
    assert manifest["n_documents"] == 30


@given(
    st.lists(st.lists(st.sampled_from([0, 1, 255, 256, 65536, 0.5, 0.1]), min_size=3, max_size=3))
)
@settings(max_examples=30, deadline=None)
def test_what_is_opened_is_what_was_saved(tmp_path_factory, rows):
    folder = tmp_path_factory.mktemp("stores") / "store"
    corpus = Corpus(np.reshape(rows, (-1, 3)), Vocabulary(["a", "b\n", "\u00df"], retired=[1]))
    corpus.save(folder)
    opened = Corpus.open(folder)
    assert opened.vocabulary == corpus.vocabulary
    assert np.array_equal(opened.to_csr().toarray(), np.reshape(rows, (-1, 3)))
    assert opened.n_tokens == corpus.n_tokens


def test_counts_are_widened_when_a_later_part_needs_it(tmp_path):
    for largest, type_ in ((255, "|u1"), (256, "<u2"), (2**24, "<i4"), (0.5, "<f4"), (0.1, "<f8")):
        rows = np.array([[7.0], [largest], [1.0]])
        corpus = Corpus(rows, ["word"])
        corpus.part_entries = 1
        corpus.save(tmp_path / str(largest))
        opened = Corpus.open(tmp_path / str(largest))
        assert opened.rows.count_type == type_
        assert opened.to_csr().toarray().tolist() == rows.tolist()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("damage", ["cut", "altered", "grown", "removed", "emptied"])
def test_a_damaged_store_is_refused(saved, tmp_path, name, damage):
    folder = tmp_path / "copy"
    shutil.copytree(saved, folder)
    path = folder / name
    content = bytearray(path.read_bytes())
    if damage == "removed":
        path.unlink()
    else:
        if damage == "cut":
            content = content[:-1]
        elif damage == "altered":
            content[len(content) // 2] ^= 1
        elif damage == "grown":
            content += b"\0"
        else:
            content = bytearray()
        path.write_bytes(content)
    with pytest.raises((StorageError, InputError), match=name):
        Corpus.open(folder)


def test_an_unverified_store_still_cannot_lead_out_of_its_arrays(saved, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(saved, folder)
    words = np.fromfile(folder / "words.bin", "<i4")
    words[5] = 10**6
    words.tofile(folder / "words.bin")
    corpus = Corpus.open(folder, verify=False)
    with pytest.raises(StorageError, match=r"words\.bin.*damaged.*1000000"):
        corpus.to_csr()
    offsets = np.fromfile(folder / "offsets.bin", "<i8")
    offsets[3] = 10**12
    offsets.tofile(folder / "offsets.bin")
    with pytest.raises(StorageError, match=r"offsets\.bin.*damaged"):
        corpus.to_csr()


def test_another_version_says_what_to_do(saved, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(saved, folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["version"] = 99
    (folder / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError, match="version 99"):
        Corpus.open(folder)


def test_a_folder_that_is_not_a_store_is_named(tmp_path):
    with pytest.raises(InputError, match="no such folder"):
        Corpus.open(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"no manifest\.json"):
        Corpus.open(tmp_path)


def test_an_existing_folder_is_never_overwritten(saved, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").write_text("precious")
    with pytest.raises(InputError, match="already exists"):
        Corpus.open(saved).save(tmp_path / "mine")
    assert (tmp_path / "mine" / "file").read_text() == "precious"


def test_a_failed_save_leaves_nothing(tmp_path, monkeypatch):
    corpus = Corpus([[1, 2]], ["a", "b"])
    monkeypatch.setattr(Vocabulary, "__iter__", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        corpus.save(tmp_path / "store")
    assert os.listdir(tmp_path) == []


def test_a_full_disk_leaves_nothing_and_says_so(small_disk):
    counts = np.ones((2000, 50), dtype=np.int32)
    with pytest.raises(StorageError, match=r"store cannot be written.*No space left"):
        Corpus(counts, [f"w{w}" for w in range(50)]).save(small_disk / "store")
    assert os.listdir(small_disk) == []


def test_many_processes_open_one_store(saved):
    code = (
        "import sys; from thalweg.corpus.corpus import Corpus; "
        "print(int(Corpus.open(sys.argv[1]).to_csr().sum()))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(saved)], stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    sums = {int(process.communicate()[0]) for process in running}
    assert sums == {int(Corpus.open(saved).to_csr().sum())}


def test_a_column_that_starts_with_files_of_nulls_is_read_back(tmp_path):
    with StoreWriter(tmp_path / "store", rows_per_file=2) as writer:
        for year in (None, 1999):
            writer.append(Corpus([[1], [2]], ["word"]).documents())
            writer.append_metadata(pl.DataFrame({"year": [year, year]}), None)
        writer.finish(Vocabulary(["word"]))
    corpus = Corpus.open(tmp_path / "store")
    assert corpus.metadata["year"].to_list() == [None, None, 1999, 1999]
    assert corpus[1:3].metadata["year"].to_list() == [None, 1999]


def test_a_folder_may_have_the_signs_of_a_pattern_in_its_name(tmp_path):
    folder = tmp_path / "run [1]*"
    Corpus([[1], [2]], ["word"], {"year": [1, 2]}).save(folder)
    assert Corpus.open(folder).metadata["year"].to_list() == [1, 2]


def test_a_store_opened_by_a_relative_path_stays_open_in_another_folder(saved, monkeypatch):
    monkeypatch.chdir(saved.parent)
    corpus = Corpus.open(saved.name)
    monkeypatch.chdir("/")
    assert corpus.to_csr().shape == (30, 20)
    assert corpus.metadata.height == len(corpus.texts) == 30


@pytest.mark.parametrize(
    "use",
    [
        lambda corpus: corpus.to_csr(),
        lambda corpus: corpus.metadata,
        lambda corpus: corpus.ids,
        lambda corpus: corpus.texts,
        lambda corpus: corpus.filter(n=1),
        lambda corpus: corpus[[3, 1]].metadata,
        lambda corpus: Corpus.concat([corpus, corpus]),
    ],
)
def test_a_store_that_was_removed_is_named(saved, tmp_path, use):
    shutil.copytree(saved, tmp_path / "gone")
    corpus = Corpus.open(tmp_path / "gone")
    shutil.rmtree(tmp_path / "gone")
    with pytest.raises(StorageError, match="gone"):
        use(corpus)


@pytest.mark.parametrize("share", [0.9, 0.5, 0.01])
def test_a_table_that_is_cut_after_its_values_were_read_is_an_error(tmp_path, share):
    """Polars remembers where values were in the file, and panics when they are gone."""
    values = np.random.default_rng(0).random(3000)
    metadata = pl.DataFrame({"value": [str(value) for value in values]})
    Corpus(np.ones((3000, 1)), ["word"], metadata).save(tmp_path / "store")
    corpus = Corpus.open(tmp_path / "store")
    assert corpus.metadata.height == 3000
    (table,) = (tmp_path / "store").glob("*.parquet")
    with table.open("r+b") as file:
        file.truncate(int(share * table.stat().st_size))
    with pytest.raises(StorageError, match="metadata cannot be read"):
        corpus.metadata  # noqa: B018


def test_ids_of_numpy_are_saved_as_retired(tmp_path):
    vocabulary = Vocabulary(["a", "b"], retired=np.array([1]))
    Corpus([[1, 0]], vocabulary).save(tmp_path / "store")
    assert Corpus.open(tmp_path / "store").vocabulary == vocabulary


def test_a_name_that_is_too_long_is_reported(tmp_path):
    with pytest.raises(StorageError, match="too long"):
        Corpus([[1]], ["word"]).save(tmp_path / ("x" * 300))
    with pytest.raises(StorageError, match="too long"):
        Corpus([[1]], ["word"]).write(tmp_path / ("x" * 300 + ".vw"))


def test_an_empty_corpus_keeps_the_types_of_its_columns(saved, tmp_path):
    corpus = Corpus.open(saved)[:0]
    corpus.save(tmp_path / "empty")
    again = Corpus.open(tmp_path / "empty")
    assert again.metadata.schema == corpus.metadata.schema
    assert again.texts.to_list() == []


def test_permissions_are_those_of_new_files_and_never_changed_for_other_threads(
    tmp_path, monkeypatch
):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()

    def refuse(mask: int) -> int:
        raise AssertionError("the permissions of new files belong to the whole process")

    monkeypatch.setattr(os, "umask", refuse)
    Corpus([[1]], ["word"]).save(tmp_path / "store")
    Vocabulary(["word"]).save(tmp_path / "words.txt")
    assert (tmp_path / "store").stat().st_mode == (tmp_path / "folder").stat().st_mode
    assert (tmp_path / "words.txt").stat().st_mode == (tmp_path / "file").stat().st_mode
