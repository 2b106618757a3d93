"""The types that skops must trust to open a model."""

_TYPES = (
    "thalweg.analysis.merging.Match",
    "thalweg.corpus.text.stop_words.StopWords",
    "thalweg.corpus.text.text_settings.MissingTokenizer",
    "thalweg.corpus.text.text_settings.TextSettings",
    "thalweg.corpus.text.token_lists.GivenTokens",
    "thalweg.estimator.LDA",
    "thalweg.evaluation._progressive.Progressive",
    "thalweg.inference.cvb0.CVB0",
    "thalweg.inference.map_em.MAP",
    "thalweg.inference.schedules.StepSchedule",
    "thalweg.inference.scvb0.SCVB0",
    "thalweg.inference.scvb0.StochasticMAP",
    "thalweg.inference.stream_steps.StreamSchedule",
    "thalweg.inference.svb.SVB",
    "thalweg.steering.edits.edit_log.EditLog",
)


def skops_trusted_types() -> list[str]:
    """Return the names of the classes that skops and MLflow must trust to open a model.

    None of them executes code that is in the file. Add your own tokenizer, if the model has one.

    Returns
    -------
    list of str
        For `skops.io.load(file, trusted=...)` and `mlflow.sklearn.log_model(...,
        skops_trusted_types=...)`.

    Examples
    --------
    >>> "thalweg.estimator.LDA" in skops_trusted_types()
    True
    """
    return list(_TYPES)
