"""`python -m benchmarks.paper.report`: write docs/explanation/reproduction.md from the records.

`--check` writes nothing and fails if the file is out of date.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.generated_page import EXPLANATION, command, table
from benchmarks.paper import claims, leads
from benchmarks.paper.claims import Finding, Records, points, versus
from benchmarks.paper.material import REAL, STAND_INS
from benchmarks.paper.options import RESULTS

REPORT = EXPLANATION / "reproduction.md"

_INTRODUCTION = """\
# The paper's experiments, repeated

Foulds, Boyles, DuBois, Smyth and Welling, *Stochastic Collapsed Variational Bayesian Inference for
Latent Dirichlet Allocation* (2013), section 5: what the paper found, and what thalweg finds. This
page is generated from the JSON files that it links to; `python -m benchmarks.paper.report --check`
fails if it is out of date.

**Stand-ins.** The paper's PubMed Central, New York Times and Wikipedia corpora are not available.
Results marked *stand-in* use corpora of the same size, drawn from LDA itself ([Stand-in
corpora](design/stand-ins.md)). They can show speed and convergence, but not whether topics mean
something to people. NIPS, 20 newsgroups and the arXiv abstracts are real.
"""

_METHOD = """\
## Method

- Settings of section 5.1: minibatches of 100, alpha 0.1, eta 0.01, s = 10, tau = 1000, kappa = 0.9
  for topics and s = 1, tau = 10, kappa = 0.9 for documents. SVB-Bx-Oy is SVB with x passes over a
  document and hyper-parameters offset by y. The paper does not give K for its curves.
- All systems start from the same random topics, see the same documents in the same order, and train
  on one thread. Both algorithms are thalweg's native code ([Algorithms](design/algorithms.md)).
- Held out are 10,000 documents, or a tenth of a small corpus. One half of each predicts the other
  half. All systems are scored by the same program under alpha 0.1, eta 0.01, so that topics are
  compared, and not ways to infer a document. Scoring time does not count; reading from disk does.
- A word counts as an error ("does not belong") if its mean NPMI with the other nine words of its
  topic, by documents of the corpus, is below that of 95% of the words in shuffled topics (one
  threshold per corpus, from the topics of both systems). The paper's test compares two samples of
  topics. The test on two samples of runs is stricter, because topics of one run are not
  independent.
- The paper does not say which SVB it showed to people. We use SVB-B5-O0.5.
"""

_READINGS = """\
## What the paper's step sizes mean

"A step-size schedule of s / (tau + t)^kappa for document iteration t", with minibatches of 100:
either every document takes a step, and a minibatch takes the steps of its documents together
(`documents`, the setting of `LDA.paper`); or a minibatch takes one step, and t counts minibatches
(`minibatches`) or documents (`minibatches-by-documents`). The table shows, on NIPS, the held-out
log-likelihood and how many of their ten top words two topics share on average.

{table} The paper shows distinct topics after about 3,300 documents. All other results on this page
use the reading under which topics are distinct by then, `documents`. It was chosen after seeing
this table; `--steps` selects another. ({link})
"""

_COMMANDS = """\
## Commands

Each command continues where it was stopped, and does nothing if its record is complete. `--fresh`
starts again. `make bench-paper` runs all of them.

```sh
{commands}
python -m benchmarks.paper.report
```

{table}"""


def main(arguments_given: list[str] | None = None) -> None:
    command(
        "benchmarks.paper.report",
        __doc__,
        lambda results, folder: render(load(results), folder),
        RESULTS,
        REPORT,
        arguments_given,
    )


def load(results: Path) -> Records:
    """The records of the experiments, real corpora first."""
    patterns = [
        "readings.json",
        *(f"curves-{name}*.json" for name in (*REAL, *STAND_INS)),
        "five_seconds.json",
        "sixty_seconds*.json",
    ]
    paths = [path for pattern in patterns for path in sorted(results.glob(pattern))]
    return {path.stem: json.loads(path.read_text()) for path in paths}


def render(records: Records, folder: str) -> str:
    """The whole page; `folder` is where its links find the records."""
    made = claims.findings(records)
    sections = [
        _INTRODUCTION,
        _overview(made),
        "".join(_finding(number, finding, folder) for number, finding in enumerate(made, 1)),
        _METHOD,
        _readings(records, folder),
        _curves(records, folder),
        _topics(records, folder),
        _commands(records, folder),
    ]
    return "\n".join(section for section in sections if section)


def _overview(made: list[Finding]) -> str:
    rows = [[str(n), finding.claim, finding.verdict] for n, finding in enumerate(made, 1)]
    rule = (
        '"Agrees": true for all variants of SVB and all corpora tested. "Partly": true for some.\n'
    )
    return "\n".join(["## In short\n", table(["", "claim", "our results"], rows), rule])


def _finding(number: int, finding: Finding, folder: str) -> str:
    ours = "\n".join(f"- {line}" for line in finding.ours)
    files = ", ".join(_link(file, folder) for file in finding.files)
    return (
        f"### {number}. {finding.claim}\n\n> {finding.paper}\n\n{ours}\n\n"
        f"**{finding.verdict.capitalize()}.** {finding.why} ({files})\n\n"
    )


def _readings(records: Records, folder: str) -> str:
    content = records.get("readings")
    if content is None:
        return ""
    rows = [
        [run["steps"], run["system"]]
        + [
            cell
            for moment in (run["early"], run["late"])
            for cell in (
                f"{moment['documents']:,}",
                f"{moment['score']:.3f}",
                f"{moment['shared_words']:.1f}",
            )
        ]
        for run in content["runs"]
    ]
    seconds = content["settings"]["seconds"]
    header = ["one step per", "system", "documents", "score", "shared words"]
    header += [f"documents in {seconds:g} s", "score", "shared words"]
    return _READINGS.format(table=table(header, rows), link=_link("readings", folder))


def _curves(records: Records, folder: str) -> str:
    chosen = claims.curves(records)
    if not chosen:
        return ""
    systems = list(points(next(iter(chosen.values()))))
    rivals = [name for name in systems if name != "SCVB0"]
    finals, ahead, by_documents, figures = [], [], [], []
    for file, content in chosen.items():
        of, title = points(content), content["corpus"]["title"]
        truth = f"{content['truth']:.3f}" if "truth" in content else ""
        finals.append([title, *(f"{of[name][-1]['score']:.3f}" for name in systems), truth])
        shares = versus(content, leads.share_ahead)
        ahead.append([title, *(f"{shares[name]:.0%}" for name in rivals)])
        ratios = versus(content, leads.document_ratio)
        by_documents.append(
            [title, f"{of['SCVB0'][-1]['documents']:,}", *(f"{ratios[n]:.2f}" for n in rivals)]
        )
        size = content["corpus"]
        figures.append(
            f"![Log-likelihood of held-out documents, {title}]({folder}/{file}.png)\n\n"
            f"{title}: {size['documents']:,} documents, {size['tokens']:,.0f} tokens, "
            f"{size['words']:,} words; {size['held_out']:,} held out; "
            f"{content['settings']['topics']} topics, "
            f"{content['settings']['seconds']:g} s per system. {_link(file, folder)}\n"
        )
    return "\n".join(
        [
            "## Log-likelihood against time and documents\n",
            "Held-out log-likelihood per token at the end:\n",
            table(["", *systems, "true topics"], finals),
            "Share of the run (logarithmic time axis) in which SCVB0 has a better score than:\n",
            table(["", *rivals], ahead),
            "Documents that SCVB0 visited, and how many it visited for each document visited by:\n",
            table(["", "SCVB0", *rivals], by_documents),
            *figures,
        ]
    )


def _topics(records: Records, folder: str) -> str:
    sections = []
    for file, content in records.items():
        if "judgement" not in content:
            continue
        groups = content["judgement"]["groups"]
        sections += [f"![Errors per topic]({folder}/{file}.png)\n", _percentiles(groups)]
        sections.append(f"({_link(file, folder)})\n")
        for group in groups:
            if group["corpus"]["stand_in"] is None:
                sections.append(_examples(group))
    return "\n".join(["## Words that do not belong\n", *sections]) if sections else ""


def _percentiles(groups: list[dict[str, Any]]) -> str:
    others = list(groups[0]["other_percentiles"])
    rows = [
        [group["title"], system]
        + [f"{group['other_percentiles'][percentile][system]:.2f}" for percentile in others]
        for group in groups
        for system in group["errors"]
    ]
    return (
        "Errors per topic if the threshold is another percentile of shuffled topics:\n\n"
        + table(["", "system", *(f"{percentile} %" for percentile in others)], rows)
    )


def _examples(group: dict[str, Any]) -> str:
    lists = [
        f"{system}:\n\n" + "\n".join(f"- {topic}" for topic in topics) + "\n"
        for system, topics in group["examples"].items()
    ]
    return "\n".join([f"Random sample of topics: {group['title']}\n", *lists])


def _commands(records: Records, folder: str) -> str:
    rows = [
        [_link(file, folder), content["date"], _machine(content["machine"])]
        for file, content in records.items()
    ]
    lines = "\n".join(content["command"] for content in records.values())
    return _COMMANDS.format(commands=lines, table=table(["record", "date", "machine"], rows))


def _machine(machine: dict[str, Any]) -> str:
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['instruction_set']}, Python "
        f"{machine['python']}, thalweg {machine['thalweg']}"
    )


def _link(file: str, folder: str) -> str:
    return f"[{file}.json]({folder}/{file}.json)"


if __name__ == "__main__":
    main()
