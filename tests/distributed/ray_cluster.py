"""Ray clusters of one or two nodes on this machine, for tests and for the kill script."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NODE = {"num_cpus": 1, "object_store_memory": 100 << 20}


@contextmanager
def two_nodes(*, connect: bool = True) -> Iterator[Any]:
    """Yield a `ray.cluster_utils.Cluster` of two nodes with one CPU each."""
    with running_cluster(NODE, NODE, connect=connect) as cluster:
        yield cluster


@contextmanager
def one_node(*, connect: bool = True) -> Iterator[Any]:
    """Yield a cluster of one node with two CPUs, whose workers exchange rows by themselves."""
    with running_cluster(NODE | {"num_cpus": 2}, connect=connect) as cluster:
        yield cluster


@contextmanager
def running_cluster(head: Any, *others: Any, connect: bool) -> Iterator[Any]:
    """Yield a cluster of these nodes, with a connection to it if wanted."""
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args=head | {"include_dashboard": False})
    try:
        for node in others:
            cluster.add_node(**node)
        if connect:
            ray.init(address=cluster.address, log_to_driver=False)
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()
