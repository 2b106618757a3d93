"""Two passes over texts that change in between."""

from __future__ import annotations

from pathlib import Path

import pytest

import thalweg
from thalweg import InputError
from thalweg.corpus.read_progress import ReadProgress


@pytest.mark.parametrize(
    "changed", ["", "river bank\n" * 19, "other words\n" * 20, "river bank bank\n" * 20]
)
def test_a_file_that_changes_between_two_passes_is_an_error(changed: str, tmp_path: Path) -> None:
    path, out = tmp_path / "texts.txt", tmp_path / "out.corpus"
    path.write_text("river bank\n" * 20)
    n_changed = 0

    def change(progress: ReadProgress) -> None:
        nonlocal n_changed
        if progress.phase == "counting words" and not n_changed:
            n_changed += 1
            path.write_text(changed)

    with pytest.raises(InputError, match="has changed while it was read"):
        thalweg.read(path, format="lines", n_passes=2, max_df=1.0, out=out, progress=change)
    assert n_changed == 1
    assert not out.exists()


def test_two_passes_over_the_same_texts_agree(tmp_path: Path) -> None:
    path = tmp_path / "texts.txt"
    path.write_text("the river bank\nmoney in the bank\n" * 20)
    for settings in ({}, {"phrases": True}, {"ngram_range": (1, 2)}, {"max_table": 2}):
        if "max_table" in settings:
            with pytest.warns(thalweg.ThalwegWarning, match="max_table"):
                thalweg.read(path, format="lines", n_passes=2, max_df=1.0, **settings)
        else:
            thalweg.read(path, format="lines", n_passes=2, max_df=1.0, **settings)
