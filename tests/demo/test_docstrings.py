"""The docstring corpus: the real one of the running Python, and small ones made to a point."""

import gc
import random
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

from thalweg.corpus.text.stop_words import DOCSTRING_STOP_WORDS
from thalweg.demo.docstrings import (
    MAX_DOCUMENT_SHARE,
    MIN_DOCUMENT_FREQUENCY,
    MIN_DOCUMENT_TOKENS,
    MIN_DOCUMENTS,
    DocstringCorpus,
    read_docstrings,
)
from thalweg.errors import ThalwegError

WORDS = [f"q{first}{second}" for first in "abcdefghij" for second in "abcdefghij"]


@pytest.fixture(scope="module")
def corpus() -> DocstringCorpus:
    """The corpus of the Python that runs the tests."""
    return read_docstrings()


def made_up_docstring(seed: int) -> str:
    """Ten of a hundred words: long enough to be kept, each word in about a tenth of documents."""
    return " ".join(random.Random(seed).sample(WORDS, 10))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A folder with more documents than are needed, to which a test adds what it is about."""
    functions = [
        f'def f{seed}():\n    """{made_up_docstring(seed)}"""\n'
        for seed in range(2 * MIN_DOCUMENTS)
    ]
    (tmp_path / "filler.py").write_text("\n".join(functions))
    return tmp_path


def added_names(corpus: DocstringCorpus) -> list[str]:
    """Names that are not of the filler."""
    return [name for name in corpus.names if not name.startswith("filler.")]


def test_matrix_vocabulary_and_names_belong_together(corpus: DocstringCorpus) -> None:
    assert corpus.counts.shape == (len(corpus.names), len(corpus.vocabulary))
    assert corpus.counts.dtype == np.int32
    assert corpus.counts.has_canonical_format
    assert corpus.counts.data.min() >= 1
    assert corpus.n_documents == len(corpus.names)
    assert corpus.n_tokens == corpus.counts.data.sum()


def test_real_library_gives_a_corpus_worth_a_demonstration(corpus: DocstringCorpus) -> None:
    # Half of what CPython 3.11 has: 3,237 documents, 80,668 tokens, 2,271 words.
    assert corpus.n_documents > 1_600
    assert corpus.n_tokens > 40_000
    assert len(corpus.vocabulary) > 1_100


def test_a_known_docstring_is_counted_under_its_dotted_name(corpus: DocstringCorpus) -> None:
    row = corpus.counts[[corpus.names.index("json.decoder.JSONDecoder")]].toarray()[0]
    assert row[corpus.vocabulary.index("json")] >= 1
    assert row[corpus.vocabulary.index("socket")] == 0


def test_a_text_is_its_docstring_in_one_line_without_sessions(library: Path) -> None:
    session = ">>> f()\n    ... more\n    7"
    docstring = f"{made_up_docstring(10_000)} first\n\n    second\n    {session}\n"
    (library / "talk.py").write_text(f'"""{docstring}"""\n')
    corpus = read_docstrings(library)
    text = corpus.texts[corpus.names.index("talk")]
    assert text == f"{made_up_docstring(10_000)} first second 7"
    assert len(corpus.texts) == corpus.n_documents


def test_vocabulary_is_alphabetical_lower_case_and_free_of_stop_words(
    corpus: DocstringCorpus,
) -> None:
    assert corpus.vocabulary == sorted(set(corpus.vocabulary))
    assert all(word.isalpha() and word == word.lower() for word in corpus.vocabulary)
    assert min(map(len, corpus.vocabulary)) >= 3
    assert DOCSTRING_STOP_WORDS.isdisjoint(corpus.vocabulary)


def test_limits_hold_together_after_all_dropping(corpus: DocstringCorpus) -> None:
    frequency = np.bincount(corpus.counts.indices, minlength=len(corpus.vocabulary))
    assert frequency.min() >= MIN_DOCUMENT_FREQUENCY
    assert frequency.max() <= MAX_DOCUMENT_SHARE * corpus.n_documents
    assert corpus.counts.sum(axis=1).min() >= MIN_DOCUMENT_TOKENS


def test_tests_tools_and_installed_packages_are_not_read(library: Path) -> None:
    for number, name in enumerate(["test", "tests", "idlelib", "site-packages", "config-3.11"]):
        folder = library / "zoo" / name
        folder.mkdir(parents=True)
        (folder / "cat.py").write_text(f'"""{made_up_docstring(1_000 + number)}"""')
    assert added_names(read_docstrings(library)) == []


def test_reading_twice_gives_the_same_corpus(corpus: DocstringCorpus) -> None:
    again = read_docstrings()
    assert again.names == corpus.names
    assert again.vocabulary == corpus.vocabulary
    np.testing.assert_array_equal(again.counts.data, corpus.counts.data)
    np.testing.assert_array_equal(again.counts.indices, corpus.counts.indices)
    np.testing.assert_array_equal(again.counts.indptr, corpus.counts.indptr)


def test_every_kind_of_definition_is_named_in_source_order(library: Path) -> None:
    texts = [made_up_docstring(1_000 + number) for number in range(8)]
    package = library / "zoo" / "cats"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(f'"""{texts[0]}"""')
    (package / "lion.py").write_text(
        f'''"""{texts[1]}"""
class Lion:
    """{texts[2]}"""
    def roar(self):
        """{texts[3]}"""
    class Mane:
        """{texts[4]}"""
async def hunt():
    """{texts[5]}"""
try:
    pass
except ImportError:
    def sleep():
        """{texts[6]}"""
else:
    if True:
        def eat():
            """{texts[7]}"""
'''
    )
    assert added_names(read_docstrings(library)) == [
        "zoo.cats",
        "zoo.cats.lion",
        "zoo.cats.lion.Lion",
        "zoo.cats.lion.Lion.roar",
        "zoo.cats.lion.Lion.Mane",
        "zoo.cats.lion.hunt",
        "zoo.cats.lion.sleep",
        "zoo.cats.lion.eat",
    ]


def test_a_word_is_counted_as_often_as_it_occurs(library: Path) -> None:
    (library / "zebra.py").write_text(f'"""{"qaa " * 3}{"qbb " * 9}"""')
    corpus = read_docstrings(library)
    row = corpus.counts[[corpus.names.index("zebra")]].toarray()[0]
    assert row[corpus.vocabulary.index("qaa")] == 3
    assert row[corpus.vocabulary.index("qbb")] == 9
    assert row.sum() == 12


def test_a_copy_counts_once_under_its_first_name_whatever_its_indentation(library: Path) -> None:
    first, *rest = made_up_docstring(1_000).split()
    (library / "aardvark.py").write_text(f'"""{first} {" ".join(rest)}"""')
    (library / "zebra.py").write_text(f'"""{first}\n\n        {" ".join(rest)}\n"""')
    assert added_names(read_docstrings(library)) == ["aardvark"]


def test_sessions_and_dunder_names_give_no_words_and_snake_case_gives_several(
    library: Path,
) -> None:
    for number in range(2 * MIN_DOCUMENT_FREQUENCY):
        (library / f"zebra{number}.py").write_text(
            f'"""{made_up_docstring(1_000 + number)} __dunder__ left_right CamelCase\n\n'
            '    >>> typed = 1\n    ... continued\n    printed\n"""'
        )
    added = set(read_docstrings(library).vocabulary) - set(WORDS)
    assert added == {"left", "right", "camelcase", "printed"}


def test_short_docstrings_are_left_out(library: Path) -> None:
    long_enough = " ".join(WORDS[:MIN_DOCUMENT_TOKENS])
    too_short = " ".join(WORDS[: MIN_DOCUMENT_TOKENS - 1])
    (library / "zebra.py").write_text(f'"""{long_enough}"""')
    (library / "zebu.py").write_text(f'"""{too_short} the of and"""')
    assert added_names(read_docstrings(library)) == ["zebra"]


def test_files_that_cannot_be_read_as_python_are_skipped(library: Path) -> None:
    text = made_up_docstring(1_000)
    (library / "badsyntax.py").write_text(f'"""{text}"""\ndef (:\n')
    (library / "badbytes.py").write_bytes(f'"""{text} caf\xe9"""'.encode("latin-1"))
    (library / "badnull.py").write_bytes(f'"""{text}"""'.encode() + b"\n\x00\n")
    (library / "zebra.py").write_text(f'"""{text}"""')
    assert added_names(read_docstrings(library)) == ["zebra"]


def test_source_is_parsed_and_never_run(library: Path) -> None:
    ran = library / "ran"
    source = f'"""{made_up_docstring(1_000)}"""\nopen({str(ran)!r}, "w")\nraise SystemExit\n'
    (library / "zebra.py").write_text(source)
    assert added_names(read_docstrings(library)) == ["zebra"]
    assert not ran.exists()


def test_a_warning_in_the_source_is_neither_shown_nor_an_error(library: Path) -> None:
    (library / "zebra.py").write_text(f'"""{made_up_docstring(1_000)} \\d"""')
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert added_names(read_docstrings(library)) == ["zebra"]


@pytest.mark.parametrize("collecting", [True, False])
def test_the_garbage_collector_is_left_as_it_was(library: Path, collecting: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        read_docstrings(library)
        assert gc.isenabled() is collecting
    finally:
        (gc.enable if before else gc.disable)()


def test_without_source_files_the_imported_modules_are_asked(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        corpus = read_docstrings(tmp_path)
    assert corpus.n_documents >= MIN_DOCUMENTS
    assert {name.partition(".")[0] for name in corpus.names} <= sys.stdlib_module_names
    assert any(name.startswith("builtins.") for name in corpus.names)


def test_too_few_docstrings_is_an_error_that_says_where_it_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdlib_module_names", frozenset())
    with pytest.raises(ThalwegError, match="found 0 usable docstrings") as caught:
        read_docstrings(tmp_path)
    assert str(tmp_path) in str(caught.value)
