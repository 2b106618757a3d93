"""Free memory: the smallest of what the machine, a container and the process have left."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from thalweg.system import memory
from thalweg.system.memory import free_memory

GIB = 1 << 30


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a file system of a machine with 8 GiB available."""
    monkeypatch.setattr(memory, "_process_limit", lambda root: None)
    write(tmp_path, {"proc/meminfo": "MemTotal: 16777216 kB\nMemAvailable: 8388608 kB\n"})
    return tmp_path


def test_a_machine_without_limits_has_what_linux_calls_available(root: Path) -> None:
    assert free_memory(root) == 8 * GIB


def test_a_control_group_of_version_2_limits_memory(root: Path) -> None:
    write(
        root,
        {
            "proc/self/cgroup": "0::/box/inner\n",
            "sys/fs/cgroup/box/inner/memory.max": "max\n",
            "sys/fs/cgroup/box/inner/memory.current": f"{GIB}\n",
            "sys/fs/cgroup/box/memory.max": f"{3 * GIB}\n",
            "sys/fs/cgroup/box/memory.current": f"{2 * GIB}\n",
            "sys/fs/cgroup/box/memory.stat": f"anon 5\ninactive_file {GIB // 2}\n",
        },
    )
    assert free_memory(root) == 1.5 * GIB


def test_a_control_group_of_version_1_limits_memory(root: Path) -> None:
    write(
        root,
        {
            "proc/self/cgroup": "4:cpu,cpuacct:/\n3:memory:/docker/of-the-host\n",
            "sys/fs/cgroup/memory/memory.limit_in_bytes": f"{3 * GIB}\n",
            "sys/fs/cgroup/memory/memory.usage_in_bytes": f"{GIB}\n",
        },
    )
    assert free_memory(root) == 2 * GIB


def test_a_group_above_its_limit_has_no_memory_left(root: Path) -> None:
    write(
        root,
        {
            "proc/self/cgroup": "0::/\n",
            "sys/fs/cgroup/memory.max": "1000\n",
            "sys/fs/cgroup/memory.current": "5000\n",
        },
    )
    assert free_memory(root) == 0


def test_a_group_that_allows_more_than_the_machine_has_changes_nothing(root: Path) -> None:
    write(
        root,
        {
            "proc/self/cgroup": "0::/\n",
            "sys/fs/cgroup/memory.max": f"{64 * GIB}\n",
            "sys/fs/cgroup/memory.current": "0\n",
        },
    )
    assert free_memory(root) == 8 * GIB


def test_a_limit_of_the_process_counts_what_it_already_uses() -> None:
    pytest.importorskip("resource")
    code = """
import resource
from thalweg.system.memory import free_memory
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
print(free_memory())
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 0 < int(run.stdout) < 2 * GIB


def test_this_machine_has_some_memory_left() -> None:
    free = free_memory()
    assert free is None or free > 0


def test_a_limit_of_the_data_segment_counts_too() -> None:
    pytest.importorskip("resource")
    code = """
import resource
from thalweg.system.memory import free_memory
resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, 2 << 30))
print(free_memory())
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 0 < int(run.stdout) < 2 * GIB
