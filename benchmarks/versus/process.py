"""One system in a process of its own, under its own Python; it is halted while it is scored."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.versus.comparison import Points, has_converged
from benchmarks.versus.rivals import THALWEG
from benchmarks.versus.scoring import HeldOut

_ROOT = Path(__file__).resolve().parents[2]


def measure(system: str, python: str, order: dict[str, Any], held_out: HeldOut) -> dict[str, Any]:
    """A run for the record: the scores of its looks, or why there are none."""
    with tempfile.TemporaryDirectory(prefix="versus-") as name:
        folder = Path(name)
        (folder / "order.json").write_text(json.dumps(order))
        return {"system": system} | _work(system, python, folder, held_out, order["budget"])


def _work(
    system: str, python: str, folder: Path, held_out: HeldOut, budget: float
) -> dict[str, Any]:
    """Run the worker; return what it tells, or the last line of its complaints."""
    paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
    errors = folder / "errors.txt"
    with errors.open("w") as stream:
        worker = subprocess.Popen(
            [python, "-m", "benchmarks.versus.worker", system, str(folder)],
            cwd=_ROOT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stream,
            text=True,
            start_new_session=True,  # so that its own children halt and end with it
        )
        watchdog = threading.Timer(600 + 10 * budget, _signal, (worker, signal.SIGKILL))
        watchdog.start()
        try:
            told = _converse(
                worker, folder / "topics.npy", held_out, may_converge=system != THALWEG
            )
        finally:
            watchdog.cancel()
            _signal(worker, signal.SIGKILL)  # nothing of it may be left
            worker.wait()
    lines = errors.read_text(errors="replace").strip().splitlines()
    complaint = lines[-1] if lines else f"ended with code {worker.returncode} and said nothing"
    return told or {"failed": complaint}


def _converse(
    worker: subprocess.Popen[str], topics: Path, held_out: HeldOut, *, may_converge: bool
) -> dict[str, Any] | None:
    """Score every look, have the worker end when its scores rise no more; None: it broke off.

    A system that knows its own end, and rises most just before it, goes on to there.
    """
    assert worker.stdin is not None
    assert worker.stdout is not None
    points: Points = []
    for line in worker.stdout:
        told: dict[str, Any] = json.loads(line)
        if "reason" in told:
            return told | {"points": points}
        _signal(worker, signal.SIGSTOP)  # its other processes would use the time
        start = points[-1]["fold_in"] if points else "own"
        scored = held_out.best_score(np.load(topics), told["alpha"], start)
        points.append({"seconds": told["seconds"]} | scored)
        _signal(worker, signal.SIGCONT)
        with contextlib.suppress(BrokenPipeError):  # it died meanwhile, and says no more
            worker.stdin.write("converged\n" if may_converge and has_converged(points) else "\n")
            worker.stdin.flush()
    return None


def _signal(worker: subprocess.Popen[str], number: signal.Signals) -> None:
    """To the worker and to all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(worker.pid, number)
