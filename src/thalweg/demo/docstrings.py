"""The docstrings of Python's standard library as a table: example texts on every machine.

`thalweg demo` shows real topics without downloading anything. The source files of the library are
parsed and never imported: no code runs, and the result does not depend on what can be imported.
"""

from __future__ import annotations

import ast
import gc
import inspect
import os
import re
import sys
import sysconfig
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from thalweg.errors import ThalwegError
from thalweg.lazy_polars import pl

MIN_WORDS: Final = 15
"""Shorter docstrings are left out."""
MIN_DOCUMENTS: Final = 100
"""With fewer docstrings there is nothing to demonstrate."""

# Tests, vendored tools and generated tables: they repeat one docstring with small changes, which
# gives topics about the generator and not about a subject.
_SKIPPED_FOLDERS: Final = frozenset(
    {
        "__pycache__",
        "encodings",
        "ensurepip",
        "idlelib",
        "lib2to3",
        "pydoc_data",
        "test",
        "tests",
        "turtledemo",
    }
)

# Interactive sessions and special names such as __init__ are about code, not about the subject.
_CODE: Final = re.compile(r"^\s*(?:>>>|\.\.\.).*$|\b__\w+?__\b", re.MULTILINE)

# Statements that contain definitions without giving them a name of their own.
_TRANSPARENT: Final = (ast.If, ast.Try, ast.ExceptHandler, ast.With)


def read_docstrings(folder: Path | None = None) -> pl.DataFrame:
    """Return the columns `id` (the dotted name) and `text` of the docstrings.

    Modules are in alphabetical order and their docstrings in source order, so the same Python gives
    the same table on every machine. A docstring that several definitions share is listed once,
    under its first name.

    Parameters
    ----------
    folder : Path, default=None
        Folder with the source files. None: the standard library of the running Python. If there
        are almost no source files, the docstrings of imported modules are used instead.
    """
    library = Path(sysconfig.get_path("stdlib")) if folder is None else folder
    with _undisturbed():
        found = _distinct(_docstrings_of_files(library))
        if len(found) < MIN_DOCUMENTS:
            # Python from a zip file or without sources: compiled modules still have docstrings.
            found = _distinct(_docstrings_of_imported_modules())
    if len(found) < MIN_DOCUMENTS:
        raise ThalwegError(
            f"found {len(found)} docstrings in {library} and the imported modules; expected at "
            f"least {MIN_DOCUMENTS}. Use a Python that has the sources of its standard library."
        )
    return pl.DataFrame({"id": list(found.values()), "text": list(found)})


def _distinct(docstrings: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the name of each text that is long enough; of copies, the first name."""
    found: dict[str, str] = {}
    for name, docstring in docstrings:
        words = _CODE.sub("", docstring).split()
        if len(words) >= MIN_WORDS:
            found.setdefault(" ".join(words), name)
    return found


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Parse code without its warnings and without garbage collection.

    Warnings about the library do not concern the user, and under `-W error` they would make modules
    unreadable. Syntax trees have no reference cycles, and searching them for cycles takes a fifth
    of the time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        if collecting:
            gc.enable()


def _docstrings_of_files(library: Path) -> Iterator[tuple[str, str]]:
    """Yield name and text of all docstrings in a folder; unreadable files are skipped."""
    for module, path in sorted(_source_files(library)):
        try:
            source = path.read_bytes()
            # Parsing takes nine tenths of the time, and some files have no docstrings.
            if b'"""' not in source and b"'''" not in source:
                continue
            tree = ast.parse(source)
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue
        if text := ast.get_docstring(tree, clean=False):
            yield module, text
        yield from _docstrings_of_definitions(tree.body, module)


def _source_files(library: Path) -> Iterator[tuple[str, Path]]:
    """Yield the dotted name and the path of every module in a folder."""
    for folder, subfolders, files in os.walk(library):
        # Folders such as site-packages or config-3.11 cannot be part of a module name.
        subfolders[:] = [s for s in subfolders if s.isidentifier() and s not in _SKIPPED_FOLDERS]
        packages = Path(folder).relative_to(library).parts
        for file in files:
            stem, extension = os.path.splitext(file)
            if extension == ".py" and stem.isidentifier():
                parts = packages if stem == "__init__" and packages else (*packages, stem)
                yield ".".join(parts), Path(folder, file)


def _docstrings_of_definitions(nodes: Iterable[ast.AST], outer: str) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of classes and functions, but not of functions within functions."""
    for node in nodes:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{outer}.{node.name}"
            if text := ast.get_docstring(node, clean=False):
                yield name, text
            if isinstance(node, ast.ClassDef):
                yield from _docstrings_of_definitions(node.body, name)
        elif isinstance(node, _TRANSPARENT):
            yield from _docstrings_of_definitions(ast.iter_child_nodes(node), outer)


def _docstrings_of_imported_modules() -> Iterator[tuple[str, str]]:
    """Yield the docstrings of the modules of the standard library that are imported."""
    for name, module in sorted(sys.modules.items(), key=lambda item: item[0]):
        if name.partition(".")[0] in sys.stdlib_module_names and inspect.ismodule(module):
            if isinstance(module.__doc__, str):
                yield name, module.__doc__
            yield from _docstrings_of_members(module, name)


def _docstrings_of_members(owner: object, outer: str) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of the members of an imported module or class."""
    # Not inspect.getmembers: it calls properties and the __getattr__ of modules.
    for key, member in sorted(vars(owner).items()):
        if not (inspect.isclass(member) or inspect.isroutine(member)):
            continue
        if isinstance(member.__doc__, str):
            yield f"{outer}.{key}", member.__doc__
        if inspect.isclass(member) and inspect.ismodule(owner):
            yield from _docstrings_of_members(member, f"{outer}.{key}")
