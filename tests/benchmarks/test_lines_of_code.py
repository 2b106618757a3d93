"""The page about lines of code: it is up to date, counts as it says, and its code runs."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.lines_of_code import __main__ as lines_of_code
from benchmarks.lines_of_code.demands import DEMANDS
from benchmarks.lines_of_code.task_files import FOLDER, GIVEN, LIBRARIES, TASKS, count_lines, load

pytest.importorskip("pandas", reason="the tasks start from a pandas data frame")
PACKAGES = {"thalweg": "thalweg", "gensim": "gensim", "sklearn": "sklearn"}
USES = {"pyLDAvis": "pyLDAvis", "matplotlib": "plots", "gensim": "from gensim"}
# These start processes or train many models, and take most of the time.
SLOW = {
    ("sklearn", "choose_k"),
    ("sklearn", "same_seed"),
    ("sklearn", "all_cores"),
    ("gensim", "choose_k"),
}


def cells_that_run() -> list[tuple[str, str]]:
    pairs = [(library, name) for library in PACKAGES for name in TASKS]
    return [
        (library, name)
        for library, name in pairs
        if load(FOLDER / f"{name}.py").lines[library] is not None
    ]


@pytest.fixture(scope="module")
def cells() -> dict[str, object]:
    return {}


@pytest.mark.parametrize(("library", "name"), cells_that_run())
@pytest.mark.filterwarnings("ignore")
def test_a_cell_runs(library: str, name: str, cells: dict[str, object]) -> None:
    from benchmarks.lines_of_code.run import Cells

    if (library, name) in SLOW:
        pytest.skip(f"slow; python -m benchmarks.lines_of_code.run {library} {name} runs it")
    pytest.importorskip(PACKAGES[library])
    code = load(FOLDER / f"{name}.py").cells[library]
    for package, sign in USES.items():
        if sign in code:
            pytest.importorskip(package)
    if library not in cells:
        cells[library] = Cells(library)
    made = cells[library]
    assert isinstance(made, Cells)
    made.run(name)


def test_the_page_is_up_to_date() -> None:
    lines_of_code.main(["--check"])


def test_a_page_that_is_out_of_date_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    lines_of_code.main(["--out", str(page)])
    page.write_text(page.read_text().replace("# Lines of code", "# Code"))
    with pytest.raises(SystemExit, match="out of date"):
        lines_of_code.main(["--out", str(page), "--check"])


@pytest.mark.parametrize("name", TASKS)
def test_thalweg_never_takes_the_most_lines(name: str) -> None:
    lines = load(FOLDER / f"{name}.py").lines
    ours = lines.pop("thalweg")
    others = [number for number in lines.values() if number is not None]
    assert ours is None or not others or ours <= max(others)


def test_every_file_is_a_task_of_the_page() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == {*TASKS, GIVEN.stem}


def test_demands_have_an_answer_for_each_library_that_agrees_with_the_code() -> None:
    for demand in DEMANDS:
        for library in LIBRARIES:
            answer = getattr(demand, library)
            assert answer.startswith(("yes", "partly", "no", "not compared")), answer
            if demand.task is not None and answer.startswith("yes"):
                assert load(FOLDER / f"{demand.task}.py").lines[library] is not None, demand


@pytest.mark.skipif(find_spec("ruff") is None, reason="ruff is not installed")
def test_the_code_is_formatted_so_that_lines_can_be_counted() -> None:
    command = [sys.executable, "-m", "ruff", "format", "--check", str(FOLDER)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("import a\n\nb = a.c()", 1),
        ("from a import (\n    b,\n    c,\n)\n\nb(c)", 1),
        ("# why\nf(\n    x,\n)  # how", 3),
        ("def f():\n    import a\n\n    return a", 2),
        ("# not available: no such thing", None),
    ],
)
def test_blank_lines_comments_and_imports_do_not_count(code: str, lines: int | None) -> None:
    assert count_lines(code) == lines


def test_a_library_whose_cell_fails_is_reported() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.lines_of_code.run", "thalweg", "no_such_task"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "failed: ['no_such_task']" in done.stdout
