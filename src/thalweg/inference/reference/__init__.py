"""The reference: every inference algorithm in float64 NumPy, equation by equation."""

from thalweg.inference.reference.cvb0 import CVB0
from thalweg.inference.reference.map_em import MapEM, OnlineEM
from thalweg.inference.reference.scvb0 import (
    Document,
    Floats,
    Reference,
    document_order,
    word_order,
)
from thalweg.inference.reference.svb import SVB

__all__ = [
    "CVB0",
    "SVB",
    "Document",
    "Floats",
    "MapEM",
    "OnlineEM",
    "Reference",
    "document_order",
    "word_order",
]
