"""Options that commands share, and the words they are wrong in."""

import pytest
import typer
from typer.testing import CliRunner

from thalweg.cli.durations import seconds
from thalweg.cli.options import TextOptions, documents_or_share, with_options
from thalweg.cli.reading import read_files, stream_files
from thalweg.cli.wording import for_the_shell
from thalweg.corpus.reading import MAX_DF, MAX_FEATURES, MAX_TABLE, MIN_DF
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError


@pytest.mark.parametrize(
    ("written", "meant"),
    [("30s", 30), ("5m", 300), ("1h", 3600), ("1.5", 1.5), ("1h30m", 5400), ("0.5h", 1800), (2, 2)],
)
def test_durations_are_seconds(written, meant):
    assert seconds(written) == meant


@pytest.mark.parametrize(
    "written", ["", "s", "five", "-3", "0", "0s", "1d", "30s5m", "1e400", "nan", "inf", "1:30"]
)
def test_what_is_no_duration_is_wrong_usage(written):
    with pytest.raises(typer.BadParameter, match="expected 30s, 5m, 1h"):
        seconds(written)


@pytest.mark.parametrize(("written", "meant"), [("5", 5), ("1", 1), ("1.0", 1.0), (".01", 0.01)])
def test_whole_numbers_are_documents_and_fractions_are_shares(written, meant):
    found = documents_or_share(written)
    assert (found, type(found)) == (meant, type(meant))


@pytest.mark.parametrize("written", ["-1", "1.5", "half", "", "1e3", "\u0665"])
def test_other_limits_are_wrong_usage(written):
    with pytest.raises(typer.BadParameter):
        documents_or_share(written)


def invoke(*arguments: str) -> tuple[int, list[TextOptions]]:
    """Run a command that takes the shared options; what it got."""
    app = typer.Typer()
    got: list[TextOptions] = []

    @app.command()
    @with_options
    def command(name: str, texts: TextOptions, loud: bool = False) -> None:
        assert (name, loud) == ("name", False)
        got.append(texts)

    return CliRunner().invoke(app, ["name", *arguments]).exit_code, got


def test_a_command_gets_its_options_in_one():
    assert invoke() == (0, [TextOptions()])
    code, (texts,) = invoke("--separator", "\\t", "--quote", "none", "--ngrams", "2-3", "--digits")
    assert code == 0
    assert (texts.of_files()["separator"], texts.of_files()["quote"]) == ("\t", None)
    assert (texts.of_texts()["ngram_range"], texts.of_texts()["digits"]) == ((2, 3), True)
    assert texts.of_limits() == {}
    _, (texts,) = invoke("--min-df", "2", "--stop-words", "none", "--metadata", "a,b")
    assert texts.of_limits() == {"min_df": 2, "stop_words": None}
    assert texts.of_files()["metadata"] == ["a", "b"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ngrams", "9"),
        ("--ngrams", "3-2"),
        ("--min-df", "x"),
        ("--max-features", "0"),
        ("--threads", "0"),
        ("--min-length", "-1"),
        ("--no-such-option",),
    ],
)
def test_wrong_values_exit_with_two(arguments):
    assert invoke(*arguments) == (2, [])


def test_defaults_that_help_shows_are_those_of_read():
    shown = {}
    for name, annotation in TextOptions.__annotations__.items():
        (option,) = annotation.__metadata__
        shown[name] = option.show_default
    limits = {"min_df": MIN_DF, "max_df": MAX_DF, "max_features": MAX_FEATURES}
    for name, value in (limits | {"max_table": MAX_TABLE}).items():
        assert shown[name] == str(value)
    usual = TextOptions().of_texts()
    settings = TextSettings()
    for name in ("lowercase", "strip_accents", "digits", "min_length", "max_length", "ngram_range"):
        assert usual[name] == getattr(settings, name)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Lower min_df (now 5).", "Lower --min-df (now 5)."),
        ("give read() a larger max_table, or n_passes=2 for", "give a larger --max-table, or "
         "--passes 2 for"),
        ("Pass format='csv' or", "Pass --format 'csv' or"),
        ('or errors="strict" to see', 'or --errors "strict" to see'),
        ("two\nlines", "two lines"),
        ("/data/min_df.csv, min_df/x and format of a column", "/data/min_df.csv, min_df/x and "
         "format of a column"),
    ],
)  # fmt: skip
def test_messages_speak_of_options(said, shown):
    assert for_the_shell(said) == shown


def test_texts_are_read_as_the_model_says_or_not_at_all(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("R2D2 fish\nfish\n")
    settings = TextSettings(digits=True)
    limits = {"min_df": 1, "max_df": 1.0}
    corpus = read_files([str(path)], TextOptions(**limits), text_settings=settings)
    assert list(corpus.vocabulary) == ["fish", "r2d2"]
    with pytest.raises(InputError, match="the model knows how text becomes words"):
        read_files([str(path)], TextOptions(digits=True), text_settings=settings)
    words = Vocabulary(["r2d2"])
    (chunk,) = stream_files([str(path)], words, TextOptions(), settings)
    assert chunk.to_csr().toarray().tolist() == [[1], [0]]


def test_counts_and_texts_are_not_mixed_and_counts_are_streamed_one_behind_the_other(tmp_path):
    from thalweg import Corpus

    (tmp_path / "texts.txt").write_text("fish\n")
    Corpus([[1, 2]], ["fish", "whale"]).save(tmp_path / "a")
    Corpus([[3]], ["whale"]).save(tmp_path / "b")
    a, b, texts = (str(tmp_path / name) for name in ("a", "b", "texts.txt"))
    with pytest.raises(InputError, match="1 of the 2 files hold counts"):
        read_files([a, texts], TextOptions())
    with pytest.raises(InputError, match="expected it alone"):
        read_files(["-", texts], TextOptions())
    chunks = stream_files([a, b], Vocabulary(["whale"]), TextOptions())
    assert [chunk.to_csr().toarray().tolist() for chunk in chunks] == [[[2]], [[3]]]
    assert read_files([a, b], TextOptions()).to_csr().toarray().tolist() == [[1, 2], [0, 3]]
