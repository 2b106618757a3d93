"""Typical documents: the best of each topic in one pass, with ids, texts and marked words."""

from collections.abc import Iterator

import numpy as np
import polars as pl
import pytest

import thalweg
from thalweg import LDA, Corpus, InputError
from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.documents.typical_documents import typical_documents
from thalweg.corpus.text.phrases import PhraseRule

SEA = "ship sailor harbour anchor captain wave deck"
FARM = "cow field tractor barn farmer harvest wheat"


def batches_of(
    shares: list[float], lengths: list[int], texts: list[str] | None = None, size: int = 2
) -> Iterator[DocumentTopics]:
    """Documents with these shares of topic 0 and these lengths, in batches."""
    for first in range(0, len(shares), size):
        part = slice(first, first + size)
        corpus = Corpus(
            np.array(lengths[part])[:, None],
            ["word"],
            {"id": [f"d{j}" for j in range(first, first + len(shares[part]))]},
            None if texts is None else texts[part],
        )
        theta = np.array([[share, 1 - share] for share in shares[part]], np.float32)
        yield DocumentTopics(corpus, theta, first)


def rows(found: dict[int, list[object]], topic: int = 0) -> list[int]:
    return [each.document for each in found[topic]]  # type: ignore[attr-defined]


def planted(seed: int = 0) -> list[str]:
    """Sixty texts of one subject each, of 20 words, in turns."""
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice((SEA, FARM)[j % 2].split(), 20)) for j in range(60)]


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return planted()


@pytest.fixture(scope="module")
def lda(texts: list[str]) -> LDA:
    return LDA(2, random_state=0).fit(thalweg.read(texts, max_df=1.0))


@pytest.fixture(scope="module")
def sea(lda: LDA) -> int:
    return lda.word_topics("ship")[0].topic


@pytest.mark.parametrize("size", [1, 2, 100])
def test_the_best_documents_do_not_depend_on_the_batches(size: int) -> None:
    shares = [0.2, 0.9, 0.5, 0.9, 0.95, 0.1, 0.9]
    found = typical_documents(batches_of(shares, [50] * 7, size=size), [0, 1], 3)
    assert rows(found, 0) == [4, 1, 3]  # of equal ones the earlier
    assert rows(found, 1) == [5, 0, 2]
    assert found[0][0].id == "d4"


def test_a_long_document_comes_before_a_short_pure_one() -> None:
    # 0.8 * 100 / 110 = 0.727, 0.99 * 20 / 30 = 0.66, 0.99 * 2 / 12 = 0.165
    shares, lengths = [0.99, 0.99, 0.8], [2, 20, 100]
    assert rows(typical_documents(batches_of(shares, lengths), [0], 3)) == [2, 1, 0]
    by_share = typical_documents(batches_of(shares, lengths), [0], 3, other_tokens=0.0)
    assert rows(by_share) == [0, 1, 2]


def test_empty_documents_are_never_typical() -> None:
    found = typical_documents(batches_of([0.9, 0.4], [0, 5]), [0], 2)
    assert rows(found) == [1]


def test_the_same_text_is_shown_once() -> None:
    texts = ["copy"] * 40 + ["original", "other"]
    shares = [0.9] * 40 + [0.8, 0.7]
    for size in (1, 7, 100):
        found = typical_documents(batches_of(shares, [50] * 42, texts, size), [0], 3)
        assert rows(found) == [0, 40, 41]


def test_examples_have_the_planted_words_marked(lda: LDA, texts: list[str], sea: int) -> None:
    table = lda.examples(texts, 3)
    assert [(row.topic, row.rank) for row in table] == [
        (k, rank) for k in np.argsort(-lda.state_.topic_counts).tolist() for rank in (1, 2, 3)
    ]
    for row in table:
        subject = SEA if row.topic == sea else FARM
        assert row.document % 2 == (row.topic != sea)
        assert row.share == pytest.approx(lda.transform([texts[row.document]])[0, row.topic])
        assert row.snippet is not None
        assert len(row.snippet) <= 160
        assert row.marked == tuple(row.snippet[a:b] for a, b in row.spans)
        assert row.marked == tuple(w for w in row.snippet.split() if w != "...")
        assert set(row.marked) <= set(subject.split())


def test_only_words_of_the_topic_are_marked(lda: LDA, sea: int) -> None:
    text = "The SHIP, its captain and a harbour; zeppelin. One cow saw the anchor."
    (row,) = lda.examples([text], 1, topics=sea)
    assert row.snippet == text
    assert row.marked == ("SHIP", "captain", "harbour", "anchor")


def test_phrases_and_accents_are_marked_as_they_are_written() -> None:
    texts = ["Crème Brûlée on the old quay", "a crème brûlée and the quay"] * 10
    texts += ["iron rails and steel wheels", "steel rails"] * 10
    rule = PhraseRule(min_count=5, threshold=0.5)
    corpus = thalweg.read(texts, phrases=rule, max_df=1.0, strip_accents=True)
    lda = LDA(2, random_state=0).fit(corpus)
    (row,) = lda.examples([texts[0]], 1, [lda.word_topics("creme_brulee")[0].topic])
    assert row.marked[0] == "Crème Brûlée"


def test_ids_come_from_the_data_frame_and_from_the_corpus(lda: LDA, texts: list[str]) -> None:
    frame = pl.DataFrame({"id": [f"d{j}" for j in range(60)], "text": texts})
    corpus = thalweg.read(frame, metadata=["id"], keep_texts=True, max_df=1.0)
    by_frame = lda.examples(frame, 2)
    assert [row.id for row in by_frame] == [f"d{row.document}" for row in by_frame]
    assert lda.examples(corpus, 2) == by_frame
    assert lda.examples(corpus.chunks(100), 2) == by_frame  # an iterator of corpora


def test_counts_have_ids_without_snippets_and_the_table_says_why(
    lda: LDA, texts: list[str]
) -> None:
    counts = thalweg.read(texts, max_df=1.0)
    table = lda.examples(counts, 1)
    assert [row.snippet for row in table] == [None, None]
    assert "The documents have no texts." in str(table)
    assert "The documents have no texts." not in str(lda.examples(texts, 1))


def test_a_topic_that_does_not_exist_is_refused(lda: LDA, texts: list[str]) -> None:
    for topics in ([0, 2], [-1], 7, ["0"]):
        with pytest.raises(InputError, match=r"`topics` contains .*; expected numbers from 0 to 1"):
            lda.examples(texts, 1, topics)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="`n_documents` is 0"):
        lda.examples(texts, 0)


def test_html_marks_words_and_escapes_the_text(lda: LDA, sea: int) -> None:
    html = lda.examples(["a <b>ship</b> & more"], 1, [sea])._repr_html_()
    assert "a &lt;b&gt;<mark>ship</mark>&lt;/b&gt; &amp; more" in html
    assert html.count("<td") == 4


def test_tables_convert_to_data_frames_without_spans(lda: LDA, texts: list[str]) -> None:
    table = lda.examples(texts, 1)
    names = ["topic", "name", "rank", "id", "document", "share", "snippet", "marked"]
    assert table.to_polars().columns == names
    assert list(table.to_pandas().columns) == names
    assert table.to_polars()["marked"].to_list() == [list(row.marked) for row in table]


def test_top_documents_have_ids_and_texts(lda: LDA, texts: list[str], sea: int) -> None:
    frame = pl.DataFrame({"id": [f"d{j}" for j in range(60)], "text": texts})
    shares = lda.transform(texts)[:, sea]
    table = lda.top_documents(frame, sea, 4)
    best = np.argsort(-shares, kind="stable")[:4].tolist()
    assert [row.document for row in table] == best
    assert [row.id for row in table] == [f"d{j}" for j in best]
    assert [row.text for row in table] == [texts[j] for j in best]
    assert [row.share for row in table] == pytest.approx(shares[best].tolist())
