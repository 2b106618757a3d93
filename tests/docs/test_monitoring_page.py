"""The example that exports metrics runs, with a stand-in for prometheus_client if it is absent."""

from __future__ import annotations

import logging
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "howto" / "monitoring.md"


class Gauge:
    """The part of prometheus_client.Gauge that the page uses."""

    def __init__(self, name: str, documentation: str) -> None:
        assert re.fullmatch(r"[a-z_]+", name)
        assert documentation
        self.values: list[float] = []

    def set(self, value: float) -> None:
        self.values.append(float(value))


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("prometheus_client")
    module.Gauge = Gauge  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "prometheus_client", module)


def run_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)
    namespace: dict[str, Any] = {}
    for block in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL):
        exec(block, namespace)
    return namespace


@pytest.mark.usefixtures("stand_in")
def test_metrics_get_the_values_of_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = run_page(tmp_path, monkeypatch)
    assert found["passes"].values[-1] == found["lda"].n_iter_
    assert found["share"].values[-1] == 1.0
    assert found["score"].values[-1] == found["lda"].history_[-1]["score"]
    assert found["speed"].values[-1] > 0
    assert found["recent"].values[-1] == found["stream"].progressive_.recent


@pytest.mark.skipif(
    find_spec("prometheus_client") is None, reason="prometheus_client is not installed"
)
def test_prometheus_client_takes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import prometheus_client

    registry = prometheus_client.CollectorRegistry()

    def gauge(name: str, documentation: str) -> Any:
        return original(name, documentation, registry=registry)

    original = prometheus_client.Gauge
    monkeypatch.setattr(prometheus_client, "Gauge", gauge)
    run_page(tmp_path, monkeypatch)
    assert registry.get_sample_value("thalweg_share_done") == 1.0
