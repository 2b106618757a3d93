"""Edits as lines of words, such as "merge 3 7", and as options, such as --merge 3,7."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from thalweg.steering import Edit

USAGE: Final = {
    "add": "add TOPIC WORD ...",
    "remove": "remove TOPIC WORD ...",
    "allow": "allow TOPIC WORD ...",
    "stop": "stop WORD ...",
    "merge": "merge TOPIC TOPIC ...",
    "split": "split TOPIC WORD ...",
    "create": "create NAME WORD ...",
    "delete": "delete TOPIC",
    "lock": "lock TOPIC ...",
    "unlock": "unlock TOPIC ...",
    "name": "name TOPIC NAME",
    "order": "order TOPIC ...",
    "topics": "topics NUMBER",
}
"""How each edit is written on a line."""
MEANING: Final = {
    "add": "hold words in a topic",
    "remove": "give words a probability of zero in a topic",
    "allow": "let the documents decide again about such words",
    "stop": "ignore words everywhere",
    "merge": "make one topic of several; the first one stays",
    "split": "move words of a topic to a new one",
    "create": "make a new topic of words",
    "delete": "remove a topic",
    "lock": "keep topics as they are while training goes on",
    "unlock": "let locked topics learn again",
    "name": "name a topic",
    "order": "put topics first in tables",
    "topics": "change the number of topics",
}


@dataclass(frozen=True)
class EditLines:
    """Turns lines into edits; `strength` is that of added words, None for the default."""

    strength: float | None = None

    def parse(self, line: str) -> "Edit":
        """Return the edit of a line; InputError says how it is written."""
        from thalweg.errors import InputError

        try:
            verb, *arguments = shlex.split(line)
        except ValueError as error:
            raise InputError(f"{line!r} has an open quotation mark ({error})") from None
        return self.edit(verb, arguments)

    def edit(self, verb: str, arguments: Sequence[str]) -> "Edit":
        """Return the edit of a verb and its arguments."""
        from thalweg import steering
        from thalweg.errors import InputError

        first, rest, every = arguments[0] if arguments else "", list(arguments[1:]), list(arguments)
        options = {} if self.strength is None else {"strength": self.strength}
        makers: dict[str, tuple[int, Callable[[], Edit]]] = {
            "add": (2, lambda: steering.AddWords(_topic(first), rest, **options)),
            "remove": (2, lambda: steering.RemoveWords(_topic(first), rest)),
            "allow": (2, lambda: steering.AllowWords(_topic(first), rest)),
            "stop": (1, lambda: steering.StopWords(every)),
            "merge": (2, lambda: steering.Merge([_topic(t) for t in every], **options)),
            "split": (2, lambda: steering.Split(_topic(first), words=rest, strength=self.strength)),
            "create": (
                2,
                lambda: steering.Create(words=rest, new_name=first or None, strength=self.strength),
            ),
            "delete": (1, lambda: steering.Delete(_topic(first))),
            "lock": (1, lambda: steering.Lock([_topic(t) for t in every])),
            "unlock": (1, lambda: steering.Unlock([_topic(t) for t in every])),
            "name": (2, lambda: steering.Rename(_topic(first), " ".join(rest))),
            "order": (1, lambda: steering.Reorder([_topic(t) for t in every])),
            "topics": (1, lambda: steering.SetTopicCount(_number(first))),
        }
        if verb not in makers:
            raise InputError(f"{verb!r} is not an edit; expected one of {', '.join(makers)}")
        least, make = makers[verb]
        if len(every) < least or (verb in ("delete", "topics") and rest):
            raise InputError(f"{verb}: expected {USAGE[verb]!r}")
        return make()


def _topic(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() else text


def _number(text: str) -> int:
    from thalweg.errors import InputError

    if not (text.isascii() and text.isdigit()):
        raise InputError(f"topics: {text!r} is not a number of topics; expected e.g. 20")
    return int(text)
