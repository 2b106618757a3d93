"""RequestChecks: who may talk to the server. Other pages, other machines and guesses may not.

- The server listens on the loopback interface only.
- A page of another site can make a browser send requests to this machine. Their Host is another one
  if a name was made to point to this machine (DNS rebinding), and their Origin is another one.
- Another user of this machine can connect, but does not know the token.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK: Final = "127.0.0.1"
SUBPROTOCOL: Final = "thalweg.1"
_TOKEN = "token."
_OPEN = ("/", "/page.js", "/page.css", "/icon.svg")  # no data in them


@dataclass(frozen=True)
class RequestChecks:
    """What requests must have.

    Attributes
    ----------
    port : int
        Port of the server, part of Host and Origin.
    token : str
        Random text that only the page knows that thalweg opened.
    """

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def hosts(self) -> tuple[str, ...]:
        """Values of Host."""
        return f"{LOOPBACK}:{self.port}", f"localhost:{self.port}"

    @property
    def url(self) -> str:
        """Address of the page, with the token, which a browser never sends to a server."""
        return f"http://{LOOPBACK}:{self.port}/#token={self.token}"

    @property
    def headers(self) -> dict[str, str]:
        """Headers of all answers."""
        sockets = " ".join(f"ws://{host}" for host in self.hosts)
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
            f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'; require-trusted-types-for 'script'"
        )
        return {
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store",
        }

    def refusal(self, scope: Scope) -> str | None:
        """Return why a request is refused; None if it is allowed."""
        headers = Headers(scope=scope)
        if headers.getlist("host") not in ([self.hosts[0]], [self.hosts[1]]):
            return "Host is not this server"
        origins = headers.getlist("origin")
        allowed = [f"http://{host}" for host in self.hosts]
        is_socket = scope["type"] == "websocket"
        if any(origin not in allowed for origin in origins) or (is_socket and len(origins) != 1):
            return "Origin is not this server"
        if is_socket:
            offered = [
                each.strip() for each in headers.get("sec-websocket-protocol", "").split(",")
            ]
            tokens = [each[len(_TOKEN) :] for each in offered if each.startswith(_TOKEN)]
            if SUBPROTOCOL not in offered or not any(map(self._is_token, tokens)):
                return "the token is missing or wrong"
        elif scope["path"] not in _OPEN:
            scheme, _, given = headers.get("authorization", "").partition(" ")
            if scheme != "Bearer" or not self._is_token(given):
                return "the token is missing or wrong"
        return None

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.token.encode())


class CheckedApp:
    """An ASGI application that answers only requests that pass the checks."""

    def __init__(self, app: ASGIApp, checks: RequestChecks) -> None:
        self._app, self._checks = app, checks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._checks.refusal(scope)
        if refusal is not None:
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            response = PlainTextResponse(refusal, 403, self._checks.headers)
            await response(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(n.lower().encode(), v.encode()) for n, v in self._checks.headers.items()]
                message = {**message, "headers": [*message.get("headers", []), *added]}
            await send(message)

        await self._app(scope, receive, send_with_headers)
