"""The server is imported only when it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.shell import environment


@pytest.mark.parametrize("module", ["thalweg", "thalweg.cli.app", "thalweg.model"])
def test_importing_a_module_does_not_import_the_server(module: str) -> None:
    code = f"import sys, {module}; print([m for m in sys.modules if m.startswith(FORBIDDEN)])"
    code = code.replace("FORBIDDEN", "('starlette', 'uvicorn', 'websockets', 'thalweg.explore')")
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
