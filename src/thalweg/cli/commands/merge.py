"""`thalweg merge`: combine models that were trained separately."""

from pathlib import Path
from typing import Annotated, Final

import typer

from thalweg.cli.destinations import MODEL, check_file
from thalweg.cli.options.common_options import AsJson, Force, NewModel
from thalweg.cli.output import counted, note, note_saved_model, print_json

EXAMPLES: Final = """
thalweg merge monday.model tuesday.model --out both.model
"""


def merge(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="MODEL", help="Saved models, two or more.", show_default=False),
    ],
    out: NewModel,
    force: Force = False,
    align: Annotated[
        bool,
        typer.Option(
            help="Match topics by their words. --no-align matches them by number, for models that "
            "started from the same topics."
        ),
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Combine models that were trained on different documents.

    Words are matched by name and topics by similarity; their counts are added. The distance
    between matched topics is printed, from 0 (the same words) to 1 (no word in common).
    """
    if len(paths) < 2:
        raise typer.BadParameter("there is one model; expected two or more", param_hint="MODEL")
    check_file(out, MODEL, inputs=paths, force=force)
    from thalweg.model import TopicModel

    first, *others = map(TopicModel.load, paths)
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
                    for path, match in zip(paths[1:], merged.matches_, strict=True)
                ],
            }
        )
        return
    for path, match in zip(paths[1:], merged.matches_, strict=True):
        note(
            f"{path}: distance of matched topics: mean {match.distances.mean():.2f}, largest "
            f"{match.distances.max():.2f}"
        )
    note(f"{counted(merged.state_.n_topics, 'topic')}, {counted(merged.state_.n_words, 'word')}")
    note_saved_model(out)
