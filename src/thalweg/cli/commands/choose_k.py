"""`thalweg evaluate --k`: numbers of topics, tried side by side."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.options import TextOptions
from thalweg.cli.output import note, print_json
from thalweg.cli.share_or_number import share_or_number

if TYPE_CHECKING:
    from thalweg.choosing_k.k_choice import KChoice
    from thalweg.choosing_k.recommendation import KTrial

_PANEL: Final = "Numbers of topics"


def _option(text: str, **settings: Any) -> Any:
    return typer.Option(help=text, rich_help_panel=_PANEL, **settings)


@dataclass(frozen=True)
class ChoosingOptions:
    """Which numbers of topics to try, and how."""

    k: Annotated[
        str | None,
        _option(
            "Numbers of topics to try: 10..200 for round ones, 10..200..10 for every tenth, or "
            "10,20,50.",
            metavar="RANGE",
            show_default=False,
        ),
    ] = None
    runs: Annotated[
        int | None, _option("Models for each, with different seeds.", min=1, show_default="3")
    ] = None
    held_out: Annotated[
        Any,
        _option(
            "Documents to hold out and score, as a share or a number.",
            parser=share_or_number,
            metavar="SHARE|NUMBER",
            show_default="a tenth, at most 10000",
        ),
    ] = None
    passes: Annotated[
        int | None,
        _option("Passes over the documents.", min=1, show_default="as they need"),
    ] = None
    seed: Annotated[
        int | None,
        _option("The same seed gives the same numbers.", min=0, show_default="0"),
    ] = None
    plot: Annotated[
        Path | None,
        _option("A picture: .png, .svg or .pdf.", metavar="FILE", show_default=False),
    ] = None


def choose(
    files: Sequence[str], options: ChoosingOptions, texts: TextOptions, *, as_json: bool
) -> None:
    """Read the files, try the numbers, print a table and the recommendation."""
    from thalweg import plots
    from thalweg.choosing_k.k_choice import KChoice
    from thalweg.choosing_k.numbers import topic_numbers
    from thalweg.choosing_k.trials import KTrials
    from thalweg.cli.reading import read_files
    from thalweg.cli.training_line import choosing_line
    from thalweg.errors import InputError

    try:
        ks = topic_numbers(options.k)  # before anything is read
    except InputError as fault:
        raise typer.BadParameter(str(fault), param_hint="--k") from None
    if options.plot is not None:
        plots.check_name(options.plot)
    _refuse_models(files)
    corpus = read_files(files, texts)
    trials = KTrials(
        corpus,
        ks,
        n_runs=3 if options.runs is None else options.runs,
        held_out=options.held_out,
        n_jobs=texts.threads,
        random_state=options.seed or 0,
        max_iter=options.passes,
    )
    note(
        f"{corpus.n_documents:,} documents, {trials.n_held_out:,} of them held out; "
        f"{corpus.n_words:,} words; topics: {', '.join(map(str, ks))}"
    )
    done: list[KTrial] = []
    try:
        with choosing_line() as (listener, note_above):
            for trial in trials.run(listener):
                done.append(trial)
                note_above(f"{trial.k} topics: {trial.score:.4f} a token")
    except KeyboardInterrupt:
        if done:
            note("interrupted; of the numbers that were tried:")
            _show(KChoice(done), options.plot, as_json=as_json)
        raise
    _show(KChoice(done), options.plot, as_json=as_json)


def _refuse_models(files: Sequence[str]) -> None:
    from thalweg.errors import ThalwegError
    from thalweg.persistence import tensor_file

    for file in files:
        with suppress(ThalwegError), tensor_file.opened(Path(file)):
            raise typer.BadParameter(
                f"{file} is a saved model, which has its number of topics; expected only documents",
                param_hint="--k",
            )


def _show(choice: "KChoice", picture: Path | None, *, as_json: bool) -> None:
    from thalweg import plots

    if as_json:
        print_json(choice.to_dict())
    else:
        typer.echo(str(choice))
    if picture is not None:
        plots.save(plots.choice(choice), picture)
        note(f"wrote {picture}")
