"""Memory that is available to this process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from thalweg.system.control_groups import group_folders


def free_memory(root: Path = Path("/")) -> int | None:
    """Return the bytes that can still be allocated without swapping; None if unknown.

    The smallest of what the machine has available, what the control groups of a container allow
    (Linux), and the limits of the process (`ulimit -v` and `-d`). `root` is the root of the file
    system.
    """
    found = [_machine(root), _process_limit(root), *_control_groups(root)]
    known = [max(0, n_bytes) for n_bytes in found if n_bytes is not None]
    return min(known, default=None)


def _machine(root: Path) -> int | None:
    # Linux: free memory, and caches that can be dropped.
    for name, value in _fields(root / "proc/meminfo"):
        if name == "MemAvailable:":
            return value * 1024
    names = getattr(os, "sysconf_names", {})  # Windows has no sysconf
    for pages in ("SC_AVPHYS_PAGES", "SC_PHYS_PAGES"):  # macOS has only the second
        if pages in names:
            return os.sysconf(pages) * os.sysconf("SC_PAGE_SIZE")
    return None


def _process_limit(root: Path) -> int | None:
    try:
        import resource
    except ImportError:  # Windows
        return None
    pages = [0] * 7  # of the process: all of its addresses first, those of its data sixth
    with suppress(OSError, ValueError):
        pages = [int(number) for number in (root / "proc/self/statm").read_text().split()]
    left = []
    for kind, place in ((resource.RLIMIT_AS, 0), (resource.RLIMIT_DATA, 5)):
        limit, _ = resource.getrlimit(kind)
        if limit != resource.RLIM_INFINITY:
            left.append(limit - pages[place] * resource.getpagesize())
    return min(left, default=None)


def _control_groups(root: Path) -> Iterator[int]:
    """Yield what each control group of the process still allows."""
    names = {
        1: ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
        2: ("memory.max", "memory.current", "inactive_file"),
    }
    for version, folder in group_folders(root, "memory"):
        limit_name, used_name, cache_name = names[version]
        with suppress(OSError, ValueError):  # no limit is "max", not a number
            limit, used = (int((folder / name).read_text()) for name in (limit_name, used_name))
            # The kernel drops file caches that were not used recently before it refuses memory.
            yield limit - used + dict(_fields(folder / "memory.stat")).get(cache_name, 0)


def _fields(path: Path) -> list[tuple[str, int]]:
    """Return the lines "name number" of a file; nothing if it does not exist."""
    try:
        lines = [line.split() for line in path.read_text(encoding="ascii").splitlines()]
    except OSError:
        return []
    return [(line[0], int(line[1])) for line in lines if len(line) > 1 and line[1].isdigit()]
