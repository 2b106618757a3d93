"""The package as a whole: its public names, the cost of importing it, and its type stub."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import thalweg
from thalweg import _core, evaluation, export
from thalweg.inference.algorithm import Algorithm
from thalweg.inference.registry import ALGORITHMS

# A deliberate list: a name is added or removed here on purpose, with a line in the changelog.
PUBLIC = {
    "estimator": {"LDA", "load"},
    "algorithms": {"SCVB0", "StochasticMAP", "SVB", "CVB0", "MAP", "StepSchedule"},
    "training": {"Checkpoints", "TrainingProgress", "TopicState"},
    "choosing the number of topics": {"KChoice", "choose_k"},
    "corpora": {"Corpus", "read", "stream", "Vocabulary", "GrowingVocabulary", "fingerprint"},
    "similar documents": {"DocumentIndex"},
    "text": {"TextSettings", "PhraseRule"},
    "errors": {
        "ThalwegError",
        "InputError",
        "InputTypeError",
        "MemoryLimitError",
        "StorageError",
        "ThalwegWarning",
    },
    "packages": {"evaluation", "export", "plots", "steering"},
    "version": {"__version__"},
}


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_is_light() -> None:
    heavy = {"sklearn", "scipy", "polars", "pandas"}
    assert run(f"import sys, thalweg; print({heavy} & set(sys.modules))") == "set()"


def test_the_public_names_are_those_of_the_list() -> None:
    assert sorted(thalweg.__all__) == sorted(set().union(*PUBLIC.values()))


@pytest.mark.parametrize("name", sorted(set().union(*PUBLIC.values())))
def test_every_public_name_can_be_imported_and_is_documented(name: str) -> None:
    found = getattr(thalweg, name)
    if name != "__version__":
        assert name in dir(thalweg)
        assert found.__doc__
        # A dataclass without a docstring gets its signature as one.
        assert not found.__doc__.startswith(f"{name}(")


def test_every_algorithm_is_public() -> None:
    public = {getattr(thalweg, name) for name in PUBLIC["algorithms"] - {"StepSchedule"}}
    assert public == set(ALGORITHMS.values())
    assert all(issubclass(algorithm, Algorithm) for algorithm in public)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Prior"):
        _ = thalweg.Prior  # type: ignore[attr-defined]


@pytest.mark.parametrize("package", [evaluation, export])
def test_names_of_lazy_packages_are_functions_also_after_their_modules_are_imported(
    package,
) -> None:
    for _ in range(2):
        for name in package.__all__:
            assert callable(getattr(package, name)), name
    assert sorted(dir(package)) == sorted(package.__all__)


def test_the_stub_describes_the_native_module() -> None:
    stub = ast.parse(Path(thalweg.__file__).with_name("_core.pyi").read_text())
    functions = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name for node in stub.body if isinstance(node, ast.ClassDef)}
    public = {name for name in dir(_core) if not name.startswith("_")}
    assert set(functions) | classes == public
    assert {name for name in public if inspect.isclass(getattr(_core, name))} == classes
    for name, node in functions.items():
        parameters = [argument.arg for argument in [*node.args.args, *node.args.kwonlyargs]]
        first_line = (getattr(_core, name).__doc__ or "").splitlines()[0]
        assert [p for p in parameters if f"{p}: " not in first_line] == [], name
        assert first_line.count(": ") == len(parameters), name


@pytest.mark.parametrize(
    "module",
    ["estimator", "random_streams", "inference.scvb0", "inference.svb", "training.checkpoints"],
)
def test_examples_in_docstrings_run(module: str) -> None:
    results = doctest.testmod(import_module(f"thalweg.{module}"))
    assert results.attempted > 0
    assert results.failed == 0


def test_the_model_of_the_command_line_does_not_import_polars_or_scikit_learn() -> None:
    """Commands that read a model start in the time that these packages take."""
    heavy = {"polars.dataframe", "sklearn"}
    code = f"import sys; from thalweg.model import TopicModel; print({heavy} & set(sys.modules))"
    assert run(code) == "set()"
