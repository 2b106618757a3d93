"""Pages of docs that are generated from JSON records, and the check that they are up to date."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

EXPLANATION = Path(__file__).resolve().parents[1] / "docs" / "explanation"

# Renders the page from a folder of records and the relative link to that folder.
Render = Callable[[Path, str], str]


def command(
    module: str,
    description: str | None,
    render: Render,
    results: Path,
    page: Path,
    arguments_given: list[str] | None = None,
) -> None:
    """Write the page; with --check write nothing, and fail if the page is out of date."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=description)
    parser.add_argument("--results", type=Path, default=results)
    parser.add_argument("--out", type=Path, default=page)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args(arguments_given)
    out = arguments.out
    text = render(arguments.results, os.path.relpath(arguments.results, out.parent))
    if not arguments.check:
        out.write_text(text, encoding="utf-8")
        print(out)
    elif not out.exists() or out.read_text(encoding="utf-8") != text:
        sys.exit(f"{out} is out of date with {arguments.results}; run {parser.prog}")


def table(header: list[str], rows: Iterable[list[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)
