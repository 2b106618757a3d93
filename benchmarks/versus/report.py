"""`python -m benchmarks.versus.report`: docs/versus.md from the records and nothing else.

`--check` writes nothing and fails if the file is not what the records give.
"""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path
from typing import Any

from benchmarks.generated_page import DOCS, command, table
from benchmarks.versus.__main__ import RESULTS
from benchmarks.versus.comparison import NEAR_BEST, Comparison
from benchmarks.versus.rivals import RIVALS, THALWEG, module
from benchmarks.versus.tasks import TASKS

REPORT = DOCS / "versus.md"
MEDIAN_ASKED, EACH_ASKED = 100, 50

Records = dict[str, dict[str, Any]]

_INTRODUCTION = """\
# thalweg against what people use today

Held-out score against seconds of training, thalweg as it comes (`LDA(n_components,
random_state=0)`) against others with their best documented settings. This page is generated from
the JSON files that it names; `python -m benchmarks.versus.report --check` fails if it does not say
what they say.
"""

_METHOD = """\
## How

- Every system learns in a process of its own, from the same matrix, on the same cores, until its
  budget of seconds is used or it has come to its end, or has converged: {converged}.
- Of thalweg the clock covers all of `fit`; of the others it starts when the documents are in their
  own form. While its topics are scored a system is halted, and so is its clock. Only thalweg, whose
  passes take hundredths of a second, is timed in a run that is not halted; a second one, which has
  the same bits, is scored.
- A tenth of the documents is held out whole. Half of each predicts the other half: the mean
  log-probability of a token, by the same program for all, which is given the topics (K x W) alone.
  It infers a document under the alpha that suits those topics best: the system's own, or the best
  symmetric one of {priors}.
- *Best* is the best point of a rival's curve, and of thalweg's what the training ends with.
  *Seconds*: until within {near} of that best. *Times faster*: those seconds over thalweg's seconds
  to the score that the rival had then. Points lie 5 % of the time apart or more; those of thalweg
  are the ends of its passes. *Trained*: the seconds of the last point; `c` if it had converged.
- Vowpal Wabbit and Spark cannot be looked at while they learn, and going on from a saved model does
  not give what one run gives: each of their points is a run of its own, about twice as long as the
  one before. The ratio counts the seconds of that one run.
- *Memory* is the largest resident memory of the process, with its documents and its language, and
  of the processes that it started.
- One run of each, with one seed. thalweg's, which is over before the moods of a shared machine even
  out, is repeated: of five, which end with the same topics, the one of median seconds.

"""

_COMMANDS = """\
## Commands

Each goes on where it was stopped; `--system` and `--task` choose, `--fresh` runs them again.

```console
$ python3 -m venv rivals
$ rivals/bin/pip install -r benchmarks/versus/requirements-rivals.txt
{commands}
$ python -m benchmarks.versus.report
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
        ("thalweg ends with at least the best score of every rival, on every task", behind),
        (f"it gets there at least {MEDIAN_ASKED} times faster (median over the tasks)", below),
        (f"and at least {EACH_ASKED} times faster on each task", slow),
    ]
    rows = [
        [claim, "yes" if not cases else "**not**: " + ", ".join(cases)] for claim, cases in lines
    ]
    return "## In short\n\n" + table(["asked", "holds"], rows)


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
        "How many times faster thalweg gets to (nearly) the best score of these; *never* counts as "
        "0 in the median:\n\n" + table(["", *titles, "median"], rows)
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
            f"{size['held_out']:,} documents held out; {content['settings']['budget']:g} s a "
            f"system, {content['settings']['cores']} cores. {_link(name, folder)}\n",
            figures_of_all,
            *(["Not to be had on this machine:\n", *failed, ""] if failed else []),
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
        f"$ {content['command']} --python rivals/bin/python" for content in records.values()
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
