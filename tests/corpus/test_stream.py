"""stream(): new documents with the words of a model, chunk by chunk."""

import json
from dataclasses import replace

import numpy as np
import pytest

import thalweg
from benchmarks import corpora
from thalweg import Corpus, InputError, ThalwegWarning, Vocabulary
from thalweg.corpus.formats.counts_file import CountsFile
from thalweg.corpus.reading import identify, stream
from thalweg.corpus.sources.text_file import BlockSizes
from thalweg.corpus.text.text_settings import TextSettings

TEXTS = corpora.sentences(60, 30)


def in_small_chunks(path):
    """The source at a path, read in chunks of few documents."""
    source = identify(path)
    if isinstance(source, CountsFile):
        return replace(source, stream_entries=100)
    return replace(source, sizes=BlockSizes(500, 500, 1 << 20))


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "texts.jsonl"
    rows = [{"id": f"d{j}", "n": j, "text": text} for j, text in enumerate(TEXTS)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def known(table):
    return thalweg.read(table, min_df=1, max_df=1.0, metadata=["id", "n"])


def rows_of(chunks: list[Corpus]) -> np.ndarray:
    return np.vstack([chunk.to_csr().toarray() for chunk in chunks])


def test_chunks_are_the_rows_that_read_gives(table, known):
    chunks = list(
        stream(
            in_small_chunks(table),
            known.vocabulary,
            text_settings=known.text_settings,
            metadata=["id", "n"],
            n_jobs=1,
        )
    )
    assert len(chunks) > 5
    assert all(chunk.in_memory and chunk.vocabulary == known.vocabulary for chunk in chunks)
    assert all(chunk.text_settings == known.text_settings for chunk in chunks)
    assert np.array_equal(rows_of(chunks), known.to_csr().toarray())
    assert [j for chunk in chunks for j in chunk.ids] == known.ids.to_list()
    assert [n for chunk in chunks for n in chunk.metadata["n"]] == list(range(60))


def test_documents_without_an_id_are_numbered_through_the_whole_source(table, known):
    for metadata in ([], ["n"]):
        chunks = list(stream(in_small_chunks(table), known.vocabulary, metadata=metadata))
        assert len(chunks) > 5
        assert [j for chunk in chunks for j in chunk.ids] == list(range(60))
        assert chunks[1][1:].ids[0] == chunks[1].ids[1]


def test_a_document_of_unknown_words_stays_as_an_empty_row():
    (chunk,) = stream(["fish", "whale", ""], ["fish"])
    assert chunk.to_csr().toarray().tolist() == [[1], [0], [0]]


def test_words_that_left_the_vocabulary_are_not_counted():
    words = Vocabulary(["fish", "whale"], retired=[0])
    (chunk,) = stream(["fish whale"], words)
    assert chunk.to_csr().toarray().tolist() == [[0, 1]]
    assert thalweg.read(["fish whale"], vocabulary=words).to_csr().toarray().tolist() == [[0, 1]]


def test_phrases_and_case_are_those_of_the_settings():
    settings = TextSettings(lowercase=False, phrases=[("New", "York")])
    (chunk,) = stream(["New York york"], ["New_York", "york", "York"], text_settings=settings)
    assert chunk.to_csr().toarray().tolist() == [[1, 1, 0]]


@pytest.mark.parametrize("name", ["store", "docword.counts.txt"])
def test_counts_come_in_parts_and_are_matched_by_name(tmp_path, known, name):
    if name == "store":
        known.save(tmp_path / name)
    else:
        known.write(tmp_path / name)
    words = [*known.vocabulary[5:2:-1], "unknown"]
    chunks = list(stream(in_small_chunks(tmp_path / name), words))
    assert len(chunks) > 5
    expected = known.with_vocabulary(words).to_csr().toarray()
    assert np.array_equal(rows_of(chunks), expected)
    ids = known.ids.to_list() if name == "store" else list(range(60))
    assert [j for chunk in chunks for j in chunk.ids] == ids


def test_counts_without_a_known_word_give_a_warning(tmp_path):
    (tmp_path / "docword.x.txt").write_text("1\n2\n1\n1 2 3\n")  # and no vocab.x.txt
    with pytest.warns(ThalwegWarning, match=r"docword\.x\.txt: none of its 2 words"):
        assert [chunk.n_tokens for chunk in stream(tmp_path / "docword.x.txt", ["fish"])] == [0]


def test_a_stream_that_ends_early_leaves_no_thread(table, known):
    import threading

    before = threading.active_count()
    chunks = stream(table, known.vocabulary)
    next(chunks)
    chunks.close()
    assert threading.active_count() == before


@pytest.mark.parametrize(
    ("source", "arguments", "message"),
    [
        ("nowhere.jsonl", {}, "does not exist"),
        (5, {}, "expected a path"),
        (Corpus([[1]], ["a"]), {}, "`source` is already a Corpus"),
        (["text"], {"text_settings": {}}, "expected TextSettings"),
        (["text"], {"metadata": ["n"]}, "item 0"),
    ],
)
def test_bad_sources_and_settings_are_named(source, arguments, message):
    with pytest.raises(InputError, match=message):
        list(stream(source, ["fish"], **arguments))
