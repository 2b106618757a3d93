"""A model to edit."""

import pytest

from tests.steering.planted import CORPUS, SEEDS
from thalweg import LDA
from thalweg.steering import AllowWords


@pytest.fixture
def lda() -> LDA:
    """A model whose topics 0 to 4 are the planted subjects; nothing is held any more."""
    model = LDA(6, seed_words=SEEDS, seed_strength=0.5, random_state=0, max_iter=8)
    model.fit(CORPUS).set_params(seed_words=None)
    for number, words in enumerate(SEEDS.values()):
        model.edit(AllowWords(number, words))
    return model
