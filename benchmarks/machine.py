"""Which machine a figure was measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from thalweg import __version__, _core


def describe() -> dict[str, object]:
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        fields = dict(
            (part.strip() for part in line.split(":", 1))
            for line in cpuinfo.read_text().split("\n\n")[0].splitlines()
            if ":" in line
        )
        model = " ".join(
            [
                fields.get("model name", model),
                f"family {fields.get('cpu family', '?')}",
                f"model {fields.get('model', '?')}",
            ]
        )
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "thalweg": __version__,
        "instruction_set": _core.instruction_set(),
    }
