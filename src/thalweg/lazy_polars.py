"""`pl`: polars, imported when one of its attributes is first used.

Users who pass matrices never need polars, and importing it takes longer than many training runs.

This is not `lazy_loader.load("polars")`, for two reasons that we measured. It puts an unloaded
module into `sys.modules`, which scikit-learn finds and loads in every `fit`. And before Python 3.12
its modules must not be used by two threads at once: in the second thread attributes are missing
until the import has finished.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["pl"]

if TYPE_CHECKING:
    import polars as pl
else:

    class _Polars:
        def __getattr__(self, name: str) -> Any:
            return getattr(import_module("polars"), name)

    pl = _Polars()
