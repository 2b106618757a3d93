"""One cluster for all tests of Ray: it takes seconds to start."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.distributed import ray_cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """Two nodes with one CPU each, and a connection to them."""
    pytest.importorskip("ray", reason="ray is not installed: pip install 'thalweg[ray]'")
    with ray_cluster.two_nodes() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def one_node() -> Iterator[None]:
    """One node with two CPUs; a connection to another cluster is replaced meanwhile."""
    ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'thalweg[ray]'")
    address = ray.get_runtime_context().gcs_address if ray.is_initialized() else None
    ray.shutdown()
    with ray_cluster.one_node():
        yield
    if address is not None:
        ray.init(address, log_to_driver=False)
