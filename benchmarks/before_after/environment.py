"""An interpreter with a version of thalweg installed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# The sources of a package are hashed: two versions may have the same number.
_DESCRIBE = """
import json, pathlib, platform, sys
import numpy, thalweg
from thalweg import _core
root = pathlib.Path(thalweg.__file__).parent
print(json.dumps({
    "python": platform.python_version(),
    "numpy": numpy.__version__,
    "thalweg": thalweg.__version__,
    "instruction_set": _core.instruction_set(),
    "files": {str(p.relative_to(root)): p.read_text() for p in sorted(root.rglob("*.py"))},
}))
"""


@dataclass(frozen=True)
class Environment:
    """Runs its interpreter so that it imports the version that is installed, and no other."""

    python: str

    def run(self, arguments: list[str], *, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run Python in a folder; an error shows what it printed."""
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [self.python, *arguments],
            cwd=cwd,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            words = " ".join(arguments)
            raise RuntimeError(f"{self.python} {words} failed: {done.stderr.strip()[-2000:]}")
        return done

    def describe(self, cwd: Path) -> dict[str, Any]:
        """Versions, and a hash of the package's sources."""
        described: dict[str, Any] = json.loads(self.run(["-c", _DESCRIBE], cwd=cwd).stdout)
        files = json.dumps(described.pop("files"), sort_keys=True)
        return described | {"sources": hashlib.sha256(files.encode()).hexdigest()[:16]}
