"""The topics of a word, and the words of topics."""

import numpy as np
import pytest

from tests.synthetic import SyntheticCorpus
from thalweg import Corpus, InputError
from thalweg.analysis.topic_words import topic_table
from thalweg.analysis.word_topics import word_topics
from thalweg.model import TopicModel


def test_shares_probabilities_and_ranks_of_given_counts() -> None:
    # N^Phi + eta of two topics and three words.
    components = np.array([[6.0, 3.0, 1.0], [1.0, 2.0, 17.0]], np.float32)
    first, second = word_topics(components, 1)
    assert (first.topic, first.rank) == (0, 2)
    assert (first.share, first.probability) == pytest.approx((3 / 5, 3 / 10))
    assert (second.topic, second.rank) == (1, 2)
    assert (second.share, second.probability) == pytest.approx((2 / 5, 2 / 20))
    assert [topic.rank for topic in word_topics(components, 2)] == [1, 3]


@pytest.fixture(scope="module")
def model(corpus: SyntheticCorpus) -> TopicModel:
    words = ["river", "rivers", *(f"word{w}" for w in range(2, 50))]
    return TopicModel(4, random_state=0, max_iter=3).fit(Corpus(corpus.counts, words))


def test_a_word_is_given_by_name_or_number(model: TopicModel) -> None:
    by_name = model.word_topics("word7")
    assert by_name == model.word_topics(7)
    assert sorted(topic.topic for topic in by_name) == [0, 1, 2, 3]
    assert sum(topic.share for topic in by_name) == pytest.approx(1)
    assert len(str(by_name).splitlines()) == 1 + 4


def test_topics_list_words_by_probability_and_then_by_number(model: TopicModel) -> None:
    names = [f"w{w}" for w in range(50)]
    table = topic_table(model.state_, names, 8)
    for topic, row in zip(table, model.components_, strict=True):
        assert topic.words == [f"w{w}" for w in np.argsort(-row, kind="stable")[:8]]
        expected = np.sort(row)[::-1][:8] / row.sum(dtype=np.float64)
        assert topic.weights == pytest.approx(expected.tolist(), rel=1e-6)
    with pytest.raises(InputError, match="`n_words` is 0; expected a whole number of at least 1"):
        topic_table(model.state_, names, 0)


def test_ranks_and_probabilities_are_those_of_the_topics(model: TopicModel) -> None:
    for topic in model.topics(5):
        for place, (word, weight) in enumerate(zip(topic.words, topic.weights, strict=True)):
            found = next(t for t in model.word_topics(word) if t.topic == topic.topic)
            assert found.probability == pytest.approx(weight)
            assert found.rank == place + 1


def test_an_unknown_word_is_refused_with_similar_spellings(model: TopicModel) -> None:
    with pytest.raises(InputError, match=r"'riverz': .* Similar words of the model: river, rivers"):
        model.word_topics("riverz")
    with pytest.raises(InputError, match=r"the model does not know the word 'xyzzy': .*[a-z]\.$"):
        model.word_topics("xyzzy")
    with pytest.raises(InputError, match="`word` is 50; expected 0 to 49"):
        model.word_topics(50)
