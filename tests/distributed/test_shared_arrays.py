"""Arrays in memory that processes on one machine share."""

import pickle
import subprocess
import sys
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from thalweg.distributed.workers.shared_arrays import CAN_SHARE, Inbox, Outbox, can_read

pytestmark = pytest.mark.skipif(not CAN_SHARE, reason="needs /proc and memfd_create (Linux)")


def _answer(connection: Any) -> None:
    """Send the sums of arrays that another process has."""
    inbox = Inbox()
    while (message := connection.recv()) is not None:
        connection.send([float(array.sum()) for array in inbox.read(message)])


def test_another_process_reads_arrays_as_they_were_sent_also_after_they_grow() -> None:
    outbox, context = Outbox(), get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_answer, args=(there,))
    process.start()
    try:
        for n in (3, 1000, 200_000, 5):
            words, rows = np.arange(n, dtype=np.uint32), np.full((n, 8), 0.5, np.float32)
            here.send(outbox.send(words, rows))
            assert here.recv() == [n * (n - 1) / 2, n * 4.0]
        here.send(None)
    finally:
        process.join(20)
    assert process.exitcode == 0


def test_a_message_stays_as_it_is_until_the_next_but_one() -> None:
    outbox, inbox = Outbox(), Inbox()
    first = outbox.send(np.arange(4.0))
    second = outbox.send(np.arange(4.0) + 10)
    np.testing.assert_array_equal(inbox.read(first)[0], np.arange(4.0))
    np.testing.assert_array_equal(inbox.read(second)[0], np.arange(4.0) + 10)


def test_rows_of_a_message_have_addresses_of_their_own_and_start_where_the_core_reads() -> None:
    outbox = Outbox()
    words, rows = outbox.room(((5,), np.uint32), ((5, 8), np.float32))
    words[:], rows[:] = np.arange(5), np.arange(40).reshape(5, 8)
    found = Inbox().read(outbox.address(words[2:4], rows[2:4]))
    np.testing.assert_array_equal(found[0], [2, 3])
    np.testing.assert_array_equal(found[1], rows[2:4])
    assert found[1].ctypes.data % 32 == 0
    assert not found[1].flags.writeable


def test_memory_of_a_process_that_has_ended_cannot_be_read() -> None:
    program = (
        "import numpy as np, pickle, sys\n"
        "from thalweg.distributed.workers.shared_arrays import Outbox\n"
        "outbox = Outbox()\n"
        "sys.stdout.buffer.write(pickle.dumps(outbox.send(np.frombuffer(b'x', np.uint8))))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert not can_read([(pickle.loads(done.stdout), "x")])
