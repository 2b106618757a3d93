"""A short test of an installed thalweg that needs nothing else: no pytest, no compiler.

    python tests/packaging/smoke.py

It is run for every wheel, in a virtual environment that holds only thalweg. It must not be run
from a folder from which `thalweg` could be imported.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import thalweg
from thalweg import _core

TEXTS = ["rain filled the river bank", "the bank lends money", "the river rose", "money at a rate"]


def main() -> None:
    """Train, save, open, infer and run commands."""
    corpus = thalweg.read(TEXTS * 25, min_df=1, max_df=1.0)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for algorithm in ("scvb0", "svb", "cvb0", "map", "smap"):
            one, two = (
                thalweg.LDA(2, algorithm=algorithm, random_state=0, n_jobs=n).fit(corpus)
                for n in (1, 2)
            )
            assert np.array_equal(one.components_, two.components_), algorithm
            one.save(folder / "a.model", metadata={"algorithm": algorithm}, data=corpus)
            back = thalweg.load(folder / "a.model")
            assert back.metadata_ == {"algorithm": algorithm}
            theta = back.transform(corpus)
            assert np.array_equal(theta, one.transform(corpus)), algorithm
            assert np.allclose(theta.sum(axis=1), 1, atol=1e-5)
        corpus.save(folder / "a.corpus")
        stored = thalweg.Corpus.open(folder / "a.corpus")
        assert (stored.to_csr() != corpus.to_csr()).nnz == 0
        (folder / "a.txt").write_text("\n".join(TEXTS * 25), encoding="utf-8")
        run("train", "a.corpus", "-k", "2", "--out", "b.model", "--held-out", "0", cwd=folder)
        assert "money" in run("show", "b.model", cwd=folder)
        assert "topic" in run("topics", "a.txt", "-k", "2", "--max-df", "1.0", cwd=folder)
        run("info", cwd=folder)
    place = Path(thalweg.__file__).parent
    print(
        f"thalweg {thalweg.__version__}, {_core.instruction_set()}, in {place}: smoke test passed"
    )


def run(*arguments: str, cwd: Path) -> str:
    """Run a command of thalweg; return what it prints."""
    command = [sys.executable, "-m", "thalweg", *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, f"{arguments}: {done.stderr}"
    return done.stdout


if __name__ == "__main__":
    main()
