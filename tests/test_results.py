"""Tables of results: as text, as HTML, as data frames, and as sequences."""

import sys
from html.parser import HTMLParser

import numpy as np
import pytest

from tests.synthetic import SyntheticCorpus
from thalweg import LDA, InputError
from thalweg.results import (
    DocumentTable,
    SimilarDocument,
    SimilarTable,
    Table,
    TopDocument,
    Topic,
    TopicTable,
    WordTable,
    WordTopic,
)

TOPICS = TopicTable(
    [Topic(0, 0.25, ["ship", "sea"], [0.5, 0.1]), Topic(10, 0.75, ["<b>", "a&b"], [0.2, 0.1])]
)
DOCUMENTS = DocumentTable([TopDocument(1234, 0.987), TopDocument(5, 0.5)])
SIMILAR = SimilarTable(
    [SimilarDocument(3, "d3", 0.0625, "The sea"), SimilarDocument(0, "first one", 0.5, "")]
)
WORDS = WordTable([WordTopic(2, 0.75, 0.0125, 1), WordTopic(0, 0.25, 0.001, 1234567)])
TABLES = [TOPICS, DOCUMENTS, SIMILAR, WORDS]


class Cells(HTMLParser):
    """Tags and texts, as a browser would read them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_topics_print_as_a_table() -> None:
    assert str(TOPICS).splitlines() == [
        "topic   share  words",
        "    0   25.0%  ship sea",
        "   10   75.0%  <b> a&b",
    ]


def test_documents_print_as_a_table() -> None:
    assert str(DOCUMENTS).splitlines() == [
        "document   share  text",
        "    1234   98.7%",
        "       5   50.0%",
    ]


def test_similar_documents_and_topics_of_a_word_print_as_tables() -> None:
    assert str(SIMILAR).splitlines() == [
        "distance  row  id         text",
        "   0.062    3  d3         The sea",
        "   0.500    0  first one",
    ]
    assert str(WORDS).splitlines() == [
        "topic   share  probability     rank",
        "    2   75.0%     0.012500        1",
        "    0   25.0%     0.001000  1234567",
    ]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: type(table).__name__)
def test_the_representation_of_a_table_is_its_text(table: Table) -> None:
    assert repr(table) == str(table)


def test_html_escapes_words() -> None:
    html = TOPICS._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt; a&amp;b" in html
    word = '<script>alert("x")</script>'
    assert "<script" not in TopicTable([Topic(0, 1.0, [word], [1.0])])._repr_html_()


def test_html_has_the_cells_of_the_printed_table() -> None:
    topics = Cells(TOPICS._repr_html_())
    assert topics.texts == [
        *("topic", "share", "words"),
        *("0", "25.0%", "ship sea"),
        *("10", "75.0%", "<b> a&b"),
    ]
    assert not topics.open, "a tag was left open"
    assert set(topics.tags) == {"table", "thead", "tbody", "tr", "th", "td"}
    assert Cells(DOCUMENTS._repr_html_()).texts == [
        *("document", "share", "text"),
        *("1234", "98.7%"),
        *("5", "50.0%"),
    ]


def test_empty_tables_have_a_header() -> None:
    assert str(TopicTable()) == "topic   share  words"
    assert str(DocumentTable()) == "document   share  text"
    assert Cells(TopicTable()._repr_html_()).texts == ["topic", "share", "words"]


def test_tables_are_sequences_of_rows() -> None:
    assert TOPICS[1].words == ["<b>", "a&b"]
    assert TOPICS[-1] is TOPICS[1]
    assert [d.document for d in DOCUMENTS] == [1234, 5]
    assert len(TOPICS) == 2
    assert TOPICS[0] in TOPICS
    with pytest.raises(IndexError):
        TOPICS[2]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: type(table).__name__)
def test_a_slice_of_a_table_is_a_table(table: Table) -> None:
    assert type(table[:1]) is type(table)
    assert table[:1][0] is table[0]
    assert len(str(table[:1]).splitlines()) == 2
    assert table[:] == table
    assert table[:1] != table


def test_tables_of_other_kinds_are_not_equal() -> None:
    assert DocumentTable() != SimilarTable()
    assert DocumentTable() != []


@pytest.mark.parametrize("table", TABLES, ids=lambda table: type(table).__name__)
@pytest.mark.parametrize("method", ["to_polars", "to_pandas"])
def test_data_frames_have_a_column_for_every_field(table: Table, method: str) -> None:
    frame = getattr(table, method)()
    names = list(vars(table[0]))
    assert list(frame.columns) == names
    for name in names:
        assert frame[name].to_list() == [getattr(row, name) for row in table]
    assert list(getattr(table[:0], method)().columns) == names


def test_without_pandas_the_message_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match="pip install pandas"):
        TOPICS.to_pandas()


def test_a_footer_is_wrapped_below_the_table() -> None:
    class Noted(DocumentTable):
        footer = "a note " * 30

    lines = str(Noted(DOCUMENTS)).splitlines()
    assert lines[3] == ""
    assert all(60 < len(line) <= 90 for line in lines[4:-1])
    assert " ".join(lines[4:]) == Noted.footer.strip()
    assert Noted()._repr_html_().endswith(f"<p>{Noted.footer}</p>")


def test_the_topics_of_a_model_are_its_largest_components(corpus: SyntheticCorpus) -> None:
    lda = LDA(4, random_state=0).fit(corpus.counts)
    table = lda.topics(n_words=6, feature_names=[f"w{w}" for w in range(50)])
    distr = lda.components_ / lda.components_.sum(axis=1, keepdims=True)
    assert [t.topic for t in table] == [0, 1, 2, 3]
    assert sum(t.share for t in table) == pytest.approx(1)
    for topic, row in zip(table, distr, strict=True):
        assert topic.words == [f"w{w}" for w in np.argsort(-row, kind="stable")[:6]]
        np.testing.assert_allclose(topic.weights, np.sort(row)[::-1][:6], rtol=1e-5)
    with pytest.raises(InputError, match="49 names; expected 50"):
        lda.topics(feature_names=["w"] * 49)


def test_the_top_documents_of_a_topic_have_its_largest_shares(corpus: SyntheticCorpus) -> None:
    lda = LDA(4, random_state=0).fit(corpus.counts)
    shares = lda.transform(corpus.counts)[:, 2]
    table = lda.top_documents(corpus.counts, 2, n_documents=5)
    assert [d.document for d in table] == np.argsort(-shares, kind="stable")[:5].tolist()
    assert [d.share for d in table] == np.sort(shares)[::-1][:5].tolist()
    for topic in (-1, 4):
        with pytest.raises(InputError, match=f"`topic` is {topic}; expected a number from 0 to 3"):
            lda.top_documents(corpus.counts, topic)
