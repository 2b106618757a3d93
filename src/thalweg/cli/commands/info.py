"""`thalweg info`: versions and hardware, for bug reports."""

from typing import Final

from thalweg.cli.options.common_options import AsJson
from thalweg.cli.output import print_json

EXAMPLES: Final = """
thalweg info
thalweg info --json
"""


def info(as_json: AsJson = False) -> None:
    """Show versions, instruction set, threads and memory."""
    facts = _facts()
    if as_json:
        print_json(facts)
        return
    from thalweg.cli.result_tables import gibibytes, print_facts

    print_facts(facts, {"memory_free_bytes": gibibytes})


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
        "threads": threads.n_threads,
        "threads_limited_by": threads.reason,
        "memory_free_bytes": free_memory(),
        # From the metadata of the packages: importing them would take a second.
        **{package: version(package) for package in ("numpy", "scipy", "scikit-learn")},
    }
