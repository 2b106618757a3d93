"""Releases: the version is written once, and notes come from the changelog."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import thalweg
from tools import release

ROOT = Path(__file__).parents[2]
CHANGELOG = """# Changelog

Some words.

## 0.2.0 (unreleased)

## 0.1.1 (2026-12-01)

### Fixed

- A thing.

## 0.1.0 (2026-11-20)

- The first.
"""


def project(folder: Path, version: str = "0.1.1") -> Path:
    (folder / "src/thalweg").mkdir(parents=True)
    (folder / "src/thalweg/__init__.py").write_text(f'import x\n\n__version__ = "{version}"\n')
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    return folder


def test_notes_are_the_section_of_the_version(tmp_path: Path) -> None:
    root = project(tmp_path)
    assert release.notes("0.1.1", root) == "### Fixed\n\n- A thing."
    assert release.notes("0.1.0", root) == "- The first."
    assert release.notes("0.2.0", root) == ""


def test_a_version_without_a_section_is_reported_with_those_that_exist(tmp_path: Path) -> None:
    with pytest.raises(release.NotReadyError, match=r"no section 0\.1; .*: 0\.2\.0, 0\.1\.1, 0\.1"):
        release.notes("0.1", project(tmp_path))


def test_a_release_is_ready_if_the_changelog_has_a_section_with_a_date(tmp_path: Path) -> None:
    release.check("v0.1.1", project(tmp_path))


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ("0.1.1", r"the tag is '0\.1\.1'; expected one such as v1\.2\.3"),
        ("v0.1", "expected one such as v1"),
        ("v0.2.0", "date 'unreleased'; expected YYYY-MM-DD"),
        ("v0.3.0", r"no section 0\.3\.0"),
    ],
)
def test_a_release_is_refused_otherwise(tag: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(release.NotReadyError, match=message):
        release.check(tag, project(tmp_path))


def test_the_version_of_a_release_is_that_of_its_tag(tmp_path: Path) -> None:
    root = project(tmp_path, "0.1.0")
    release.stamp("v0.2.0rc1", root)
    assert release.package_version(root) == "0.2.0rc1"
    text = (root / "src/thalweg/__init__.py").read_text()
    assert text == 'import x\n\n__version__ = "0.2.0rc1"\n'
    with pytest.raises(release.NotReadyError):
        release.stamp("latest", root)
    assert release.package_version(root) == "0.2.0rc1"


def test_the_changelog_has_notes_for_the_version_of_the_package() -> None:
    assert release.package_version() == thalweg.__version__
    assert "`LDA`" in release.notes(thalweg.__version__)


def test_the_commands_print_notes_or_one_line_of_error() -> None:
    command = [sys.executable, str(ROOT / "tools/release.py")]
    done = subprocess.run([*command, "notes"], capture_output=True, text=True)
    assert done.stdout.strip() == release.notes(thalweg.__version__)
    done = subprocess.run([*command, "check", "v9.9.9"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


def test_the_version_is_written_in_one_place_only() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["dynamic"] == ["version"]
    source = settings["tool"]["scikit-build"]["metadata"]["version"]["input"]
    text = (ROOT / source).read_text(encoding="utf-8")
    assert re.findall(r'^__version__ = "(.*)"$', text, re.MULTILINE) == [thalweg.__version__]
