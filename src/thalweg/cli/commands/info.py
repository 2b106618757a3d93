"""`thalweg info`: what this installation runs on, for bug reports and for the curious."""

import os
from typing import Annotated

import typer

from thalweg.cli.output import print_json


def info(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show versions, instruction set, threads and memory.

    Example: thalweg info --json
    """
    facts = _facts()
    if as_json:
        print_json(facts)
        return
    for name, fact in facts.items():
        label = name.removesuffix("_bytes").replace("_", " ")
        typer.echo(f"{label:<16}  {_for_people(name, fact)}")


def _facts() -> dict[str, object]:
    import platform
    from importlib.metadata import version

    from thalweg import __version__, _core
    from thalweg.system.threads import default_threads

    return {
        "thalweg": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "instruction_set": _core.instruction_set(),
        "instruction_sets": list(_core.instruction_sets()),
        "threads": default_threads(),
        "memory_total_bytes": _memory("SC_PHYS_PAGES"),
        "memory_free_bytes": _memory("SC_AVPHYS_PAGES"),
        # From the packages' metadata: importing them only to ask would take a second.
        **{package: version(package) for package in ("numpy", "scipy", "scikit-learn")},
    }


def _memory(pages: str) -> int | None:
    """Bytes of memory by the name of a count of pages, None where the system does not tell.

    Windows has no `sysconf`, and macOS does not know every name.
    """
    names = getattr(os, "sysconf_names", {})
    if pages not in names or "SC_PAGE_SIZE" not in names:
        return None
    return os.sysconf(pages) * os.sysconf("SC_PAGE_SIZE")


def _for_people(name: str, fact: object) -> str:
    if fact is None:
        return "unknown"
    if isinstance(fact, list):
        return ", ".join(map(str, fact))
    if name.endswith("_bytes") and isinstance(fact, int):
        return f"{fact / 2**30:.1f} GiB"
    return str(fact)
