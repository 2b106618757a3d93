"""EditSession: makes edits of a model for `thalweg edit`, given at once or line by line."""

import sys
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from typing import Final

import typer

from thalweg.cli.editing.completion import Completion
from thalweg.cli.editing.edit_lines import MEANING, USAGE, EditLines
from thalweg.cli.output import console, note, output_width, print_lines
from thalweg.cli.result_tables import topic_table
from thalweg.errors import InputError, ThalwegError, ThalwegWarning
from thalweg.model import TopicModel
from thalweg.steering import Edit, EditReport

_LEAST_WIDTH: Final = 70  # of a terminal, for usages and their meanings next to each other
_OTHER: Final = {
    "preview": ("preview EDIT", "print what an edit would change: preview split 3"),
    "show": ("show [TOPIC ...]", "print the topics, or the words of some"),
    "undo": ("undo", "take back the last edit"),
    "redo": ("redo", "make the edit that was taken back again"),
    "help": ("help", "list what can be typed"),
    "save": ("save", "write the model and end"),
    "quit": ("quit", "end without writing"),
}


class EditSession:
    """Edits a model; on a terminal, with a prompt that completes verbs, names and words."""

    def __init__(self, model: TopicModel, lines: EditLines) -> None:
        self.model = model
        self.lines = lines

    def make(self, edits: Sequence[Edit], *, preview: bool = False) -> EditReport:
        """Edit the model; warnings are in the report, which is printed."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ThalwegWarning)
            change = self.model.preview if preview else self.model.edit
            return change(*edits, X=self.lines.all_documents())

    def run(self) -> bool:
        """Read lines until `save`, `quit` or the end; return whether to write the model.

        On a terminal, the end of the input (Ctrl-D) writes nothing, and Ctrl-C drops the line. A
        file of edits ends with its last line, and any fault in it ends the command.
        """
        is_terminal = sys.stdin.isatty()
        if is_terminal:
            note("type an edit, help, undo, show, save or quit; Tab completes")
            usages = USAGE | {verb: usage for verb, (usage, _) in _OTHER.items()}
            Completion(self.model, usages).install()
        n_before, last = len(self.model.edits), None
        for line in self._lines(is_terminal):
            n_made = len(self.model.edits)
            try:
                verb, *rest = self.lines.parts(line)
                if verb in ("save", "quit"):
                    last = verb
                    break
                self._do(verb, rest)
            except ThalwegError as error:
                if not is_terminal:
                    raise
                note(str(error).replace("`", ""))
            except KeyboardInterrupt:
                if not is_terminal:
                    raise
                is_made = len(self.model.edits) != n_made  # it came while the report was printed
                typer.echo(err=True)  # after ^C
                said = "was carried out" if is_made else "changed nothing"
                note(f"interrupted; this line {said}")
        if len(self.model.edits) == n_before:
            return False
        return last == "save" or (last is None and not is_terminal)

    def _do(self, verb: str, rest: Sequence[str]) -> None:
        if verb == "help":
            _print_help()
        elif verb == "show":
            self._show(rest)
        elif verb == "undo":
            note(f"took back: {', '.join(entry['edit'] for entry in self.model.undo())}")
        elif verb == "redo":
            print_lines(str(self.model.redo()))
        else:
            preview = verb == "preview"
            if preview:
                verb, *rest = rest or [""]
            print_lines(str(self.make([self.lines.edit(verb, rest)], preview=preview)))

    def _lines(self, is_terminal: bool) -> Iterator[str]:
        while True:
            try:
                line = input("edit> " if is_terminal else "").strip()
            except EOFError:
                if is_terminal:
                    typer.echo(err=True)
                return
            except KeyboardInterrupt:
                if not is_terminal:
                    raise
                typer.echo(err=True)
                note("type quit to end without writing, or save")
                continue
            if line and not line.startswith("#"):
                yield line

    def _show(self, chosen: Sequence[str]) -> None:
        table = self.model.topics(20 if chosen else 8)
        if chosen:
            rows = {name: row for row in table for name in (str(row.topic), row.name)}
            if unknown := next((name for name in chosen if name not in rows), None):
                raise InputError(
                    f"show: there is no topic {unknown!r}; expected a number or a name of a topic"
                )
            table = type(table)(rows[name] for name in chosen)
        console().print(topic_table(table))


def _print_help() -> None:
    said = [*((USAGE[verb], MEANING[verb]) for verb in USAGE), *_OTHER.values()]
    column = max(len(usage) for usage, _ in said) + 2
    is_narrow = output_width() < _LEAST_WIDTH
    for usage, meaning in said:
        if is_narrow:
            print_lines(f"{usage}\n    {meaning}")
            continue
        indent = " " * column
        typer.echo(
            textwrap.fill(f"{usage:{column}}{meaning}", output_width(), subsequent_indent=indent)
        )
