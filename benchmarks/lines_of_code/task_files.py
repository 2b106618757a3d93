"""The files in tasks/: one task each, with a cell of code for each library."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("tasks")
GIVEN = FOLDER / "_given.py"
LIBRARIES = {
    "thalweg": "thalweg",
    "bertopic": "BERTopic",
    "gensim": "gensim",
    "tomotopy": "tomotopy",
    "sklearn": "scikit-learn",
}
NOT_AVAILABLE = "# not available"

# In the order of the page.
TASKS = (
    "frame_to_topics",
    "topics_frame",
    "document_topics",
    "new_text",
    "same_inference",
    "empty_documents",
    "choose_k",
    "coherence",
    "held_out_score",
    "set_labels",
    "automatic_labels",
    "llm_labels",
    "interactive_view",
    "view_without_corpus",
    "own_tokenizer",
    "phrases",
    "stop_words",
    "seed_words",
    "matrix_input",
    "topics_per_class",
    "topics_over_time",
    "examples",
    "explain",
    "outliers",
    "similar_documents",
    "similar_topics",
    "hierarchy",
    "merge_topics",
    "compare_models",
    "merge_models",
    "update",
    "update_new_words",
    "save_load",
    "same_seed",
    "all_cores",
    "learned_prior",
    "progress",
    "larger_than_memory",
)


@dataclass(frozen=True)
class Task:
    """A task, what is given for it, and the code for it by library."""

    name: str
    title: str
    given: str
    cells: dict[str, str]

    @property
    def lines(self) -> dict[str, int | None]:
        """Number of lines by library; None if the library cannot do it."""
        return {library: count_lines(code) for library, code in self.cells.items()}


def load(path: Path) -> Task:
    """Read a task: a title, a description, and a cell `# %% library` for each library."""
    header, *cells = path.read_text(encoding="utf-8").split("\n# %% ")
    title, *given = [line.removeprefix("# ") for line in header.strip().splitlines()]
    codes = {}
    for cell in cells:
        library, _, code = cell.partition("\n")
        codes[library] = code.strip()
    if list(codes) != list(LIBRARIES):
        raise ValueError(f"{path}: cells {list(codes)}; expected {list(LIBRARIES)}")
    return Task(path.stem, title, " ".join(given), codes)


def count_lines(code: str) -> int | None:
    """Number of lines of a cell that are not blank, comments or imports; None if there are none."""
    if code.startswith(NOT_AVAILABLE):
        return None
    lines = code.splitlines()
    for statement in ast.walk(ast.parse(code)):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            last = statement.end_lineno or statement.lineno
            lines[statement.lineno - 1 : last] = [""] * (last - statement.lineno + 1)
    return sum(1 for line in lines if line.strip() and not line.lstrip().startswith("#"))
