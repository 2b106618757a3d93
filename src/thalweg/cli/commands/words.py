"""`thalweg words`: what words are about."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from thalweg.cli.output import console, print_json


def words(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A saved model.")],
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="Words of the model.")],
    topics: Annotated[int, typer.Option(min=1, help="Topics to show of each word.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show the topics of words.

    Of each topic: its share of the word's tokens, the word's share of the topic's tokens, the
    word's rank among the topic's words, and the topic's first words.

    Example: thalweg words news.model bank river
    """
    from thalweg.model import TopicModel

    opened = TopicModel.load(model)
    found = {word: opened.word_topics(word)[:topics] for word in words}
    if as_json:
        print_json({word: [asdict(topic) for topic in table] for word, table in found.items()})
        return
    from rich import box
    from rich.table import Table

    first_words = [" ".join(topic.words) for topic in opened.topics(8)]
    shown = console()
    for word, rows in found.items():
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=word, title_justify="left")
        for name in ("topic", "of the word", "of the topic", "rank"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("the topic's words")
        for row in rows:
            table.add_row(
                str(row.topic),
                f"{row.share:.1%}",
                f"{row.probability:.3%}",
                f"{row.rank:,}",
                first_words[row.topic],
            )
        shown.print(table)
