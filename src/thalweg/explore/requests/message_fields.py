"""Fields of messages from the page: each is checked once, with an error that names it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from thalweg.errors import InputError

MAX_TEXT = 1000


class Fields:
    """The parameters of a request."""

    def __init__(self, given: Any) -> None:
        if not isinstance(given, Mapping):
            raise InputError(f"`params` is of type {type(given).__name__}; expected an object")
        self._given = given

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """Return a whole number from least to most."""
        value = self._given.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise InputError(f"`{name}` is {_shown(value)}; expected a number {least} to {most}")
        return value

    def share(self, name: str, default: float) -> float:
        """Return a number from 0 to 1."""
        value = self._given.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise InputError(f"`{name}` is {_shown(value)}; expected a number from 0 to 1")
        return float(value)

    def flag(self, name: str) -> bool:
        """Return true or false; false if it is missing."""
        value = self._given.get(name, False)
        if not isinstance(value, bool):
            raise InputError(f"`{name}` is {_shown(value)}; expected true or false")
        return value

    def text(self, name: str, default: str | None = None, most: int = MAX_TEXT) -> str:
        """Return a text of bounded length."""
        value = self._given.get(name, default)
        if not isinstance(value, str) or len(value) > most:
            raise InputError(f"`{name}` is {_shown(value)}; expected at most {most} characters")
        return value

    def optional_text(self, name: str, most: int = MAX_TEXT) -> str | None:
        """Return a text, or None if it is missing."""
        return None if self._given.get(name) is None else self.text(name, most=most)

    def optional_number(self, name: str, least: int, most: int) -> int | None:
        """Return a whole number, or None if it is missing."""
        return None if self._given.get(name) is None else self.number(name, least, most)

    def texts(self, name: str, most: int) -> list[str]:
        """Return a list of texts; none if it is missing."""
        value = self._given.get(name) or []
        is_fine = isinstance(value, list) and len(value) <= most
        if not is_fine or not all(isinstance(each, str) for each in value):
            raise InputError(f"`{name}` is {_shown(value)}; expected a list of at most {most}")
        return list(value)

    def mapping(self, name: str) -> dict[str, Any]:
        """Return an object."""
        value = self._given.get(name)
        if not isinstance(value, Mapping):
            raise InputError(f"`{name}` is {_shown(value)}; expected an object")
        return dict(value)

    def texts_by_name(self, name: str, most: int = 20) -> dict[str, str]:
        """Return an object whose values are texts."""
        value = self._given.get(name, {})
        is_fine = isinstance(value, Mapping) and len(value) <= most
        if not is_fine or not all(isinstance(each, str) for each in value.values()):
            raise InputError(f"`{name}` is {_shown(value)}; expected an object of texts")
        return dict(value)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
