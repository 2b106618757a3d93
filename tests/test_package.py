"""The package as a whole: what importing costs, and that the stub tells the truth."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import thalweg
from thalweg import _core, estimator, evaluation


def test_importing_brings_neither_scikit_learn_nor_scipy() -> None:
    heavy = {"sklearn", "scipy", "polars", "pandas"}
    code = f"import sys, thalweg; print({heavy} & set(sys.modules))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "set()"


def test_every_public_name_resolves() -> None:
    for name in thalweg.__all__:
        assert getattr(thalweg, name) is not None
    assert len(thalweg.__all__) <= 17  # what a user types; the rest has its module


def test_every_measure_resolves_also_when_its_module_was_imported() -> None:
    for _ in range(2):
        for name in evaluation.__all__:
            assert callable(getattr(evaluation, name))
    assert dir(evaluation) == evaluation.__all__


def test_stub_names_what_the_native_module_has() -> None:
    stub = ast.parse(Path(thalweg.__file__).with_name("_core.pyi").read_text())
    functions = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name for node in stub.body if isinstance(node, ast.ClassDef)}
    native = {name for name in dir(_core) if not name.startswith("_")}
    assert set(functions) | classes == native
    for name, node in functions.items():
        parameters = [argument.arg for argument in [*node.args.args, *node.args.kwonlyargs]]
        first_line = (getattr(_core, name).__doc__ or "").splitlines()[0]
        assert [p for p in parameters if f"{p}: " not in first_line] == [], name
        assert first_line.count(": ") == len(parameters), name
        assert inspect.isbuiltin(getattr(_core, name)) or callable(getattr(_core, name))


def test_examples_of_the_estimator_run() -> None:
    results = doctest.testmod(estimator)
    assert results.attempted > 3
    assert results.failed == 0
