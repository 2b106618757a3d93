"""`LDA.similar` and `DocumentIndex`: the same documents from all sources, and safe files."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import thalweg
from thalweg import Corpus, DocumentIndex, InputError, StorageError

SEA = "boat harbour wave sail anchor tide"
KITCHEN = "bread oven flour sugar butter recipe"


def texts() -> list[str]:
    """Thirty texts: the even ones about the sea, the odd ones about the kitchen; 4 and 20 agree."""
    rng = np.random.default_rng(0)
    made = []
    for j in range(30):
        themes = (SEA, KITCHEN) if j % 2 == 0 else (KITCHEN, SEA)
        words = [*rng.choice(themes[0].split(), 12), *rng.choice(themes[1].split(), j % 5)]
        made.append(" ".join(words))
    made[20] = made[4]
    return made


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    names = {"id": [f"d{j}" for j in range(30)]}
    read = thalweg.read(texts(), min_df=1, max_df=1.0, keep_texts=True)
    return Corpus(read.to_csr(), read.vocabulary, names, texts())


@pytest.fixture(scope="module")
def lda() -> thalweg.LDA:
    return thalweg.LDA(2, random_state=0).fit(thalweg.read(texts(), min_df=1, max_df=1.0))


def test_a_planted_duplicate_is_the_most_similar_document(lda: thalweg.LDA, corpus: Corpus) -> None:
    found = lda.similar(corpus, "d4", 5)
    assert (found[0].document, found[0].id, found[0].distance) == (20, "d20", 0.0)
    assert found[0].text == texts()[20]
    assert "d4" not in {row.id for row in found}
    assert lda.similar(corpus, 4, 5) == found


def test_distances_are_those_of_transform(lda: thalweg.LDA, corpus: Corpus) -> None:
    with lda._batches(corpus) as batches:
        batch = next(batches)
    roots = np.sqrt(batch.shares.astype(np.float64))
    distances = np.linalg.norm(roots - roots[7], axis=1) / np.sqrt(2)
    expected = [j for j in np.argsort(distances, kind="stable").tolist() if j != 7][:6]
    found = lda.similar(corpus, batch.shares[7], 7)
    assert found[0].document == 7
    assert [row.document for row in found[1:]] == expected
    np.testing.assert_allclose([row.distance for row in found[1:]], distances[expected], atol=1e-6)


def test_texts_lists_and_frames_give_the_same_documents(lda: thalweg.LDA, corpus: Corpus) -> None:
    expected = lda.similar(corpus, "bread and butter", 4)
    assert all(row.document % 2 == 1 for row in expected)
    frame = pl.DataFrame({"id": [f"d{j}" for j in range(30)], "text": texts()})
    assert lda.similar(frame, "bread and butter", 4) == expected
    assert lda.similar(frame, "d4", 3) == lda.similar(corpus, "d4", 3)
    in_list = lda.similar(texts(), "bread and butter", 4)
    assert [(r.document, r.text) for r in in_list] == [(r.document, r.text) for r in expected]
    parts = iter([corpus[:13], corpus[13:]])
    assert lda.similar(parts, "bread and butter", 4) == expected


def test_wrong_queries_are_refused(lda: thalweg.LDA, corpus: Corpus) -> None:
    with pytest.raises(InputError, match=r"`query` is 30; expected the id of one of the 30"):
        lda.similar(corpus, 30)
    with pytest.raises(InputError, match="`query` is 'd99'"):
        lda.similar(corpus, "d99", by="id")
    with pytest.raises(InputError, match="no word that the model knows"):
        lda.similar(corpus, "xyzzy")
    with pytest.raises(InputError, match="2 topic proportions that sum to one"):
        lda.similar(corpus, [0.5, 0.6])
    with pytest.raises(InputError, match="can be read only once"):
        lda.similar(iter([corpus]), 4)
    with pytest.raises(InputError, match="`by` is 'row'"):
        lda.similar(corpus, "d4", by="row")
    with pytest.raises(InputError, match="`n` is 0"):
        lda.similar(corpus, "d4", 0)


def test_an_index_finds_what_a_scan_of_the_corpus_finds(
    lda: thalweg.LDA, corpus: Corpus, tmp_path: Path
) -> None:
    index = lda.index(iter([corpus[:13], corpus[13:]]))
    assert (len(index), index.n_topics) == (30, 2)
    index.save(tmp_path / "a.index")
    lda.save(tmp_path / "a.model")
    opened = DocumentIndex.load(tmp_path / "a.index", thalweg.load(tmp_path / "a.model"))
    for query in ("d4", 4, "bread and butter", np.array([0.25, 0.75])):
        expected = lda.similar(corpus, query, 6)
        assert index.search(query, 6) == expected
        assert opened.search(query, 6) == expected
        assert lda.similar(opened, query, 6) == expected
    lda.index(corpus, tmp_path / "b.index")
    assert (tmp_path / "a.index").read_bytes() == (tmp_path / "b.index").read_bytes()


def test_an_index_without_texts_and_with_numbers_as_ids(
    lda: thalweg.LDA, corpus: Corpus, tmp_path: Path
) -> None:
    numbered = Corpus(corpus.to_csr(), corpus.vocabulary, {"id": list(range(100, 130))}, texts())
    index = lda.index(numbered, tmp_path / "n.index", keep_texts=False)
    found = index.search(104, 2)
    assert (found[0].document, found[0].id, found[0].text) == (20, 120, None)
    assert index.search(4, 2) == found  # no such id: the row
    assert len(lda.index(corpus[:0])) == 0


def test_an_index_belongs_to_one_model(lda: thalweg.LDA, corpus: Corpus, tmp_path: Path) -> None:
    lda.index(corpus, tmp_path / "a.index")
    lda.save(tmp_path / "a.model")
    changed = thalweg.load(tmp_path / "a.model").partial_fit(corpus)
    with pytest.raises(InputError, match="belongs to another model"):
        DocumentIndex.load(tmp_path / "a.index", changed)
    without = DocumentIndex.load(tmp_path / "a.index")
    assert without.search("d4", 1)[0].id == "d20"
    with pytest.raises(InputError, match="opened without its model"):
        without.search("bread and butter")


def test_damaged_and_foreign_files_are_refused(
    lda: thalweg.LDA, corpus: Corpus, tmp_path: Path
) -> None:
    path = tmp_path / "a.index"
    lda.index(corpus, path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    with pytest.raises(StorageError, match="damaged or was changed"):
        DocumentIndex.load(path)
    changed = bytearray(whole)
    changed[4096 + 10] ^= 1  # in the vector of the second document
    path.write_bytes(changed)
    with pytest.raises(StorageError, match="does not match its checksum"):
        DocumentIndex.load(path)
    assert len(DocumentIndex.load(path, verify=False)) == 30
    path.write_bytes(whole[:200])
    with pytest.raises(StorageError, match="ends inside its header"):
        DocumentIndex.load(path)
    path.write_bytes(whole.replace(rb"\"version\":1", rb"\"version\":9", 1))
    with pytest.raises(InputError, match="version 9; expected 1"):
        DocumentIndex.load(path)
    lda.save(path)
    with pytest.raises(InputError, match="is not an index of documents"):
        DocumentIndex.load(path)
    with pytest.raises(InputError, match="does not exist"):
        DocumentIndex.load(tmp_path / "missing.index")
    with pytest.raises(InputError, match="ends like a compressed file"):
        lda.index(corpus, tmp_path / "a.index.gz")


def test_any_change_of_the_header_is_an_error_or_has_no_effect(
    lda: thalweg.LDA, corpus: Corpus, tmp_path: Path
) -> None:
    path = tmp_path / "a.index"
    lda.index(corpus, path)
    whole = bytearray(path.read_bytes())
    header = json.loads(whole[8:4096])
    assert set(header) >= {"vectors", "ids.utf8", "ids.ends", "texts.utf8", "texts.ends"}
    length = len(bytes(whole[8:4096]).rstrip())
    for place in range(8, 8 + length, 5):
        changed = whole.copy()
        changed[place] ^= 1
        path.write_bytes(changed)
        try:
            DocumentIndex.load(path).search([0.5, 0.5], 3)
        except (InputError, StorageError):
            continue


def test_an_index_that_is_cut_after_it_was_opened_is_an_error(
    lda: thalweg.LDA, corpus: Corpus, tmp_path: Path
) -> None:
    path = tmp_path / "texts.index"
    lda.index(corpus).save(path)
    index = DocumentIndex.load(path, lda)
    query = np.full(index.n_topics, 1 / index.n_topics)
    assert len(index.search(query, 3)) == 3
    with path.open("r+b") as file:
        file.truncate(5000)
    with pytest.raises(StorageError, match=r"texts\.index is damaged or was changed: it ends"):
        index.search(query, 3)
