"""The shell sessions of docs/tutorial.md and README.md, run and compared with what they show."""

import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks import machine
from tests.cli.shell import environment
from thalweg import _core

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# The documents are texts of Python's library, and processors differ in the last digits.
SHOWN_ON = ("3.11.7", "avx2", "AMD EPYC family 25 model 17")
HERE = (
    platform.python_version(),
    _core.instruction_set(),
    machine.describe()["processor"],
)
ELIDED = "..."
SECONDS = re.compile(r"\d+\.\d+ s\b")


@dataclass
class Step:
    """A command, what its document shows of the answer, and what it answers here."""

    command: str
    shown: list[str]
    printed: list[str]
    exit_code: int


def sessions(document: str) -> list[tuple[str, list[str]]]:
    """The commands of a document in their order, each with the lines that are shown below it."""
    found: list[tuple[str, list[str]]] = []
    for block in BLOCK.findall((ROOT / document).read_text(encoding="utf-8")):
        if block.startswith("$ make"):
            continue  # installs, and runs these tests
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line.removeprefix("$ "), []))
            elif line and line != ELIDED:
                found[-1][1].append(comparable(line))
    return found


def comparable(line: str) -> str:
    return SECONDS.sub("# s", line.rstrip())


@pytest.fixture(scope="module", params=["README.md", "docs/tutorial.md"])
def steps(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Step]:
    """Every step, taken in an empty folder by a shell that knows `thalweg`."""
    folder, programs = tmp_path_factory.mktemp("typed"), tmp_path_factory.mktemp("bin")
    script = programs / "thalweg"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m thalweg "$@"\n')
    script.chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    taken = []
    for command, shown in sessions(request.param):
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=environment() | {"PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        printed = [comparable(line) for line in done.stdout.splitlines()]
        taken.append(Step(command, shown, printed, done.returncode))
    return taken


def test_every_command_does_its_work(steps: list[Step]) -> None:
    assert steps
    assert [(step.command, step.printed) for step in steps if step.exit_code] == []


@pytest.mark.skipif(HERE != SHOWN_ON, reason=f"what is shown is of {SHOWN_ON}")
def test_every_line_that_is_shown_is_printed(steps: list[Step]) -> None:
    assert any(step.shown for step in steps)
    for step in steps:
        missing = [line for line in step.shown if line not in step.printed]
        assert missing == [], f"$ {step.command}\n" + "\n".join(step.printed)
