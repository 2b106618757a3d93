"""Control groups of this process: how Linux limits what a container may use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def group_folders(root: Path, controller: str) -> Iterator[tuple[int, Path]]:
    """Yield the version (1 or 2) and folder of each group that may limit this process.

    These are the groups of the process and all that contain them. `root` is the root of the file
    system. Folders may not exist, and may not have files of the controller.
    """
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, group = line.split(":", 2)
            if not controllers:
                for folder in _with_parents(root / "sys/fs/cgroup", group):
                    yield 2, folder
            elif controller in controllers.split(","):
                for folder in _with_parents(root / "sys/fs/cgroup" / controller, group):
                    yield 1, folder


def _with_parents(mount: Path, group: str) -> Iterator[Path]:
    folder = mount / group.lstrip("/")
    # In a container the path may be that of the host; only the mount itself exists then.
    for each in (folder, *folder.parents):
        yield each
        if each == mount:
            return
