"""Run the terminal examples in README.md and docs/, and compare or rewrite what they show.

    python tools/terminal_examples.py --check [PAGE...]   list the differences; exit code 1 if any
    python tools/terminal_examples.py --write [PAGE...]   replace shown output that is out of date
    python tools/terminal_examples.py --write-all [PAGE...]   the same, with all saved pictures and
                                                          all output that varies

An example is a ```console block: lines that start with "$ " are commands, the lines below are their
output (standard output and standard error together). All commands of a page run in order in one new
folder, which has a copy of examples/. Output is compared line by line, in order, with these rules:

- "..." on a line of its own stands for one or more lines that are left out. It may occur once per
  command: the lines above it are the first ones of the output, the lines below it the last ones.
- Progress lines ("... documents/s, ... tokens/s"), which a slow machine prints every ten seconds,
  are left out.
- Durations ("0.31 s", and a last column named "seconds") may have any value.
- Decimal fractions may differ by 1% or by two units of the last digit, because processors round
  differently. Whole numbers and all words must be equal.

A comment directly above a block changes the rules for this block only:

- <!-- terminal: texts vary --> the output depends on the Python version. Words and numbers may
  differ; the number of lines, and of words and numbers in each line, may not.
- <!-- terminal: values vary --> the output describes this machine. Only the first column is
  compared.
- <!-- terminal: save NAME as PATH --> the commands make the file NAME. --write copies it to PATH,
  relative to the page, if PATH does not exist yet; --write-all copies it always, which changes the
  bytes of a picture with every version of matplotlib.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 88
GENERATED = ROOT / "docs" / "reference" / "cli.md"  # its blocks show usage, not sessions
OMITTED = "..."
FENCE, END = "```console", "```"
_DIRECTIVE = re.compile(r"<!-- terminal: (.*?) -->")
_SAVE = re.compile(r"save (\S+) as (\S+)")
_DURATION = re.compile(r"\b\d+(?:\.\d+)? (?:s|ms|seconds)\b")
_FRACTION = re.compile(r"(-?\d[\d,]*\.\d+)")
_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_WORD = re.compile(r"[^\W\d][\w.]*")
_SPACES = re.compile(r" {2,}")
_RULE = re.compile("\u2500+")
_PROGRESS = re.compile(r"\d\S* documents/s, \S+ tokens/s")


@dataclass
class Step:
    """One command, and the output that the page shows for it."""

    command: str
    shown: list[str] = field(default_factory=list)


@dataclass
class Block:
    """The commands of one ```console block; `start` and `stop` are its lines without fences."""

    start: int
    stop: int
    rules: list[str]
    steps: list[Step]

    @property
    def files_to_save(self) -> list[tuple[str, str]]:
        """Names of files that the commands make, and where the page wants them."""
        found = (_SAVE.fullmatch(rule) for rule in self.rules)
        return [(match[1], match[2]) for match in found if match]


def pages() -> list[Path]:
    """All pages that have terminal examples."""
    candidates = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [
        page
        for page in candidates
        if page != GENERATED and FENCE in page.read_text(encoding="utf-8")
    ]


def parse(text: str) -> list[Block]:
    """The blocks of a page."""
    lines = text.splitlines()
    blocks: list[Block] = []
    number = 0
    while number < len(lines):
        if lines[number].strip() != FENCE:
            number += 1
            continue
        stop = lines.index(END, number)
        blocks.append(
            Block(number + 1, stop, _rules(lines[:number]), _steps(lines[number + 1 : stop]))
        )
        number = stop + 1
    return blocks


def _rules(above: Sequence[str]) -> list[str]:
    """What the comments directly above a block say."""
    rules: list[str] = []
    for line in reversed(above):
        found = _DIRECTIVE.fullmatch(line.strip())
        if found:
            rules.append(found[1])
        elif line.strip():
            break
    return rules


def _steps(lines: Sequence[str]) -> list[Step]:
    steps: list[Step] = []
    for line in lines:
        if line.startswith("$ "):
            steps.append(Step(line.removeprefix("$ ")))
        elif not steps:
            raise ValueError(f"a console block starts with {line!r}; expected a line '$ command'")
        else:
            steps[-1].shown.append(line)
    for step in steps:
        if step.shown.count(OMITTED) > 1:
            raise ValueError(f"$ {step.command}: '...' may occur once per command")
        while step.shown and not step.shown[-1]:
            step.shown.pop()
    return steps


class Shell:
    """A new folder with examples/ in it, and a shell that finds `thalweg` and `python`."""

    def __enter__(self) -> Shell:
        self._temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self._temporary.name, "work")
        self.folder.mkdir()
        shutil.copytree(ROOT / "examples", self.folder / "examples")
        programs = Path(self._temporary.name, "bin")
        programs.mkdir()
        for name, module in (("thalweg", " -m thalweg"), ("python", "")):
            script = programs / name
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}"{module} "$@"\n')
            script.chmod(0o755)
        self._environment = os.environ | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "PYTHONUNBUFFERED": "1",  # standard output and standard error in the order of printing
            "COLUMNS": str(WIDTH),
            "NO_COLOR": "1",
            "LC_ALL": "C.UTF-8",
        }
        self._environment.pop("FORCE_COLOR", None)
        return self

    def __exit__(self, *_: object) -> None:
        self._temporary.cleanup()

    def run(self, command: str) -> tuple[list[str], int]:
        """The lines that a command prints, without blank lines at the ends, and its exit code."""
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        printed = (line.rstrip() for line in done.stdout.splitlines())
        lines = [line for line in printed if not _PROGRESS.search(line)]
        while lines and not lines[0]:
            lines.pop(0)
        while lines and not lines[-1]:
            lines.pop()
        return lines, done.returncode


def same_line(shown: str, printed: str, rules: Sequence[str] = ()) -> bool:
    """Whether a page may show the line `shown` for the line `printed`."""
    if "texts vary" in rules:
        return _shape(shown) == _shape(printed)
    if "values vary" in rules:
        return _SPACES.split(shown.strip())[0] == _SPACES.split(printed.strip())[0]
    ours, theirs = (_FRACTION.split(_without_durations(line)) for line in (shown, printed))
    if len(ours) != len(theirs):
        return False
    for number, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if number % 2 == 0 and _SPACES.sub("  ", a) != _SPACES.sub("  ", b):
            return False
        if number % 2 == 1 and not _close(a, b):
            return False
    return True


def _without_durations(line: str) -> str:
    """The line with durations masked, and lines across a table shortened."""
    return _RULE.sub("\u2500", _DURATION.sub("# s", line.rstrip()))


def _close(shown: str, printed: str) -> bool:
    a, b = (float(text.replace(",", "")) for text in (shown, printed))
    last_digit = 10.0 ** -len(shown.partition(".")[2])
    return abs(a - b) <= max(0.01 * abs(b), 2.001 * last_digit)


def _shape(line: str) -> list[str]:
    """The words and numbers of a line, without saying which."""
    return _WORD.sub("word", _NUMBER.sub("0", _without_durations(line))).split()


def _hide_seconds(lines: Sequence[str]) -> list[str]:
    """Mask the last column of a table if it is named "seconds"."""
    hidden, in_table = [], False
    for line in lines:
        if line.endswith(" seconds"):
            in_table = True
        elif not line.strip():
            in_table = False
        elif in_table:
            line = re.sub(r"\d+(\.\d+)?$", "#", line)
        hidden.append(line)
    return hidden


def difference(
    shown: Sequence[str], printed: Sequence[str], rules: Sequence[str] = ()
) -> str | None:
    """The first difference between a page and a command's output; None if there is none."""
    shown_masked, printed_masked = _hide_seconds(shown), _hide_seconds(printed)
    if OMITTED in shown:
        at = shown.index(OMITTED)
        n_last = len(shown) - at - 1
        if len(printed) <= at + n_last:
            return f"shows '...' where nothing is left out of {len(printed)} lines"
        pairs = list(zip(shown_masked[:at], printed_masked[:at], strict=True))
        last = printed_masked[len(printed) - n_last :]
        pairs += zip(shown_masked[at + 1 :], last, strict=True)
    else:
        pairs = list(zip(shown_masked, printed_masked, strict=False))
        if len(shown) != len(printed) and all(same_line(*pair, rules) for pair in pairs):
            return f"shows {len(shown)} lines, prints {len(printed)}"
    for ours, theirs in pairs:
        if not same_line(ours, theirs, rules):
            return f"shows  {ours!r}\nprints {theirs!r}"
    return None


def renewed(shown: Sequence[str], printed: Sequence[str], rules: Sequence[str] = ()) -> list[str]:
    """What a page should show: `printed`, shortened as `shown` is; unchanged if still right."""
    if difference(shown, printed, rules) is None:
        return list(shown)
    if OMITTED not in shown:
        return list(printed)
    at = shown.index(OMITTED)
    n_last = len(shown) - at - 1
    if len(printed) <= at + n_last:
        return list(printed)
    return [*printed[:at], OMITTED, *printed[len(printed) - n_last :]]


def run_page(
    page: Path, *, save: str = "nothing"
) -> Iterator[tuple[Block, Step, list[str], str | None]]:
    """Every step of a page with the lines it prints and, where it failed, the reason.

    `save` says which of the files that the page wants are copied: "nothing", "missing" or "all".
    """
    with Shell() as shell:
        for block in parse(page.read_text(encoding="utf-8")):
            for step in block.steps:
                printed, exit_code = shell.run(step.command)
                fails = any(line.startswith("error:") for line in step.shown)
                wrong = exit_code != 0 and not fails
                yield block, step, printed, f"exit code {exit_code}" if wrong else None
            for name, place in block.files_to_save:
                if not (shell.folder / name).exists():
                    yield block, block.steps[-1], [], f"did not make {name}"
                elif save == "all" or (save == "missing" and not (page.parent / place).exists()):
                    shutil.copyfile(shell.folder / name, page.parent / place)


def check(page: Path) -> list[str]:
    """All differences of a page, as messages."""
    found = []
    for block, step, printed, failure in run_page(page):
        reason = failure or difference(step.shown, printed, block.rules)
        if reason:
            where = f"{page.relative_to(ROOT)}:{block.start}: $ {step.command}"
            found.append(f"{where}\n{reason}" + ("\n" + "\n".join(printed) if failure else ""))
    return found


def write(page: Path, save: str = "missing") -> bool:
    """Replace output that is out of date; returns whether the page has changed."""
    text = page.read_text(encoding="utf-8")
    lines = text.splitlines()
    output: dict[int, list[str]] = {}
    spans: dict[int, int] = {}
    for block, step, printed, failure in run_page(page, save=save):
        if failure:
            sys.exit(f"{page}: $ {step.command}\n{failure}\n" + "\n".join(printed))
        spans[block.start] = block.stop
        rules = block.rules if save == "missing" else ()  # what varies counts as out of date too
        shown = renewed(step.shown, printed, rules)
        output.setdefault(block.start, []).extend([f"$ {step.command}", *shown])
    for start in sorted(output, reverse=True):
        lines[start : spans[start]] = output[start]
    changed = "\n".join(lines) + "\n"
    page.write_text(changed, encoding="utf-8")
    return changed != text


def main() -> int:
    """Check or write the pages that are named, or all."""
    arguments = sys.argv[1:]
    if not arguments or arguments[0] not in ("--check", "--write", "--write-all"):
        print(__doc__)
        return 2
    chosen = [Path(name).resolve() for name in arguments[1:]] or pages()
    if arguments[0] != "--check":
        save = "all" if arguments[0] == "--write-all" else "missing"
        for page in chosen:
            print(f"{page.relative_to(ROOT)}: {'rewritten' if write(page, save) else 'up to date'}")
        return 0
    found = [message for page in chosen for message in check(page)]
    print("\n\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
