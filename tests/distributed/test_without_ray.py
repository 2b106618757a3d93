"""Ray is optional: nothing imports it before it is used."""

import importlib.util
import subprocess
import sys

import pytest

from thalweg import InputError
from thalweg.distributed import Ray, infer


def test_importing_thalweg_does_not_import_ray() -> None:
    program = (
        "import sys, thalweg, thalweg.cli.app; from thalweg.distributed import Simulation, infer;"
        "thalweg.LDA(2, max_iter=1).fit([[1, 2], [2, 1]], engine=Simulation(2));"
        "assert 'ray' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.skipif(importlib.util.find_spec("ray") is not None, reason="ray is installed")
def test_what_needs_ray_says_how_to_install_it() -> None:
    with pytest.raises(InputError, match=r'Run: pip install "thalweg\[ray\]"'):
        Ray()
    with pytest.raises(InputError, match=r"distributed\.infer needs Ray"):
        infer("no.model", "*.parquet", "out")
