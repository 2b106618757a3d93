"""Spark MLlib's LDA, online, in one process on all cores."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.versus.run import Run

TITLE = "Spark MLlib"
PACKAGE = "pyspark"
CORES = "all (threads)"
SETTINGS = (
    "`optimizer='online'`, which learns alpha; `subsamplingRate` 0.1, `learningOffset` 10 and "
    "`learningDecay` 0.6, because its defaults are meant for larger data and learn less; "
    "`local[cores]`, documents cached, after a warm-up. Every point is a separate run, the first "
    "with one pass: `maxIter` times `subsamplingRate` should be at least 1. [spark.apache.org]"
    "(https://spark.apache.org/docs/latest/api/python/reference/api/pyspark.ml.clustering.LDA.html)"
)


def learn(run: Run) -> None:
    from pyspark.ml.clustering import LDA
    from pyspark.ml.linalg import Vectors
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master(f"local[{run.n_cores}]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "4g")
        .config("spark.local.dir", str(run.folder))
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    X = run.documents
    rows = [
        (j, Vectors.sparse(run.n_words, X.indices[a:b].tolist(), X.data[a:b].astype(float)))
        for j, (a, b) in enumerate(zip(X.indptr, X.indptr[1:], strict=False))
    ]
    documents = spark.createDataFrame(rows, ["id", "features"]).repartition(run.n_cores).cache()
    documents.count()

    def lda(n: int) -> LDA:
        return LDA(
            k=run.n_topics,
            optimizer="online",
            maxIter=n,
            subsamplingRate=0.1,
            learningOffset=10.0,
            learningDecay=0.6,
            seed=run.seed,
        )

    lda(10).fit(documents)  # the Java machine compiles what is used often
    for n in run.growing_lengths(first=10):  # as many as there are in a pass, which it asks for
        run.start()
        model = lda(n).fit(documents)

        def topics(model: Any = model) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
            matrix = model.topicsMatrix().toArray().T
            return matrix, model.estimatedDocConcentration().toArray()

        run.checkpoint(topics)
