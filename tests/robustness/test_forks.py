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


@pytest.mark.skipif("fork" not in forks.METHODS, reason="needs fork")
@pytest.mark.parametrize("use", ["nothing", "list", "fit"])
def test_forked_children_can_do_everything_if_the_parent_did_not_use_polars_threads(
    use: str, folder: Path
) -> None:
    assert forks.run("fork", use, folder, 1) == {"succeeded": len(forks.USES)}


@pytest.mark.skipif("fork" not in forks.METHODS, reason="needs fork")
@pytest.mark.parametrize("use", ["csv", "jsonl", "parquet", "metadata"])
def test_forked_children_are_refused_to_read_tables_after_the_parent_did(
    use: str, folder: Path
) -> None:
    tables = {"csv", "jsonl", "parquet", "metadata"}
    expected = {"succeeded": len(forks.USES) - len(tables), "refused": len(tables)}
    assert forks.run("fork", use, folder, 1) == expected
