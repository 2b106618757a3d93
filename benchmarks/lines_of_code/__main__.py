"""`python -m benchmarks.lines_of_code`: write docs/explanation/lines-of-code.md from the tasks.

`--check` writes nothing and fails if the file is out of date.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from benchmarks.generated_page import EXPLANATION, command, table
from benchmarks.lines_of_code.demands import DEMANDS, Demand
from benchmarks.lines_of_code.task_files import FOLDER, GIVEN, LIBRARIES, TASKS, Task, load

PAGE = EXPLANATION / "lines-of-code.md"
VERSIONS = "BERTopic 0.17.4, gensim 4.4.0, tomotopy 0.14.0 and scikit-learn 1.9.1"

_INTRODUCTION = """\
# Lines of code

This page counts the lines of code that common tasks take with thalweg and with four other
libraries: {versions}.
Fewer lines do not make a better library. The models are different, and so are the results. Read
the code below the tables before you compare numbers.

## How lines are counted

- Each cell is the shortest code that we found with the best function of the library. Corrections
  are welcome: every task is a file in `benchmarks/lines_of_code/tasks/`.
- Code is formatted by ruff with 100 columns. Lines that are blank, comments or imports are not
  counted. A statement that ruff breaks counts as several lines.
- Other packages are used where users would use them: pandas, scipy, scikit-learn, pyLDAvis, and
  gensim for coherence.
- A dash means that the library cannot do it. The code says why.
- The same names are given to all libraries; they are [listed below](#{given}).
- The tests run the cells of thalweg, gensim and scikit-learn. `python -m
  benchmarks.lines_of_code.run tomotopy`, or `bertopic`, runs those of another library, if it is
  installed. They were run with the versions above; two cells of BERTopic fail with pandas 3.

## Tasks

"""

_DEMANDS = """\
## What users ask for

These are requests that recur in the issue trackers of topic model libraries, each with one issue as
an example. The number of lines is that of the task; *yes*, *partly* and *no* say how well the
library meets the request.

"""


def main(arguments_given: list[str] | None = None) -> None:
    command("benchmarks.lines_of_code", __doc__, page, FOLDER, PAGE, arguments_given)


def page(folder: Path, _: str) -> str:
    """The page of the tasks in a folder."""
    tasks = {name: load(folder / f"{name}.py") for name in TASKS}
    given = load(folder / GIVEN.name)
    introduction = _INTRODUCTION.format(versions=VERSIONS, given=_anchor(given.title))
    return (
        introduction
        + _task_table(tasks)
        + "\n"
        + _DEMANDS
        + table(
            ["", "request", *LIBRARIES.values()],
            [_demand_row(demand, tasks) for demand in DEMANDS],
        )
        + "\n## Code\n"
        + "".join(_code(task) for task in [given, *tasks.values()])
    )


def _task_table(tasks: dict[str, Task]) -> str:
    rows = [
        [f"[{task.title}](#{_anchor(task.title)})", *map(_number, task.lines.values())]
        for task in tasks.values()
    ]
    return table(["", *LIBRARIES.values()], rows)


def _number(lines: int | None) -> str:
    return "-" if lines is None else str(lines)


def _demand_row(demand: Demand, tasks: dict[str, Task]) -> list[str]:
    text = f"{demand.text} ({demand.link})"
    if demand.task is None:
        return [str(demand.number), text, *(getattr(demand, each) for each in LIBRARIES)]
    task = tasks[demand.task]
    cells = []
    for library, lines in task.lines.items():
        answer = getattr(demand, library)
        unit = "line" if lines == 1 else "lines"
        cells.append(answer if lines is None else f"{answer}: {lines} {unit}")
    return [str(demand.number), f"{text}; [code](#{_anchor(task.title)})", *cells]


def _code(task: Task) -> str:
    """The cells of a task. The language py instead of python keeps the tests from running it."""
    cells = "\n\n".join(
        f"# ---- {LIBRARIES[library]}\n{code}" for library, code in task.cells.items()
    )
    given = textwrap.fill(task.given, 100, break_on_hyphens=False)
    return f"\n### {task.title}\n\n{given}\n\n```py\n{cells}\n```\n"


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


if __name__ == "__main__":
    main()
