"""EditSession: makes edits of a model for `thalweg edit`, given at once or line by line."""

import shlex
import sys
import warnings
from collections.abc import Iterator, Sequence
from typing import Final

import typer

from thalweg.cli.editing.edit_lines import MEANING, USAGE, EditLines
from thalweg.cli.output import console, note
from thalweg.cli.result_tables import topic_table
from thalweg.errors import InputError, ThalwegWarning
from thalweg.model import TopicModel
from thalweg.state.of_model import word_names
from thalweg.steering import Edit, EditReport

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
            self._complete()
        n_before, last = len(self.model.edits), None
        for line in self._lines(is_terminal):
            try:
                verb, *rest = self.lines.parts(line)
                if verb in ("save", "quit"):
                    last = verb
                    break
                self._do(verb, rest)
            except InputError as error:
                if not is_terminal:
                    raise
                note(str(error).replace("`", ""))
            except KeyboardInterrupt:
                if not is_terminal:
                    raise
                note("interrupted; this edit was not made")
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
            typer.echo(str(self.model.redo()))
        else:
            preview = verb == "preview"
            if preview:
                verb, *rest = rest or [""]
            typer.echo(str(self.make([self.lines.edit(verb, rest)], preview=preview)))

    def _lines(self, is_terminal: bool) -> Iterator[str]:
        while True:
            try:
                line = input("edit> " if is_terminal else "").strip()
            except EOFError:
                return
            except KeyboardInterrupt:
                if not is_terminal:
                    raise
                note("type quit to end without writing, or save")
                continue
            if line and not line.startswith("#"):
                yield line

    def _complete(self) -> None:
        """Complete verbs, names of topics and words with the Tab key, where the system can."""
        try:
            import readline
        except ImportError:  # as on Windows
            return
        verbs, words = [*USAGE, *_OTHER], sorted(map(str, word_names(self.model)))

        def complete(text: str, number: int) -> str | None:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            if before in ([], ["preview"]):
                found = [verb for verb in verbs if verb.startswith(text)]
            else:
                names = map(shlex.quote, self.model.topic_names_.values())
                found = [word for word in (*names, *words) if word.startswith(text)]
            return f"{found[number]} " if number < len(found) else None

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")

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
    width = max(len(usage) for usage, _ in said)
    for usage, meaning in said:
        typer.echo(f"{usage:{width}}  {meaning}")
