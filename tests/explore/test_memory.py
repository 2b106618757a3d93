"""Memory of the server: neither slow pages nor many selections make it grow."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from tests.explore.exploration import RIVER, explored
from thalweg.explore import live_frames
from thalweg.explore.live_frames import FrameMaker
from thalweg.explore.requests.answering import answer
from thalweg.explore.requests.found_words import MAX_TEXTS, _found
from thalweg.explore.serving import page_connection
from thalweg.explore.topic_view import MAX_RANKINGS
from thalweg.training.reporting.progress import TrainingProgress

FRAMES_PER_SECOND = 4
EIGHT_HOURS = 8 * 3600 * FRAMES_PER_SECOND
SLOW = 40  # frames of which a slow page takes one
SELECTIONS = 10_000
LEAST_GROWTH = 16 << 20  # bytes that may be the allocator's; a leak of 2 kB per selection is more

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


def resident_bytes() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class SlowSocket:
    """A page that acknowledges one frame of many; only the last message is kept."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.n_frames = 0
        self.last = 0

    async def receive(self) -> dict[str, Any]:
        return await self.incoming.get()

    async def send_text(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "frame":
            self.n_frames += 1
            self.last = message["frame"]

    def acknowledge(self) -> None:
        text = json.dumps({"type": "ack", "frame": self.last})
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})

    async def another(self, n: int) -> None:
        while self.n_frames <= n:
            await asyncio.sleep(0)


def test_eight_hours_of_frames_to_a_slow_page_do_not_grow_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Time is simulated: the model changes four times per second, without waiting."""
    monkeypatch.setattr(live_frames, "SECONDS_BETWEEN_FRAMES", 0.0)

    async def watch(session: Any, executor: ThreadPoolExecutor) -> tuple[int, list[int]]:
        socket, sizes = SlowSocket(), []
        connection = page_connection.Connection(
            socket,  # type: ignore[arg-type]
            session,
            FrameMaker(session),
            executor,
            executor,
        )
        page = asyncio.create_task(connection.run())
        await socket.another(0)
        for tick in range(EIGHT_HOURS):
            session.touch()
            session._note(_progress(tick))
            if tick % SLOW == 0:
                before = socket.n_frames
                socket.acknowledge()
                await socket.another(before)
            if tick % (EIGHT_HOURS // 8) == 0:
                sizes.append(resident_bytes())
        socket.incoming.put_nowait({"type": "websocket.disconnect"})
        await page
        return socket.n_frames, [*sizes, resident_bytes()]

    with explored() as (session, _), ThreadPoolExecutor(1) as executor:
        n_frames, sizes = asyncio.run(watch(session, executor))
        assert len(session.history) <= 240
    assert n_frames == EIGHT_HOURS // SLOW + 1  # others were never made
    assert sizes[-1] - sizes[1] < LEAST_GROWTH, sizes


def test_ten_thousand_selections_do_not_grow_memory() -> None:
    """Each with another lambda, more than the slider has."""
    with explored() as (session, _):
        sizes = []
        for i in range(SELECTIONS):
            kind = i % 4
            if kind == 0:
                answer(session, "topic", {"topic": i % 2, "lambda": i / SELECTIONS})
            elif kind == 1:
                answer(session, "document", {"row": i % 120})
            elif kind == 2:
                answer(session, "word", {"word": RIVER[i % 6]})
            else:
                answer(session, "search", {"query": f"{RIVER[i % 6]} {RIVER[i % 5]}"})
            if i % (SELECTIONS // 4) == 0:
                sizes.append(resident_bytes())
        sizes.append(resident_bytes())
        view = session.view()
        assert view is not None
        assert len(view._top) <= MAX_RANKINGS
        assert _found.cache_info().currsize <= MAX_TEXTS
        assert sizes[-1] - sizes[1] < LEAST_GROWTH, sizes


def _progress(tick: int) -> TrainingProgress:
    return TrainingProgress(
        n_passes=tick,
        max_passes=None,
        n_documents=tick,
        documents_per_pass=120,
        n_tokens=tick,
        seconds=tick / FRAMES_PER_SECOND,
        max_seconds=None,
        score=None,
        perplexity=None,
        documents_per_second=1.0,
        tokens_per_second=1.0,
        n_workers=1,
    )
