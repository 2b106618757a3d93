"""What each node of a Ray cluster has: versions, instruction set, cores and memory."""

from __future__ import annotations

import platform
from typing import Any

import ray
from ray.exceptions import RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from thalweg.distributed.connection import connected, nodes

_SECONDS_TO_ANSWER = 60.0


def cluster_info(address: str) -> list[dict[str, Any]]:
    """Return a dictionary per node; versions are None where a node does not answer."""
    with connected(address):
        asked = [(node, _ask(node["NodeID"])) for node in nodes()]
        ray.wait(
            [answer for _, answer in asked], num_returns=len(asked), timeout=_SECONDS_TO_ANSWER
        )
        return [_row(node, answer) for node, answer in asked]


def _ask(node: str) -> Any:
    there = NodeAffinitySchedulingStrategy(node, soft=False)
    return _FACTS.options(scheduling_strategy=there).remote()


def _row(node: dict[str, Any], answer: Any) -> dict[str, Any]:
    resources = node["Resources"]
    try:
        facts = ray.get(answer, timeout=0)
    except RayError as error:
        first = str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
        facts = {**dict.fromkeys(("thalweg", "python", "instruction_set")), "fault": first}
    return {
        "node": node["NodeManagerHostname"],
        "address": node["NodeManagerAddress"],
        "cpus": int(resources.get("CPU", 0)),
        "memory_bytes": int(resources.get("memory", 0)),
        "object_store_bytes": int(resources.get("object_store_memory", 0)),
        **facts,
    }


def _facts() -> dict[str, Any]:
    from thalweg import __version__, _core

    return {
        "thalweg": __version__,
        "python": platform.python_version(),
        "instruction_set": _core.instruction_set(),
        "fault": None,
    }


_FACTS: Any = ray.remote(num_cpus=0, max_retries=0)(_facts)
