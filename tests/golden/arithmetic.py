"""Whether this machine computes the same bits as the one that a golden file was made on.

Within one instruction set (THALWEG_ISA) the kernel uses additions, multiplications, divisions and
written-out fused operations only, which IEEE 754 defines to the last bit, and it is compiled
without contraction. What can differ between machines is the logarithms, exponentials and powers:

- NumPy's, in the step sizes (`power`, `log1p`, `expm1`) and in learnt priors (`log`, `power`).
  NumPy has several implementations and chooses one by the processor's features.
- those of the C library, in the default schedule (`math.log`, `**`), in a document's step sizes
  (`std::pow`), in SVB (`std::log`, `std::exp`) and in scores (`std::log`). glibc chooses by the
  processor, too, and its versions differ.

So the functions themselves are compared: `probe` is a hash of their values at many points.
"""

from __future__ import annotations

import hashlib
import math
import platform
from typing import Any

import numpy as np

from thalweg import _core

# They call none of these functions, in training: one step per pass, with whole numbers of passes.
WITHOUT_TRANSCENDENTALS = frozenset({"cvb0", "map"})


def describe() -> dict[str, Any]:
    """The processor, the libraries and the probe."""
    features = getattr(np, "_core", None) or np.core
    enabled = features._multiarray_umath.__cpu_features__
    return {
        "architecture": platform.machine(),
        "numpy": np.__version__,
        "numpy_cpu_features": sorted(name for name, has in enabled.items() if has),
        "libc": " ".join(platform.libc_ver()),
        "probe": probe(),
    }


def probe() -> str:
    """Hash of the transcendental functions over the range in which training uses them."""
    x = (np.arange(1, 40_001, dtype=np.float64) + 1 / 3) / 16
    share = np.arange(1, 20_001) / 20_011
    values = [np.log(x), np.log1p(-share), np.expm1(-x / 50)]
    values += [x**power for power in (0.3, 0.5, 0.7, 0.9, 1.5)]
    some = x[::8].tolist()
    values += [np.array([math.log(v) for v in some]), np.array([math.exp(-v / 50) for v in some])]
    values += [np.array([math.pow(v, power) for v in some]) for power in (0.5, 0.7, 0.9)]
    values += [np.array([math.expm1(v * math.log1p(-0.01)) for v in some])]
    return hashlib.sha256(b"".join(v.tobytes() for v in values)).hexdigest()


def same_bits_expected(recorded: dict[str, Any], algorithm: str | None = None) -> bool:
    """Whether results must be equal to the last bit: same functions, or none of them used."""
    here = describe()
    if here["architecture"] != recorded["architecture"]:
        return False
    return here["probe"] == recorded["probe"] or algorithm in WITHOUT_TRANSCENDENTALS


def instruction_set() -> str:
    """The instruction set that this process uses."""
    return _core.instruction_set()
