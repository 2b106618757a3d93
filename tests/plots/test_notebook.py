"""A figure is displayed as the last line of a notebook cell, with and without pyplot."""

import pytest

pytest.importorskip("matplotlib")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
pytest.importorskip("ipykernel", reason="ipykernel is not installed")

SETUP = """
import numpy as np
from thalweg import LDA, plots
X = np.random.default_rng(0).poisson(1.0, (50, 20))
lda = LDA(2, random_state=0).fit(X, progress="bar")
"""


def test_a_figure_and_a_progress_bar_are_displayed() -> None:
    from nbformat.v4 import new_code_cell, new_notebook

    sources = [SETUP, "plots.topic_sizes(lda)", "%matplotlib inline", "plots.topic_sizes(lda)"]
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    nbclient.NotebookClient(notebook, kernel_name="python3", timeout=120).execute()
    setup, plain, _, inline = notebook.cells
    (bar,) = (out for out in setup.outputs if out.output_type == "display_data")
    assert '<progress max="1" value="1.000">' in bar.data["text/html"]
    for cell in (plain, inline):
        (shown,) = cell.outputs
        assert set(shown.data) == {"text/plain", "image/png"}
