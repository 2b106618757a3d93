"""Paired ratios after / before of every task, and a table of them."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Any

ALLOWED = 1.05


@dataclass(frozen=True)
class Ratio:
    """after / before over the alternations, each taken within one."""

    median: float
    least: float
    greatest: float

    @property
    def is_within(self) -> bool:
        """Whether the later version is at most 5 % slower."""
        return self.median <= ALLOWED

    def __str__(self) -> str:
        return f"{self.median:.3f} ({self.least:.2f} to {self.greatest:.2f})"


@dataclass(frozen=True)
class Comparison:
    """One task in both versions."""

    task: str
    seconds: dict[str, float]  # medians of wall time, of processor time
    cpu_seconds: dict[str, float]
    wall: Ratio
    processor: Ratio

    @property
    def verdict(self) -> str:
        """By which of the two times the task is within 5 %."""
        within = (self.wall.is_within, self.processor.is_within)
        return {(True, True): "yes", (False, True): "CPU only", (True, False): "wall only"}.get(
            within, "no"
        )

    def as_json(self) -> dict[str, Any]:
        ratios = {"wall": vars(self.wall), "processor": vars(self.processor)}
        medians = {"seconds": self.seconds, "cpu_seconds": self.cpu_seconds}
        return {"task": self.task, **medians, **ratios, "within_5_percent": self.verdict}


def compare(runs: list[dict[str, Any]]) -> list[Comparison]:
    """One comparison per task, in the order of the runs."""
    return [_compared(task, runs) for task in dict.fromkeys(run["task"] for run in runs)]


def _compared(task: str, runs: list[dict[str, Any]]) -> Comparison:
    of_task = [run for run in runs if run["task"] == task]
    sides = {
        side: {run["alternation"]: run for run in of_task if run["side"] == side}
        for side in ("before", "after")
    }
    return Comparison(
        task,
        *(
            {side: median(run[name] for run in found.values()) for side, found in sides.items()}
            for name in ("seconds", "cpu_seconds")
        ),
        *(_ratio(sides, name) for name in ("seconds", "cpu_seconds")),
    )


def _ratio(sides: dict[str, dict[int, dict[str, Any]]], name: str) -> Ratio:
    ratios = [sides["after"][number][name] / run[name] for number, run in sides["before"].items()]
    return Ratio(median(ratios), min(ratios), max(ratios))


def table(comparisons: list[Comparison]) -> str:
    """Medians of wall time, and both ratios with their range."""
    lines = [
        f"{'task':<28} {'before s':>9} {'after s':>9}  {'wall, after / before':<24} "
        f"{'CPU, after / before':<24} within 5 %"
    ]
    lines += [
        f"{c.task:<28} {c.seconds['before']:>9.3f} {c.seconds['after']:>9.3f}  {c.wall!s:<24} "
        f"{c.processor!s:<24} {c.verdict}"
        for c in comparisons
    ]
    return "\n".join(lines)
