"""Make control characters visible: words, ids and file names may contain any character.

Printed as they are, control characters move the cursor, change the title of the window or write to
the clipboard, and marks of direction make a text look like another.
"""

from __future__ import annotations

import re
from typing import Final

# Controls (C0 without tab and newline, DEL, C1), separators of lines and paragraphs, marks and
# overrides of direction, and halves of surrogate pairs.
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""Return the text with escapes such as \x1b in place of control characters.

    Tabs and newlines are kept.

    Examples
    --------
    >>> print(visible("river\x1b[2J"))
    river\x1b[2J
    """
    return _HIDDEN.sub(lambda match: ascii(match[0])[1:-1], text)
