"""Make the pictures of the explorer's tutorial, and the animation of the README.

    python tools/explorer_pictures.py

The pictures are those of tests/explore/test_tutorial.py, which needs Chromium and Playwright. They
are stored with 128 colours. Needs Pillow.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
ANIMATION = IMAGES / "explorer.png"
SECONDS_PER_PICTURE = 2.0
WIDTH = 900  # of the animation
MAX_BYTES = 600_000


def main() -> int:
    """Run the test, store its pictures; return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "-q", "tests/explore/test_tutorial.py"]
        environment = os.environ | {"THALWEG_SCREENSHOTS": folder}
        done = subprocess.run(command, cwd=ROOT, env=environment)
        paths = sorted(Path(folder).glob("explorer-*.png"))
        if done.returncode or not paths:
            print("no pictures: the test failed or was skipped", file=sys.stderr)
            return 1
        pictures = [Image.open(path).convert("RGB") for path in paths]
    for path, picture in zip(paths, pictures, strict=True):
        _few_colours(picture).save(IMAGES / path.name, optimize=True)
    height = round(WIDTH * pictures[0].height / pictures[0].width)
    small = [each.resize((WIDTH, height), Image.Resampling.LANCZOS) for each in pictures]
    # One palette for all, so that what stays the same between two pictures is stored once.
    together = Image.new("RGB", (WIDTH, height * len(small)))
    for place, each in enumerate(small):
        together.paste(each, (0, place * height))
    palette = together.quantize(64, dither=Image.Dither.NONE)
    frames = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in small]
    frames[0].save(
        ANIMATION,
        save_all=True,
        append_images=frames[1:],
        duration=round(1000 * SECONDS_PER_PICTURE),
        loop=0,
        optimize=True,
    )
    for path in sorted(IMAGES.glob("explorer*.png")):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")
    return 0 if ANIMATION.stat().st_size < MAX_BYTES else 1


def _few_colours(picture: Image.Image) -> Image.Image:
    return picture.quantize(128, dither=Image.Dither.NONE)


if __name__ == "__main__":
    sys.exit(main())
