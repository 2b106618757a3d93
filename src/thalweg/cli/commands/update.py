"""`thalweg update`: a model learns from further documents, new words included."""

from pathlib import Path
from typing import Annotated, Final

import typer

from thalweg.cli.document_bar import document_bar
from thalweg.cli.options import TextOptions, with_options
from thalweg.cli.output import note, print_json

DOCUMENTS_AT_A_TIME: Final = 20_000
DOCUMENTS_SCORED: Final = 5_000  # of more, a sample tells enough


@with_options
def update(
    path: Annotated[
        Path, typer.Argument(metavar="MODEL", help="A saved model.", show_default=False)
    ],
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="New documents; - is standard input.", show_default=False
        ),
    ],
    texts: TextOptions,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="MODEL", help="File to write.", show_default="the model itself"
        ),
    ] = None,
    new_words: Annotated[
        bool, typer.Option(help="Learn words that the model does not know yet.")
    ] = True,
    score: Annotated[
        bool,
        typer.Option(
            help="Score documents, about 5,000 of them, before they are learnt; less than before "
            "is drift."
        ),
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Learn from further documents, new words included.

    --min-df and --max-df decide which new words enter.

    Example: thalweg update news.model today.jsonl.gz --out news-today.model
    """
    from thalweg.cli.reading import read_files, words_of
    from thalweg.corpus.reading import MAX_DF, MAX_FEATURES, MIN_DF
    from thalweg.corpus.text.new_words import with_new_words
    from thalweg.corpus.text.word_limits import WordLimits
    from thalweg.evaluation._progressive import Progressive
    from thalweg.model import TopicModel

    model = TopicModel.load(path)
    known = words_of(model)
    limits = WordLimits(
        MIN_DF if texts.min_df is None else texts.min_df,
        MAX_DF if texts.max_df is None else texts.max_df,
        MAX_FEATURES if texts.max_features is None else texts.max_features,
    )
    # All words at first: the limits are for new ones, and the model's own are counted anyway.
    corpus = read_files(files, texts.without_limits(), text_settings=model.text_settings_)
    corpus = with_new_words(corpus, known, limits) if new_words else corpus.with_vocabulary(known)
    n_new = corpus.n_words - len(known)
    model.n_jobs = texts.threads
    share = score and min(1.0, DOCUMENTS_SCORED / max(corpus.n_documents, 1))
    earlier = getattr(model, "progressive_", Progressive()).copy()
    with document_bar("learning", corpus.n_documents) as advance:
        for batch in corpus.batches(DOCUMENTS_AT_A_TIME):
            model.partial_fit(batch, score_fraction=share)
            advance(batch.n_documents)
    model.save(out or path)
    progressive = getattr(model, "progressive_", earlier)
    new = progressive.since(earlier)
    if as_json:
        print_json(
            {
                "model": str(out or path),
                "documents": corpus.n_documents,
                "tokens": corpus.n_tokens,
                "new_words": n_new,
                "documents_seen": model.n_documents_seen_,
                "documents_scored": new.n_documents,
                "score": new.score if new.n_documents else None,
                "standard_error": new.standard_error,
                "recent_score": progressive.recent if new.n_documents else None,
                "earlier_score": earlier.score,
            }
        )
        return
    note(
        f"learnt from {corpus.n_documents:,} documents, {corpus.n_tokens:,.0f} tokens; {n_new:,} "
        f"new words. model: {out or path}"
    )
    if new.n_documents:
        error = "" if new.standard_error is None else f" +- {new.standard_error:.4f}"
        before = "" if earlier.score is None else f"; in earlier updates {earlier.score:.4f}"
        sampled = f" ({new.n_documents:,} of the documents)" if share < 1 else ""
        note(
            f"held-out score before they were learnt: {new.score:.4f}{error} a token{sampled}"
            f"{before}"
        )
