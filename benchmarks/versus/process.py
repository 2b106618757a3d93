"""One system in a process of its own, under its own Python; its topics are scored afterwards."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.versus.scoring import HeldOut

_ROOT = Path(__file__).resolve().parents[2]


def measure(system: str, python: str, order: dict[str, Any], held_out: HeldOut) -> dict[str, Any]:
    """A run for the record: the scores of its checkpoints, or why there are none."""
    with tempfile.TemporaryDirectory(prefix="versus-") as name:
        folder = Path(name)
        (folder / "order.json").write_text(json.dumps(order))
        complaint = _work(system, python, folder, limit=600 + 10 * order["budget"])
        if not (folder / "ended.json").exists():
            return {"system": system, "failed": complaint}
        ended = json.loads((folder / "ended.json").read_text())
        points = []
        for line in (folder / "looks.jsonl").read_text().splitlines():
            look = json.loads(line)
            scored = held_out.best_score(np.load(folder / look["file"]), look["alpha"])
            points.append({"seconds": look["seconds"]} | scored)
    return {"system": system, **ended, "points": points}


def _work(system: str, python: str, folder: Path, limit: float) -> str:
    """Run the worker; return the last line of its complaints."""
    paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
    errors = folder / "errors.txt"
    with errors.open("w") as stream:
        worker = subprocess.Popen(
            [python, "-m", "benchmarks.versus.worker", system, str(folder)],
            cwd=_ROOT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
            stdout=stream,
            stderr=stream,
            start_new_session=True,  # so that its own children end with it
        )
        try:
            worker.wait(limit)
        except subprocess.TimeoutExpired:
            stream.write(f"no end after {limit:g} s\n")
        finally:
            _end_session(worker)
    lines = errors.read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"ended with code {worker.returncode} and said nothing"


def _end_session(worker: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):  # nothing of it may be left
        os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()
