"""How much memory can be had without swapping."""

from __future__ import annotations

import os
from pathlib import Path


def free_memory() -> int | None:
    """Bytes that are available now, as far as the system says; None where it does not."""
    try:  # Linux: what is free, and what it would give back of its caches
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    names = getattr(os, "sysconf_names", {})  # Windows has no sysconf
    for pages in ("SC_AVPHYS_PAGES", "SC_PHYS_PAGES"):  # macOS knows only the second
        if pages in names:
            return os.sysconf(pages) * os.sysconf("SC_PAGE_SIZE")
    return None
