"""Methods that compare: similar documents and topics, and two models."""

from __future__ import annotations

from thalweg.fitted_model import FittedModel


class Comparisons(FittedModel):
    """What a trained model says about similar documents, topics and models."""
