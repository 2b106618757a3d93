"""`thalweg choose-k`: compare models with different numbers of topics."""

import textwrap
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.destinations import PICTURE, check_file
from thalweg.cli.options.common_options import (
    AsJson,
    Documents,
    Force,
    Passes,
    PlotFile,
    Seed,
    held_out_option,
)
from thalweg.cli.options.grouped_options import typed_options, with_options
from thalweg.cli.options.reading_options import FileOptions, WordOptions
from thalweg.cli.output import counted, next_step, note, output_width, print_json

if TYPE_CHECKING:
    from thalweg.choosing_k.k_choice import KChoice
    from thalweg.choosing_k.recommendation import KTrial

EXAMPLES: Final = """
thalweg choose-k news.csv --range 10..50
thalweg choose-k news.csv --range 5,10,20 --runs 2 --plot k.png
"""


@with_options
def choose_k(
    paths: Documents,
    *,
    numbers: Annotated[
        str,
        typer.Option(
            "--range",
            metavar="RANGE",
            help="Numbers of topics to try: 10..200 (round numbers from 10 to 200), 10..200..10 "
            "(every tenth number) or 10,20,50 (these).",
            show_default=False,
        ),
    ],
    runs: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", help="Number of models per number of topics, with different seeds."
        ),
    ] = 3,
    plot: PlotFile = None,
    force: Force = False,
    as_json: AsJson = False,
    held_out: Annotated[Any, held_out_option("a tenth, at most 10000")] = None,
    passes: Passes = None,
    seed: Seed = 0,
    files: FileOptions,
    words: WordOptions,
) -> None:
    """Compare numbers of topics and recommend one.

    Some documents are held out. For each number of topics, models are trained on the others and
    scored on the held-out documents. The recommended number (medium) weighs the prediction of
    held-out documents and the readability of the topics: their coherence, stability and
    distinctness. Small and large numbers are offered for an overview and for detail. No model is
    saved: train one with the number that you choose.

    If you press Ctrl-C, the numbers that are finished are compared.
    """
    from thalweg import plots
    from thalweg.choosing_k.k_choice import KChoice
    from thalweg.choosing_k.numbers import topic_numbers
    from thalweg.choosing_k.trials import KTrials
    from thalweg.cli.input_files import read_files
    from thalweg.cli.library_messages import for_command_line
    from thalweg.cli.progress_lines import choosing_line
    from thalweg.errors import InputError
    from thalweg.plots._drawing import check_installed

    try:
        ks = topic_numbers(numbers)  # before the files are read
    except InputError as error:
        message = for_command_line(str(error))
        raise typer.BadParameter(message, param_hint="--range") from None
    if plot is not None:
        check_installed()
        plots.check_name(plot)
        inputs: list[str | Path] = [*paths, *words.stop_word_files]
        check_file(plot, PICTURE, option="--plot", inputs=inputs, force=force)
    _check_documents(paths)
    corpus = read_files(paths, files, words)
    trials = KTrials(
        corpus,
        ks,
        n_runs=runs,
        held_out=held_out,
        n_jobs=files.threads,
        random_state=seed,
        max_iter=passes,
    )
    note(
        f"{counted(corpus.n_documents, 'document')}, {trials.n_held_out:,} of them held out; "
        f"{counted(corpus.n_words, 'word')}; numbers of topics: {', '.join(map(str, ks))}"
    )
    done: list[KTrial] = []
    try:
        with choosing_line() as (listener, note_above):
            for trial in trials.run(listener):
                done.append(trial)
                note_above(f"{counted(trial.k, 'topic')}: score {trial.score:.4f} per token")
    except KeyboardInterrupt:
        if done:
            note("interrupted; these numbers of topics are finished:")
            _print(KChoice(done), plot, as_json=as_json)
        raise
    choice = KChoice(done)
    _print(choice, plot, as_json=as_json)
    next_step(
        "to train a model on all documents",
        *("train", *paths, *typed_options(files, words)),
        *("--topics", str(choice.k), "--out", "my.model"),
    )


def _check_documents(paths: Sequence[str]) -> None:
    """Refuse a model among the documents: `evaluate` takes one, this command does not."""
    from thalweg.errors import ThalwegError
    from thalweg.persistence import tensor_file

    for path in paths:
        with suppress(ThalwegError), tensor_file.opened(Path(path)):
            raise typer.BadParameter(
                f"{path} is a saved model; expected only documents. To score a model, use "
                "thalweg evaluate",
                param_hint="FILE",
            )


def _print(choice: "KChoice", picture: Path | None, *, as_json: bool) -> None:
    from thalweg import plots

    if as_json:
        print_json(choice.to_dict())
    else:
        table, _, _ = str(choice).partition("\n\n")
        typer.echo(f"{table}\n\n{textwrap.fill(choice.reason, output_width())}")
    if picture is not None:
        plots.save(plots.choice(choice), picture)
        note(f"wrote {picture}")
