"""`thalweg edit`: change the topics of a model, by options, a log, or line by line."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.destinations import MODEL, check_file
from thalweg.cli.options.common_options import AsJson, Force, SavedModel
from thalweg.cli.options.edit_lines import MEANING, USAGE, EditLines
from thalweg.cli.output import console, next_step, note, print_json

if TYPE_CHECKING:
    from thalweg.model import TopicModel
    from thalweg.steering import Edit, EditReport

EXAMPLES: Final = """
thalweg edit news.model --merge 3,7 --remove 4:rise --name 5=weather --out better.model
thalweg edit news.model --add 2:bank,rates --stop interest --out better.model --log edits.json
thalweg edit news.model edits.json --out better.model
thalweg edit news.model
"""

_WORDS: Final = "TOPIC:WORD,..."
_TOPICS: Final = "TOPIC,..."


def _option(name: str, metavar: str, help_text: str) -> Any:
    return typer.Option(
        f"--{name}",
        metavar=metavar,
        help=f"{help_text} May be repeated.",
        show_default=False,
        rich_help_panel="Edits, in this order",
    )


def edit(
    path: SavedModel,
    log: Annotated[
        Path | None,
        typer.Argument(metavar="LOG", help="Edits to make again, as --log wrote them."),
    ] = None,
    *,
    merge: Annotated[
        list[str] | None, _option("merge", _TOPICS, "Make one topic of several; the first stays.")
    ] = None,
    split: Annotated[
        list[str] | None, _option("split", _WORDS, "Move words of a topic to a new one.")
    ] = None,
    create: Annotated[
        list[str] | None, _option("create", "NAME:WORD,...", "Make a new topic of words.")
    ] = None,
    delete: Annotated[list[str] | None, _option("delete", "TOPIC", "Remove a topic.")] = None,
    add: Annotated[list[str] | None, _option("add", _WORDS, "Hold words in a topic.")] = None,
    remove: Annotated[
        list[str] | None,
        _option("remove", _WORDS, "Give words a probability of zero in a topic."),
    ] = None,
    allow: Annotated[
        list[str] | None,
        _option("allow", _WORDS, "Let the documents decide again about such words."),
    ] = None,
    stop: Annotated[
        list[str] | None, _option("stop", "WORD,...", "Ignore words everywhere.")
    ] = None,
    lock: Annotated[
        list[str] | None,
        _option("lock", _TOPICS, "Keep topics as they are while training goes on."),
    ] = None,
    unlock: Annotated[
        list[str] | None, _option("unlock", _TOPICS, "Let locked topics learn again.")
    ] = None,
    name: Annotated[list[str] | None, _option("name", "TOPIC=NAME", "Name a topic.")] = None,
    order: Annotated[
        list[str] | None, _option("order", _TOPICS, "Put topics first in tables.")
    ] = None,
    topics: Annotated[
        int | None,
        typer.Option(
            "--topics",
            "-k",
            min=1,
            metavar="N",
            help="Number of topics of the model.",
            show_default=False,
            rich_help_panel="Edits, in this order",
        ),
    ] = None,
    strength: Annotated[
        float | None,
        typer.Option(
            "--strength",
            min=0,
            max=1,
            metavar="SHARE",
            help="Share of words that stays where an edit puts them, from 0 to 1.",
            show_default="0.8 of given words, 0.5 of the top words of merged topics",
        ),
    ] = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Print what would change, and write nothing.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="MODEL",
            help="Write the edited model to this file.",
            show_default="the model itself is replaced",
        ),
    ] = None,
    write_log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="Also write all edits of the model to this JSON file.",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Change the topics of a model.

    Topics are given by number or name. Edits last: an edited topic keeps its words when the model
    is updated. Topics keep their numbers when others go. If an edit is not possible, nothing is
    written. Without edits, the command reads them line by line; on a terminal, the Tab key
    completes words, and help lists the edits. If --topics is smaller than the number of topics,
    the nearest ones are merged; otherwise topics are added.
    """
    from thalweg.errors import InputError
    from thalweg.model import TopicModel
    from thalweg.persistence.model_file import is_checkpoint

    lines = EditLines(strength)
    given = {
        "merge": merge,
        "split": split,
        "create": create,
        "delete": delete,
        "add": add,
        "remove": remove,
        "allow": allow,
        "stop": stop,
        "lock": lock,
        "unlock": unlock,
        "name": name,
        "order": order,
    }
    edits = [_of_option(lines, verb, text) for verb, texts in given.items() for text in texts or []]
    if topics is not None:
        edits.append(lines.edit("topics", [str(topics)]))
    if log is not None and edits:
        raise typer.BadParameter(
            "it was given together with edits; expected either a log or options", param_hint="LOG"
        )
    if out is not None:
        check_file(out, MODEL, inputs=[path], force=force)
    elif not preview:
        if is_checkpoint(path):
            raise typer.BadParameter(
                f"{path} is a checkpoint, and would lose the progress of its training run; "
                "expected --out with the name of a new model",
                param_hint="MODEL",
            )
        check_file(path, MODEL, option="MODEL")
    model = TopicModel.load(path)
    if log is None and not edits:
        if as_json or preview:
            raise typer.BadParameter(
                "it was given without edits; expected a log or edits as options",
                param_hint="--json" if as_json else "--preview",
            )
        changed = _line_by_line(model, lines)
        if not changed:
            note("nothing was changed")
            return
    else:
        from thalweg.steering.edits.edit_log import read_log

        wanted = edits if log is None else read_log(log)
        if not wanted:
            raise InputError(f"{log} has no edits")
        report = _quietly(model, wanted, preview=preview)
        if as_json:
            print_json(_as_json(report))
        else:
            typer.echo(str(report))
        if preview:
            return
    model.save(out or path)
    if write_log is not None:
        model.save_edits(write_log)
        note(f"wrote {write_log}")
    note(f"{len(model.topics(1))} topics; wrote {out or path}")
    if not as_json:
        next_step("the topics now", "show", str(out or path))


def _of_option(lines: EditLines, verb: str, text: str) -> "Edit":
    """Return the edit of an option such as --remove 4:amp,lt."""
    sign = {"name": "="}.get(verb, ":" if verb in ("split", "create", *_ABOUT_WORDS) else None)
    if sign is None:
        return lines.edit(verb, [part.strip() for part in text.split(",")])
    topic, found, rest = text.partition(sign)
    if not found or not topic.strip() or not rest.strip():
        example = {"name": "5=parking", "create": "parking:garage,valet"}.get(verb, "4:amp,lt")
        raise typer.BadParameter(
            f"{text!r} is not understood; expected e.g. {example}", param_hint=f"--{verb}"
        )
    parts = [rest] if verb == "name" else rest.split(",")
    return lines.edit(verb, [topic.strip(), *(part.strip() for part in parts)])


_ABOUT_WORDS: Final = ("add", "remove", "allow")


def _quietly(model: "TopicModel", edits: Sequence["Edit"], *, preview: bool) -> "EditReport":
    """Edit a model; warnings are in the report, which is printed."""
    import warnings

    from thalweg.errors import ThalwegWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ThalwegWarning)
        return model.preview(*edits) if preview else model.edit(*edits)


def _as_json(report: "EditReport") -> dict[str, Any]:
    from dataclasses import asdict

    return {name: value for name, value in asdict(report).items() if value is not None}


# ---------------------------------------------------------------------------- line by line

_OTHER: Final = {
    "show": "print the topics, or the words of some: show 3 7",
    "undo": "take back the last edit",
    "help": "list what can be typed",
    "save": "write the model and end",
    "quit": "end without writing",
}


def _line_by_line(model: "TopicModel", lines: EditLines) -> bool:
    """Read edits until `save`, `quit` or the end; return whether the model is to be written.

    On a terminal, the end of the input (Ctrl-D) writes nothing; a file of edits ends with its last
    line, and any fault in it ends the command.
    """
    from thalweg.errors import InputError

    is_terminal = sys.stdin.isatty()
    if is_terminal:
        note("type an edit, help, undo, show, save or quit; Tab completes")
    changed = False
    for line in _lines(model, is_terminal):
        verb, *rest = line.split()
        try:
            if verb == "save":
                return changed
            if verb == "quit":
                return False
            if verb == "help":
                _print_help()
            elif verb == "show":
                _print_topics(model, rest)
            elif verb == "undo":
                taken = model.undo()
                note(f"took back: {', '.join(entry['edit'] for entry in taken)}")
            else:
                typer.echo(str(_quietly(model, [lines.parse(line)], preview=False)))
                changed = True
        except InputError as error:
            if not is_terminal:
                raise
            note(str(error).replace("`", ""))
    return changed and not is_terminal


def _lines(model: "TopicModel", is_terminal: bool) -> Iterator[str]:
    if is_terminal:
        _complete_words(model)
    while True:
        try:
            line = input("edit> " if is_terminal else "")
        except EOFError:
            return
        line = line.strip()
        if line and not line.startswith("#"):
            yield line


def _complete_words(model: "TopicModel") -> None:
    """Complete verbs, names of topics and words with the Tab key, where the system can."""
    try:
        import readline
    except ImportError:  # as on Windows
        return
    from thalweg.state.of_model import word_names

    verbs, words = [*USAGE, *_OTHER], sorted(map(str, word_names(model)))

    def complete(text: str, number: int) -> str | None:
        names = [name for name in model.topic_names_.values() if " " not in name]
        possible = [*names, *words] if readline.get_begidx() else verbs
        found = [word for word in possible if word.startswith(text)]
        return f"{found[number]} " if number < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def _print_help() -> None:
    width = max(map(len, (*USAGE.values(), *_OTHER)))
    for verb, usage in USAGE.items():
        typer.echo(f"{usage:{width}}  {MEANING[verb]}")
    for verb, meaning in _OTHER.items():
        typer.echo(f"{verb:{width}}  {meaning}")


def _print_topics(model: "TopicModel", chosen: Sequence[str]) -> None:
    from thalweg.cli.result_tables import topic_table

    table = model.topics(20 if chosen else 8)
    if chosen:
        wanted = [row for row in table if str(row.topic) in chosen or row.name in chosen]
        table = type(table)(wanted)
    console().print(topic_table(table))
