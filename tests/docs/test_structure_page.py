"""docs/explanation/design/structure.md lists the import layers that pyproject.toml enforces."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "design" / "structure.md"


def enforced_layers() -> list[set[str]]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (layers,) = (c["layers"] for c in contracts["contracts"] if c["type"] == "layers")
    return [set(re.split(r"\s*[|:]\s*", layer)) for layer in layers]


def documented_layers() -> list[set[str]]:
    rows = re.findall(r"^\| (`.*?`) \| .+ \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [set(re.findall(r"`(\w+)`", row)) for row in rows]


def test_the_page_lists_the_enforced_layers_in_order() -> None:
    assert documented_layers() == enforced_layers()
