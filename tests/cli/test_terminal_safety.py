"""Terminals and signals: nothing in a file reaches the terminal raw, nothing stays behind."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import command_line, environment
from thalweg.cli.app import main

TITLE = "\x1b]0;PWNED\x1b\\"
RIGHT_TO_LEFT = "\u202e"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Counts whose words set the title of the window, and a model of them."""
    folder = tmp_path_factory.mktemp("escapes")
    (folder / "docword.e.txt").write_text("2\n2\n4\n1 1 2\n1 2 1\n2 1 1\n2 2 2\n")
    (folder / "vocab.e.txt").write_text(f"a{TITLE}\nb{RIGHT_TO_LEFT}\n")
    rows = [f'"{TITLE}{row}",a b' for row in range(4)]
    (folder / "ids.csv").write_text("\n".join(["id,text", *rows, ""]))
    (folder / "groups.csv").write_text(f'text,"{TITLE}"\na b,x{TITLE}\nb a,y\n')
    (folder / "docword.bad.txt").write_text(f"3\n3\n2\n1 1 1\n{TITLE}\n")
    texts = [f'"{TITLE}{row}",river bank {TITLE} water' for row in range(9)]
    (folder / "texts.csv").write_text("\n".join(["id,text", *texts, f'"{TITLE}9",tree leaf', ""]))
    for name, documents in (("e", "docword.e.txt"), ("t", "texts.csv")):
        options = ["-k", "2", "--save", str(folder / f"{name}.model")]
        rare = ["--min-df", "1", "--max-df", "1.0"] if name == "t" else []
        with pytest.raises(SystemExit):
            main(["topics", str(folder / documents), *options, *rare])
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ("topics", "docword.e.txt", "-k", "2"),
        ("show", "e.model"),
        ("words", "e.model", f"a{TITLE}"),
        ("words", "e.model", f"missing{TITLE}"),
        ("corpus", "info", "docword.e.txt"),
        ("topics", "docword.bad.txt"),
        ("topics", f"{TITLE}.csv"),
        ("train", f"{TITLE}.csv", "--out", "x"),
        ("train", "ids.csv", "--out", f"missing/{TITLE}"),
        ("infer", "e.model", "docword.e.txt", "--to", TITLE),
        ("similar", "e.model", "docword.e.txt", "--document", TITLE),
        ("edit", "e.model", "--remove", f"0:a{TITLE}", "--out", "removed.model"),
        ("edit", "e.model", "--add", f"0:a{TITLE}", "--preview"),
        ("name", "e.model", "--set", f"0={TITLE}", "--out", "named.model"),
        ("by", "e.model", "groups.csv", "--text-column", "text", "--column", TITLE),
        ("by", "e.model", "groups.csv", "--text-column", "text", "--column", TITLE, "--wide"),
        ("examples", "t.model", "texts.csv"),
        ("explain", "t.model", "texts.csv", "--document", f"{TITLE}1"),
        ("outliers", "t.model", "texts.csv", "--threshold", "0"),
        ("similar", "t.model", "texts.csv", "--text", "river bank"),
        ("compare", "e.model", "e.model"),
        ("hierarchy", "e.model"),
        (TITLE,),
        ("corpus", TITLE),
    ],
)
def test_no_command_prints_control_characters(
    folder: Path,
    arguments: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(SystemExit):
        main(arguments)
    out, err = capfd.readouterr()
    assert "\x1b" not in out + err
    assert RIGHT_TO_LEFT not in out + err
    assert r"\x1b" in out + err


@pytest.mark.parametrize("arguments", [("export", "e.model", "--to", "csv", "-o", "-")])
def test_a_table_on_a_terminal_shows_escapes(folder: Path, arguments: tuple[str, ...]) -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run(
        command_line(*arguments), cwd=folder, env=environment(), stdout=theirs, check=True
    )
    os.close(theirs)
    assert done.returncode == 0
    printed = b""
    while True:
        try:
            printed += os.read(ours, 1 << 16)
        except OSError:  # the other end is closed
            break
    os.close(ours)
    assert rb"a\x1b]0;PWNED\x1b\\"[:-1] in printed
    assert b"\x1b" not in printed


def test_a_table_in_a_pipe_keeps_its_bytes(folder: Path) -> None:
    done = subprocess.run(
        command_line("export", "e.model", "--to", "csv", "-o", "-"),
        cwd=folder,
        env=environment(),
        capture_output=True,
        check=True,
    )
    assert f"a{TITLE}".encode() in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_an_encoding_without_the_letters_prints_escapes(folder: Path, encoding: str) -> None:
    (folder / "news.txt").write_text("中文字 river\nriver bank\n" * 10, encoding="utf-8")
    done = subprocess.run(
        command_line("topics", "news.txt", "-k", "2", "--max-df", "1.0"),
        cwd=folder,
        env=environment() | {"PYTHONIOENCODING": encoding},
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert rb"\u4e2d\u6587\u5b57" in done.stdout


def test_closed_standard_streams_are_no_error(folder: Path) -> None:
    command = " ".join(command_line("export", "e.model", "--to", "json", "-o", "closed.json"))
    done = subprocess.run(
        f"{command} <&- >&- 2>&-", shell=True, cwd=folder, env=environment(), timeout=60
    )
    assert done.returncode == 0
    assert (folder / "closed.json").read_text().startswith("{")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_command_and_leaves_no_partial_file(
    tmp_path: Path, number: signal.Signals
) -> None:
    program = [sys.executable, "-m", "thalweg", "corpus", "build", "-", "--out"]
    waiting = subprocess.Popen(
        [*program, str(tmp_path / "out")],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # tests may run under nohup
    )
    assert waiting.stdin is not None
    waiting.stdin.write(b"red fish\n" * 300_000)  # more than a pipe holds: it is being read
    waiting.stdin.flush()
    assert len(list(tmp_path.glob(".out.*.partial"))) == 1
    waiting.send_signal(number)
    assert waiting.wait(timeout=60) == 128 + number
    assert waiting.stderr is not None
    assert b"Traceback" not in waiting.stderr.read()
    assert list(tmp_path.iterdir()) == []
    waiting.stdin.close()
    waiting.stderr.close()
