"""A corpus that is on every machine: the docstrings of Python's standard library.

`thalweg demo` must show real topics with nothing downloaded and nothing shipped. The library's
source files are parsed and never imported, so no code runs and the answer does not depend on what
can be imported here.
"""

import ast
import gc
import inspect
import os
import re
import sys
import sysconfig
import warnings
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Final

import numpy as np
from scipy import sparse

from thalweg.corpus.text.stop_words import DOCSTRING_STOP_WORDS
from thalweg.errors import ThalwegError

MIN_DOCUMENT_TOKENS: Final = 8
MIN_DOCUMENT_FREQUENCY: Final = 5
MAX_DOCUMENT_SHARE: Final = 0.2
MIN_DOCUMENTS: Final = 100

# Tests, vendored tools and generated tables: they repeat one docstring with small changes, which
# makes topics about the generator and not about a subject.
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

# Code in an interactive session is about its example's variable names, not about the subject.
_SESSION_LINE: Final = re.compile(r"^\s*(?:>>>|\.\.\.).*$", re.MULTILINE)
# `__init__` and its like match the first branch, so that their letters do not become words.
_WORD: Final = re.compile(r"__\w+?__|([^\W\d_]{3,})")

# Statements that hold definitions without giving them a name of their own.
_TRANSPARENT: Final = (ast.If, ast.Try, ast.ExceptHandler, ast.With)


@dataclass(frozen=True, eq=False)
class DocstringCorpus:
    """Word counts of docstrings, with the words and the dotted names they belong to."""

    counts: sparse.csr_array
    """Documents x words, int32, canonical: sorted columns, no duplicates, no stored zeros."""
    vocabulary: list[str]
    """The word of each column, in alphabetical order."""
    names: list[str]
    """The name of each row, such as `json.decoder.JSONDecoder.decode`."""
    texts: list[str]
    """The docstring of each row, in one line and without interactive sessions."""

    @property
    def n_documents(self) -> int:
        """Number of docstrings."""
        return len(self.names)

    @property
    def n_tokens(self) -> int:
        """Number of words, each as often as it occurs."""
        return int(self.counts.sum())


def read_docstrings(folder: Path | None = None) -> DocstringCorpus:
    """Count the words of the standard library's docstrings.

    Modules come in alphabetical order and their docstrings in source order, so the same Python
    gives the same matrix on every machine. A docstring that several definitions share counts once,
    under its first name. `folder` is where the library's source files are, by default those of the
    running Python; if it holds (almost) none, the modules that are already imported are asked.
    """
    library = Path(sysconfig.get_path("stdlib")) if folder is None else folder
    with _undisturbed():
        corpus = _count(_docstrings_of_files(library))
        if corpus.n_documents < MIN_DOCUMENTS:
            # Python from a zip file or without sources: compiled modules still carry docstrings.
            corpus = _count(_docstrings_of_imported_modules())
    if corpus.n_documents < MIN_DOCUMENTS:
        raise ThalwegError(
            f"found {corpus.n_documents} usable docstrings in {library} and the imported modules, "
            f"need at least {MIN_DOCUMENTS}: use a Python that has its standard library's sources"
        )
    return corpus


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Read foreign code without its warnings and without the garbage collector.

    Old escapes and deprecated names in the library are not the user's business, and under
    `-W error` they would make modules unreadable. Syntax trees have no cycles, so the collector
    searches their nodes in vain: a fifth of the time.
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
    """Yield the name and text of every docstring below `library`; unreadable files are skipped."""
    for module, path in sorted(_source_files(library)):
        try:
            source = path.read_bytes()
            # Parsing is nine tenths of the time, and some files need none.
            if b'"""' not in source and b"'''" not in source:
                continue
            tree = ast.parse(source)
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue
        if text := ast.get_docstring(tree, clean=False):
            yield module, text
        yield from _docstrings_of_definitions(tree.body, module)


def _source_files(library: Path) -> Iterator[tuple[str, Path]]:
    """Yield the dotted name and path of every module below `library`."""
    for folder, subfolders, files in os.walk(library):
        # What is no identifier (`site-packages`, `config-3.11-...`) cannot be part of a module.
        subfolders[:] = [s for s in subfolders if s.isidentifier() and s not in _SKIPPED_FOLDERS]
        packages = Path(folder).relative_to(library).parts
        for file in files:
            stem, extension = os.path.splitext(file)
            if extension == ".py" and stem.isidentifier():
                parts = packages if stem == "__init__" and packages else (*packages, stem)
                yield ".".join(parts), Path(folder, file)


def _docstrings_of_definitions(nodes: Iterable[ast.AST], outer: str) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of classes and functions, not of functions within functions."""
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
    """Yield the docstrings of the standard library's modules that this process has loaded."""
    for name, module in sorted(sys.modules.items(), key=lambda item: item[0]):
        if name.partition(".")[0] in sys.stdlib_module_names and inspect.ismodule(module):
            if isinstance(module.__doc__, str):
                yield name, module.__doc__
            yield from _docstrings_of_members(module, name)


def _docstrings_of_members(owner: object, outer: str) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of an imported module's or class's own members."""
    # Not inspect.getmembers: it calls properties and module __getattr__, that is, foreign code.
    for key, member in sorted(vars(owner).items()):
        if not (inspect.isclass(member) or inspect.isroutine(member)):
            continue
        if isinstance(member.__doc__, str):
            yield f"{outer}.{key}", member.__doc__
        if inspect.isclass(member) and inspect.ismodule(owner):
            yield from _docstrings_of_members(member, f"{outer}.{key}")


def _in_one_line(text: str) -> str:
    """A docstring without its interactive sessions, its line breaks and its indentation."""
    return " ".join(_SESSION_LINE.sub("", text).split())


def _tokens(text: str) -> list[str]:
    """Split a docstring into lower-case words; `snake_case` is two words."""
    words = _WORD.findall(text.lower())
    return [word for word in words if word and word not in DOCSTRING_STOP_WORDS]


def _count(documents: Iterable[tuple[str, str]]) -> DocstringCorpus:
    """Turn named texts into a matrix of counts without rare words, common words or short texts."""
    names: list[str] = []
    texts: list[str] = []
    word_ids: dict[str, int] = {}
    columns = array("i")
    row_starts = array("i", [0])
    seen: set[tuple[str, ...]] = set()
    for name, text in documents:
        line = _in_one_line(text)
        tokens = tuple(_tokens(line))
        # Compared after splitting, so that a copy with other indentation is a copy.
        if len(tokens) < MIN_DOCUMENT_TOKENS or tokens in seen:
            continue
        seen.add(tokens)
        names.append(name)
        texts.append(line)
        columns.extend([word_ids.setdefault(token, len(word_ids)) for token in tokens])
        row_starts.append(len(columns))

    vocabulary = sorted(word_ids)
    alphabetical = np.empty(len(word_ids), dtype=np.int32)
    alphabetical[[word_ids[word] for word in vocabulary]] = np.arange(len(word_ids))
    counts = sparse.csr_array(
        (
            np.ones(len(columns), dtype=np.int32),
            alphabetical[np.asarray(columns)],
            np.asarray(row_starts),
        ),
        shape=(len(names), len(word_ids)),
    )
    counts.sum_duplicates()
    return _prune(DocstringCorpus(counts, vocabulary, names, texts))


def _prune(corpus: DocstringCorpus) -> DocstringCorpus:
    """Drop words by document frequency and short documents until nothing is left to drop.

    Dropping a word shortens documents, and dropping a document makes words rarer, so one round
    would leave some of each behind. Both only ever shrink: the rounds end (here after about five).
    """
    counts, vocabulary, names, texts = corpus.counts, corpus.vocabulary, corpus.names, corpus.texts
    while True:
        frequency = np.bincount(counts.indices, minlength=counts.shape[1])
        common = MAX_DOCUMENT_SHARE * counts.shape[0]
        keep_word = (frequency >= MIN_DOCUMENT_FREQUENCY) & (frequency <= common)
        keep_document = counts.sum(axis=1) >= MIN_DOCUMENT_TOKENS
        if keep_word.all() and keep_document.all():
            return DocstringCorpus(counts, vocabulary, names, texts)
        counts = counts[keep_document][:, keep_word]
        vocabulary = list(compress(vocabulary, keep_word))
        names = list(compress(names, keep_document))
        texts = list(compress(texts, keep_document))
