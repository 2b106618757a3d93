"""Worker: what one process of a cluster does. It does not know about Ray.

A worker has a copy of the topics and reads the parts of the corpus that it needs. All workers have
the same topics between rounds, and between the minibatches of exact mode; `version` says which.
"""

from __future__ import annotations

from thalweg.distributed.workers.exact_work import ExactWork
from thalweg.distributed.workers.round_work import RoundWork
from thalweg.distributed.workers.row_work import RowWork


class Worker(ExactWork, RoundWork, RowWork):
    """A copy of the topics, the documents, and the calls of the driver."""
