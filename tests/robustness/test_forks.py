"""Child processes: the short form of `python -m tests.robustness.forks`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.robustness import forks


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("forks")
    forks.prepare_in_process(folder)
    return folder


NEED_THREADS = [
    *("csv", "jsonl", "parquet", "excel", "data frame", "arrow", "dataset", "where", "groups"),
    *("dates", "write uci", "metadata"),
]
"""Uses that start threads of polars, so a forked child is refused after any of them."""


@pytest.mark.skipif("fork" not in forks.METHODS, reason="needs fork")
@pytest.mark.parametrize("use", ["nothing", "lines", "fit"])
def test_forked_children_can_do_everything_if_the_parent_did_not_use_polars_threads(
    use: str, folder: Path
) -> None:
    assert forks.run("fork", use, folder, 1) == {"succeeded": len(forks.USES)}


@pytest.mark.skipif("fork" not in forks.METHODS, reason="needs fork")
@pytest.mark.parametrize("use", ["csv", "metadata"])
def test_forked_children_are_refused_what_needs_polars_threads_after_the_parent_used_them(
    use: str, folder: Path
) -> None:
    n_refused = len(NEED_THREADS)
    expected = {"succeeded": len(forks.USES) - n_refused, "refused": n_refused}
    assert forks.run("fork", use, folder, 1) == expected


@pytest.mark.parametrize("method", [method for method in forks.METHODS if method != "fork"])
def test_new_processes_can_do_everything_after_the_parent_read_a_table(
    method: str, folder: Path
) -> None:
    assert forks.run(method, "csv", folder, 1) == {"succeeded": len(forks.USES)}
