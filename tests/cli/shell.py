"""Run commands as a shell does: each in a process of its own, in a folder."""

import os
import subprocess
import sys
from pathlib import Path

import thalweg


def environment() -> dict[str, str]:
    variables = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    variables["PYTHONPATH"] = str(Path(thalweg.__file__).parents[1])  # for any working folder
    return variables


def command_line(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "thalweg", *map(str, arguments)]


def thalweg_command(
    *arguments: str | Path, cwd: Path, given: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command; `given` is its standard input."""
    return subprocess.run(
        command_line(*arguments),
        cwd=cwd,
        env=environment(),
        input=given,
        capture_output=True,
        text=True,
    )


def assert_failed(done: subprocess.CompletedProcess[str], message: str) -> None:
    """The command printed one line with the message to standard error, and nothing else."""
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
