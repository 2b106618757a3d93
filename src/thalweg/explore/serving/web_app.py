"""The web application: the page, its WebSocket, and downloads."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import Final

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from thalweg.errors import ThalwegError
from thalweg.explore.live_frames import FrameMaker
from thalweg.explore.requests.downloads import DOWNLOADS, write_download
from thalweg.explore.serving.page_connection import Connection
from thalweg.explore.serving.request_checks import SUBPROTOCOL, CheckedApp, RequestChecks
from thalweg.explore.session import Session
from thalweg.system.background import give_way

MAX_PAGES: Final = 16
_TRY_AGAIN_LATER = 1013
_TYPES = {
    "index.html": "text/html; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
}


def create_app(session: Session, checks: RequestChecks) -> ASGIApp:
    """Return the application for a session."""
    frames = FrameMaker(session)
    executor = ThreadPoolExecutor(4, thread_name_prefix="thalweg-answers")
    frame_thread = ThreadPoolExecutor(1, thread_name_prefix="thalweg-frames", initializer=give_way)
    pages: set[Connection] = set()

    async def page(request: Request) -> Response:
        name = request.url.path.removeprefix("/") or "index.html"
        content = (files("thalweg.explore") / "page" / name).read_bytes()
        return Response(content, media_type=_TYPES[name])

    async def download(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in DOWNLOADS:
            return PlainTextResponse("not found", 404)
        loop = asyncio.get_running_loop()
        try:
            path = await loop.run_in_executor(executor, write_download, session, name)
        except ThalwegError as error:
            return PlainTextResponse(str(error), 409)
        after = BackgroundTask(path.unlink, missing_ok=True)
        return FileResponse(
            path, filename=name, media_type="application/octet-stream", background=after
        )

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept(subprotocol=SUBPROTOCOL)
        if len(pages) >= MAX_PAGES:
            await websocket.close(_TRY_AGAIN_LATER)
            return
        connection = Connection(websocket, session, frames, executor, frame_thread)
        pages.add(connection)
        try:
            await connection.run()
        finally:
            pages.discard(connection)

    app = Starlette(
        routes=[
            *(Route(f"/{name}", page) for name in ("", "page.js", "page.css", "icon.svg")),
            Route("/download/{name}", download),
            WebSocketRoute("/socket", socket),
        ]
    )
    return CheckedApp(app, checks)
