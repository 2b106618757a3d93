"""Writes the tables of docs/reference/public-api.md: every public name, and its first sentence.

python docs/reference/make_public_names.py
"""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType

import thalweg
from thalweg import distributed, evaluation, export, plots, steering

PAGE = Path(__file__).with_name("public-api.md")
MODULES = (thalweg, distributed, evaluation, export, plots, steering)
ABOUT = {"__version__": "Version of the package.", "FORMATS": "Image formats of `save`."}


def tables() -> str:
    """Return the tables of all modules, as Markdown."""
    return "\n\n".join(_table(module) for module in MODULES) + "\n"


def page(text: str) -> str:
    """Return the page with tables of today; `text` is the page as it is."""
    return text.partition("\n## ")[0].rstrip("\n") + "\n\n" + tables()


def _table(module: ModuleType) -> str:
    names = sorted(module.__all__, key=str.lower)
    rows = [f"| `{name}` | {ABOUT.get(name) or _first_sentence(module, name)} |" for name in names]
    return "\n".join([f"## {module.__name__}", "", "| name | |", "| --- | --- |", *rows])


def _first_sentence(module: ModuleType, name: str) -> str:
    text = inspect.getdoc(getattr(module, name)) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
