"""`thalweg name`: give names to the topics of a model."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from thalweg.cli.destinations import check_changed_model
from thalweg.cli.options.common_options import AsJson, Force, SavedModel
from thalweg.cli.output import console, next_step, note, print_json

if TYPE_CHECKING:
    from thalweg.model import TopicModel

EXAMPLES: Final = """
thalweg name news.model
thalweg name news.model --auto
thalweg name news.model --set 3=parking --set 5="room service"
thalweg name news.model --from names.csv --out named.model
"""


class Method(StrEnum):
    """How names are suggested."""

    RELEVANCE = "relevance"
    PROBABILITY = "probability"
    PHRASES = "phrases"


def name(
    path: SavedModel,
    *,
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="TOPIC=NAME",
            help="Name a topic; an empty name removes it. May be repeated.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Read names from a CSV file with the columns topic and name.",
            show_default=False,
        ),
    ] = None,
    auto: Annotated[
        bool, typer.Option("--auto", help="Name all topics without a name after their words.")
    ] = False,
    method: Annotated[
        Method,
        typer.Option(
            metavar="METHOD",
            help="How to choose the words of suggested names: relevance (distinctive words), "
            "probability (frequent words) or phrases.",
        ),
    ] = Method.RELEVANCE,
    words: Annotated[
        int, typer.Option("--words", min=1, metavar="N", help="Number of words per suggested name.")
    ] = 3,
    clear: Annotated[bool, typer.Option("--clear", help="Remove all earlier names first.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="MODEL",
            help="Write the model with its names to this file.",
            show_default="the model itself is replaced",
        ),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Name the topics of a model.

    Names are stored in the model. Tables, figures, exports and the columns of thalweg infer show
    them. --set takes precedence over --from, and both over --auto. Without these options, nothing
    is written, and names are suggested.
    """
    from thalweg.errors import InputError
    from thalweg.model import TopicModel

    changes = bool(given or table or auto or clear)
    chosen = _names_from(table) if table is not None else {}
    chosen |= _names_given(given or [])
    check_changed_model(path, out, inputs=[table], force=force, writes=changes)
    model = TopicModel.load(path)
    if not changes:
        _suggest(model, path, method, words, as_json)
        if out is not None:
            model.save(out)
            note(f"wrote {out}")
        return
    try:
        model.name_topics(chosen, replace=clear)
    except InputError as error:
        options = [option for option, it in (("--set", given), ("--from", table)) if it]
        raise InputError(str(error).replace("`names`", " and ".join(options), 1)) from None
    if auto:
        model.name_topics(method.value, n_words=words)
    model.save(out or path)
    topics = model.topics(8)
    if as_json:
        print_json([{"topic": topic.topic, "name": topic.name} for topic in topics])
    else:
        from thalweg.cli.result_tables import topic_table

        console().print(topic_table(topics))
    n_named = len(model.topic_names_)
    note(f"{n_named} of {len(topics)} topics have a name; wrote {out or path}")
    if n_named:
        next_step("topics of documents under these names", "infer", str(out or path), "FILE")


def _suggest(model: "TopicModel", path: Path, method: Method, words: int, as_json: bool) -> None:
    """Print the names that topics have, and those that they could have."""
    labels = model.label_topics(method.value, words)
    names = model.topic_names_
    if as_json:
        print_json(
            [
                {"topic": row.topic, "name": names.get(row.topic), "suggested": row.name}
                for row in labels
            ]
        )
        return
    from thalweg.cli.result_tables import row_table

    topics = {topic.topic: topic for topic in model.topics(8)}
    heads = ("name", "suggested name", "top words") if names else ("suggested name", "top words")
    rows = [
        (
            str(row.topic),
            *((names.get(row.topic, ""),) if names else ()),
            row.name or "",
            " ".join(topics[row.topic].words),
        )
        for row in labels
    ]
    console().print(row_table(("topic",), heads, rows))
    options = ["--method", method.value] if method is not Method.RELEVANCE else []
    options += ["--words", str(words)] if words != 3 else []
    next_step(
        "nothing was written; to use the suggested names", "name", str(path), "--auto", *options
    )


def _names_given(given: Sequence[str]) -> dict[int, str]:
    """Return the names of options TOPIC=NAME, by topic."""
    names: dict[int, str] = {}
    for text in given:
        topic, equals, chosen = text.partition("=")
        if not equals or not (topic.isascii() and topic.isdigit()):
            raise typer.BadParameter(
                f"{text!r} is not TOPIC=NAME; expected e.g. 3=parking", param_hint="--set"
            )
        if int(topic) in names:
            raise typer.BadParameter(
                f"topic {int(topic)} is given twice; expected each topic once", param_hint="--set"
            )
        names[int(topic)] = chosen
    return names


def _names_from(file: Path) -> dict[int, str]:
    """Return the names in a CSV file, by topic. Rows of the same topic must agree."""
    from thalweg.errors import InputError

    names: dict[int, str] = {}
    for number, topic, chosen in _rows_of(file):
        if not (topic.isascii() and topic.isdigit()):
            raise InputError(
                f"--from: line {number} of {file} has the topic {topic[:40]!r}; expected a number"
            )
        if names.setdefault(int(topic), chosen) != chosen:
            raise InputError(
                f"--from: line {number} of {file} names topic {int(topic)} {chosen[:40]!r}, and a "
                f"line before {names[int(topic)][:40]!r}; expected one name for each topic"
            )
    return names


def _rows_of(file: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the number of a line, its topic and its name."""
    import csv
    import io

    from thalweg.errors import InputError
    from thalweg.files.compressed import read_whole

    try:
        text = read_whole(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(
            f"--from: {file} is not UTF-8 text; expected a CSV file with the columns topic and name"
        ) from None
    header = text.partition("\n")[0]
    separator = max((",", ";", "\t"), key=header.count)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator)
    columns = {(name or "").strip().lower(): name for name in rows.fieldnames or []}
    if "topic" not in columns or "name" not in columns:
        found = ", ".join(filter(None, columns)) or "none"
        raise InputError(
            f"--from: {file} has the columns {found[:80]}; expected topic and name in the first "
            "line"
        )
    try:
        for row in rows:
            topic = (row[columns["topic"]] or "").strip()
            yield rows.line_num, topic, (row[columns["name"]] or "").strip()
    except csv.Error as error:
        raise InputError(f"--from: line {rows.line_num} of {file} is not CSV: {error}") from None
