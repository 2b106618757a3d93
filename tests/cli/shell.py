"""Commands run as a shell runs them: processes of their own, in a folder."""

import os
import subprocess
import sys
from pathlib import Path

import thalweg


def environment() -> dict[str, str]:
    variables = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    variables["PYTHONPATH"] = str(Path(thalweg.__file__).parents[1])  # from another folder too
    return variables


def command_line(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "thalweg", *map(str, arguments)]


def thalweg_command(
    *arguments: str | Path, cwd: Path, given: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command_line(*arguments),
        cwd=cwd,
        env=environment(),
        input=given,
        capture_output=True,
        text=True,
    )


def assert_failed(done: subprocess.CompletedProcess[str], message: str) -> None:
    """One line about what went wrong, and nothing else."""
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
