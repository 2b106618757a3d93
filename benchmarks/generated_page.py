"""A page of docs that is written from records and nothing else, and the check that it is."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"

# The page, from a folder of records and where its links find that folder.
Render = Callable[[Path, str], str]


def command(
    module: str,
    description: str | None,
    render: Render,
    results: Path,
    page: Path,
    arguments_given: list[str] | None = None,
) -> None:
    """Write the page; with --check write nothing, and fail if it is not what the records give."""
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
        sys.exit(f"{out} is not what {arguments.results} gives; run {parser.prog}")


def table(header: list[str], rows: Iterable[list[str]]) -> str:
    """Rows in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)
