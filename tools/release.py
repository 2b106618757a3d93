"""Releases: the notes of a version from CHANGELOG.md, and a check that tag and version agree.

python tools/release.py notes            the notes of the version in the package
python tools/release.py notes 0.1.0
python tools/release.py check v0.1.0     exits with 1 unless everything is ready for this tag
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_HEADING = re.compile(r"^## \[?(?P<version>[^\s\]]+)\]?(?: \((?P<date>[^)]*)\))?\s*$", re.MULTILINE)
_VERSION = re.compile(r"""^__version__ = ["'](?P<value>[^"']+)["']$""", re.MULTILINE)


class NotReadyError(Exception):
    """A release that cannot be made."""


def package_version(root: Path = ROOT) -> str:
    """Return the version in src/thalweg/__init__.py, the only place where it is written."""
    match = _VERSION.search((root / "src/thalweg/__init__.py").read_text(encoding="utf-8"))
    if match is None:
        raise NotReadyError('src/thalweg/__init__.py has no line __version__ = "..."')
    return match["value"]


def notes(version: str, root: Path = ROOT) -> str:
    """Return the section of a version in CHANGELOG.md, without its heading."""
    return _section(version, root)[1]


def check(tag: str, root: Path = ROOT) -> None:
    """Raise NotReadyError unless tag, version and changelog agree, and the section has a date."""
    version = package_version(root)
    if tag != f"v{version}":
        raise NotReadyError(
            f"the tag is {tag}, but src/thalweg/__init__.py has version {version}; expected the "
            f"tag v{version}"
        )
    date, text = _section(version, root)
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", date):
        raise NotReadyError(
            f"the section {version} of CHANGELOG.md has the date {date!r}; expected YYYY-MM-DD"
        )
    if not text:
        raise NotReadyError(f"the section {version} of CHANGELOG.md is empty; expected notes")


def _section(version: str, root: Path) -> tuple[str, str]:
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = list(_HEADING.finditer(text))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading["version"] == version:
            end = len(text) if following is None else following.start()
            return heading["date"] or "", text[heading.end() : end].strip()
    known = ", ".join(heading["version"] for heading in headings) or "none"
    raise NotReadyError(f"CHANGELOG.md has no section {version}; its sections are: {known}")


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit code."""
    parser = argparse.ArgumentParser(description="Release notes and checks.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("notes").add_argument("version", nargs="?")
    commands.add_parser("check").add_argument("tag")
    options = parser.parse_args(arguments)
    try:
        if options.command == "notes":
            print(notes(options.version or package_version()))
        else:
            check(options.tag)
    except NotReadyError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
