"""`python -m benchmarks.defaults.report`: write docs/explanation/ablation.md from the records.

`--check` writes nothing and fails if the file is out of date.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.defaults import leave_one_out, time_limits
from benchmarks.defaults.__main__ import RESULTS
from benchmarks.defaults.search import means
from benchmarks.defaults.variants import DEFAULT, VARIANTS, Variant
from benchmarks.generated_page import EXPLANATION, command, table
from benchmarks.versus.tasks import TASKS

REPORT = EXPLANATION / "ablation.md"
# The last two are shown if they are there.
RECORDS = ("ablation.json", "search.json", "leave_one_out.json", "time_limits.json")

_PAGE = """\
# What the defaults are worth

All scores are held-out log-likelihoods per token (document completion, a tenth of the documents
held out, the best of several fold-in priors as in the [comparison](versus.md); higher is better).
This page is generated from the JSON files that it links to; `python -m benchmarks.defaults.report
--check` fails if it is out of date.

## One thing changed at a time

The first row is the score with the defaults: mean and standard deviation over {n_seeds} seeds. The
other rows are differences from it in thousandths of a nat per token: mean over the same seeds, with
the standard error of that mean. Negative means that the default is better. **Bold** means that the
change is better by more than two standard errors.

{ablation} Mean training time in seconds, on both cores:

{seconds} {surplus}
## A search for better settings

{n_settings} random settings near the defaults (kappa, minibatches, alpha, eta, burn-in, 16, 48 or
160 passes, finishing) were tried once each. The best {n_again} and the defaults were then run with
{n_search_seeds} other seeds. {n_searched} of the {n_tasks} tasks have been searched.

{search}
{leave_one_out}{time_limits}## Commands

```sh
{commands}
python -m benchmarks.defaults.report
```

Raw figures: {records}; {date}, {machine}.
"""

_LEAVE_ONE_OUT = """\
## Chosen without one of the corpora

The two numbers of the document steps, the decay and the sum of the steps, were chosen on these
corpora. Here each corpus is left out in turn: the numbers are chosen by the mean score of the
others, then compared with the earlier defaults (the paper's document steps, 10 passes) on the one
left out, in thousandths of a nat per token. Mean over {n_seeds} seeds. Corpora whose median
document has fewer than 150 tokens should gain at least 15, the others should lose at most 2.

{table}
"""

_TIME_LIMITS = """\
## Time limits compared with numbers of passes

Each cell is the score with `max_time`, minus the score of the best number of passes that takes no
longer, in thousandths of a nat per token: means over {n_seeds} seeds. Numbers of passes tried: 1 to
96. The number of passes is chosen by its score, so that chance favours it. A dash means that not
even one pass fits.

{table}
"""


def main(arguments_given: list[str] | None = None) -> None:
    command("benchmarks.defaults.report", __doc__, page, RESULTS, REPORT, arguments_given)


def page(results: Path, folder: str) -> str:
    """The page of the records of a folder."""
    records = {
        path.stem: json.loads(path.read_text())
        for path in map(results.joinpath, RECORDS)
        if path.exists()
    }
    ablation, search = records["ablation"], records["search"]
    machine = ablation["machine"]
    return _PAGE.format(
        n_seeds=len({run["seed"] for run in ablation["runs"]}),
        ablation=_differences(ablation["runs"]),
        seconds=_seconds(ablation["runs"]),
        surplus=_surplus(ablation["runs"]),
        n_settings=search["settings"]["settings"],
        n_again=search["settings"]["again"],
        n_search_seeds=search["settings"]["seeds"],
        n_searched=len(_tasks(search["runs"])),
        n_tasks=len(TASKS),
        search=_search(search["runs"]),
        leave_one_out=_leave_one_out(records),
        time_limits=_time_limits(records),
        commands="\n".join(record["command"] for record in records.values()),
        records=", ".join(f"[{name}.json]({folder}/{name}.json)" for name in records),
        date=ablation["date"],
        machine=f"{machine['processor']}, {machine['cores']} cores",
    )


def _values(runs: list[dict[str, Any]], task: str, variant: Variant, what: str) -> Any:
    """By seed."""
    chosen = [r for r in runs if (r["task"], r["group"], r["name"]) == _key(task, variant)]
    return np.array([run[what] for run in sorted(chosen, key=lambda run: run["seed"])])


def _key(task: str, variant: Variant) -> tuple[str, str, str]:
    return task, variant.group, variant.name


def _differences(runs: list[dict[str, Any]]) -> str:
    usual = {task: _values(runs, task, DEFAULT, "score") for task in _tasks(runs)}
    rows = [["", DEFAULT.name, *(f"{s.mean():.4f} ± {s.std(ddof=1):.4f}" for s in usual.values())]]
    for variant in _measured(runs)[1:]:
        cells = []
        for task in usual:
            gains = 1000 * (_values(runs, task, variant, "score") - usual[task])
            mean, error = gains.mean(), gains.std(ddof=1) / np.sqrt(gains.size)
            cell = f"{mean:+.1f} ± {error:.1f}"
            cells.append(f"**{cell}**" if mean > 2 * error else cell)
        rows.append([variant.group, variant.name, *cells])
    return table(["", "", *(TASKS[task].title for task in usual)], rows)


def _tasks(runs: list[dict[str, Any]]) -> list[str]:
    """The tasks that have been run."""
    return [task for task in TASKS if any(run["task"] == task for run in runs)]


def _measured(runs: list[dict[str, Any]]) -> list[Variant]:
    """The variants that have been run with all seeds on all of these tasks."""
    n_seeds = len({run["seed"] for run in runs})
    return [
        variant
        for variant in VARIANTS
        if all(_values(runs, task, variant, "score").size == n_seeds for task in _tasks(runs))
    ]


def _seconds(runs: list[dict[str, Any]]) -> str:
    rows = []
    tasks = _tasks(runs)
    for variant in _measured(runs):
        means = [_values(runs, task, variant, "seconds").mean() for task in tasks]
        rows.append([variant.group, variant.name, *(f"{mean:.2f}" for mean in means)])
    return table(["", "", *(TASKS[task].title for task in tasks)], rows)


def _surplus(runs: list[dict[str, Any]]) -> str:
    """Which variants left dead or duplicate topics."""
    worst = [
        f"{run['group']} {run['name']} on {TASKS[run['task']].title}: "
        f"{run['dead']} dead, {run['duplicates']} duplicate (seed {run['seed']})".strip()
        for run in runs
        if run["dead"] + run["duplicates"]
    ]
    if not worst:
        return "No training run left a dead or a duplicate topic.\n"
    return "Dead or duplicate topics:\n\n" + "".join(f"- {line}\n" for line in worst)


def _search(runs: list[dict[str, Any]]) -> str:
    rows = []
    for task in _tasks(runs):
        scores = means(runs, task)
        best = max(scores, key=lambda name: scores[name])
        single = max(run["score"] for run in runs if run["task"] == task and run["seed"] == 0)
        given = {r["name"]: r["parameters"] for r in runs if r["task"] == task}[best]
        rows.append(
            [
                TASKS[task].title,
                f"{scores[DEFAULT.name]:.4f}",
                f"{scores[best]:.4f}",
                f"{scores[best] - scores[DEFAULT.name]:.4f}",
                f"{single:.4f}",
                ", ".join(f"{name} {value}" for name, value in given.items()) or "the defaults",
            ]
        )
    header = ["", "defaults", "best", "difference", "best single trial", "best setting"]
    return table(header, rows)


def _leave_one_out(records: dict[str, Any]) -> str:
    if "leave_one_out" not in records:
        return ""
    runs = records["leave_one_out"]["runs"]
    rows = [
        [
            TASKS[row["task"]].title,
            row["chosen"],
            f"{1000 * row['gain']:+.1f}",
            f"{1000 * row['gain_of_defaults']:+.1f}",
            "at least +15" if row["short"] else "at least -2",
            "yes" if row["holds"] else "no",
        ]
        for row in leave_one_out.table(runs)
    ]
    header = ["left out", "chosen by the others", "gain", "gain of the defaults", "wanted", "holds"]
    n_seeds = len({run["seed"] for run in runs})
    return _LEAVE_ONE_OUT.format(n_seeds=n_seeds, table=table(header, rows))


def _time_limits(records: dict[str, Any]) -> str:
    if "time_limits" not in records:
        return ""
    runs = records["time_limits"]["runs"]
    rows, limits = [], sorted(time_limits.LIMITS)
    for task in _tasks(runs):
        of_task = {row["limit"]: row for row in time_limits.compared(runs, task)}
        cells = [
            f"{1000 * of_task[limit]['difference']:+.1f}" if "difference" in of_task[limit] else "-"
            for limit in limits
        ]
        rows.append([TASKS[task].title, *cells])
    n_seeds = len({run["seed"] for run in runs})
    return _TIME_LIMITS.format(
        n_seeds=n_seeds, table=table(["", *(f"{limit:g} s" for limit in limits)], rows)
    )


if __name__ == "__main__":
    main()
