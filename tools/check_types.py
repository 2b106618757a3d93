"""Check that every public symbol has a complete type, by `pyright --verifytypes`.

    python tools/check_types.py

pyright is installed by pip, but fetches its program from npm when it first runs. Where that is not
possible, the check is skipped with a message.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
COMMAND = ["-m", "pyright", "--verifytypes", "thalweg", "--ignoreexternal", "--outputjson"]


def report() -> dict[str, Any] | None:
    """Return what pyright reports; None if it cannot run."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": programs, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, *COMMAND], capture_output=True, text=True, env=environment, cwd=ROOT
    )
    try:
        found: dict[str, Any] = json.loads(done.stdout[done.stdout.index("{") :])
    except ValueError:
        said = (done.stderr or done.stdout).strip()[-300:]
        print(f"pyright cannot run here, types not checked: {said}")
        return None
    return found


def main() -> int:
    """Print what is incomplete; return the exit code."""
    found = report()
    if found is None:
        return 0
    completeness = found["typeCompleteness"]
    for symbol in completeness["symbols"]:
        if not symbol["isTypeKnown"] and symbol["isExported"]:
            messages = [entry["message"].splitlines()[0] for entry in symbol["diagnostics"]]
            print(f"{symbol['name']}: {'; '.join(messages)}")
    score = completeness["completenessScore"]
    print(f"type completeness {score:.1%}")
    return 0 if score == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
