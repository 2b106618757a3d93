"""Messages of panics in polars: not shown at the command line, where our own error follows.

A panic is an error in Rust code, such as a damaged Parquet file that polars does not expect. It
becomes an exception, but the thread that panics first prints to file descriptor 2, whatever Python
does with `sys.stderr`.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_PANIC = re.compile(rb"\n?thread '[^'\n]*'[^\n]* panicked at .*?(?=\n\nthread '|\Z)", re.DOTALL)
_PATIENCE = 0.05  # seconds: other threads may be about to print, too
_turn = threading.RLock()
_is_hidden = False


def hide_panics() -> None:
    """Hide them from now on in this process."""
    global _is_hidden
    os.environ["RUST_BACKTRACE"] = "0"
    _is_hidden = True


@contextmanager
def without_panic_messages() -> Iterator[None]:
    """Hide what panics print within the context, if `hide_panics` was called.

    Whatever else is printed to standard error meanwhile comes at the end.
    """
    if not _is_hidden:
        yield
        return
    import tempfile

    with _turn, tempfile.TemporaryFile() as printed:
        sys.stderr.flush()
        standard_error = os.dup(2)
        os.dup2(printed.fileno(), 2)
        try:
            yield
        except BaseException:
            time.sleep(_PATIENCE)
            raise
        finally:
            sys.stderr.flush()
            os.dup2(standard_error, 2)
            os.close(standard_error)
            printed.seek(0)
            rest = _PANIC.sub(b"", printed.read()).lstrip(b"\n")
            with suppress(OSError):  # it may be closed
                os.write(2, rest)
