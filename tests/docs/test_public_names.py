"""The page of public names lists exactly what is exported."""

import importlib.util
import re
from pathlib import Path

import thalweg
from thalweg import distributed, evaluation, export, plots, steering

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
PAGE = (REFERENCE / "public-api.md").read_text(encoding="utf-8")


def test_the_page_lists_exactly_the_exported_names() -> None:
    sections = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
    modules = (thalweg, distributed, evaluation, export, plots, steering)
    assert list(sections) == [module.__name__ for module in modules]
    for module in modules:
        listed = re.findall(r"^\| `(\w+)` \|", sections[module.__name__], re.MULTILINE)
        assert sorted(listed) == sorted(module.__all__), module.__name__


def test_the_page_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("names", REFERENCE / "make_public_names.py")
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert maker.page(PAGE) == PAGE, "run: make docs"
