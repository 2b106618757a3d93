"""Run the Python code in README.md and docs/ as tests, each page in a new folder with examples/."""

import os
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

EXAMPLES = Path(__file__).with_name("examples")


def enter_new_folder(namespace: dict[str, Any]) -> None:
    namespace["find_spec"] = find_spec  # for "skip: next if(find_spec(...) is None, ...)"
    namespace["_came_from"] = os.getcwd()
    namespace["_folder"] = tempfile.TemporaryDirectory()
    os.chdir(namespace["_folder"].name)
    Path("examples").symlink_to(EXAMPLES)


def leave_folder(namespace: dict[str, Any]) -> None:
    os.chdir(namespace["_came_from"])
    namespace["_folder"].cleanup()


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["*.md"],
    setup=enter_new_folder,
    teardown=leave_folder,
).pytest()
