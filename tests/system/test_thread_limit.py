"""How many threads "all cores" means: affinity, quotas, environment variables and joblib."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest
from joblib import Parallel, delayed, parallel_config
from sklearn.model_selection import GridSearchCV

from tests.system.test_memory import write
from thalweg import LDA, InputError
from thalweg.system.threads import (
    MAX_THREADS,
    ThreadLimit,
    default_threads,
    resolve_threads,
    thread_limit,
)

VERSION_1 = {"proc/self/cgroup": "4:cpu,cpuacct:/box/inner\n3:memory:/\n"}
VERSION_2 = {"proc/self/cgroup": "0::/box/inner\n"}


@pytest.fixture(autouse=True)
def eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    for name in ("THALWEG_NUM_THREADS", "OMP_NUM_THREADS", "LOKY_MAX_CPU_COUNT"):
        monkeypatch.delenv(name, raising=False)


def test_without_other_limits_affinity_decides(tmp_path: Path) -> None:
    assert thread_limit(tmp_path) == ThreadLimit(8, "CPU affinity")


@pytest.mark.parametrize(
    ("quota", "threads"),
    [(10_000, 1), (100_000, 1), (149_000, 1), (150_000, 2), (200_000, 2), (550_000, 6)],
)
def test_a_quota_is_rounded_and_never_below_one(tmp_path: Path, quota: int, threads: int) -> None:
    write(tmp_path, VERSION_2 | {"sys/fs/cgroup/box/inner/cpu.max": f"{quota} 100000\n"})
    expected = ThreadLimit(threads, f"CPU quota of {quota / 100_000:g}")
    assert thread_limit(tmp_path) == expected


def test_a_quota_of_version_1_limits_threads(tmp_path: Path) -> None:
    files = {
        "sys/fs/cgroup/cpu/box/inner/cpu.cfs_quota_us": "150000\n",
        "sys/fs/cgroup/cpu/box/inner/cpu.cfs_period_us": "50000\n",
    }
    write(tmp_path, VERSION_1 | files)
    assert thread_limit(tmp_path) == ThreadLimit(3, "CPU quota of 3")


@pytest.mark.parametrize(
    "files",
    [
        VERSION_2 | {"sys/fs/cgroup/box/inner/cpu.max": "max 100000\n"},
        VERSION_1
        | {
            "sys/fs/cgroup/cpu/box/inner/cpu.cfs_quota_us": "-1\n",
            "sys/fs/cgroup/cpu/box/inner/cpu.cfs_period_us": "100000\n",
        },
        VERSION_2 | {"sys/fs/cgroup/box/inner/cpu.max": "\n"},
        VERSION_2 | {"sys/fs/cgroup/box/inner/cpu.max": "900000 100000\n"},
    ],
    ids=["max", "-1", "unreadable", "more than there are cores"],
)
def test_a_quota_that_does_not_limit_changes_nothing(tmp_path: Path, files: dict[str, str]) -> None:
    write(tmp_path, files)
    assert thread_limit(tmp_path).n_threads == 8


def test_the_smallest_quota_of_all_surrounding_groups_counts(tmp_path: Path) -> None:
    quotas = {
        "sys/fs/cgroup/box/inner/cpu.max": "400000 100000\n",
        "sys/fs/cgroup/box/cpu.max": "200000 100000\n",
    }
    write(tmp_path, VERSION_2 | quotas)
    assert thread_limit(tmp_path).n_threads == 2


def test_a_group_path_of_the_host_falls_back_to_the_mount(tmp_path: Path) -> None:
    write(tmp_path, VERSION_2 | {"sys/fs/cgroup/cpu.max": "300000 100000\n"})
    assert thread_limit(tmp_path).n_threads == 3


def test_the_variable_limits_the_default_and_not_an_explicit_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # At most 1: a quota of the machine that runs the tests cannot be below it.
    monkeypatch.setenv("THALWEG_NUM_THREADS", "1")
    assert default_threads() == resolve_threads(None) == resolve_threads(-1) == 1
    assert resolve_threads(5) == 5


def test_the_reason_is_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THALWEG_NUM_THREADS", "3")
    assert thread_limit(tmp_path) == ThreadLimit(3, "THALWEG_NUM_THREADS")


@pytest.mark.parametrize("value", ["9", "", str(10 * MAX_THREADS)])
def test_the_variable_does_not_raise_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("THALWEG_NUM_THREADS", value)
    assert thread_limit(tmp_path).n_threads == 8


@pytest.mark.parametrize("value", ["0", "-2", "two", "1.5"])
def test_an_invalid_variable_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("THALWEG_NUM_THREADS", value)
    with pytest.raises(InputError, match=r"THALWEG_NUM_THREADS is .*; expected"):
        default_threads()


@pytest.mark.parametrize("name", ["OMP_NUM_THREADS", "LOKY_MAX_CPU_COUNT"])
def test_variables_of_other_libraries_limit_threads(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "2")
    assert thread_limit(tmp_path) == ThreadLimit(2, name)


def test_the_first_number_of_a_list_of_levels_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3,1")
    assert thread_limit(tmp_path).n_threads == 3


@pytest.mark.parametrize("value", ["", "0", "-1", "many"])
def test_values_that_are_not_numbers_do_not_limit(
    value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", value)
    assert thread_limit(tmp_path).n_threads == 8


def test_the_own_variable_replaces_that_of_openmp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setenv("THALWEG_NUM_THREADS", "4")
    assert thread_limit(tmp_path) == ThreadLimit(4, "THALWEG_NUM_THREADS")


@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
def test_a_worker_of_joblib_uses_one_thread(tmp_path: Path, backend: str) -> None:
    limits = Parallel(n_jobs=2, backend=backend)(delayed(thread_limit)(tmp_path) for _ in range(4))
    assert limits == [ThreadLimit(1, "joblib worker")] * 4
    assert thread_limit(tmp_path).n_threads == 8


def test_one_job_of_joblib_uses_all_cores(tmp_path: Path) -> None:
    limits = Parallel(n_jobs=1)(delayed(thread_limit)(tmp_path) for _ in range(2))
    assert [limit.n_threads for limit in limits] == [8, 8]


def test_a_worker_process_of_joblib_uses_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    with parallel_config(backend="loky", inner_max_num_threads=1):
        limits = Parallel(n_jobs=2)(delayed(default_threads)() for _ in range(4))
    assert limits == [1] * 4


class CountsThreads(LDA):
    """Keeps how many threads training used."""

    def fit(self, X: Any, y: Any = None, **options: Any) -> Self:
        super().fit(X, y, **options)
        self.n_threads_ = self.settings_.n_threads
        return self

    def score(self, X: Any, y: Any = None) -> float:
        return float(-self.n_threads_)  # the only number that a grid search returns


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_a_grid_search_does_not_start_more_threads_than_cores(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOKY_MAX_CPU_COUNT", "2")  # of which each of two workers has one
    X = np.random.default_rng(0).poisson(1.0, (30, 20))
    with parallel_config(backend=backend):
        search = GridSearchCV(
            CountsThreads(2, max_iter=1), {"n_components": [2, 3]}, n_jobs=2, cv=2, refit=False
        ).fit(X)
    assert search.cv_results_["mean_test_score"].tolist() == [-1.0, -1.0]
