"""Text in which some words are highlighted, for a terminal."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from thalweg.visible_text import visible

if TYPE_CHECKING:
    from rich.text import Text

MARK: Final = "bold cyan"


def highlighted(text: str, spans: Iterable[tuple[int, int]], style: str = "") -> "Text":
    """Return a text with highlighted parts; control characters are shown as escapes."""
    from rich.text import Text

    shown, position = Text(style=style), 0
    for start, end in spans:
        shown.append(visible(text[position:start]))
        shown.append(visible(text[start:end]), MARK)
        position = end
    shown.append(visible(text[position:]))
    return shown
