"""The comparison of two versions in a short form: that it runs and reports what it says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.before_after import tasks
from benchmarks.before_after.comparison import compare, table
from benchmarks.before_after.environment import Environment

pytest.importorskip("resource", reason="processor time of children needs POSIX")


def test_a_version_is_compared_with_itself(tmp_path: Path) -> None:
    out = tmp_path / "folder" / "report.json"
    some = "K = 3$|^thalweg topics|^import thalweg"
    options = ["--tiny", "--alternations", "1", "--only", some, "--out", str(out)]
    versions = ["--before", sys.executable, "--after", sys.executable]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.before_after", *versions, *options],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(out.read_text())
    names = [each["task"] for each in report["comparisons"]]
    assert {"like NIPS, K = 3", "like abstracts, K = 3"} <= set(names)
    assert {"SVB, like NIPS, K = 3", "CVB0, like NIPS, K = 3"} <= set(names)
    assert {"thalweg topics", "thalweg topics --help", "import thalweg"} <= set(names)
    assert [run["side"] for run in report["runs"]].count("before") == len(names)
    assert all(run["seconds"] > 0 and run["cpu_seconds"] > 0 for run in report["runs"])
    assert report["versions"]["before"] == report["versions"]["after"]
    assert sys.executable not in out.read_text()
    assert all(name in done.stdout for name in names)


def test_both_versions_have_a_command_line_for_every_command() -> None:
    assert tasks.BEFORE.keys() == tasks.AFTER.keys()


def test_ratios_are_taken_within_an_alternation() -> None:
    """2 / 1, 6 / 4 and 3 / 3 have the median 1.5, and the medians of the sides 3 / 3."""
    runs = [
        {"task": "t", "alternation": n, "side": side, "seconds": seconds, "cpu_seconds": 1.0}
        for side, times in (("before", [1.0, 4.0, 3.0]), ("after", [2.0, 6.0, 3.0]))
        for n, seconds in enumerate(times)
    ]
    (found,) = compare(runs)
    assert (found.wall.median, found.wall.least, found.wall.greatest) == (1.5, 1.0, 2.0)
    assert found.seconds == {"before": 3.0, "after": 3.0}
    assert (found.processor.median, found.verdict) == (1.0, "CPU only")
    assert "1.500 (1.00 to 2.00)" in table([found])


def test_a_command_that_fails_shows_what_it_printed(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="not today"):
        Environment(sys.executable).run(["-c", "raise SystemExit('not today')"], cwd=tmp_path)
