from ._coherence import coherence
from ._diversity import diversity
from ._heldout import completion
from ._intrusion import intrusion
from ._left_to_right import left_to_right
from ._stability import match_runs, stability

__all__ = [
    "coherence",
    "completion",
    "diversity",
    "intrusion",
    "left_to_right",
    "match_runs",
    "stability",
]
