"""Tables for people: the topics of a model, rows with a header, and facts with a label each.

The tables of `thalweg.results` are for Python and notebooks. On a terminal cells must wrap, so
that a table fits its width.
"""

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from thalweg.cli.output import output_width
from thalweg.visible_text import visible

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from thalweg.corpus.text.text_settings import TextSettings
    from thalweg.results import Example, Topic

Formats = Mapping[str, str | Callable[[Any], str]]


def row_table(
    numbers: Sequence[str],
    texts: Sequence[str],
    rows: "Iterable[Sequence[str | Text]]",
    title: str | None = None,
) -> "Table":
    """Return a table with columns of numbers, aligned right, then columns of text."""
    from rich import box
    from rich.table import Table

    shown = None if title is None else visible(title)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=shown, title_justify="left")
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    for name in texts:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(visible(cell) if isinstance(cell, str) else cell for cell in row))
    return table


def topic_table(
    topics: "Iterable[Topic]",
    examples: "Mapping[int, Sequence[Text]] | None" = None,
    heading: str = "top words",
) -> "Table":
    """Return the topics, largest first, each with example documents if there are any.

    A column of names is there if at least one topic has a name.
    """
    from rich.text import Text

    topics = list(topics)
    named = any(topic.name for topic in topics)
    rows: list[tuple[str | Text, ...]] = []
    for topic in sorted(topics, key=lambda topic: -topic.share):
        # Lines instead of columns, which would both wrap on most terminals.
        cell = Text(visible(" ".join(topic.words)))
        for example in (examples or {}).get(topic.topic, ()):
            cell.append("\ne.g. ", "dim").append_text(example)
        name = (topic.name or "",) if named else ()
        rows.append((str(topic.topic), f"{topic.share:.1%}", *name, cell))
    return row_table(("topic", "share"), (*(("name",) if named else ()), heading), rows)


def example_lines(examples: "Iterable[Example]") -> "dict[int, list[Text]]":
    """Return a line per example, by topic: its text with the topic's words marked, or its id."""
    from thalweg.cli.highlighted_text import highlighted

    lines: dict[int, list[Text]] = {}
    for example in examples:
        text = str(example.id) if example.snippet is None else example.snippet
        lines.setdefault(example.topic, []).append(highlighted(text, example.spans, "dim"))
    return lines


def print_facts(facts: Mapping[str, Any], formats: Formats | None = None) -> None:
    """Print a line per fact: its name in words, and its value.

    Parameters
    ----------
    facts
        Values under names as in JSON: `n_topics`, `memory_free_bytes`.
    formats
        How the values of some names are written: a format such as ".1%", or a function.
    """
    formats = formats or {}
    labels = [name.removeprefix("n_").removesuffix("_bytes").replace("_", " ") for name in facts]
    indent = max(map(len, labels)) + 2
    for label, (name, value) in zip(labels, facts.items(), strict=True):
        typer.echo(
            textwrap.fill(
                visible(_written(value, formats.get(name))),
                width=max(output_width(), 2 * indent),
                initial_indent=label.ljust(indent),
                subsequent_indent=" " * indent,
                break_on_hyphens=False,
            )
        )


def _written(value: Any, how: str | Callable[[Any], str] | None) -> str:
    if value is None:
        return "unknown"
    if callable(how):
        return how(value)
    if how is not None:
        return format(value, how)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def gibibytes(n_bytes: int) -> str:
    """Return a size of memory, as in "15.6 GiB"."""
    return f"{n_bytes / 2**30:.1f} GiB"


def describe_text_settings(settings: "TextSettings") -> str:
    """Return one line about how text became words."""
    values = settings.to_json()
    parts = ["lower case" if values["lowercase"] else "case kept"]
    if values["strip_accents"]:
        parts.append("accents removed")
    if values["digits"]:
        parts.append("digits allowed")
    parts.append(f"{values['min_length']} to {values['max_length']} characters")
    if list(values["ngram_range"]) != [1, 1]:
        parts.append("n-grams of {} to {} words".format(*values["ngram_range"]))
    parts.append(f"{len(values['stop_words']):,} stop words")
    if settings.strip_markup:
        parts.append("markup removed")
    if values["phrases"]:
        parts.append(f"{len(values['phrases']):,} phrases")
    if values["tokenizer"]:
        parts.append(f"tokenizer {values['tokenizer']}")
    return ", ".join(parts)
