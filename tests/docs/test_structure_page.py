"""docs/explanation/design/structure.md lists the import layers that pyproject.toml enforces."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "design" / "structure.md"


def enforced_layers() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (layers,) = (c["layers"] for c in settings["contracts"] if c["type"] == "layers")
    return list(layers)


def documented_layers() -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(r"^\d+\. `(.+?)`: ", text, re.MULTILINE)


def test_the_page_lists_the_enforced_layers_in_order() -> None:
    assert documented_layers() == enforced_layers()
