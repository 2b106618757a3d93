"""The progress line of training, in a log and on a terminal."""

import io
import itertools

import pytest

from tests.training.runs import progress
from thalweg.choosing_k.trials import ChoiceProgress
from thalweg.cli import progress_lines
from thalweg.training.reporting.progress_line import LogTimer, short_number

ALWAYS = LogTimer(seconds=0.0)


def test_a_log_gets_lines(capsys):
    with progress_lines.training_line(ALWAYS) as listener:
        listener(progress(score=-7.25, documents_per_second=50.0, tokens_per_second=1.25e6))
        listener(progress(max_passes=None))
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == [
        "pass 1.5/4, 50 documents/s, 1.25M tokens/s, held-out -7.2500, 0:05 left",
        "pass 1.5, 50 documents/s, 1k tokens/s",
    ]


def test_trials_show_their_number_of_topics_and_the_time_left_for_all(capsys):
    now = progress(documents_per_second=50.0, tokens_per_second=1.25e6)
    with progress_lines.choosing_line(ALWAYS) as (listener, note):
        listener(ChoiceProgress(30, 2, 3, now, share=0.25, seconds=40.0))
        listener(ChoiceProgress(30, 1, 1, now, share=0.0, seconds=0.0))
        note("30 topics are done")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == [
        "30 topics, run 2/3, pass 1.5/4, 50 documents/s, 1.25M tokens/s, 2:00 left",
        "30 topics, pass 1.5/4, 50 documents/s, 1.25M tokens/s",
        "30 topics are done",
    ]


def test_a_log_gets_a_line_every_ten_seconds(capsys):
    clock = itertools.count()  # a second later at every look
    timer = LogTimer(seconds=10.0, clock=lambda: float(next(clock)))
    with progress_lines.training_line(timer) as listener:
        for _ in range(35):
            listener(progress())
    assert len(capsys.readouterr().err.splitlines()) == 3


def become_terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    return terminal


def test_a_note_is_printed_on_its_own_line_above_the_bar(monkeypatch):
    terminal = become_terminal(monkeypatch)
    with progress_lines.choosing_line() as (listener, note):
        listener(ChoiceProgress(30, 2, 3, progress(), share=0.25, seconds=40.0))
        note("5 topics [are] done")
    erase_line = "\x1b[2K"
    assert f"{erase_line}5 topics [are] done\n" in terminal.getvalue()


def test_a_terminal_gets_a_bar(monkeypatch):
    terminal = become_terminal(monkeypatch)
    with progress_lines.training_line() as listener:
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
    assert short_number(number) == text
