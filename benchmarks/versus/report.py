"""`python -m benchmarks.versus.report`: write docs/explanation/versus.md from the records.

`--check` writes nothing and fails if the file is out of date.
"""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path
from typing import Any

from benchmarks.generated_page import EXPLANATION, command, table
from benchmarks.versus.__main__ import RESULTS
from benchmarks.versus.comparison import NEAR_BEST, Comparison
from benchmarks.versus.rivals import RIVALS, THALWEG, module
from benchmarks.versus.tasks import TASKS

REPORT = EXPLANATION / "versus.md"
MEDIAN_ASKED, EACH_ASKED = 100, 50

Records = dict[str, dict[str, Any]]

_INTRODUCTION = """\
# Comparison with other programs

This page compares held-out scores after the same training time: thalweg with default settings
(`LDA(n_components, random_state=0)`), the others with their best documented settings. It is
generated from the JSON files that it links to; `python -m benchmarks.versus.report --check` fails
if it is out of date.

The measurements are older than the present defaults. thalweg now makes 16 passes instead of 10 to
14, and documents take steps by their length: it ends higher on all five tasks (see [what the
defaults are worth](ablation.md)) and takes longer in all.
"""

_METHOD = """\
## Method

- Every program trains in its own process, on the same matrix and the same cores, until its time is
  used, it finishes, or it has converged. Converged means: {converged}.
- For thalweg, the clock covers all of `fit`. For the others, it starts when the documents are in
  the program's own format. While its topics are scored, a program is paused, and so is its clock.
  Passes of thalweg take hundredths of a second, so thalweg is timed in a run without pauses, and a
  second run with the same bits is scored.
- A tenth of the documents is held out completely. One half of each document's tokens is used to
  predict the other half. The score is the mean log-probability per token. The same program scores
  all systems. It gets only the topics (K x W), and infers each document with the alpha that suits
  these topics best: the system's own, or the best symmetric one of {priors}.
- *Best score*: the best point of the curve; for thalweg, the score at the end of training.
  *Seconds*: the time until the score is within {near} of that best. *thalweg's*: the time that
  thalweg needs to reach the score that the other program had at that moment. *Times faster*: the
  ratio of the two. Points are at least 5% of the time apart; for thalweg they are the ends of
  passes. *Trained*: the time of the last point, with `c` if the program had converged.
- Vowpal Wabbit and Spark cannot be observed while they train, and continuing from a saved model
  gives a different result than one run. So each of their points is a separate run, about twice as
  long as the one before. The ratio counts the time of that run only.
- *Memory* is the largest resident memory of the process, including its documents and its language
  run-time, and of the processes that it started.
- Each program runs once, with one seed. thalweg's run is so short that noise on a shared machine
  matters, so it is repeated five times, with the same resulting topics, and the median time counts.

"""

_COMMANDS = """\
## Commands

Each command continues where it was stopped. `--system` and `--task` select, `--fresh` starts again.

```sh
python3 -m venv rivals
rivals/bin/pip install -r benchmarks/versus/requirements-rivals.txt
{commands}
python -m benchmarks.versus.report
```

{table}"""


def main(arguments_given: list[str] | None = None) -> None:
    command("benchmarks.versus.report", __doc__, page, RESULTS, REPORT, arguments_given)


def page(results: Path, folder: str) -> str:
    """The page of all records of a folder."""
    records = load(results)
    if not records:
        sys.exit(f"{results} has no records yet; run python -m benchmarks.versus")
    return render(records, folder)


def load(results: Path) -> Records:
    """The records of the tasks that have been run, in the order of the tasks."""
    paths = {name: results / f"{name}.json" for name in TASKS}
    return {name: json.loads(p.read_text()) for name, p in paths.items() if p.exists()}


def render(records: Records, folder: str) -> str:
    """The whole page; `folder` is where its links find the records."""
    settings = next(iter(records.values()))["settings"]
    priors = ", ".join(f"{p:g}" for p in settings["fold_in_priors"])
    return "\n".join(
        [
            _INTRODUCTION,
            _verdicts(records),
            _ratios(records),
            *(_task(name, content, folder) for name, content in records.items()),
            _METHOD.format(priors=priors, near=NEAR_BEST, converged=settings["converged"])
            + _settings(records),
            _commands(records, folder),
        ]
    )


def curves(content: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The points of every system that has any."""
    return {run["system"]: run["points"] for run in content["runs"] if "points" in run}


def comparisons(content: dict[str, Any]) -> dict[str, Comparison]:
    """Each rival on this task, and thalweg."""
    points = curves(content)
    if THALWEG not in points:
        return {}
    return {r: Comparison.of(points[r], points[THALWEG]) for r in RIVALS if r in points}


def _verdicts(records: Records) -> str:
    """What was to be shown, and whether it is."""
    behind, slow = [], []
    for content in records.values():
        for rival, one in comparisons(content).items():
            case = f"{module(rival).TITLE} on {content['corpus']['title']}"
            if one.our_end < one.best:
                behind.append(f"{case} ({one.our_end - one.best:+.4f})")
            if one.ratio is None:
                slow.append(f"{case} (never)")
            elif one.ratio < EACH_ASKED:
                slow.append(f"{case} ({_times(one.ratio)})")
    medians = {module(r).TITLE: m for r in RIVALS if (m := _median(records, r)) is not None}
    below = [f"{title} ({_times(m)})" for title, m in medians.items() if m < MEDIAN_ASKED]
    lines = [
        (
            "On every task, thalweg ends at least as good as the best of every other program.",
            behind,
        ),
        (
            f"For each program, the median of *times faster* is at least {MEDIAN_ASKED}.",
            below,
        ),
        (f"On each task, *times faster* is at least {EACH_ASKED}.", slow),
    ]
    rows = [
        [claim, "yes" if not cases else "**not**: " + ", ".join(cases)] for claim, cases in lines
    ]
    return "## In short\n\n" + table(["goal", "reached"], rows)


def _ratios(records: Records) -> str:
    made = {name: comparisons(content) for name, content in records.items()}
    rows = []
    for rival in RIVALS:
        median = _median(records, rival)
        if median is None:
            continue
        cells = [_times(each[rival].ratio) if rival in each else "-" for each in made.values()]
        rows.append([module(rival).TITLE, *cells, _times(median)])
    titles = [content["corpus"]["title"] for content in records.values()]
    return (
        "How many times faster thalweg reaches (nearly) the best score of each program. *never* "
        "counts as 0 in the median.\n\n" + table(["", *titles, "median"], rows)
    )


def _median(records: Records, rival: str) -> float | None:
    """Over the tasks that the rival has been run on."""
    made = [each[rival] for c in records.values() if rival in (each := comparisons(c))]
    return statistics.median(one.ratio or 0.0 for one in made) if made else None


def _task(name: str, content: dict[str, Any], folder: str) -> str:
    size, runs = content["corpus"], {run["system"]: run for run in content["runs"]}
    made = comparisons(content)
    rows = [_row(runs[THALWEG], None)] if "points" in runs.get(THALWEG, {}) else []
    measured = [rival for rival in RIVALS if "points" in runs.get(rival, {})]
    measured.sort(key=lambda rival: -max(p["score"] for p in runs[rival]["points"]))
    rows += [_row(runs[rival], made.get(rival)) for rival in measured]
    failed = [
        f"- {module(system).TITLE}: `{run['failed']}`"
        for system, run in runs.items()
        if "failed" in run
    ]
    figures = ("best score", "seconds", "thalweg's", "times faster", "trained", "alpha")
    figures_of_all = table(["", *figures, "memory, MB"], rows)
    return "\n".join(
        [
            f"## {size['title']}\n",
            f"![Held-out log-likelihood against seconds, {size['title']}]({folder}/{name}.png)\n",
            f"{size['documents']:,} documents, {size['tokens']:,} tokens, {size['words']:,} words; "
            f"{size['held_out']:,} documents held out; {content['settings']['budget']:g} s per "
            f"program, {content['settings']['cores']} cores. {_link(name, folder)}\n",
            figures_of_all,
            *(["Not available on this machine:\n", *failed, ""] if failed else []),
        ]
    )


def _row(run: dict[str, Any], one: Comparison | None) -> list[str]:
    points = run["points"]
    best = max(points, key=lambda point: point["score"])
    if one is None:  # thalweg itself
        end = points[-1]
        figures = [f"{end['score']:.4f}", _seconds(end["seconds"]), "", ""]
        alpha = end["fold_in"]
    else:
        ours = "never" if one.our_seconds is None else _seconds(one.our_seconds)
        figures = [f"{one.best:.4f}", _seconds(one.seconds), ours, _times(one.ratio)]
        alpha = best["fold_in"]
    trained = _seconds(points[-1]["seconds"]) + (" c" if run["reason"] == "converged" else "")
    figures += [trained, str(alpha), f"{run['peak_bytes'] / 1e6:,.0f}"]
    return [module(run["system"]).TITLE, *figures]


def _settings(records: Records) -> str:
    versions = {
        run["system"]: run["version"] or content["machine"]["thalweg"]
        for content in records.values()
        for run in content["runs"]
        if "points" in run
    }
    rows = [
        [module(s).TITLE, versions.get(s, ""), module(s).CORES, module(s).SETTINGS]
        for s in (THALWEG, *RIVALS)
    ]
    return table(["", "version", "cores", "settings"], rows)


def _commands(records: Records, folder: str) -> str:
    rows = [
        [_link(name, folder), content["date"], _machine(content["machine"])]
        for name, content in records.items()
    ]
    lines = "\n".join(
        f"{content['command']} --python rivals/bin/python" for content in records.values()
    )
    return _COMMANDS.format(commands=lines, table=table(["record", "date", "machine"], rows))


def _machine(machine: dict[str, Any]) -> str:
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['instruction_set']}, Python "
        f"{machine['python']}, thalweg {machine['thalweg']}"
    )


def _times(ratio: float | None) -> str:
    if ratio is None:
        return "never"
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f}" if seconds >= 100 else f"{seconds:.3g}"


def _link(name: str, folder: str) -> str:
    return f"[{name}.json]({folder}/{name}.json)"


if __name__ == "__main__":
    main()
