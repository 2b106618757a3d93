"""Scores for topic models and for topics of any other program.

Each function is imported when it is first used.
"""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach_stub(__name__, __file__)
