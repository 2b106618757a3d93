"""One cluster for all tests of Ray: it takes seconds to start."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.distributed.ray_cluster import two_nodes


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """Two nodes with one CPU each, and a connection to them."""
    pytest.importorskip("ray", reason="ray is not installed: pip install 'thalweg[ray]'")
    with two_nodes() as cluster:
        yield cluster
