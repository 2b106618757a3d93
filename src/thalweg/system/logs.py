"""The logger `thalweg`, and how `verbose` shows what it records.

A library must not configure logging, and `verbose=1` must show something to a user who has not
configured it either. So a message goes to the logger if a handler of the user accepts it there, and
is printed otherwise if `verbose` asks for it. It is never shown twice.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from thalweg.visible_text import visible

LOGGER = logging.getLogger("thalweg")
LOGGER.addHandler(logging.NullHandler())

# From which value of `verbose` on a message is printed.
PASSES, RUNS, DETAILS = 1, 2, 3


@dataclass(frozen=True)
class RunLog:
    """Messages of a training run, which a user reads with logging or with `verbose`."""

    logger: logging.Logger
    verbose: int = 0

    @property
    def wants_passes(self) -> bool:
        """Whether passes are logged or printed."""
        return self.verbose >= PASSES or is_shown(self.logger, logging.INFO)

    @property
    def wants_details(self) -> bool:
        """Whether the steps of a run are logged or printed."""
        return self.verbose >= DETAILS or is_shown(self.logger, logging.DEBUG)

    def passed(self, message: str) -> None:
        """Report the end of a pass."""
        self._tell(logging.INFO, PASSES, message)

    def info(self, message: str) -> None:
        """Report the start or the end of a run, or a checkpoint."""
        self._tell(logging.INFO, RUNS, message)

    def debug(self, message: str) -> None:
        """Report a step of a run."""
        self._tell(logging.DEBUG, DETAILS, message)

    def _tell(self, level: int, verbosity: int, message: str) -> None:
        if is_shown(self.logger, level):
            self.logger.log(level, "%s", message)
        elif self.verbose >= verbosity:
            print(visible(message))


def is_shown(logger: logging.Logger, level: int) -> bool:
    """Return whether a record of this level reaches a handler other than a NullHandler."""
    if not logger.isEnabledFor(level):
        return False
    place: logging.Logger | None = logger
    while place is not None:
        for handler in place.handlers:
            if handler.level <= level and not isinstance(handler, logging.NullHandler):
                return True
        place = place.parent if place.propagate else None
    return False
