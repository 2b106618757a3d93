"""Build the page of the explorer again and compare it with the files that are committed.

    python tools/check_page.py            compares; exits with 1 if they differ
    python tools/check_page.py --write    replaces the committed files

Needs Node and npm; `npm ci` installs the exact versions of web/package-lock.json.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "thalweg" / "explore" / "page"
BUILT = ("page.js", "page.css")
MAX_COMPRESSED = 150_000  # bytes of all files, by gzip


def main() -> int:
    """Build, compare and report; return the exit code."""
    parser = argparse.ArgumentParser(description="Check the built page of the explorer.")
    parser.add_argument("--write", action="store_true", help="replace the committed files")
    write = parser.parse_args().write
    if not (WEB / "node_modules").is_dir():
        subprocess.run(["npm", "ci"], cwd=WEB, check=True)
    with tempfile.TemporaryDirectory() as folder:
        build = ["npx", "vite", "build", "--outDir", folder, "--logLevel", "warn"]
        subprocess.run(build, cwd=WEB, check=True)
        differing = [
            name for name in BUILT if Path(folder, name).read_bytes() != _committed(PAGE / name)
        ]
        if write:
            for name in differing:
                shutil.copyfile(Path(folder, name), PAGE / name)
    files = sorted(path for path in PAGE.iterdir() if path.is_file())
    compressed = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)
    print(f"the page has {compressed:,} bytes compressed, at most {MAX_COMPRESSED:,} are allowed")
    if differing and not write:
        print(f"{', '.join(differing)} of {PAGE.relative_to(ROOT)} differ from a build of web/.")
        print("Run: python tools/check_page.py --write")
    return int(bool(differing and not write) or compressed > MAX_COMPRESSED)


def _committed(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


if __name__ == "__main__":
    sys.exit(main())
