"""Fixtures that many tests share."""

import signal

import pytest
from hypothesis import settings

from tests.synthetic import SyntheticCorpus, make_corpus

# In the background of a shell SIGINT is ignored, and tests of Ctrl-C would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes is the machine's matter, and the first one imports what is used.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")


@pytest.fixture(scope="session")
def corpus() -> SyntheticCorpus:
    """Sixty documents of fifty words in four topics."""
    return make_corpus()
