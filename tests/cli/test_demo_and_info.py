"""`thalweg demo`, `thalweg info` and the global options."""

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import thalweg
from thalweg import _core
from thalweg.cli.app import app, main
from thalweg.demo.docstrings import read_docstrings
from thalweg.errors import ThalwegError
from thalweg.system.threads import default_threads, thread_limit

# A row of the table: the number of a topic, its share, its words.
ROW = re.compile(r"^ *(\d+) +(\d+\.\d)% +(.*\S) *$", re.MULTILINE)
EXAMPLE = re.compile(r"^ +e\.g\. (\S+) *$", re.MULTILINE)


def run(*arguments: str) -> Result:
    """Run a command as if its output went to a file, also when the tests run in a terminal."""
    plain = {"COLUMNS": None, "FORCE_COLOR": None, "GITHUB_ACTIONS": None}
    return CliRunner().invoke(app, arguments, env=plain)


@pytest.fixture(scope="module")
def demo() -> Result:
    """The output of `thalweg demo -k 5 --words 6`."""
    return run("demo", "-k", "5", "--words", "6", "--threads", "1")


@pytest.fixture(scope="module")
def corpus() -> thalweg.Corpus:
    """The corpus of the demo."""
    return thalweg.read(read_docstrings(), metadata=["id"], keep_texts=True)


def test_demo_prints_the_size_of_its_corpus(demo: Result, corpus: thalweg.Corpus) -> None:
    assert demo.exit_code == 0, demo.output
    first = demo.stdout.splitlines()[0]
    assert f"{corpus.n_documents:,} docstrings" in first
    assert f"{corpus.n_words:,} distinct words" in first
    assert f"{corpus.n_tokens:,.0f} in total" in first


def test_demo_prints_every_topic_once_largest_first(demo: Result) -> None:
    rows = ROW.findall(demo.stdout)
    shares = [float(share) for _, share, _ in rows]
    assert sorted(int(topic) for topic, _, _ in rows) == [0, 1, 2, 3, 4]
    assert shares == sorted(shares, reverse=True)
    # Five shares, each rounded to a tenth of a per cent.
    assert sum(shares) == pytest.approx(100, abs=5 * 0.05 + 1e-9)


def test_demo_prints_the_number_of_words_that_was_given(
    demo: Result, corpus: thalweg.Corpus
) -> None:
    for _, _, words in ROW.findall(demo.stdout):
        assert len(set(words.split())) == 6
        assert set(words.split()) <= set(corpus.vocabulary)


def test_demo_prints_an_example_document_for_every_topic(
    demo: Result, corpus: thalweg.Corpus
) -> None:
    examples = EXAMPLE.findall(demo.stdout)
    assert len(examples) == 5
    assert set(examples) <= set(corpus.ids)


def test_demo_prints_the_seconds_of_each_phase(demo: Result) -> None:
    line = next(line for line in demo.stdout.splitlines() if line.startswith("Seconds"))
    pattern = (
        r"import ([\d.]+), read ([\d.]+), train ([\d.]+) \(\d+ pass(?:es)?\), total ([\d.]+)\."
    )
    match = re.search(pattern, line)
    assert match is not None, line
    *phases, total = map(float, match.groups())
    # Four numbers, each rounded to a hundredth.
    assert sum(phases) <= total + 4 * 0.005 + 1e-9


def test_demo_writes_plain_lines_of_at_most_a_hundred_columns_to_a_file(demo: Result) -> None:
    assert "\x1b" not in demo.stdout
    assert max(map(len, demo.stdout.splitlines())) <= 100


def test_demo_is_the_same_for_the_same_seed_and_any_number_of_threads(demo: Result) -> None:
    again = run("demo", "-k", "5", "--words", "6", "--threads", "2", "--seed", "0")
    assert ROW.findall(again.stdout) == ROW.findall(demo.stdout)
    assert EXAMPLE.findall(again.stdout) == EXAMPLE.findall(demo.stdout)


def test_demo_differs_for_another_seed(demo: Result) -> None:
    other = run("demo", "-k", "5", "--words", "6", "--seed", "1")
    assert ROW.findall(other.stdout) != ROW.findall(demo.stdout)


def test_the_code_that_demo_suggests_runs(demo: Result, capsys: pytest.CaptureFixture[str]) -> None:
    snippet = demo.stdout.partition("with your own texts")[2].partition("\n\n")[2]
    assert "thalweg.read" in snippet
    texts = ["river water stream", "bread flour oven", "stream river bank", "oven bread salt"] * 5
    exec(compile(snippet, "suggested code", "exec"), {"texts": texts})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["0", "1", "2", "3", "4"]
    assert all(len(line.split()) == 1 + 6 for line in lines)


def test_demo_csv_writes_one_line_per_docstring(tmp_path: Path, corpus: thalweg.Corpus) -> None:
    path = tmp_path / "docstrings.csv"
    result = run("demo", "--csv", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert f"{corpus.n_documents:,} docstrings" in result.stderr
    # One line each, so that `head` and `tail` can split the file.
    assert len(path.read_text(encoding="utf-8").splitlines()) == corpus.n_documents + 1
    read = thalweg.read(path, metadata=["id"], keep_texts=True)
    assert read.ids.to_list() == corpus.ids.to_list()
    assert read.texts is not None
    assert corpus.texts is not None
    assert read.texts.to_list() == corpus.texts.to_list()
    assert (read.to_csr() != corpus.to_csr()).nnz == 0


def test_demo_csv_writes_to_standard_output_but_not_to_a_folder(
    tmp_path: Path, corpus: thalweg.Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    result = run("demo", "--csv", "-")
    assert result.stdout.startswith("id,text\n")
    assert len(result.stdout.splitlines()) == corpus.n_documents + 1
    with pytest.raises(SystemExit):
        main(["demo", "--csv", str(tmp_path)])
    assert f"{tmp_path} is a folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("demo", "-k", "0"),
        ("demo", "--words", "0"),
        ("demo", "--threads", "0"),
        ("demo", "--seed", "-1"),
        ("demo", "--topics", "many"),
        ("info", "--xml"),
        ("no-such-command",),
    ],
)
def test_wrong_usage_exits_with_two_and_prints_nothing_to_stdout(
    arguments: tuple[str, ...],
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Usage" in result.stderr


def test_info_as_json_has_the_values_of_the_library() -> None:
    result = run("info", "--json")
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert facts["thalweg"] == thalweg.__version__
    assert facts["instruction_set"] == _core.instruction_set()
    assert facts["instruction_sets"] == list(_core.instruction_sets())
    assert facts["instruction_set"] in facts["instruction_sets"]
    assert f"from {_core.single_visits_from_topics()} topics on" in facts["memory_layout"]
    assert facts["threads"] == default_threads()
    assert facts["threads_limited_by"] == thread_limit().reason
    assert sys.version.split()[0] in facts["python"]
    for package in ("numpy", "scipy", "scikit-learn"):
        assert re.match(r"\d+\.\d+", facts[package])


def test_info_prints_the_free_memory_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thalweg.system.memory.free_memory", lambda: 3 * 2**30)
    assert json.loads(run("info", "--json").stdout)["memory_free_bytes"] == 3 * 2**30
    assert "memory free         3.0 GiB" in run("info").stdout.splitlines()
    monkeypatch.setattr("thalweg.system.memory.free_memory", lambda: None)
    assert "memory free         unknown" in run("info").stdout.splitlines()


def test_info_prints_one_line_per_fact() -> None:
    facts = json.loads(run("info", "--json").stdout)
    lines = run("info").stdout.splitlines()
    assert len(lines) == len(facts)
    assert any(line.split() == ["threads", str(default_threads())] for line in lines)


def test_version_is_the_package_version() -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"thalweg {thalweg.__version__}\n")


def test_help_imports_no_heavy_package() -> None:
    program = (
        "import sys\n"
        "from thalweg.cli.app import main\n"
        "try:\n"
        "    main(['--help'])\n"
        "except SystemExit as done:\n"
        "    assert done.code == 0\n"
        "heavy = {'numpy', 'scipy', 'sklearn', 'polars', 'rich', 'thalweg.estimator'}\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=dict(os.environ)
    )
    assert done.stderr.strip() == ""
    assert "demo" in done.stdout
    assert "info" in done.stdout


@pytest.fixture
def python_without_docstrings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python whose standard library cannot be found, so that the demo must fail."""
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    monkeypatch.setattr(sys, "stdlib_module_names", frozenset())


@pytest.mark.usefixtures("python_without_docstrings")
def test_a_failure_is_one_line_on_stderr_and_exit_code_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as exited:
        main(["demo"])
    captured = capsys.readouterr()
    assert exited.value.code == 1
    assert captured.out == ""
    assert captured.err.startswith("error: found 0 docstrings")
    assert captured.err.count("\n") == 1


@pytest.mark.usefixtures("python_without_docstrings")
def test_debug_raises_the_error() -> None:
    with pytest.raises(ThalwegError):
        main(["--debug", "demo"])
