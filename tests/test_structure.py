"""The layout: short files, and in src/ small packages and one name for one thing."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import thalweg

ROOT = Path(__file__).parents[1]
SOURCE = Path(thalweg.__file__).parent
MAX_LINES = 400
MAX_ENTRIES = 15
COMMANDS = Path("cli/commands")
ANSWERS = COMMANDS / "answers"
REFERENCE = Path("inference/reference")


def modules() -> list[Path]:
    """Return all Python files of the package, relative to it."""
    return sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))


def test_no_file_is_longer_than_400_lines() -> None:
    folders = ("src", "tests", "benchmarks", "tools", "examples", "docs", "cpp")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > len(modules())
    n_lines = {str(path): len(path.read_text().splitlines()) for path in files}
    assert {path: n for path, n in n_lines.items() if n > MAX_LINES} == {}


def test_no_package_has_more_than_15_entries() -> None:
    """The top level is an exception: its entries are the layers of the architecture."""
    entries: dict[str, set[str]] = defaultdict(set)
    for path in modules():
        parts = path.with_suffix("").parts
        for depth, part in enumerate(parts[1:], 1):
            if part != "__init__":
                entries["/".join(parts[:depth])].add(part)
    assert {
        package: sorted(names) for package, names in entries.items() if len(names) > MAX_ENTRIES
    } == {}


def test_no_two_modules_have_the_same_name() -> None:
    """Except the files of commands and the references, which are named after what they are for."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in modules():
        is_named_after_another = path.parent in (COMMANDS, ANSWERS, REFERENCE)
        if path.name != "__init__.py" and not is_named_after_another:
            places[path.stem].append(str(path))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_a_reference_has_the_name_of_the_algorithm_that_it_is_for() -> None:
    names = {path.stem for path in modules() if path.parent == REFERENCE} - {"__init__"}
    assert names <= {path.stem for path in modules() if path.parent == REFERENCE.parent}
