"""`python -m benchmarks.lines_of_code.run LIBRARY [TASK ...]`: run the cells of a library.

Cells run on the first reviews of examples/reviews.csv, each in a new folder. Runs in any
environment that has the library, pandas, scipy and scikit-learn. BERTopic gets embeddings that need
no download.
"""

from __future__ import annotations

import copy
import os
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer

from benchmarks.lines_of_code.task_files import FOLDER, GIVEN, TASKS, load

REVIEWS = Path(__file__).resolve().parents[2] / "examples" / "reviews.csv"
N_REVIEWS = 150


class Cells:
    """The cells of one library, with the names that they are given."""

    def __init__(self, library: str) -> None:
        self.library = library
        if library == "bertopic":
            _embed_without_download()
        self._given = self._make_given()

    def run(self, name: str) -> dict[str, Any]:
        """Run the cell of a task in a new folder, and return its names."""
        code = self._code(FOLDER / f"{name}.py")
        names = self._copy_of_given()
        with _new_folder(), redirect_stdout(StringIO()):
            names["frame"].to_csv("reviews.csv", index=False)
            exec(compile(code, f"tasks/{name}.py, {self.library}", "exec"), names)
        return names

    def _make_given(self) -> dict[str, Any]:
        frame = pd.read_csv(REVIEWS, nrows=N_REVIEWS)
        texts = frame["text"].tolist()
        vectorizer = CountVectorizer(stop_words="english", min_df=5)
        names: dict[str, Any] = {
            "frame": frame,
            "texts": texts,
            "new_texts": [f"{text} The sauna was closed." for text in texts[:50]],
            "my_tokenizer": lambda text: text.lower().split(),
            "ask": lambda prompt: prompt[-12:-2],
            "matrix": vectorizer.fit_transform(texts),
            "words": vectorizer.get_feature_names_out(),
        }
        code = self._code(GIVEN)
        exec(code.replace("random_state=0", "random_state=1").replace("seed=0", "seed=1"), names)
        names["other"] = names["model"]
        exec(code, names)
        return names

    def _code(self, path: Path) -> str:
        """Return the cell of a file, with fewer passes of tomotopy: the result does not matter."""
        return load(path).cells[self.library].replace("train(1000", "train(20")

    def _copy_of_given(self) -> dict[str, Any]:
        if self.library == "tomotopy":  # its models cannot be copied with their documents
            return self._make_given()
        return {
            name: copy.deepcopy(value) if name in ("model", "other") else copy.copy(value)
            for name, value in self._given.items()
            if name != "__builtins__" and not isinstance(value, type(sys))
        }


@contextmanager
def _new_folder() -> Iterator[None]:
    came_from = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(came_from)


def _embed_without_download() -> None:
    """Let BERTopic use hashed words instead of a model that it would download."""
    import bertopic._bertopic
    from bertopic.backend import BaseEmbedder

    class HashedWords(BaseEmbedder):
        def embed(self, documents: Any, verbose: bool = False) -> Any:
            vectorizer = HashingVectorizer(n_features=64, stop_words="english")
            return vectorizer.transform(documents).toarray().astype(np.float32)

    bertopic._bertopic.select_backend = lambda *_, **__: HashedWords()


def main(library: str, *names: str) -> None:
    cells = Cells(library)
    failed = []
    for name in names or TASKS:
        print(name, flush=True)
        try:
            cells.run(name)
        except Exception:
            traceback.print_exc(limit=-2)
            failed.append(name)
    print(f"{library}: {len(names or TASKS) - len(failed)} cells ran, failed: {failed or 'none'}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main(*sys.argv[1:])
