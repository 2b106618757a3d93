"""`thalweg export` and `thalweg plot`."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import joblib
import pytest
from typer.testing import CliRunner, Result

from tests.cli.shell import assert_failed, thalweg_command
from thalweg import read
from thalweg.cli.app import app
from thalweg.errors import InputError
from thalweg.model import TopicModel

TEXTS = ["rivers rose and the bridge closed", "interest rates fell while banks waited"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of news, and a model that was trained on it."""
    folder = tmp_path_factory.mktemp("news")
    lines = [f"20{row % 20:02}-03-01,{TEXTS[row % 2]}" for row in range(60)]
    (folder / "news.csv").write_text("\n".join(["date,text", *lines, ",", ""]))
    corpus = read(folder / "news.csv", max_df=1.0, stop_words=["while"])
    TopicModel(2, random_state=0).fit(corpus).save(folder / "news.model")
    return folder


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)))


def test_standard_output_has_the_table_and_nothing_else(folder: Path) -> None:
    program = "from thalweg.cli.app import main; main()"
    options = ["--to", "csv", "--out", "-", "--words", "3"]
    done = subprocess.run(
        [sys.executable, "-c", program, "export", str(folder / "news.model"), *options],
        capture_output=True,
        env=dict(os.environ),
    )
    assert (done.returncode, done.stderr) == (0, b"")
    lines = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    assert len(lines) == 6
    assert {"rivers", "interest"} & {line["word"] for line in lines}


def test_ldavis_sizes_topics_by_the_given_documents(folder: Path) -> None:
    result = run("export", folder / "news.model", "--to", "ldavis", "-o", "-", "--corpus",
                 folder / "news.csv")  # fmt: skip
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    # Half of the documents has four counted words, the other half six.
    assert sorted(data["mdsDat"]["Freq"]) == pytest.approx([45, 55], abs=10)
    assert len(data["topic.order"]) == 2


def test_every_format_is_written_under_the_given_name(folder: Path, tmp_path: Path) -> None:
    for to, name in {"json": "m.json", "sklearn": "m.joblib", "mallet": "m"}.items():
        result = run("export", folder / "news.model", "--to", to, "--out", tmp_path / name)
        assert result.exit_code == 0, result.output
        assert (result.stdout, result.stderr.splitlines()[0]) == ("", f"wrote {tmp_path / name}")
    assert json.loads((tmp_path / "m.json").read_text())["model"]["n_topics"] == 2
    assert joblib.load(tmp_path / "m.joblib").n_components == 2
    assert (tmp_path / "m" / "topic-keys.txt").read_text().count("\n") == 2
    assert not (tmp_path / "m" / "doc-topics.txt").exists()


def test_mallet_lists_all_documents_those_without_words_included(
    folder: Path, tmp_path: Path
) -> None:
    result = run("export", folder / "news.model", "--to", "mallet", "--out", tmp_path / "m",
                 "--corpus", folder / "news.csv")  # fmt: skip
    assert result.exit_code == 0, result.output
    lines = (tmp_path / "m" / "doc-topics.txt").read_text().splitlines()
    assert [line.split("\t")[0] for line in lines] == [str(row) for row in range(61)]
    assert lines[60].split("\t")[2:] == ["0.5", "0.5"]


def test_every_kind_of_plot_writes_a_picture(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for kind in ("sizes", "words"):
        out = tmp_path / f"{kind}.png"
        result = run("plot", folder / "news.model", "--kind", kind, "--out", out)
        assert (result.exit_code, result.stdout) == (0, ""), result.output
        assert out.read_bytes().startswith(b"\x89PNG")
    out = tmp_path / "time.svg"
    result = run("plot", folder / "news.model", "--kind", "time", "-o", out, "--corpus",
                 folder / "news.csv", "--date", "date")  # fmt: skip
    assert result.exit_code == 0, result.output
    assert out.read_bytes().startswith(b"<?xml")


def test_a_picture_has_the_title_size_and_topics_of_the_options_and_a_table(
    folder: Path, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    done = thalweg_command(
        "plot", folder / "news.model", "--kind", "words", "--only", "1", "--words", "3",
        "--title", "The news & more", "--size", "6x4", "--out", "w.svg", "--numbers", "w.csv",
        cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert done.stderr.splitlines()[:2] == ["wrote w.svg", "wrote w.csv: 3 rows"]
    picture = (tmp_path / "w.svg").read_text()
    assert 'viewBox="0 0 432 288"' in picture  # in points: 72 per inch
    assert "The news &amp; more" in picture  # as a comment: letters are drawn as shapes
    topic = TopicModel.load(folder / "news.model").topics(3)[1]
    rows = list(csv.DictReader((tmp_path / "w.csv").open()))
    assert [row["word"] for row in rows] == topic.words
    assert [float(row["probability"]) for row in rows] == pytest.approx(topic.weights)
    assert {row["label"] for row in rows} == {"topic 1"}


def test_a_picture_shows_the_names_of_the_chosen_topics_in_their_order(
    folder: Path, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    model = TopicModel.load(folder / "news.model").name_topics({0: "first & best", 1: "second"})
    model.save(tmp_path / "named.model")
    done = thalweg_command(
        "plot", "named.model", "--only", "second,0", "--out", "s.svg", "--numbers", "s.jsonl",
        cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    rows = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text().splitlines()]
    assert [(row["topic"], row["label"]) for row in rows] == [(1, "second"), (0, "first & best")]
    shares = model.state_.topic_counts / model.state_.topic_counts.sum()
    assert [row["share"] for row in rows] == pytest.approx([shares[1], shares[0]])
    picture = (tmp_path / "s.svg").read_text()
    assert 0 < picture.index("second") < picture.index("first &amp; best")
    result = run("plot", tmp_path / "named.model", "--only", "third", "-o", tmp_path / "t.svg")
    assert "third" in str(result.exception)


def test_the_numbers_of_a_picture_can_be_written_without_it(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / "sizes.jsonl"
    for _ in range(2):  # its own table is replaced
        result = run("plot", folder / "news.model", "--numbers", out)
        assert result.exit_code == 0, result.output
        assert result.stderr.splitlines()[0] == f"wrote {out}: 2 rows"
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    assert sorted(row["topic"] for row in rows) == [0, 1]


def test_a_missing_curve_names_the_option_of_the_command_line(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    done = thalweg_command(
        "plot", folder / "news.model", "--kind", "curve", "--out", "x.png", cwd=tmp_path
    )
    assert_failed(done, "--early-stopping")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["export", "--to", "ldavis", "--out", "x"], "--to: ldavis needs documents"),
        (["export", "--to", "gensim", "--out", "-"], "--out: gensim is a binary format"),
        (["plot", "--kind", "time", "--out", "x.png"], "expected --corpus FILE and --date COLUMN"),
        (["plot", "--out", "x.png", "--date", "date"], "--date: has no effect on --kind sizes"),
        (["plot", "--kind", "curve", "-o", "x.png", "--words", "3"], "--words: has no effect on"),
        (["plot", "--kind", "curve", "-o", "x.png", "--only", "1"], "--only: has no effect"),
        (["plot", "--out", "x.png", "--size", "wide"], "expected width and height in inches"),
        (["plot", "--out", "x.png", "--only", "1,,2"], "is not a list of topics"),
        (["plot", "--out", "x.png", "--numbers", "x.xls"], "--numbers: cannot infer the format"),
        (["plot"], "expected a name for the picture, or --numbers FILE"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(
    folder: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    command, *options = arguments
    options = [str(tmp_path / each) if each.startswith("x") else each for each in options]
    result = run(command, folder / "news.model", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options", [("--kind", "curve", "--out", "x.png"), ("--out", "x.bmp")])
def test_a_picture_that_cannot_be_drawn_is_a_failure(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("plot", folder / "news.model", *options)
    assert isinstance(result.exception, InputError)
    assert not list(tmp_path.iterdir())
