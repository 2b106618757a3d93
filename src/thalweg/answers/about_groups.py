"""Methods about groups of documents: by a column, and over time."""

from __future__ import annotations

from thalweg.fitted_model import FittedModel


class AboutGroups(FittedModel):
    """What a trained model says about groups of documents."""
