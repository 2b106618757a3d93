"""The curves of a task, drawn from its record alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plt

from benchmarks.versus.rivals import RIVALS, THALWEG, module

_SHOWN_BELOW_BEST = 0.8  # the first steps of some start far below
_COLORS = dict(zip(RIVALS, plt.get_cmap("tab10").colors[:-1], strict=False))


def draw(content: dict[str, Any], path: Path) -> Path:
    """Draw held-out log-likelihood against seconds of training, one line per system."""
    figure, axes = plt.subplots(figsize=(9, 4.6), layout="constrained")
    runs = {run["system"]: run for run in content["runs"] if "points" in run}
    for system in (*RIVALS, THALWEG):
        if system not in runs:
            continue
        points = sorted(runs[system]["points"], key=lambda point: point["seconds"])
        axes.plot(
            [point["seconds"] for point in points],
            [point["score"] for point in points],
            color="black" if system == THALWEG else _COLORS[system],
            linewidth=2.4 if system == THALWEG else 1.3,
            marker=".",
            markersize=4,
            label=module(system).TITLE,
        )
    best = max(point["score"] for run in runs.values() for point in run["points"])
    axes.set_ylim(best - _SHOWN_BELOW_BEST, best + 0.04)
    axes.set_xscale("log")
    axes.set_xlabel("seconds of training")
    axes.set_ylabel("held-out log-likelihood a token")
    axes.grid(alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), fontsize=8)
    figure.suptitle(content["corpus"]["title"])
    figure.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(figure)
    return path
