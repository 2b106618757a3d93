"""What polars prints about a panic is hidden at the command line, and nothing else is."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import assert_failed, thalweg_command
from tests.robustness.hostile_inputs import PANICS, write_input

PRINTS = r"""
import os, sys
from thalweg.system.native_panics import hide_panics, without_panic_messages
if {hidden}:
    hide_panics()
try:
    with without_panic_messages():
        print("before", file=sys.stderr)
        os.write(2, b"\nthread 'async-executor-1' (7) panicked at crates/io/utils.rs:461:9:\n"
                    b"assertion failed: left == right\n left: 7\nnote: `RUST_BACKTRACE=1`\n")
        raise ValueError
except ValueError:
    print("after", file=sys.stderr)
"""


@pytest.mark.parametrize("hidden", [True, False])
def test_only_messages_of_panics_are_hidden(hidden: bool) -> None:
    program = PRINTS.replace("{hidden}", str(hidden))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ("panicked" not in done.stderr) is hidden
    if hidden:
        assert done.stderr.split() == ["before", "after"]


@pytest.mark.parametrize("number", PANICS["parquet"])
def test_a_file_on_which_polars_panics_is_one_line_of_error(tmp_path: Path, number: int) -> None:
    path = write_input(tmp_path, "parquet", number, 0)
    done = thalweg_command("corpus", "info", "--format", "parquet", path.name, cwd=tmp_path)
    assert_failed(done, "is not a Parquet file, or is truncated or damaged")
    assert "panicked" not in done.stderr
    assert "Err" not in done.stderr
