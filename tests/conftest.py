"""Fixtures that many tests share."""

import pytest
from hypothesis import settings

from tests.synthetic import SyntheticCorpus, make_corpus

# How long an example takes is the machine's matter, and the first one imports what is used.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")


@pytest.fixture(scope="session")
def corpus() -> SyntheticCorpus:
    """Sixty documents of fifty words in four topics."""
    return make_corpus()
