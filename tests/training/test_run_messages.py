"""The logger `thalweg`: what a run records at which level, and what `verbose` prints."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from thalweg import LDA
from thalweg.system.logs import LOGGER, is_shown

X = np.random.default_rng(0).poisson(1.0, (60, 20))


@pytest.fixture(autouse=True)
def unchanged_logger() -> Iterator[None]:
    before = LOGGER.level, LOGGER.handlers[:], LOGGER.propagate
    yield
    assert (LOGGER.level, LOGGER.handlers, LOGGER.propagate) == before


def messages(caplog: pytest.LogCaptureFixture, level: int) -> list[str]:
    assert {record.name for record in caplog.records} <= {"thalweg"}
    return [record.getMessage() for record in caplog.records if record.levelno == level]


def test_info_has_start_passes_checkpoints_and_end(
    caplog: pytest.LogCaptureFixture, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.INFO, "thalweg"):
        LDA(2, max_iter=3, n_jobs=1, random_state=7, verbose=1).fit(
            X, validation=X[:9], checkpoint=tmp_path
        )
    lines = messages(caplog, logging.INFO)
    assert lines[0].startswith("fit starts: 60 documents, 20 words")
    for part in ("2 topics", "SCVB0", "3 passes", "1 threads"):
        assert part in lines[0]
    assert [line.split(",")[0] for line in lines[1:4]] == ["pass 1/3", "pass 2/3", "pass 3/3"]
    assert "held-out -" in lines[3]
    assert lines[4].startswith(f"checkpoint written: {tmp_path}")
    assert lines[5].startswith("fit ended (all passes): 3 passes")
    assert len(lines) == 6
    assert messages(caplog, logging.DEBUG) == []
    assert capsys.readouterr().out == ""  # verbose does not show the same lines again

    caplog.clear()
    with caplog.at_level(logging.INFO, "thalweg"):
        LDA(2, max_iter=4, n_jobs=1, random_state=7).fit(
            X, validation=X[:9], checkpoint=tmp_path, resume=True
        )
    lines = messages(caplog, logging.INFO)
    assert lines[0] == f"resuming from a checkpoint in {tmp_path}"
    assert lines[1].startswith("fit resumes")
    assert lines[1].endswith("after 3 passes")


def test_the_end_names_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "thalweg"):
        LDA(2, max_time=1e-6, random_state=0).fit(X)
        LDA(2, early_stopping=True, n_iter_no_change=1, tol=10.0, random_state=0).fit(X)
    ends = [line for line in messages(caplog, logging.INFO) if "ended" in line]
    assert [line.split("(")[1].split(")")[0] for line in ends] == ["time limit", "no improvement"]


def test_details_are_for_debugging(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "thalweg"):
        model = LDA(2, max_iter=3, random_state=0).fit(X)
        model.partial_fit(X)
    lines = messages(caplog, logging.DEBUG)
    assert any(
        line.startswith("pass 1, part 1: explored documents 0 to 60 of 60") for line in lines
    )
    assert any(line.startswith("finishing begins after") for line in lines)
    assert any(line.startswith("learned the prior: alpha") for line in lines)
    assert any(line.startswith("partial_fit starts: 60 documents") for line in lines)
    assert lines[-1].startswith("partial_fit ended")


def test_what_is_logged_does_not_change_what_is_learned(caplog: pytest.LogCaptureFixture) -> None:
    quiet = LDA(2, max_iter=3, random_state=0).fit(X)
    with caplog.at_level(logging.DEBUG, "thalweg"):
        loud = LDA(2, max_iter=3, random_state=0).fit(X, progress=lambda _: None)
    np.testing.assert_array_equal(quiet.components_, loud.components_)


@pytest.mark.parametrize(
    ("verbose", "starts"),
    [
        (0, []),
        (1, ["pass 1/2", "pass 2/2"]),
        (2, ["fit starts", "pass 1/2", "pass 2/2", "fit ended"]),
    ],
)
def test_verbose_prints_to_a_user_who_configured_nothing(
    verbose: int, starts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    LDA(2, max_iter=2, random_state=0, verbose=verbose).fit(X)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(starts)
    assert all(line.startswith(start) for line, start in zip(lines, starts, strict=True))


def test_verbose_3_prints_the_steps(capsys: pytest.CaptureFixture[str]) -> None:
    LDA(2, max_iter=2, random_state=0, verbose=3).fit(X)
    assert "explored documents" in capsys.readouterr().out


def test_a_handler_of_the_user_decides_whether_a_record_is_shown() -> None:
    logger = logging.Logger("alone", logging.INFO)
    assert not is_shown(logger, logging.INFO)
    logger.addHandler(logging.NullHandler())
    assert not is_shown(logger, logging.INFO)
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    logger.addHandler(handler)
    assert not is_shown(logger, logging.INFO)
    handler.setLevel(logging.INFO)
    assert is_shown(logger, logging.INFO)
    assert not is_shown(logger, logging.DEBUG)
    child = logging.Logger("child", logging.INFO)
    child.parent = logger
    assert is_shown(child, logging.INFO)
    child.propagate = False
    assert not is_shown(child, logging.INFO)


def test_a_user_who_configured_nothing_sees_nothing_of_the_logger() -> None:
    code = (
        "import logging, numpy as np, thalweg\n"
        "thalweg.LDA(2, max_iter=2).fit(np.eye(4))\n"
        "logging.basicConfig(level=logging.INFO, format='%(name)s %(levelname)s %(message)s')\n"
        "thalweg.LDA(2, max_iter=2, verbose=2).fit(np.eye(4))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert lines[0].split(":")[0] == "thalweg INFO fit starts"
    assert len(lines) == 4
