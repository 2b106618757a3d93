"""`thalweg update`: train a model further on new documents."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from thalweg.cli.destinations import MODEL, check_file
from thalweg.cli.options.common_options import AsJson, Documents, Force, SavedModel
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import FileOptions, VocabularyOptions
from thalweg.cli.output import counted, next_step, note, print_json

if TYPE_CHECKING:
    from thalweg.evaluation._heldout_score import HeldOutScore
    from thalweg.evaluation._progressive import Progressive

DOCUMENTS_AT_A_TIME: Final = 20_000
DOCUMENTS_SCORED: Final = 5_000  # of more documents, a sample is scored

EXAMPLES: Final = """
thalweg update news.model today.csv
thalweg update news.model today.csv --out news-today.model --no-new-words
"""


@with_options
def update(
    path: SavedModel,
    paths: Documents,
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="MODEL",
            help="Write the model to this file.",
            show_default="the same file",
        ),
    ] = None,
    force: Force = False,
    new_words: Annotated[
        bool,
        typer.Option(
            help="Add words that the model does not know. --min-df, --max-df and --max-features "
            "decide which ones, counted over the new documents."
        ),
    ] = True,
    score: Annotated[
        bool,
        typer.Option(
            help="Score the new documents, or a sample of about 5,000, before the model learns "
            "them. A lower score than in earlier updates means that the topics have changed."
        ),
    ] = True,
    as_json: AsJson = False,
    files: FileOptions,
    limits: VocabularyOptions,
) -> None:
    """Train a model further on new documents.

    New texts are split into words in the same way as the texts that the model was trained on.
    """
    from thalweg.cli.input_files import model_vocabulary, read_for_model
    from thalweg.cli.progress_lines import with_document_line
    from thalweg.corpus.reading import MAX_DF, MAX_FEATURES, MIN_DF
    from thalweg.corpus.text.new_words import with_new_words
    from thalweg.corpus.text.word_limits import WordLimits
    from thalweg.evaluation._progressive import Progressive
    from thalweg.model import TopicModel

    check_file(out or path, MODEL, inputs=paths, force=force)
    model = TopicModel.load(path)
    known = model_vocabulary(model)
    word_limits = WordLimits(
        **({"min_df": MIN_DF, "max_df": MAX_DF, "max_features": MAX_FEATURES} | limits.limits())
    )
    corpus = read_for_model(model, paths, files)
    if new_words:
        corpus = with_new_words(corpus, known, word_limits)
    else:
        corpus = corpus.with_vocabulary(known)
    n_new = corpus.n_words - len(known)
    model.n_jobs = files.threads
    share = min(1.0, DOCUMENTS_SCORED / max(corpus.n_documents, 1)) if score else 0.0
    earlier = getattr(model, "progressive_", Progressive()).copy()
    for batch in with_document_line(corpus.batches(DOCUMENTS_AT_A_TIME), corpus.n_documents):
        model.partial_fit(batch, score_fraction=share)
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
        f"learned from {counted(corpus.n_documents, 'document')}, "
        f"{counted(corpus.n_tokens, 'token')}; {counted(n_new, 'new word')}; model saved in "
        f"{out or path}"
    )
    if new.n_documents:
        note(_score_line(new, earlier, is_sample=share < 1))
    if out is None or out == path:
        next_step("to look at the model", "show", str(path))
    else:
        next_step("what has changed", "compare", str(path), str(out))


def _score_line(new: "HeldOutScore", earlier: "Progressive", *, is_sample: bool) -> str:
    error = "" if new.standard_error is None else f" (standard error {new.standard_error:.4f})"
    sample = f", a sample of {new.n_documents:,}" if is_sample else ""
    before = "" if earlier.score is None else f"; in earlier updates {earlier.score:.4f}"
    return (
        f"score of the documents before learning them{sample}: {new.score:.4f} per token{error}"
        f"{before}"
    )
