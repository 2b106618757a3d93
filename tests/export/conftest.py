"""A model of a small collection for the tests of exports."""

import pytest

from tests.synthetic import SyntheticCorpus
from thalweg import LDA, Corpus


@pytest.fixture(scope="session")
def collection(corpus: SyntheticCorpus) -> Corpus:
    """Sixty documents of fifty words, and an empty one."""
    named = Corpus(corpus.counts, [f"word{w}" for w in range(50)])
    return Corpus.concat([named, Corpus([[0]], ["word0"])])


@pytest.fixture(scope="session")
def model(collection: Corpus) -> LDA:
    return LDA(4, random_state=0).fit(collection)
