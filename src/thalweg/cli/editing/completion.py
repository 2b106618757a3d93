"""Completion: what the Tab key offers in `thalweg edit`: verbs, names of topics and words."""

from __future__ import annotations

import re
import shlex
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from thalweg.state.of_model import word_names

if TYPE_CHECKING:
    from thalweg.model import TopicModel

_LAST = chr(0x10FFFF)  # sorts after all that a word begins with


class Completion:
    """Completes the line that is being typed, as readline asks for it."""

    def __init__(self, model: TopicModel, usages: Mapping[str, str]) -> None:
        self._model, self._usages = model, usages
        self._words = sorted(map(str, word_names(model)))
        self._found: list[str] = []

    def install(self) -> None:
        """Complete with the Tab key, where the system can."""
        try:
            import readline
        except ImportError:  # as on Windows
            return

        def complete(text: str, number: int) -> str | None:
            if number == 0:  # readline asks again until it gets None
                before = readline.get_line_buffer()[: readline.get_begidx()]
                self._found = self.candidates(before, text)
            return f"{self._found[number]} " if number < len(self._found) else None

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        is_libedit = "libedit" in (readline.__doc__ or "")  # as on macOS
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def candidates(self, before: str, text: str) -> list[str]:
        """Return what a text may become, in order, as it must be typed after the line `before`."""
        try:
            typed = shlex.split(before)
        except ValueError:  # an open quotation mark
            typed = before.split()
        if typed[:1] == ["preview"]:
            typed = typed[1:]
        if not typed:
            return _beginning_with(text, sorted(self._usages))
        usage = self._usages.get(typed[0], "")
        places = re.findall(r"[A-Z]+", usage)  # such as TOPIC and WORD
        if not places or (len(typed) > len(places) and "..." not in usage):
            return []
        offered: Sequence[str] = {
            "TOPIC": sorted(self._model.topic_names_.values()),
            "WORD": self._words,
        }.get(places[min(len(typed), len(places)) - 1], [])
        return list(map(_quoted, _beginning_with(text.lstrip("'\""), offered)))


def _beginning_with(text: str, ordered: Sequence[str]) -> list[str]:
    return list(ordered[bisect_left(ordered, text) : bisect_left(ordered, text + _LAST)])


def _quoted(word: str) -> str:
    """Return a word as a line must have it."""
    return shlex.quote(word) if re.search(r"[\s'\"\\]", word) or not word else word
