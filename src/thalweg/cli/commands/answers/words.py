"""`thalweg words`: the topics of words."""

from dataclasses import asdict
from typing import Annotated, Final

import typer

from thalweg.cli.library_messages import for_command_line
from thalweg.cli.options.common_options import AsJson, SavedModel
from thalweg.cli.output import console, next_step, note, print_json

EXAMPLES: Final = """
thalweg words news.model bank river
thalweg words news.model bank --top 2
"""


def words(
    path: SavedModel,
    words: Annotated[
        list[str],
        typer.Argument(metavar="WORD", help="Words of the model.", show_default=False),
    ],
    top: Annotated[
        int, typer.Option(min=1, metavar="N", help="Print only the N largest topics of each word.")
    ] = 5,
    as_json: AsJson = False,
) -> None:
    """Show the topics of words.

    For each topic: its share of the word's tokens, the word's share of the topic's tokens, the
    rank of the word in the topic, the name of the topic, if it has one, and the most probable words
    of the topic. Words that the model does not know are reported, and the others are shown.
    """
    from thalweg.errors import InputError
    from thalweg.model import TopicModel

    model = TopicModel.load(path)
    found = {}
    problems: list[InputError] = []
    for word in words:
        try:
            found[word] = model.word_topics(word)[:top]
        except InputError as error:
            problems.append(error)
    if not found:
        raise problems[0]
    for problem in problems:
        note(f"warning: {for_command_line(str(problem))}")
    if as_json:
        print_json({word: [asdict(topic) for topic in table] for word, table in found.items()})
        return
    from thalweg.cli.result_tables import row_table

    described = {topic.topic: topic for topic in model.topics(8)}
    named = bool(model.topic_names_)
    screen = console()
    for word, topics in found.items():
        rows = [
            (
                str(row.topic),
                f"{row.share:.1%}",
                f"{row.probability:.3%}",
                f"{row.rank:,}",
                *((row.name or "",) if named else ()),
                " ".join(described[row.topic].words),
            )
            for row in topics
        ]
        numbers = ("topic", "of word", "of topic", "rank")
        texts = (*(("name",) if named else ()), "top words of the topic")
        screen.print(row_table(numbers, texts, rows, title=word))
    largest = str(next(iter(found.values()))[0].topic)
    next_step("typical documents of this topic", "examples", str(path), "FILE", "--only", largest)
