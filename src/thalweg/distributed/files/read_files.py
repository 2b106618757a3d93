"""Building a corpus from many files with Ray Data, with one vocabulary.

The first pass counts the words of each file. The counts of all files are added up, and the limits
are applied once, to the sums. Words are numbered in the order of code points, so the ids do not
depend on the machines. The second pass counts the chosen words of each file and writes its rows.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from thalweg.corpus.building import Building
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.reading import MAX_DF, MAX_FEATURES, MAX_TABLE, MIN_DF
from thalweg.corpus.reading import read as read_here
from thalweg.corpus.sources.open_source import open_source
from thalweg.corpus.store.writer import refuse_existing
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.text.word_limits import WordLimits
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.distributed.files.infer_files import FileProgress, Listener, files_of
from thalweg.errors import InputError
from thalweg.files.atomic import write_atomically
from thalweg.lazy_polars import pl

_COUNTS = {"word": pl.String, "documents": pl.Int64, "tokens": pl.Int64}


def read(
    source: Any,
    out: str | Path,
    column: str = "text",
    *,
    min_df: float = MIN_DF,
    max_df: float = MAX_DF,
    max_features: int | None = MAX_FEATURES,
    metadata: Sequence[str] = (),
    text_settings: TextSettings | None = None,
    address: str | None = None,
    n_workers: int | None = None,
    threads_per_worker: int | None = None,
    progress: Listener | None = None,
) -> Corpus:
    """Build a corpus on disk from the texts of many files, on a Ray cluster.

    The corpus is the one that `thalweg.read(source, out=out, n_passes=2)` builds. The files are
    read twice. Until the end, the results of each file are in the folder `OUT.parts`. A run that
    was killed continues if you start it again with the same arguments.

    Parameters
    ----------
    source : path, glob or list of paths
        Parquet or JSON lines files of texts, at the same paths on all machines.
    out : path
        Folder to write the corpus to, on a file system that all machines share.
    column, min_df, max_df, max_features, metadata
        As in `thalweg.read`.
    text_settings : TextSettings, default=None
        What a word is. None: as in `thalweg.read`, with English stop words. A tokenizer of your own
        is not supported.
    address, n_workers, threads_per_worker
        As in `Ray`.
    progress : callable, default=None
        Called with a `FileProgress` after each file of each pass.
    """
    from thalweg.distributed.ray_engine import require_ray

    require_ray("distributed.read")
    from thalweg.distributed.connection import connected
    from thalweg.distributed.files.file_tasks import begin_outputs, output_of, run_tasks

    folder = Path(out).absolute()
    refuse_existing(folder)
    limits = WordLimits(min_df, max_df, max_features)
    words = text_settings or TextSettings(stop_words=cast(Sequence[str], "english"))
    if words.tokenizer is not None:
        raise InputError(
            "`text_settings` has a tokenizer, which cannot be sent to other machines; expected "
            "None. Split the texts before, and store the tokens joined by spaces."
        )
    files = files_of(source)
    settings = {"column": column, "metadata": list(metadata), "words": words.to_json()}
    parts = folder.with_name(f"{folder.name}.parts")
    begin_outputs(
        parts, files, {"what": "read", "limits": [min_df, max_df, max_features], **settings}
    )
    n_done = n_documents = 0

    def run(function: Any, shared: Any, suffix: str) -> list[Path]:
        nonlocal n_done, n_documents
        outputs = [output_of(parts, number, suffix) for number in range(len(files))]
        left = [number for number, path in enumerate(outputs) if not path.exists()]
        n_done += len(files) - len(left)
        tasks = [
            {"file": str(files[number]), "out": str(outputs[number]), "settings": settings}
            for number in left
        ]
        for done in run_tasks(
            function, shared, tasks, n_workers=n_workers, threads=threads_per_worker
        ):
            n_done, n_documents = n_done + 1, n_documents + done["n_documents"]
            if progress is not None:
                progress(FileProgress(n_done, 2 * len(files), n_documents))
        return outputs

    with connected(address):
        vocabulary = _choose(run(_count_file, None, ".counts.parquet"), limits)
        stores = run(_store_file, list(vocabulary), ".corpus")
    Corpus.concat([Corpus.open(store, verify=False) for store in stores]).save(folder)
    shutil.rmtree(parts)
    return Corpus.open(folder, verify=False)


def _choose(counted: list[Path], limits: WordLimits) -> Vocabulary:
    """Add up the counts of all files and choose the words; the row without a word is documents."""
    sums = pl.DataFrame(schema=_COUNTS)
    for path in counted:
        part = pl.read_parquet(path, glob=False)
        sums = pl.concat([sums, part]).group_by("word").sum()
    n_documents = int(sums.filter(pl.col("word").is_null())["documents"].sum())
    sums = sums.filter(pl.col("word").is_not_null()).sort("word")
    words = sums["word"]
    _, chosen = limits.choose(
        sums["documents"].to_numpy(),
        sums["tokens"].to_numpy(),
        n_documents,
        lambda ids: words.gather(ids).to_list(),
    )
    return Vocabulary(chosen)


# ------------------------------------------------------------------ on the workers


def _count_file(
    _: None, n_threads: int, file: str, out: str, settings: dict[str, Any]
) -> dict[str, Any]:
    words = TextSettings.from_json(settings["words"])
    building = Building(
        settings=words,
        limits=WordLimits(),
        vocabulary=None,
        n_passes=2,
        max_table=MAX_TABLE,
        keep_texts=False,
        keep_columns=False,
        n_threads=n_threads,
        listener=lambda _: None,
    )
    texts = open_source(file, column=settings["column"], columns=settings["metadata"])
    counts = building.count_words(texts, words, "counting words")
    counts.warn_if_pruned("Rare words may be missing.")
    native = counts.counter.native
    frame = pl.DataFrame(
        {
            "word": [None, *native.words()],
            "documents": [counts.n_documents, *native.document_frequencies().tolist()],
            "tokens": [0, *native.term_frequencies().tolist()],
        },
        schema=_COUNTS,
    ).filter(pl.col("word").is_null() | (pl.col("documents") > 0))
    with write_atomically(Path(out)) as (result,):
        frame.write_parquet(result)
    return {"n_documents": counts.n_documents}


def _store_file(
    vocabulary: list[str], n_threads: int, file: str, out: str, settings: dict[str, Any]
) -> dict[str, Any]:
    corpus = read_here(
        file,
        settings["column"],
        metadata=settings["metadata"],
        vocabulary=vocabulary,
        text_settings=TextSettings.from_json(settings["words"]),
        out=out,
        n_jobs=n_threads,
    )
    return {"n_documents": corpus.n_documents}
