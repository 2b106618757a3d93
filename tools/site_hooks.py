"""Hooks of mkdocs: files of the repository outside docs/ that the site shows as well.

In the repository, pages link to `../../benchmarks/...`. For the site, the records and figures of
the benchmarks are copied to benchmarks/, and CHANGELOG.md and CONTRIBUTING.md become pages.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ("benchmarks/**/results/*.json", "benchmarks/**/results/*.png")
PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}


def on_files(files: Files, config: Any) -> Files:
    """Add the results of the benchmarks and the two pages."""
    for path in sorted(path for pattern in RESULTS for path in ROOT.glob(pattern)):
        name = path.relative_to(ROOT).as_posix()
        files.append(File.generated(config, name, abs_src_path=str(path)))
    for source, name in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Let links to the repository's benchmarks/ point to their copies on the site."""
    return markdown.replace("](../../benchmarks/", "](../benchmarks/").replace(
        "](../../../benchmarks/", "](../../benchmarks/"
    )
