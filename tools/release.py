"""Releases: the version comes from the tag, the notes from CHANGELOG.md.

python tools/release.py notes            the notes of the version in the package
python tools/release.py notes 0.1.0
python tools/release.py check v0.1.0     exits with 1 unless everything is ready for this tag
python tools/release.py stamp v0.1.0     writes the version of the tag into the package
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_HEADING = re.compile(r"^## \[?(?P<version>[^\s\]]+)\]?(?: \((?P<date>[^)]*)\))?\s*$", re.MULTILINE)
_VERSION = re.compile(r"""^__version__ = ["'](?P<value>[^"']+)["']$""", re.MULTILINE)
_TAG = re.compile(r"v(?P<version>\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?)")
_PACKAGE = "src/thalweg/__init__.py"


class NotReadyError(Exception):
    """A release that cannot be made."""


def package_version(root: Path = ROOT) -> str:
    """Return the version in src/thalweg/__init__.py, the only place where it is written."""
    match = _VERSION.search((root / _PACKAGE).read_text(encoding="utf-8"))
    if match is None:
        raise NotReadyError(f'{_PACKAGE} has no line __version__ = "..."')
    return match["value"]


def version_of(tag: str) -> str:
    """Return the version that a tag names."""
    match = _TAG.fullmatch(tag)
    if match is None:
        raise NotReadyError(f"the tag is {tag!r}; expected one such as v1.2.3 or v1.2.3rc1")
    return match["version"]


def stamp(tag: str, root: Path = ROOT) -> None:
    """Write the version of a tag into the package, before it is built."""
    package_version(root)  # there is such a line
    path = root / _PACKAGE
    text = path.read_text(encoding="utf-8")
    line = f'__version__ = "{version_of(tag)}"'
    path.write_text(_VERSION.sub(line, text), encoding="utf-8")


def notes(version: str, root: Path = ROOT) -> str:
    """Return the section of a version in CHANGELOG.md, without its heading."""
    return _section(version, root)[1]


def check(tag: str, root: Path = ROOT) -> None:
    """Raise NotReadyError unless the changelog has a section with a date for the tag."""
    version = version_of(tag)
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
    commands.add_parser("stamp").add_argument("tag")
    options = parser.parse_args(arguments)
    try:
        if options.command == "notes":
            print(notes(options.version or package_version()))
        elif options.command == "check":
            check(options.tag)
        else:
            stamp(options.tag)
    except NotReadyError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
