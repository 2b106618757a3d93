"""Print the oldest version of each dependency that pyproject.toml allows, as pip arguments.

    python tools/oldest_versions.py
    numpy==1.26 scipy==1.11 ...

`make test-oldest` installs them: a lower bound that no test has seen is a guess.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

_REQUIREMENT = re.compile(r"([\w.-]+)>=([\w.]+)\s*(?:;.*)?$")
_PROJECT = Path(__file__).parents[1] / "pyproject.toml"
_LEFT_OUT = {"ray"}  # extras whose tests run with the newest version only


def oldest(requirements: Iterable[str]) -> Iterator[str]:
    """Yield a requirement of the lower bound for each `name>=version`; markers are kept.

    Examples
    --------
    >>> list(oldest(["numpy>=1.26", "isal>=1.7; platform_machine in 'x86_64'"]))
    ['numpy==1.26', "isal==1.7; platform_machine in 'x86_64'"]
    """
    for requirement in requirements:
        if _REQUIREMENT.match(requirement) is None:
            raise ValueError(f"{requirement!r} has no lower bound; expected name>=version")
        yield requirement.replace(">=", "==", 1)


def main() -> None:
    """Print one requirement per line, as a pip requirements file has them."""
    project = tomllib.loads(_PROJECT.read_text())["project"]
    groups = project["optional-dependencies"]
    extras = [each for name in groups if name not in _LEFT_OUT for each in groups[name]]
    print("\n".join(oldest([*project["dependencies"], *extras])))


if __name__ == "__main__":
    main()
