"""What a training run writes to the logger `thalweg`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thalweg.training.loop import Training
    from thalweg.training.time_plan import TimePlan


def log_start(training: Training) -> None:
    """Log sizes and settings; of a stream, at the level of details."""
    settings, source, state = training.settings, training.source, training.state
    what = "partial_fit" if settings.is_stream else "fit"
    limits = []
    if settings.max_passes is not None and not settings.is_stream:
        limits.append(f"{settings.max_passes} passes")
    if settings.max_seconds is not None:
        limits.append(f"{settings.max_seconds:g} s")
    began = "starts" if settings.is_stream or not state.n_documents_seen else "resumes"
    parts = [
        f"{what} {began}: {source.n_documents:,} documents, {source.n_words:,} words, "
        f"{source.n_tokens:,.0f} tokens",
        f"{settings.n_topics} topics",
        settings.algorithm.title,
        *limits,
        f"minibatches of {settings.batch_size:,}",
        f"{settings.n_threads} threads",
        f"seed {state.seed}",
    ]
    if began == "resumes":
        parts.append(f"after {training.position.n_passes} passes")
    _tell(training, ", ".join(parts))


def log_end(training: Training, reason: str) -> None:
    """Log how long the run took and why it ended."""
    settings, state, seconds = training.settings, training.state, training.seconds
    scores = [row["score"] for row in training.history if row["score"] is not None]
    score = f", held-out {scores[-1]:.4f}" if scores else ""
    if settings.is_stream:
        text = f"partial_fit ended: {seconds:.3f} s, {state.n_documents_seen:,} documents so far"
    else:
        n_passes = training.position.n_passes
        text = f"fit ended ({reason}): {n_passes} passes, {seconds:.2f} s{score}"
    _tell(training, text)


def log_slice(training: Training, first: int, end: int, plan: TimePlan | None) -> None:
    """Log a group of minibatches that were applied in one native call."""
    position = training.position
    kind = "explored" if training.counted is None else "counted"
    text = (
        f"pass {position.n_passes + 1}, part {position.part + 1}: {kind} documents {first:,} to "
        f"{position.document:,} of {end:,}"
    )
    if plan is not None:
        text += (
            f"; the time allows {plan.n_exploring:.1f} exploring and {plan.n_finishing} finishing "
            "passes"
        )
    training.log.debug(text)


def log_priors(training: Training) -> None:
    """Log priors that were learned."""
    if not training.log.wants_details:
        return
    prior = training.state.prior
    alpha, eta = prior.doc_topic, prior.topic_word
    training.log.debug(
        f"learned the prior: alpha {alpha.min():.4g} to {alpha.max():.4g}, sum {alpha.sum():.4g}; "
        f"eta {eta.mean():.4g}"
    )


def _tell(training: Training, message: str) -> None:
    if training.settings.is_stream:  # a stream has many short runs
        training.log.debug(message)
    else:
        training.log.info(message)
