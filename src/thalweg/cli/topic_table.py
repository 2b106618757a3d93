"""Topics as a table for people."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from thalweg.results import Topic


def topic_table(
    topics: "Iterable[Topic]",
    typical: Sequence[str] | None = None,
    heading: str = "top words",
) -> "Table":
    """Largest topic first, under the number it has in the model; below it a typical document."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("topic", justify="right")
    table.add_column("share", justify="right")
    table.add_column(heading)
    for topic in sorted(topics, key=lambda topic: -topic.share):
        # Two lines, not two columns: side by side, both would wrap in most terminals.
        cell = Text(" ".join(topic.words))
        if typical is not None:
            cell.append(f"\ne.g. {typical[topic.topic]}", "dim")
        table.add_row(str(topic.topic), f"{topic.share:.1%}", cell)
    return table
