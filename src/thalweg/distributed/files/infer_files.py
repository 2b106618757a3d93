"""Inference and evaluation over many files with Ray Data: Parquet or JSON lines in, Parquet out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.metadata import ID
from thalweg.corpus.reading import stream
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.evaluation._heldout_score import HeldOutScore
from thalweg.lazy_polars import pl
from thalweg.state.topic_state import TopicState

_FORMATS = ("parquet", "jsonl")
TOKENS, LOG_LIKELIHOOD = "tokens", "log_likelihood"


@dataclass(frozen=True)
class FileProgress:
    """How far a run over many files is."""

    n_files: int
    """Files that are done, those of earlier runs included."""
    total_files: int
    """All files."""
    n_documents: int
    """Documents of the files that this run has done."""


Listener = Callable[[FileProgress], None]


def infer(
    model: Any,
    source: Any,
    out: str | Path,
    *,
    column: str = "text",
    metadata: Sequence[str] = (),
    largest: int | None = None,
    address: str | None = None,
    n_workers: int | None = None,
    threads_per_worker: int | None = None,
    progress: Listener | None = None,
) -> list[Path]:
    """Write the topics of the documents of many files, file by file, on a Ray cluster.

    There is a Parquet file in `out` for each file of the source, with its rows in their order, and
    the files have the order of the source. Each is streamed: memory does not grow with its size. A
    run that was killed continues if you start it again with the same arguments.

    Parameters
    ----------
    model : model or path
        A trained model whose words have names.
    source : path, glob or list of paths
        Parquet or JSON lines files of texts, at the same paths on all machines.
    out : path
        Folder for the results, on a file system that all machines share.
    column : str, default="text"
        Column that holds the text.
    metadata : list of str, default=()
        Further columns to write. With a column `id`, ids are kept; otherwise a document's id is its
        number in the whole source.
    largest : int, default=None
        Number of topics to write per document, the largest ones. None: all topics.
    address, n_workers, threads_per_worker
        As in `Ray`.
    progress : callable, default=None
        Called with a `FileProgress` after each file.

    Returns
    -------
    list of Path
        The files, in order: `polars.scan_parquet` reads them as one table.
    """
    return _over_files(
        "infer",
        model,
        source,
        out,
        {"column": column, "metadata": list(metadata), "largest": largest},
        (address, n_workers, threads_per_worker),
        progress,
    )


def evaluate(
    model: Any,
    source: Any,
    out: str | Path,
    *,
    column: str = "text",
    metadata: Sequence[str] = (),
    address: str | None = None,
    n_workers: int | None = None,
    threads_per_worker: int | None = None,
    progress: Listener | None = None,
) -> HeldOutScore:
    """Return the held-out score of the documents of many files, by document completion.

    For each file there is a Parquet file in `out` with the columns `id`, `tokens` (the scored
    tokens of each document) and `log_likelihood` (their sum). Tokens are split by the content of a
    document, so that its score does not depend on other documents, nor on the machines.

    The parameters are those of `infer`.
    """
    files = _over_files(
        "evaluate",
        model,
        source,
        out,
        {"column": column, "metadata": list(metadata)},
        (address, n_workers, threads_per_worker),
        progress,
    )
    return HeldOutScore.of(
        (part[LOG_LIKELIHOOD].to_numpy(), part[TOKENS].to_numpy())
        for path in files
        for part in [pl.read_parquet(path, columns=[LOG_LIKELIHOOD, TOKENS], glob=False)]
    )


def _over_files(
    what: str,
    model: Any,
    source: Any,
    out: str | Path,
    settings: dict[str, Any],
    cluster: tuple[str | None, int | None, int | None],
    progress: Listener | None,
) -> list[Path]:
    from thalweg.distributed.ray_engine import require_ray

    require_ray(f"distributed.{what}")
    from thalweg.distributed.connection import connected
    from thalweg.distributed.files.file_tasks import begin_outputs, digest, output_of, run_tasks

    trained, folder, files = _loaded(model), Path(out).absolute(), files_of(source)
    state, words = trained.state_, trained.vocabulary_
    about = digest("\n".join(words), state.scaled_counts, state.scale, state.prior.doc_topic)
    begin_outputs(folder, files, {"what": what, "model": about, **settings})
    outputs = [output_of(folder, number, ".parquet") for number in range(len(files))]
    left = [number for number, path in enumerate(outputs) if not path.exists()]
    n_done, n_documents = len(files) - len(left), 0
    address, n_workers, threads = cluster
    with connected(address):
        has_ids = ID in settings["metadata"]
        firsts = [0] * len(files) if has_ids or not left else _first_numbers(files, threads)
        tasks = [
            {
                "file": str(files[number]),
                "out": str(outputs[number]),
                "first": firsts[number],
                "settings": settings,
            }
            for number in left
        ]
        function = _infer_file if what == "infer" else _evaluate_file
        for result in run_tasks(function, trained, tasks, n_workers=n_workers, threads=threads):
            n_done, n_documents = n_done + 1, n_documents + result["n_documents"]
            if progress is not None:
                progress(FileProgress(n_done, len(files), n_documents))
    return outputs


@dataclass(frozen=True)
class _Model:
    """What the workers need of a model. They do not import scikit-learn for it."""

    state_: TopicState
    vocabulary_: Vocabulary
    text_settings_: TextSettings | None
    topic_names_: dict[int, str]


def _loaded(model: Any) -> _Model:
    """Return the model, from its file if it is a path."""
    from thalweg.model import TopicModel

    if isinstance(model, str | Path):
        model = TopicModel.load(model)
    if getattr(model, "vocabulary_", None) is None:
        raise InputError(
            "`model` has no vocabulary; expected a trained model whose words have names. Train it "
            "on a Corpus or on texts."
        )
    return _Model(
        model.state_.snapshot(), model.vocabulary_, model.text_settings_, model.topic_names_
    )


def files_of(source: Any) -> list[Path]:
    """Return the files of a source in their order."""
    from thalweg.corpus.sources.find_files import find_files

    found = find_files(source, None)
    if found.format not in _FORMATS:
        raise InputError(
            f"`source` holds files of the format {found.format}; expected Parquet or JSON lines"
        )
    return [path.absolute() for path in found.paths]


def _first_numbers(files: list[Path], threads: int | None) -> list[int]:
    """Return the number of the first document of each file, counted on the cluster."""
    from thalweg.distributed.files.file_tasks import run_tasks

    tasks = [{"number": number, "file": str(file)} for number, file in enumerate(files)]
    counts = np.zeros(len(files), dtype=np.int64)
    for result in run_tasks(_count_rows, None, tasks, n_workers=None, threads=threads):
        counts[result["number"]] = result["n_rows"]
    return [int(number) for number in np.cumsum(counts) - counts]


# ------------------------------------------------------------------ on the workers


def _count_rows(_: None, n_threads: int, number: int, file: str) -> dict[str, Any]:
    from thalweg.corpus.sources.open_source import open_source

    if file.endswith((".parquet", ".pq")):
        n_rows = pl.scan_parquet(file, glob=False).select(pl.len()).collect().item()
    else:
        n_rows = sum(chunk.strings().len() for chunk in open_source(file).chunks())
    return {"number": number, "n_rows": n_rows}


def _infer_file(
    model: _Model, n_threads: int, file: str, out: str, first: int, settings: dict[str, Any]
) -> dict[str, Any]:
    from thalweg.analysis.document_topics import infer_stream
    from thalweg.analysis.document_topics_file import write_document_topics
    from thalweg.files.atomic import write_atomically

    chunks = _stream(model, file, first, settings)
    batches = infer_stream(model.state_, chunks, n_threads=n_threads)
    with write_atomically(Path(out)) as (result,):
        n_documents = write_document_topics(
            batches,
            result,
            "parquet",
            model.state_.n_topics,
            largest=settings["largest"],
            columns=settings["metadata"],
            topic_names=model.topic_names_,
        )
    return {"n_documents": n_documents}


def _evaluate_file(
    model: _Model, n_threads: int, file: str, out: str, first: int, settings: dict[str, Any]
) -> dict[str, Any]:
    from thalweg.evaluation._document_fit import document_scores
    from thalweg.files.atomic import write_atomically

    frames, n_documents = [], 0
    for chunk in _stream(model, file, first, settings):
        scores, tokens = document_scores(model.state_, chunk.documents(), n_threads=n_threads)
        sums = np.where(tokens > 0, np.nan_to_num(scores) * tokens, 0.0)
        frames.append(pl.DataFrame({ID: chunk.ids, TOKENS: tokens, LOG_LIKELIHOOD: sums}))
        n_documents += len(chunk)
    empty = pl.DataFrame(schema={ID: pl.Int64, TOKENS: pl.Float64, LOG_LIKELIHOOD: pl.Float64})
    with write_atomically(Path(out)) as (result,):
        (pl.concat(frames) if frames else empty).write_parquet(result)
    return {"n_documents": n_documents}


def _stream(model: _Model, file: str, first: int, settings: dict[str, Any]) -> Iterator[Corpus]:
    """Read a file chunk by chunk; its first document has the number `first`."""
    chunks = stream(
        file,
        model.vocabulary_,
        settings["column"],
        text_settings=model.text_settings_,
        metadata=settings["metadata"],
        n_jobs=1,
    )
    for chunk in chunks:
        about = replace(chunk._metadata, first=chunk._metadata.first + first)
        yield chunk._view(chunk.rows, chunk.vocabulary, about)
