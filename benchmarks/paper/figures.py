"""The figures of the report, drawn from the records alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

matplotlib.use("Agg")
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from benchmarks.paper.topic_runs import N_WORDS

_STYLES = {
    "SCVB0": ("#c1272d", "-", 2.2),
    "SVB-B1-O0": ("#0072b2", "--", 1.4),
    "SVB-B1-O0.5": ("#56b4e9", "--", 1.4),
    "SVB-B5-O0": ("#117733", "-", 1.4),
    "SVB-B5-O0.5": ("#88bb44", "-", 1.4),
}


def draw_curves(content: dict[str, Any], path: Path) -> Path:
    """Draw log-likelihood against seconds and against documents, one line per system."""
    figure, (by_time, by_documents) = plt.subplots(
        1, 2, figsize=(11, 4.2), sharey=True, layout="constrained"
    )
    for run in content["runs"]:
        color, dashes, width = _STYLES[run["system"]]
        for axes, quantity in ((by_time, "seconds"), (by_documents, "documents")):
            axes.plot(
                [point[quantity] for point in run["points"]],
                [point["score"] for point in run["points"]],
                color=color,
                linestyle=dashes,
                linewidth=width,
                marker=".",
                label=run["system"],
            )
    by_time.set_xlabel("seconds of training")
    by_documents.set_xlabel("documents seen")
    by_time.set_ylabel("held-out log-likelihood a token")
    for axes in (by_time, by_documents):
        axes.set_xscale("log")
        axes.grid(alpha=0.3)
        if "truth" in content:
            axes.axhline(content["truth"], color="black", linestyle=":", label="true topics")
    by_documents.legend(loc="lower right")
    figure.suptitle(f"{content['corpus']['title']}, K = {content['settings']['topics']}")
    return _save(path)


def draw_errors(content: dict[str, Any], path: Path) -> Path:
    """Errors a topic: a dot a run, and the mean."""
    groups = content["judgement"]["groups"]
    _, panels = plt.subplots(
        1,
        len(groups),
        figsize=(4.2 * len(groups), 3.6),
        squeeze=False,
        sharey=True,
        layout="constrained",
    )
    for axes, group in zip(panels[0], groups, strict=True):
        _draw_group(axes, group)
    panels[0][0].set_ylabel("words per topic that do not belong")
    return _save(path)


def _draw_group(axes: Axes, group: dict[str, Any]) -> None:
    for place, (system, errors) in enumerate(group["errors"].items()):
        means = np.mean(errors, axis=1)
        color = _STYLES[system][0]
        spots = [place + 0.25 * (i / max(len(means) - 1, 1) - 0.5) for i in range(len(means))]
        axes.plot(spots, means, "o", color=color, alpha=0.7)
        mean = np.mean(errors)
        axes.plot([place - 0.3, place + 0.3], [mean, mean], color=color, linewidth=2)
        axes.annotate(f"{mean:.2f}", (place + 0.32, mean), va="center")
    axes.set_xticks(range(len(group["errors"])), list(group["errors"]))
    axes.set_xlim(-0.6, len(group["errors"]) - 0.2)
    axes.set_ylim(0, N_WORDS)
    axes.grid(axis="y", alpha=0.3)
    axes.set_title(group["title"], fontsize=10)


def _save(path: Path) -> Path:
    plt.savefig(path, dpi=110, metadata={"Software": None})
    plt.close()
    return path
