"""The Dockerfile: pinned images, no compiler and no root in the result, sources that exist.

`make image` lints the file with hadolint, and builds the image where a Docker engine runs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docker/Dockerfile").read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """Return instruction and arguments of each line, continued lines joined."""
    joined = re.sub(r"\\\n\s*", " ", TEXT)
    lines = [line for line in joined.splitlines() if line and not line.startswith("#")]
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in lines]


def stages() -> list[list[tuple[str, str]]]:
    """Return the instructions of each stage; the first of them is FROM."""
    found: list[list[tuple[str, str]]] = []
    for name, arguments in instructions():
        if name == "FROM":
            found.append([])
        found[-1].append((name, arguments))
    return found


def test_base_images_have_an_exact_version() -> None:
    images = [arguments.split()[0] for name, arguments in instructions() if name == "FROM"]
    assert len(images) == 2
    assert all(re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+", image) for image in images), images


def test_the_result_does_not_run_as_root() -> None:
    users = [arguments for name, arguments in stages()[-1] if name == "USER"]
    assert users
    assert users[-1] not in ("root", "0")


def test_the_last_stage_installs_no_compiler() -> None:
    commands = [arguments for name, arguments in stages()[-1] if name == "RUN"]
    assert not any("apt-get" in command or "g++" in command for command in commands)
    assert any("--only-binary=:all:" in command for command in commands)


def test_everything_that_is_copied_exists_and_is_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    sources = [
        source
        for name, arguments in instructions()
        if name == "COPY" and "--from" not in arguments
        for source in arguments.split()[:-1]
    ]
    assert sources
    for source in sources:
        assert (ROOT / source).exists(), source
        assert f"!{source}" in ignored, source


def test_the_build_has_all_files_that_the_package_names() -> None:
    """README and LICENSE are metadata of the wheel; CMakeLists.txt names the C++ sources."""
    copied = {part for name, text in instructions() if name == "COPY" for part in text.split()}
    assert {"pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "cpp", "src"} <= copied


def test_commands_are_lists_so_that_signals_reach_the_process() -> None:
    last = dict(stages()[-1])
    assert last["ENTRYPOINT"].startswith("[")
    assert last["CMD"].startswith("[")


def test_the_linter_finds_nothing() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    if not hadolint.exists():
        pytest.skip("hadolint is not installed")
    done = subprocess.run([hadolint, ROOT / "docker/Dockerfile"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
