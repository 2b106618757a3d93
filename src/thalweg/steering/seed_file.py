"""Read seed words from a YAML, JSON or CSV file."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from thalweg.errors import InputError
from thalweg.files.compressed import read_whole
from thalweg.state.seed_words import SeededTopic, as_seeded_topics

_YES, _NO = ("1", "yes", "true", "x"), ("", "0", "no", "false")
_FORMS = "expected YAML with a list of words for each topic, or CSV with the columns topic and word"


def read_seeds(path: str | Path) -> Any:
    """Return the seed words in a file, as `LDA(seed_words=...)` accepts them.

    YAML (and JSON) files have a list of words for each topic, or the parts `words` and `exclude`.
    CSV files have the columns topic and word, one word per line, and optionally exclude.
    """
    path = Path(path)
    content = read_whole(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text; {_FORMS}") from None
    is_table = path.name.lower().removesuffix(".gz").endswith((".csv", ".tsv"))
    seeds = _of_csv(path, text) if is_table else _of_yaml(path, text)
    try:
        topics = as_seeded_topics(seeds)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    if not topics:
        raise InputError(f"{path} has no seed words; {_FORMS}")
    return seeds


def _of_yaml(path: Path, text: str) -> Any:
    import yaml

    class Texts(yaml.BaseLoader):  # type: ignore[misc]  # yaml has no types
        """Reads all values as texts: in a list of words, 20 and no are words."""

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            names = [self.construct_object(key, deep=True) for key, _ in node.value]
            if twice := next((name for name in names if names.count(name) > 1), None):
                line = node.start_mark.line + 1
                raise InputError(f"{path} has {twice!r} twice (in the list from line {line} on)")
            return super().construct_mapping(node, deep)

    try:
        return yaml.load(text, Texts)
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        line = "" if place is None else f" (line {place.line + 1})"
        raise InputError(f"{path} is not valid YAML{line}; {_FORMS}") from None


def _of_csv(path: Path, text: str) -> dict[str, Any]:
    separator = max((",", ";", "\t"), key=text.partition("\n")[0].count)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator)
    columns = {(name or "").strip().lower(): name for name in rows.fieldnames or []}
    if "topic" not in columns or "word" not in columns:
        found = ", ".join(filter(None, columns)) or "none"
        raise InputError(f"{path} has the columns {found[:80]}; expected topic and word")
    topics: dict[str, SeededTopic] = {}
    try:
        for row in rows:
            topic, word = ((row[columns[name]] or "").strip() for name in ("topic", "word"))
            if not topic or not word:
                raise InputError(
                    f"line {rows.line_num} of {path} has no {'word' if topic else 'topic'}"
                )
            marked = (row[columns["exclude"]] or "").strip() if "exclude" in columns else ""
            if marked.lower() not in (*_YES, *_NO):
                raise InputError(
                    f"line {rows.line_num} of {path} has {marked[:40]!r} under exclude; expected "
                    "yes or no"
                )
            before = topics.get(topic, SeededTopic(topic, ()))
            words, excluded = before.words, before.exclude
            if marked.lower() in _YES:
                excluded = (*excluded, word)
            else:
                words = (*words, word)
            topics[topic] = SeededTopic(topic, words, excluded)
    except csv.Error as error:
        raise InputError(f"line {rows.line_num} of {path} is not CSV: {error}") from None
    return {
        name: {"words": list(topic.words), "exclude": list(topic.exclude)}
        for name, topic in topics.items()
    }
