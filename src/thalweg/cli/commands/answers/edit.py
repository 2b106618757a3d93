"""`thalweg edit`: change the topics of a model, by options, a log, or line by line."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.destinations import EDIT_LOG, check_changed_model, check_file
from thalweg.cli.editing.edit_lines import EditLines
from thalweg.cli.options.common_options import AsJson, Force, SavedModel
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions
from thalweg.cli.output import STANDARD_INPUT, next_step, note, print_json, print_lines

if TYPE_CHECKING:
    from thalweg.steering import EditReport

EXAMPLES: Final = """
thalweg edit news.model --merge 3,7 --remove 4:rise --name 5=weather --out better.model
thalweg edit news.model --add 2:bank,rates --stop interest --out better.model --log edits.json
thalweg edit news.model edits.json --out better.model
thalweg edit news.model --split 3 --corpus news.csv --preview
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


@with_options
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
        list[str] | None,
        _option(
            "split",
            "TOPIC[:WORD,...]",
            "Move words of a topic to a new one. Without words, its two parts are found in the "
            "documents of --corpus.",
        ),
    ] = None,
    split_documents: Annotated[
        list[str] | None,
        _option(
            "split-documents",
            "TOPIC[:ID,...]",
            "Make a new topic of what documents of --corpus have of a topic: those with these ids "
            "or rows, or all of them.",
        ),
    ] = None,
    create: Annotated[
        list[str] | None, _option("create", "NAME:WORD,...", "Make a new topic of words.")
    ] = None,
    create_documents: Annotated[
        list[str] | None,
        _option("create-documents", "NAME[:ID,...]", "Make a new topic of documents of --corpus."),
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
    forget: Annotated[
        list[str] | None,
        _option("forget", "ID", "Take a document of --corpus out of the counts."),
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
    corpus: Annotated[
        str | None,
        typer.Option(
            "--corpus",
            metavar="FILE",
            help="Documents: for edits that need some, and to report how many get another main "
            "topic, and the held-out score.",
            show_default=False,
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
    files: DocumentOptions,
) -> None:
    """Change the topics of a model.

    Topics are given by number or name. Edits last: an edited topic keeps its words when the model
    is updated. Topics keep their numbers when others go. If an edit is not possible, nothing is
    written. Without edits, the command reads them line by line; on a terminal, the Tab key
    completes words, and help lists the edits. If --topics is smaller than the number of topics,
    the nearest ones are merged; otherwise topics are added.
    """
    from thalweg.cli.editing.edit_session import EditSession
    from thalweg.cli.editing.edited_documents import EditedDocuments
    from thalweg.errors import InputError
    from thalweg.model import TopicModel

    given = {
        "merge": merge,
        "split": split,
        "split-documents": split_documents,
        "create": create,
        "create-documents": create_documents,
        "delete": delete,
        "add": add,
        "remove": remove,
        "allow": allow,
        "stop": stop,
        "lock": lock,
        "unlock": unlock,
        "name": name,
        "order": order,
        "forget": forget,
        "topics": None if topics is None else [str(topics)],
    }
    options = [(verb, _parts(verb, text)) for verb, texts in given.items() for text in texts or ()]
    if log is not None and options:
        raise typer.BadParameter(
            "it was given together with edits; expected either a log or options", param_hint="LOG"
        )
    if log is None and not options and (as_json or preview):
        raise typer.BadParameter(
            "it was given without edits; expected a log or edits as options",
            param_hint="--json" if as_json else "--preview",
        )
    if log is None and not options and corpus == STANDARD_INPUT:
        raise typer.BadParameter(
            "- is standard input, from which the edits are read; expected a file, or edits as "
            "options",
            param_hint="--corpus",
        )
    if log is not None and strength is not None:
        raise typer.BadParameter(
            "it was given together with a log, whose edits have their own", param_hint="--strength"
        )
    check_changed_model(path, out, inputs=[corpus, log], force=force, writes=not preview)
    if write_log is not None:
        read = [each for each in (path, out, corpus, log) if each is not None]
        check_file(write_log, EDIT_LOG, option="--log", inputs=read, force=force)
        if out is not None and write_log.absolute() == out.absolute():
            raise InputError(f"--log is {write_log}, which is --out, too; expected two names")
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    documents = None if corpus is None else EditedDocuments(model, corpus, files)
    session = EditSession(model, EditLines(strength, documents))
    if log is None and not options:
        if not session.run():
            note("nothing was written")
            return
    else:
        from thalweg.steering.edits.edit_log import read_log

        edits = [session.lines.edit(verb, parts) for verb, parts in options]
        edits = edits if log is None else read_log(log)
        if not edits:
            raise InputError(f"{log} has no edits")
        report = session.make(edits, preview=preview)
        if as_json:
            print_json(_as_json(report))
        else:
            print_lines(str(report))
        if preview:
            return
    model.save(out or path)
    if write_log is not None:
        model.save_edits(write_log)
        note(f"wrote {write_log}")
    note(f"{len(model.topics(1))} topics; wrote {out or path}")
    if not as_json:
        next_step("the topics now", "show", str(out or path))


def _parts(verb: str, text: str) -> list[str]:
    """Return the arguments of an option such as --remove 4:amp,lt."""
    if verb in ("forget", "topics"):
        return [text]
    if verb in ("merge", "delete", "stop", "lock", "unlock", "order"):
        return [part.strip() for part in text.split(",")]
    sign = "=" if verb == "name" else ":"
    first, found, rest = text.partition(sign)
    needs_more = verb not in ("split", "split-documents", "create-documents")
    if not first.strip() or (not rest.strip() and (found or needs_more)):
        example = _EXAMPLES.get(verb, "4:amp,lt")
        raise typer.BadParameter(
            f"{text!r} is not understood; expected e.g. {example}", param_hint=f"--{verb}"
        )
    parts = [rest] if verb == "name" else rest.split(",") if found else []
    return [first.strip(), *(part.strip() for part in parts)]


_EXAMPLES: Final = {
    "name": "5=parking",
    "create": "parking:garage,valet",
    "create-documents": "parking:a17,a25",
    "split-documents": "4:a17,a25",
}


def _as_json(report: "EditReport") -> dict[str, Any]:
    from dataclasses import asdict

    return {name: value for name, value in asdict(report).items() if value is not None}
