"""The types that skops must trust to open a model."""

SKOPS_TRUSTED = (
    "thalweg.analysis.merging.Match",
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
)
"""Names of the classes that a model consists of, for `skops.io.load(file, trusted=...)` and
`mlflow.sklearn.log_model(..., skops_trusted_types=...)`. None of them executes code that is in the
file. Your own tokenizer is a type of its own, which you add."""
