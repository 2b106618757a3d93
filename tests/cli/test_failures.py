"""How the command line ends when something goes wrong, whatever the command."""

import os
import signal
import subprocess
import sys
import time
import warnings

import pytest
import typer

from thalweg.cli import app as front_door
from thalweg.cli.app import main
from thalweg.errors import ThalwegWarning


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch):
    """Makes the command `info` do something else."""

    def replace(action) -> None:
        app = typer.Typer(pretty_exceptions_enable=False)
        app.command()(action)
        app.callback()(front_door.read_global_options)
        monkeypatch.setattr(front_door, "app", app)

    return replace


def end_of(arguments: list[str]) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return ended.value.code


def test_a_bug_is_one_line_that_asks_for_a_report(command, capsys):
    def action() -> None:
        raise KeyError("thing\nof two lines")

    command(action)
    assert end_of(["action"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: KeyError: ")
    assert "This is a bug in thalweg; run `thalweg --debug ...`" in captured.err
    assert captured.err.count("\n") == 1
    with pytest.raises(KeyError):
        main(["--debug", "action"])


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (MemoryError("8 EiB"), "not enough memory (8 EiB)"),
    ],
)
def test_a_full_machine_is_no_bug(command, capsys, fault, told):
    def action() -> None:
        raise fault

    command(action)
    assert end_of(["action"]) == 1
    shown = capsys.readouterr().err
    assert told in shown
    assert "bug" not in shown


def test_an_interrupt_is_a_short_line_and_130(command, capsys):
    def action() -> None:
        raise KeyboardInterrupt

    command(action)
    assert end_of(["action"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_warnings_are_one_line_without_source(command, capsys):
    def action() -> None:
        warnings.warn("give read() a larger max_table.", ThalwegWarning, stacklevel=1)
        typer.echo("result")

    command(action)
    shown = warnings.showwarning
    assert end_of(["action"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "result\n"
    assert captured.err == "warning: give a larger --max-table.\n"
    assert warnings.showwarning is shown


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_reader_that_goes_away_ends_the_command_quietly():
    read_end, write_end = os.pipe()
    os.close(read_end)
    program = [sys.executable, "-m", "thalweg", "info"]
    done = subprocess.run(program, stdout=write_end, stderr=subprocess.PIPE, text=True)
    os.close(write_end)
    assert done.stderr == ""
    assert done.returncode == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only there a pipe tells what is unread")
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


def test_completion_knows_the_commands():
    asked = {
        "_THALWEG_COMPLETE": "complete_bash",
        "COMP_WORDS": "thalweg corpus ",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(
        [sys.executable, "-m", "thalweg"], env=os.environ | asked, capture_output=True, text=True
    )
    assert {"build", "info", "convert", "merge"} <= set(done.stdout.split())
