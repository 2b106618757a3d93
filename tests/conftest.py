"""Fixtures that many tests share."""

import pytest

from tests.synthetic import SyntheticCorpus, make_corpus


@pytest.fixture(scope="session")
def corpus() -> SyntheticCorpus:
    """Sixty documents of fifty words in four topics."""
    return make_corpus()
