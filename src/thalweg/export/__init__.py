"""Models for other programs and formats.

Each function is imported when it is first used, so that scikit-learn and gensim are imported only
if you export to them.
"""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach_stub(__name__, __file__)
