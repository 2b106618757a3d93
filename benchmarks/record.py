"""Record: the runs of an experiment in a JSON file, written after every run.

A command that was killed goes on where it was; one whose runs are all there has nothing to do.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

from benchmarks import machine
from thalweg.errors import InputError

_WITHOUT_INFLUENCE = ("fresh", "folder", "results")


class Record:
    """What was asked for, on which machine, and the runs that are done."""

    def __init__(
        self, path: Path, command: str, settings: dict[str, Any], *, fresh: bool = False
    ) -> None:
        self.path = path
        self.content: dict[str, Any] = {
            "command": command,
            "machine": machine.describe(),
            "date": time.strftime("%Y-%m-%d"),
            "settings": settings,
            "runs": [],
        }
        if fresh or not path.exists():
            return
        before = json.loads(path.read_text())
        for name in ("settings", "machine"):
            if before[name] != json.loads(json.dumps(self.content[name])):
                raise InputError(
                    f"{path} has runs with other {name}: {before[name]}, now "
                    f"{self.content[name]}; give --fresh to replace them, or --results another "
                    "folder"
                )
        self.content = before

    @property
    def runs(self) -> list[dict[str, Any]]:
        runs: list[dict[str, Any]] = self.content["runs"]
        return runs

    def has(self, **key: Any) -> bool:
        """Whether there is a run of which this is true."""
        return any(all(run[name] == value for name, value in key.items()) for run in self.runs)

    def drop(self, **key: Any) -> None:
        """Forget the runs of which this is true."""
        self.runs[:] = [
            run
            for run in self.runs
            if not all(run.get(name) == value for name, value in key.items())
        ]

    def add(self, run: dict[str, Any]) -> None:
        self.runs.append(run)
        self.content["date"] = time.strftime("%Y-%m-%d")
        self.save()

    def save(self) -> None:
        """Write a new file, then rename it: a kill leaves the old file or the new one."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        beside = self.path.with_suffix(".part")
        beside.write_text(json.dumps(self.content, indent=1) + "\n")
        os.replace(beside, self.path)


def command_line(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> str:
    """The command, with those options that differ from the defaults and matter."""
    words = [parser.prog]
    for name, value in vars(arguments).items():
        if value == parser.get_default(name) or name in _WITHOUT_INFLUENCE:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words += [str(v) for v in (value if isinstance(value, list) else [value])]
    return " ".join(words)
