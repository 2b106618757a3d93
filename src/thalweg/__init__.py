"""Topic models by stochastic collapsed variational inference (SCVB0, Foulds et al. 2013).

The public names are listed in `__init__.pyi`. Each is imported when it is first used, so that
`import thalweg` stays fast.
"""

import lazy_loader as _lazy

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
__all__ += ["__version__"]
