"""A Ray cluster of two nodes on this machine, for tests and for the kill script."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NODE = {"num_cpus": 1, "object_store_memory": 100 << 20}


@contextmanager
def two_nodes(*, connect: bool = True) -> Iterator[Any]:
    """Yield a `ray.cluster_utils.Cluster` of two nodes with one CPU each."""
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args=NODE | {"include_dashboard": False})
    try:
        cluster.add_node(**NODE)
        if connect:
            ray.init(address=cluster.address, log_to_driver=False)
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()
