"""Draw `thalweg topics` of the shell tutorial as a picture, docs/images/topics.svg.

    python tools/terminal_picture.py           write the picture
    python tools/terminal_picture.py --check   fail if its text differs from the tutorial

Run it after tools/terminal_examples.py, which keeps the tutorial itself up to date.
"""

from __future__ import annotations

import html
import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

sys.path.insert(0, str(Path(__file__).resolve().parent))
from terminal_examples import ROOT, parse

PAGE = ROOT / "docs" / "tutorial" / "shell.md"
COMMAND = "thalweg topics "
PICTURE = ROOT / "docs" / "images" / "topics.svg"
LIGHT = TerminalTheme(
    (255, 255, 255),
    (40, 44, 52),
    [(40, 44, 52)] * 2 + [(30, 120, 70), (40, 44, 52), (30, 90, 160)] + [(40, 44, 52)] * 3,
)
_WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_TEXT = re.compile(r"<text[^>]*>(.*?)</text>", re.DOTALL)


def example() -> list[str]:
    """The command and the output that the tutorial shows."""
    blocks = parse(PAGE.read_text(encoding="utf-8"))
    steps = (step for block in blocks for step in block.steps)
    step = next(step for step in steps if step.command.startswith(COMMAND))
    return [f"$ {step.command}", "", *step.shown]


def draw(lines: list[str]) -> str:
    """The lines as an SVG picture of a terminal."""
    width = max(len(line) for line in lines)
    console = Console(
        record=True, width=width, file=io.StringIO(), color_system="truecolor", legacy_windows=False
    )
    for number, line in enumerate(lines):
        style = "bold green" if number == 0 else ""
        if line.lstrip().startswith("topic "):
            style = "bold"
        elif line.lstrip().startswith("\u2500") or re.match(r"[\d,]+ documents", line):
            style = "dim"
        text = Text(line, style)
        text.highlight_regex(r"^ *\d+ +\d+\.\d%", "blue")
        console.print(text, no_wrap=True, crop=False)
    svg = console.export_svg(title="thalweg", theme=LIGHT, unique_id="terminal")
    # No font from the network: the next font of the list is the system's own.
    svg = _WEB_FONT.sub("", svg)
    return svg.replace("Fira Code, monospace", "Menlo, Consolas, DejaVu Sans Mono, monospace")


def words(svg: str) -> list[str]:
    """The words of a picture, in order."""
    parts = [html.unescape(part).replace("\xa0", " ") for part in _TEXT.findall(svg)]
    return " ".join(parts[1:]).split()  # the first one is the title


def main() -> int:
    """Write or check the picture."""
    lines = example()
    if "--check" in sys.argv[1:]:
        same = PICTURE.exists() and words(PICTURE.read_text()) == " ".join(lines).split()
        if not same:
            print("docs/images/topics.svg is out of date; run python tools/terminal_picture.py")
        return 0 if same else 1
    PICTURE.write_text(draw(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
