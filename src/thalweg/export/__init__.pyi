from .csv_json import to_csv, to_json
from .explorer_page import to_html
from .gensim_model import to_gensim
from .ldavis import to_ldavis
from .mallet_files import to_mallet
from .sklearn_model import to_sklearn
from .skops_types import skops_trusted_types
from .targets import write

__all__ = [
    "skops_trusted_types",
    "to_csv",
    "to_gensim",
    "to_html",
    "to_json",
    "to_ldavis",
    "to_mallet",
    "to_sklearn",
    "write",
]
