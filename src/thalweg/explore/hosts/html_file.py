"""One HTML file with the page and its data, which opens from disk without a network.

The file has one script, whose hash is the only one that its policy allows. Data are JSON in a
script element of a type that browsers do not run. Nothing in the data can end that element.
"""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import Any

DATA_ID = "thalweg-data"
BEGINNING = '<!doctype html>\n<html lang="en" data-thalweg="topics">\n'

# `<` and `&` are markup; controls and overrides of direction would hide what the file contains.
_ESCAPED = re.compile(
    "[<>&\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ud800-\udfff]"
)


def html_file(data: dict[str, Any]) -> str:
    """Return the text of an HTML file with these data."""
    page = files("thalweg.explore") / "page"
    script = _own_text(page / "page.js", "script")
    style = _own_text(page / "page.css", "style")
    icon = b64encode((page / "icon.svg").read_bytes()).decode()
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'; "
        "require-trusted-types-for 'script'"
    )
    return (
        f"{BEGINNING}<head>\n"
        '<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{html.escape(visible(data['title']))}</title>\n"
        f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">\n'
        f"<style>{style}</style>\n"
        "</head>\n<body>\n"
        '<div id="explorer"></div>\n'
        "<noscript>This page needs JavaScript.</noscript>\n"
        f'<script type="application/json" id="{DATA_ID}">{embedded_json(data)}</script>\n'
        f'<script type="module">{script}</script>\n'
        "</body>\n</html>\n"
    )


def embedded_json(data: Any) -> str:
    """Return JSON that cannot end a script element, and shows no hidden characters."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def visible(title: str) -> str:
    """Return a title without characters that would hide or reorder it."""
    return "".join(c if c.isprintable() else "\ufffd" for c in title)


def _own_text(path: Any, element: str) -> str:
    """Return a file of the page, which must not contain the end of its element."""
    text: str = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    if re.search(rf"</{element}|<!--", text, re.IGNORECASE):
        raise RuntimeError(f"{path.name} contains markup that ends <{element}>; build it again")
    return text


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
