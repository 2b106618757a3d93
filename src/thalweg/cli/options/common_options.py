"""Arguments and options that mean the same in every command that has them."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from thalweg.cli.options.option_values import pair, seconds, share_or_number

TRAINING: Final = "Training"
GUIDANCE: Final = "Seed words"


class WordOrder(StrEnum):
    """How the words of a topic are chosen."""

    PROBABILITY = "probability"
    RELEVANCE = "relevance"


SavedModel = Annotated[
    Path, typer.Argument(metavar="MODEL", help="Saved model.", show_default=False)
]
Documents = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Documents: texts (CSV, JSON lines, Parquet, Excel, SQLite, plain text, a folder or a "
        "pattern), bags of words, or a stored corpus. - is standard input.",
        show_default=False,
    ),
]
NewModel = Annotated[
    Path,
    typer.Option(
        "--out", "-o", metavar="MODEL", help="Write the model to this file.", show_default=False
    ),
]
Force = Annotated[
    bool,
    typer.Option(
        "--force",
        help="Replace an existing file of any kind. Without it, a command replaces only files that "
        "it could have written itself.",
    ),
]
ForSpreadsheet = Annotated[
    bool,
    typer.Option(
        "--spreadsheet",
        help="In csv tables, write an apostrophe before words and ids that Excel and other "
        "spreadsheets would run as formulas, such as =1+1.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
TopicCount = Annotated[
    int, typer.Option("--topics", "-k", min=1, metavar="N", help="Number of topics of the model.")
]
WordsPerTopic = Annotated[
    int, typer.Option("--words", min=1, metavar="N", help="Number of words to print per topic.")
]
WordsBy = Annotated[
    WordOrder,
    typer.Option(
        "--words-by",
        metavar="probability|relevance",
        help="Which words to print: the most frequent ones of the topic (probability), or those "
        "that are frequent in it and less frequent in other topics (relevance).",
    ),
]
ExamplesPerTopic = Annotated[
    int,
    typer.Option(
        "--examples",
        min=0,
        metavar="N",
        help="Number of typical documents to print per topic.",
        show_default="none",
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed",
        min=0,
        metavar="N",
        help="Random seed. The same seed gives the same result.",
        rich_help_panel=TRAINING,
    ),
]
Seeds = Annotated[
    Path | None,
    typer.Option(
        "--seeds",
        metavar="FILE",
        help="Guide the topics by seed words: a YAML file with a list of words for each topic, or "
        "a CSV file with the columns topic and word.",
        show_default=False,
        rich_help_panel=GUIDANCE,
    ),
]
SeedStrength = Annotated[
    float | None,
    typer.Option(
        "--seed-strength",
        min=0,
        max=1,
        metavar="SHARE",
        help="Share of each seed word that stays in its topic, from 0 to 1.",
        show_default="0.8",
        rich_help_panel=GUIDANCE,
    ),
]
MaxTime = Annotated[
    float | None,
    typer.Option(
        "--max-time",
        parser=seconds,
        metavar="DURATION",
        help="Stop training after this time, such as 30s, 5m or 1h.",
        show_default="no limit",
        rich_help_panel=TRAINING,
    ),
]
Passes = Annotated[
    int | None,
    typer.Option(
        "--passes",
        min=1,
        metavar="N",
        help="Number of passes over the corpus while training.",
        show_default="depends on the size of the corpus",
        rich_help_panel=TRAINING,
    ),
]
Effort = Annotated[
    str,
    typer.Option(
        "--effort",
        metavar="quick|default|best",
        help="How long to train: quick takes about a third of the time, best three times as long. "
        "--passes and --max-time take precedence.",
        rich_help_panel=TRAINING,
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        min=1,
        metavar="N",
        help="Number of threads. The result does not depend on it.",
        show_default="all cores",
    ),
]


def guidance(seeds: Path | None, strength: float | None) -> dict[str, Any]:
    """Return the parameters of a model for --seeds and --seed-strength."""
    if seeds is None:
        if strength is not None:
            raise typer.BadParameter(
                "it was given without --seeds; expected a file with seed words as well",
                param_hint="--seed-strength",
            )
        return {}
    from thalweg.steering.seed_file import read_seeds

    return {"seed_words": read_seeds(seeds)} | (
        {} if strength is None else {"seed_strength": strength}
    )


def topic_list(value: str) -> list[int | str]:
    """Parse topics, given by number or name, with commas between them.

    Examples
    --------
    >>> topic_list("3,parking, 7")
    [3, 'parking', 7]
    """
    parts = [part.strip() for part in str(value).split(",")]
    if not all(parts):
        raise typer.BadParameter(
            f"{value!r} is not a list of topics; expected numbers or names with commas between "
            "them, such as 3,7"
        )
    return [int(part) if part.isascii() and part.isdecimal() else part for part in parts]


ChosenTopics = Annotated[
    Any,
    typer.Option(
        "--only",
        parser=topic_list,
        metavar="TOPICS",
        help="Topics to show, by number or name, such as 3,7.",
        show_default="all topics, or the largest in a picture",
    ),
]
Compared = Annotated[
    Any,
    typer.Option(
        "--compare",
        parser=pair,
        metavar="A,B",
        help="Show how topics change from A to B: two groups, or two periods such as 2023,2024.",
        show_default=False,
    ),
]
Wide = Annotated[
    bool,
    typer.Option("--wide", help="Print a line per group or period, with the shares of all topics."),
]
PlotFile = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Also draw a picture, in this .png, .svg or .pdf file.",
        show_default=False,
    ),
]


def held_out_option(default: str) -> Any:
    """Return the option --held-out; its default differs between commands."""
    return typer.Option(
        "--held-out",
        parser=share_or_number,
        metavar="SHARE|NUMBER",
        help="Documents to score instead of training on them: a share (0.1) or a number (500).",
        show_default=default,
        rich_help_panel=TRAINING,
    )
