"""The release workflow: all platforms, no tokens, and settings that match the package."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tools import wheels

yaml = pytest.importorskip("yaml", reason="PyYAML comes with the group docs")
ROOT = Path(__file__).parents[2]
FILE = ROOT / ".github/workflows/release.yml"
if not FILE.exists():
    pytest.skip("an sdist has no workflows", allow_module_level=True)
TEXT = FILE.read_text(encoding="utf-8")
JOBS: dict[str, Any] = yaml.safe_load(TEXT)["jobs"]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_wheels_are_built_for_every_platform() -> None:
    systems = JOBS["wheels"]["strategy"]["matrix"]["os"]
    kinds = {re.sub(r"-[\d.]+", "", system) for system in systems}
    assert kinds == {"ubuntu", "ubuntu-arm", "macos", "macos-intel", "windows"}


def test_only_the_publishing_job_gets_an_identity_and_no_job_has_a_token() -> None:
    with_identity = [name for name, job in JOBS.items() if "id-token" in job.get("permissions", {})]
    assert with_identity == ["publish"]
    assert yaml.safe_load(TEXT)["permissions"] == {"contents": "read"}
    assert "secrets." not in TEXT
    assert "password" not in TEXT


def test_nothing_is_published_without_a_tag_and_before_all_is_built_and_checked() -> None:
    assert set(JOBS["publish"]["needs"]) == {"check", "sdist", "wheels"}
    assert JOBS["publish"]["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert JOBS["notes"]["needs"] == ["publish"]


def test_everything_that_is_published_has_the_version_of_the_tag() -> None:
    for name in ("sdist", "wheels"):
        commands = [step.get("run", "") + step.get("uses", "") for step in JOBS[name]["steps"]]
        stamped = next(i for i, command in enumerate(commands) if "release.py stamp" in command)
        built = next(i for i, command in enumerate(commands) if "build" in command)
        assert stamped < built
        assert JOBS[name]["steps"][stamped]["if"] == "startsWith(github.ref, 'refs/tags/v')"


def test_every_action_has_a_version() -> None:
    actions = re.findall(r"uses: (\S+)", TEXT)
    assert len(actions) > 5
    assert [action for action in actions if not re.search(r"@(v\d|release/v\d)", action)] == []


def test_files_that_the_workflow_uses_exist() -> None:
    for name in set(re.findall(r"tools/\w+\.py", TEXT)):
        assert (ROOT / name).exists()
    command = SETTINGS["tool"]["cibuildwheel"]["test-command"]
    assert (ROOT / command.rpartition("{project}/")[2]).exists()


def test_wheels_are_tested_with_every_supported_python() -> None:
    """A wheel with the stable ABI is built once, and cibuildwheel tests it with later versions."""
    classifiers = SETTINGS["project"]["classifiers"]
    supported = [c.rpartition(" ")[2] for c in classifiers if re.search(r":: 3\.\d+$", c)]
    built = SETTINGS["tool"]["cibuildwheel"]["build"]
    assert built == [f"cp{version.replace('.', '')}-*" for version in supported]
    assert list(wheels.VERSIONS) == supported
