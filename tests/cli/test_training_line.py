"""The live line of a training, as a log and as a terminal get it."""

import io

import pytest

from tests.training.test_loop import progress
from thalweg.choosing_k.trials import ChoiceProgress
from thalweg.cli import training_line


def test_a_log_gets_a_line_now_and_then(monkeypatch, capsys):
    monkeypatch.setattr(training_line, "SECONDS_BETWEEN_LINES", 0.0)
    with training_line.training_line() as listener:
        listener(progress(score=-7.25, documents_per_second=50.0, tokens_per_second=1.25e6))
        listener(progress(max_passes=None))
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        "pass 1.5/4, 50 documents/s, 1.25M tokens/s, held-out -7.2500, 0:05 left",
        "pass 1.5, 50 documents/s, 1k tokens/s",
    ]


def test_trials_of_numbers_of_topics_say_which_and_when_all_are_done(monkeypatch, capsys):
    monkeypatch.setattr(training_line, "SECONDS_BETWEEN_LINES", 0.0)
    now = progress(documents_per_second=50.0, tokens_per_second=1.25e6)
    with training_line.choosing_line() as (listener, note):
        listener(ChoiceProgress(30, 2, 3, now, share=0.25, seconds=40.0))
        listener(ChoiceProgress(30, 1, 1, now, share=0.0, seconds=0.0))
        note("30 topics are done")
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        "30 topics, run 2/3, pass 1.5/4, 50 documents/s, 1.25M tokens/s, 2:00 left",
        "30 topics, pass 1.5/4, 50 documents/s, 1.25M tokens/s",
        "30 topics are done",
    ]


def test_a_log_is_not_flooded(capsys):
    with training_line.training_line() as listener:
        for _ in range(100):
            listener(progress())
    assert capsys.readouterr().err == ""


def become_terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    return terminal


def test_a_note_stands_on_a_line_of_its_own_above_the_bar(monkeypatch):
    terminal = become_terminal(monkeypatch)
    with training_line.choosing_line() as (listener, note):
        listener(ChoiceProgress(30, 2, 3, progress(), share=0.25, seconds=40.0))
        note("5 topics [are] done")
    erase_line = "\x1b[2K"
    assert f"{erase_line}5 topics [are] done\n" in terminal.getvalue()


def test_a_terminal_gets_a_bar_that_goes_away(monkeypatch):
    terminal = become_terminal(monkeypatch)
    with training_line.training_line() as listener:
        listener(progress(score=-7.25))
    shown = terminal.getvalue()
    assert "pass 1.5/4" in shown
    assert "held-out -7.2500" in shown
    assert "0:05 left" in shown


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.0, "0"), (12.3456, "12.3"), (1234, "1.23k"), (5.6e6, "5.6M"), (2e9, "2G")],
)
def test_rates_have_three_digits_and_a_unit(number, text):
    assert training_line._short(number) == text
