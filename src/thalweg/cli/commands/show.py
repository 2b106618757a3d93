"""`thalweg show`: what a model has learnt, and how."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from thalweg.cli.output import console, print_json

if TYPE_CHECKING:
    from thalweg.corpus.text.text_settings import TextSettings
    from thalweg.model import TopicModel

HISTORY_ROWS = 5


def show(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A saved model.")],
    words: Annotated[int, typer.Option(min=1, help="Words to show per topic.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show the topics of a model, and how it was trained.

    Example: thalweg show news.model --words 15
    """
    from thalweg.model import TopicModel

    opened = TopicModel.load(model)
    topics = sorted(opened.topics(words), key=lambda topic: -topic.share)
    facts = _facts(opened)
    if as_json:
        text = None if opened.text_settings_ is None else opened.text_settings_.to_json()
        print_json(
            {"topics": [asdict(topic) for topic in topics]}
            | facts
            | {"text_settings": text, "history": opened.history_}
        )
        return
    from thalweg.cli.topic_table import topic_table

    shown = console()
    shown.print(topic_table(topics))
    lines = [
        (name.removeprefix("n_").replace("_", " "), _for_people(fact))
        for name, fact in facts.items()
    ]
    lines.append(("text", _text_in_short(opened.text_settings_)))
    for name, line in lines:
        shown.print(f"{name:<15}  {line}", soft_wrap=True)
    if opened.history_:
        shown.print(_history(opened.history_))


def _facts(model: "TopicModel") -> dict[str, Any]:
    state, alpha, eta = model.state_, model.state_.prior.doc_topic, model.state_.prior.topic_word
    schedule = model.schedule_
    return {
        "n_topics": state.n_topics,
        "n_words": state.n_words,
        "algorithm": model.algorithm,
        "documents_seen": state.n_documents_seen,
        "tokens_seen": state.n_tokens_seen,
        "corpus_tokens": state.corpus_tokens,
        "passes": model.n_iter_,
        "seed": state.seed,
        "alpha": {"min": alpha.min(), "mean": alpha.mean(), "max": alpha.max()},
        "eta": {"min": eta.min(), "mean": eta.mean(), "max": eta.max()},
        "schedule": asdict(schedule),
        "batch_size": model.batch_size_,
    }


def _for_people(fact: Any) -> str:
    if isinstance(fact, dict):
        if "min" in fact and fact["min"] == fact["max"]:
            return f"{fact['mean']:g}"
        return ", ".join(f"{name} {value:g}" for name, value in fact.items())
    if isinstance(fact, str):
        return fact
    return f"{fact:,.0f}"


def _text_in_short(settings: "TextSettings | None") -> str:
    """What a token is, where it was text at all."""
    if settings is None:
        return "unknown: it was trained on counts"
    said = settings.to_json()
    parts = ["lower case" if said["lowercase"] else "case kept"]
    parts += [name.replace("_", " ") for name in ("strip_accents", "digits") if said[name]]
    parts.append(f"{said['min_length']} to {said['max_length']} characters")
    if said["ngram_range"] != [1, 1]:
        parts.append("{} to {} words".format(*said["ngram_range"]))
    parts.append(f"{len(said['stop_words']):,} stop words")
    if said["phrases"]:
        parts.append(f"{len(said['phrases']):,} phrases")
    if said["tokenizer"]:
        parts.append(f"tokenizer {said['tokenizer']}")
    return ", ".join(parts)


def _history(history: list[dict[str, Any]]) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("passes", "documents", "tokens", "held-out score"):
        table.add_column(name, justify="right")
    for row in history[-HISTORY_ROWS:]:
        score = "" if row["score"] is None else f"{row['score']:.4f}"
        counts = (f"{row[name]:,.0f}" for name in ("passes", "documents", "tokens"))
        table.add_row(*counts, score)
    return table
