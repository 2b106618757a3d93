"""Steering: seed words that guide training, and edits of the topics of a trained model."""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach_stub(__name__, __file__)
