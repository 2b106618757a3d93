"""Edits as lines of words, such as "merge 3 7", and as options, such as --merge 3,7."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from thalweg.cli.editing.edited_documents import EditedDocuments
    from thalweg.steering import Edit

USAGE: Final = {
    "add": "add TOPIC WORD ...",
    "remove": "remove TOPIC WORD ...",
    "allow": "allow TOPIC WORD ...",
    "stop": "stop WORD ...",
    "merge": "merge TOPIC TOPIC ...",
    "split": "split TOPIC [WORD ...]",
    "split-documents": "split-documents TOPIC [ID ...]",
    "create": "create NAME WORD ...",
    "create-documents": "create-documents NAME [ID ...]",
    "delete": "delete TOPIC",
    "lock": "lock TOPIC ...",
    "unlock": "unlock TOPIC ...",
    "name": "name TOPIC NAME",
    "order": "order TOPIC ...",
    "forget": "forget ID",
    "topics": "topics NUMBER",
}
"""How each edit is written on a line."""
MEANING: Final = {
    "add": "hold words in a topic",
    "remove": "give words a probability of zero in a topic",
    "allow": "let the documents decide again about such words",
    "stop": "ignore words everywhere",
    "merge": "make one topic of several; the first one stays",
    "split": "move words of a topic to a new one; without words, find two parts of it",
    "split-documents": "make a new topic of what documents have of a topic",
    "create": "make a new topic of words",
    "create-documents": "make a new topic of documents",
    "delete": "remove a topic",
    "lock": "keep topics as they are while training goes on",
    "unlock": "let locked topics learn again",
    "name": "name a topic",
    "order": "put topics first in tables",
    "forget": "take a document out of the counts",
    "topics": "change the number of topics",
}


@dataclass(frozen=True)
class EditLines:
    """Turns lines into edits; `strength` is that of added words, None for the default."""

    strength: float | None = None
    documents: "EditedDocuments | None" = None

    @staticmethod
    def parts(line: str) -> list[str]:
        """Return the words of a line; words in quotation marks are one."""
        from thalweg.errors import InputError

        try:
            return shlex.split(line)
        except ValueError as error:
            raise InputError(f"{line!r} has an open quotation mark ({error})") from None

    def all_documents(self) -> Any:
        """Return the documents of --corpus; None without it."""
        return None if self.documents is None else self.documents.corpus

    def _chosen(self, verb: str, ids: Sequence[str]) -> Any:
        """Return documents of --corpus: those with these ids, or all."""
        from thalweg.errors import InputError

        if self.documents is None:
            raise InputError(f"{verb} needs documents; expected --corpus FILE as well")
        return self.documents.chosen(ids) if ids else self.documents.corpus

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
            "split": (1, lambda: self._split(_topic(first), rest)),
            "split-documents": (
                1,
                lambda: steering.Split(
                    _topic(first), documents=self._chosen(verb, rest), strength=self.strength
                ),
            ),
            "create": (
                2,
                lambda: steering.Create(words=rest, new_name=first or None, strength=self.strength),
            ),
            "create-documents": (
                1,
                lambda: steering.Create(
                    documents=self._chosen(verb, rest), new_name=first, strength=self.strength
                ),
            ),
            "delete": (1, lambda: steering.Delete(_topic(first))),
            "lock": (1, lambda: steering.Lock([_topic(t) for t in every])),
            "unlock": (1, lambda: steering.Unlock([_topic(t) for t in every])),
            "name": (2, lambda: steering.Rename(_topic(first), " ".join(rest))),
            "order": (1, lambda: steering.Reorder([_topic(t) for t in every])),
            "forget": (1, lambda: steering.RemoveDocument(self._chosen(verb, [first]))),
            "topics": (1, lambda: steering.SetTopicCount(_number(first))),
        }
        if verb not in makers:
            raise InputError(f"{verb!r} is not an edit; expected one of {', '.join(makers)}")
        least, make = makers[verb]
        if len(every) < least or (verb in ("delete", "forget", "topics") and rest):
            raise InputError(f"{verb}: expected {USAGE[verb]!r}")
        return make()

    def _split(self, topic: int | str, words: list[str]) -> "Edit":
        from thalweg import steering

        if words:
            return steering.Split(topic, words=words, strength=self.strength)
        among = self._chosen("split without words", [])
        return steering.Split(topic, among=among, strength=self.strength)


def _topic(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() else text


def _number(text: str) -> int:
    from thalweg.errors import InputError

    if not (text.isascii() and text.isdigit()):
        raise InputError(f"topics: {text!r} is not a number of topics; expected e.g. 20")
    return int(text)
