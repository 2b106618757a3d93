"""Errors, warnings and interruptions, which are the same in all commands."""

import os
import signal
import subprocess
import sys
import time
import warnings

import pytest
import typer

from thalweg.cli import app as command_line
from thalweg.cli.app import main
from thalweg.errors import ThalwegWarning


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch):
    """Return a function that makes the command line run an action instead of its commands."""

    def replace(action) -> None:
        app = typer.Typer(pretty_exceptions_enable=False)
        app.command()(action)
        app.callback()(command_line.read_global_options)
        monkeypatch.setattr(command_line, "app", app)

    return replace


def exit_code(arguments: list[str]) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return ended.value.code


def test_a_bug_is_one_line_that_asks_for_a_report(command, capsys):
    def action() -> None:
        raise KeyError("thing\nof two lines")

    command(action)
    assert exit_code(["action"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: KeyError: ")
    assert "This is a bug in thalweg. Run the command again as thalweg --debug" in captured.err
    assert captured.err.count("\n") == 1
    with pytest.raises(KeyError):
        main(["--debug", "action"])


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (MemoryError("8 EiB"), "not enough memory (8 EiB)"),
    ],
)
def test_a_full_disk_or_memory_is_not_reported_as_a_bug(command, capsys, fault, message):
    def action() -> None:
        raise fault

    command(action)
    assert exit_code(["action"]) == 1
    shown = capsys.readouterr().err
    assert message in shown
    assert "bug" not in shown


def test_an_interruption_prints_one_word_and_exits_130(command, capsys):
    def action() -> None:
        raise KeyboardInterrupt

    command(action)
    assert exit_code(["action"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_a_warning_is_one_line_without_the_source(command, capsys):
    def action() -> None:
        warnings.warn("Raise `max_table`.", ThalwegWarning, stacklevel=1)
        typer.echo("result")

    command(action)
    shown = warnings.showwarning
    assert exit_code(["action"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "result\n"
    assert captured.err == "warning: Raise --max-table.\n"
    assert warnings.showwarning is shown


@pytest.mark.skipif(sys.platform == "win32", reason="Windows closes pipes differently")
def test_a_closed_pipe_ends_the_command_quietly():
    read_end, write_end = os.pipe()
    os.close(read_end)
    program = [sys.executable, "-m", "thalweg", "info"]
    done = subprocess.run(program, stdout=write_end, stderr=subprocess.PIPE, text=True)
    os.close(write_end)
    assert done.stderr == ""
    assert done.returncode == 1


@pytest.mark.skipif(sys.platform != "linux", reason="needs FIONREAD on pipes")
def test_ctrl_c_ends_a_command_that_waits_for_standard_input(tmp_path):
    import fcntl
    import termios

    program = [sys.executable, "-m", "thalweg", "corpus", "build", "-"]
    waiting = subprocess.Popen(
        [*program, "--out", str(tmp_path / "out")], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert waiting.stdin is not None
    assert waiting.stderr is not None
    waiting.stdin.write(b"red fish\n")
    waiting.stdin.flush()
    while int.from_bytes(fcntl.ioctl(waiting.stdin, termios.FIONREAD, bytes(4)), sys.byteorder):
        assert waiting.poll() is None
        time.sleep(0.05)
    waiting.send_signal(signal.SIGINT)
    assert waiting.wait(timeout=60) == 130
    assert waiting.stderr.read() == b"interrupted\n"
    assert os.listdir(tmp_path) == []
    waiting.stdin.close()
    waiting.stderr.close()


def test_completion_lists_the_commands():
    asked = {
        "_THALWEG_COMPLETE": "complete_bash",
        "COMP_WORDS": "thalweg corpus ",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(
        [sys.executable, "-m", "thalweg"], env=os.environ | asked, capture_output=True, text=True
    )
    assert {"build", "info", "convert", "merge"} <= set(done.stdout.split())
