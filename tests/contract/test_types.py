"""Types that users of LDA see: methods and attributes are known, and unknown ones are errors."""

from __future__ import annotations

from pathlib import Path

import pytest

api = pytest.importorskip("mypy.api")

USE = """
import numpy as np
from thalweg import LDA

lda = LDA(3)
reveal_type(lda.fit_transform(np.eye(3)))
reveal_type(lda.set_output(transform="pandas"))
reveal_type(lda.partial_fit(np.eye(3)))
reveal_type(lda.get_params())
lda.components_ = np.eye(3)
lda.nonexistent_
LDA(3, nonexistent=1)
"""


def test_mypy_knows_the_estimator(tmp_path: Path) -> None:
    """As an installed package with py.typed would be checked; scikit-learn has no types."""
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n")
    out, _, _ = api.run(
        ["--config-file", str(tmp_path / "mypy.ini"), "--strict", str(tmp_path / "use.py")]
    )
    found = [line.partition("use.py:")[2].split(" ", 1) for line in out.splitlines()]
    said = {int(parts[0].strip(":")): parts[1] for parts in found if len(parts) == 2}
    assert "ndarray[" in said[6]
    assert "float32" in said[6] or "floating[_32Bit]" in said[6]
    assert said[7].endswith('"thalweg.estimator.LDA"')
    assert said[8].endswith('"thalweg.estimator.LDA"')
    assert 'dict[str, Any]"' in said[9]
    assert 'has no attribute "nonexistent_"' in said[11]
    assert 'Unexpected keyword argument "nonexistent"' in said[12]
    assert said.keys() == {6, 7, 8, 9, 11, 12}
