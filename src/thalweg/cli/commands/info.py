"""`thalweg info`: versions and hardware, for bug reports."""

from typing import Final

from thalweg.cli.options.cluster_options import RayAddress
from thalweg.cli.options.common_options import AsJson
from thalweg.cli.output import print_json

EXAMPLES: Final = """
thalweg info
thalweg info --json
thalweg info --ray auto
"""


def info(as_json: AsJson = False, ray: RayAddress = None) -> None:
    """Show versions, threads and memory, here or on a Ray cluster."""
    if ray is not None:
        _show_cluster(ray, as_json=as_json)
        return
    facts = _facts()
    if as_json:
        print_json(facts)
        return
    from thalweg.cli.result_tables import gibibytes, print_facts

    print_facts(facts, {"memory_free_bytes": gibibytes})


def _show_cluster(address: str, *, as_json: bool) -> None:
    from thalweg.distributed.ray_engine import require_ray

    require_ray("--ray")
    from thalweg.distributed.cluster_info import cluster_info

    found = cluster_info(address)
    if as_json:
        print_json(found)
        return
    from thalweg.cli.output import console, note
    from thalweg.cli.result_tables import gibibytes, row_table

    rows = [
        (
            str(node["cpus"]),
            gibibytes(node["memory_bytes"]),
            f"{node['node']} ({node['address']})",
            node["fault"]
            or f"thalweg {node['thalweg']}, Python {node['python']}, {node['instruction_set']}",
        )
        for node in found
    ]
    console().print(row_table(("CPUs", "memory"), ("node", "software"), rows))
    if len({(node["thalweg"], node["python"]) for node in found}) > 1:
        note("the nodes have different versions; install the same on all of them")


def _facts() -> dict[str, object]:
    import platform
    from importlib.metadata import version

    from thalweg import __version__, _core
    from thalweg.system.memory import free_memory
    from thalweg.system.threads import thread_limit

    threads = thread_limit()
    return {
        "thalweg": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "instruction_set": _core.instruction_set(),
        "instruction_sets": list(_core.instruction_sets()),
        "memory_layout": "rows of words that are visited once are not stored, from "
        f"{_core.single_visits_from_topics()} topics on",
        "threads": threads.n_threads,
        "threads_limited_by": threads.reason,
        "memory_free_bytes": free_memory(),
        # From the metadata of the packages: importing them would take a second.
        **{package: version(package) for package in ("numpy", "scipy", "scikit-learn")},
    }
