"""The docstrings of the running Python, and of small libraries made for one purpose each."""

import gc
import random
import sys
import warnings
from pathlib import Path

import polars as pl
import pytest

import thalweg
from thalweg.demo.docstrings import MIN_DOCUMENTS, MIN_WORDS, read_docstrings
from thalweg.errors import ThalwegError

WORDS = [f"q{first}{second}" for first in "abcdefghij" for second in "abcdefghij"]


@pytest.fixture(scope="module")
def docstrings() -> pl.DataFrame:
    """The docstrings of the Python that runs the tests."""
    return read_docstrings()


def made_up_docstring(seed: int) -> str:
    """Some of a hundred words: long enough to be kept."""
    return " ".join(random.Random(seed).sample(WORDS, MIN_WORDS))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A folder with more docstrings than are needed, to which a test adds its own."""
    functions = [
        f'def f{seed}():\n    """{made_up_docstring(seed)}"""\n'
        for seed in range(2 * MIN_DOCUMENTS)
    ]
    (tmp_path / "filler.py").write_text("\n".join(functions))
    return tmp_path


def added_names(docstrings: pl.DataFrame) -> list[str]:
    """Names that are not of the filler."""
    return [name for name in docstrings["id"] if not name.startswith("filler.")]


def test_the_table_has_ids_and_texts_and_no_copies(docstrings: pl.DataFrame) -> None:
    assert docstrings.columns == ["id", "text"]
    assert docstrings["text"].is_unique().all()
    assert docstrings["text"].str.split(" ").list.len().min() >= MIN_WORDS  # type: ignore[operator]


def test_the_real_library_is_worth_a_demonstration(docstrings: pl.DataFrame) -> None:
    # Half of what CPython 3.11 has: 3,672 documents, 101,812 tokens, 2,376 words.
    corpus = thalweg.read(docstrings, metadata=["id"])
    assert corpus.n_documents > 1_800
    assert corpus.n_tokens > 50_000
    assert corpus.n_words > 1_100


def test_a_known_docstring_has_its_dotted_name(docstrings: pl.DataFrame) -> None:
    (text,) = docstrings.filter(id="json.decoder.JSONDecoder")["text"]
    assert text.startswith("Simple JSON")


def test_a_text_is_one_line_without_sessions_and_special_names(library: Path) -> None:
    session = ">>> f()\n    ... more\n    7"
    docstring = f"{made_up_docstring(10_000)} first __init__\n\n    second_half\n    {session}\n"
    (library / "talk.py").write_text(f'"""{docstring}"""\n')
    (text,) = read_docstrings(library).filter(id="talk")["text"]
    assert text == f"{made_up_docstring(10_000)} first second_half 7"


def test_tests_tools_and_installed_packages_are_not_read(library: Path) -> None:
    for number, name in enumerate(["test", "tests", "idlelib", "site-packages", "config-3.11"]):
        folder = library / "zoo" / name
        folder.mkdir(parents=True)
        (folder / "cat.py").write_text(f'"""{made_up_docstring(1_000 + number)}"""')
    assert added_names(read_docstrings(library)) == []


def test_reading_twice_gives_the_same_table(docstrings: pl.DataFrame) -> None:
    assert read_docstrings().equals(docstrings)


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


def test_a_copy_with_other_indentation_is_listed_once_under_its_first_name(library: Path) -> None:
    first, *rest = made_up_docstring(1_000).split()
    (library / "aardvark.py").write_text(f'"""{first} {" ".join(rest)}"""')
    (library / "zebra.py").write_text(f'"""{first}\n\n        {" ".join(rest)}\n"""')
    assert added_names(read_docstrings(library)) == ["aardvark"]


def test_short_docstrings_are_left_out(library: Path) -> None:
    (library / "zebra.py").write_text(f'"""{" ".join(WORDS[:MIN_WORDS])}"""')
    (library / "zebu.py").write_text(f'"""{" ".join(WORDS[: MIN_WORDS - 1])}\n>>> more\n"""')
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
        names = read_docstrings(tmp_path)["id"].to_list()
    assert len(names) >= MIN_DOCUMENTS
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    assert any(name.startswith("builtins.") for name in names)


def test_too_few_docstrings_is_an_error_that_says_where_it_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdlib_module_names", frozenset())
    with pytest.raises(ThalwegError, match="found 0 docstrings") as caught:
        read_docstrings(tmp_path)
    assert str(tmp_path) in str(caught.value)
