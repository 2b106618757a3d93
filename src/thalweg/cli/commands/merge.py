"""`thalweg merge`: the sum of models."""

from pathlib import Path
from typing import Annotated

import typer

from thalweg.cli.output import note, print_json


def merge(
    models: Annotated[
        list[Path], typer.Argument(metavar="MODEL", help="Saved models, two or more.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="MODEL", help="The model to write.")],
    align: Annotated[
        bool,
        typer.Option(
            help="Match topics by their words; --no-align adds them by number, for models that "
            "were trained from one start."
        ),
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Add up models that were trained apart.

    Words are matched by name, topics by likeness. How far matched topics are from each other is
    told: 0 the same words, 1 none in common.

    Example: thalweg merge monday.model tuesday.model --out both.model
    """
    if len(models) < 2:
        raise typer.BadParameter("expected two models or more")
    from thalweg.model import TopicModel

    first, *others = map(TopicModel.load, models)
    merged = first.merged(*others, align=align)
    merged.save(out)
    if as_json:
        print_json(
            {
                "n_topics": merged.state_.n_topics,
                "n_words": merged.state_.n_words,
                "matches": [
                    {
                        "model": str(path),
                        "topics": match.topics.tolist(),
                        "distances": match.distances.tolist(),
                    }
                    for path, match in zip(models[1:], merged.matches_, strict=True)
                ],
            }
        )
        return
    for path, match in zip(models[1:], merged.matches_, strict=True):
        note(
            f"{path}: topics {match.distances.mean():.2f} from those they were added to, the "
            f"farthest {match.distances.max():.2f}"
        )
    note(f"{out}: {merged.state_.n_topics} topics, {merged.state_.n_words:,} words")
