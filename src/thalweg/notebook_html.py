"""HTML for notebooks: small tables, and the description of a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from thalweg.visible_text import visible


def html_table(headers: Sequence[str], rows: Iterable[Sequence[str]], footer: str = "") -> str:
    """Return a table; all texts are escaped, control characters too. Without headers, it has none.

    Examples
    --------
    >>> html_table([], [["a", "<b>"]])
    '<table><tbody><tr><td>a</td><td>&lt;b&gt;</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{_safe(header)}</th>" for header in headers)
    head = f"<thead><tr>{head}</tr></thead>" if headers else ""
    body = "".join(
        "<tr>" + "".join(f"<td>{_safe(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    table = f"<table>{head}<tbody>{body}</tbody></table>"
    return f"{table}<p>{_safe(footer)}</p>" if footer else table


def _safe(text: str) -> str:
    return escape(visible(text))


def corpus_html(corpus: Any, columns: Sequence[str], *, has_texts: bool) -> str:
    """Return a table that describes a `Corpus` with these columns of metadata."""
    n_documents, n_words = corpus.shape
    rows = [
        ["documents", f"{n_documents:,}"],
        ["words", f"{n_words:,}"],
        ["tokens", f"{corpus.n_tokens:,.0f}"],
        ["tokens per document", f"{corpus.n_tokens / max(n_documents, 1):,.1f}"],
        ["counts", "in memory" if corpus.in_memory else "read when used"],
        ["columns", ", ".join(columns) or "none"],
        ["texts", "kept" if has_texts else "not kept"],
    ]
    return html_table([], rows, "Corpus")
