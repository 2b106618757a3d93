"""Stop words: words that carry grammar and not content.

The English list is our own: pronouns, prepositions, conjunctions, auxiliary verbs, common adverbs
and frequent verbs without content. Tokens have no apostrophes, so the list has the stems of
contractions ("doesn"). Other languages come from the package stop-words (the extra `languages`) or
from a file.
"""

import os
import reprlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from thalweg.errors import InputError

_SHORT_WORDS: Final = """
    am an as at be by do he if in is it me my no of on or so to up us we ll re ve
    de et al eg ie vs
"""

_FUNCTION_WORDS: Final = """
    the this that these those and but nor yet for from with without within into onto upon over under
    above below after before behind between among across along around about against beside besides
    beyond during except inside outside near off out per since than through throughout till until
    toward towards via down
    you your yours yourself she her hers herself him his himself its itself they them their theirs
    themselves our ours ourselves who whom whose which what whatever whichever where wherever when
    whenever why how however one ones someone something anyone anything everyone everything nothing
    nobody none each every either neither both all any some few many much more most less least
    several such other others another same own enough
    are was were been being has have had having does did doing done can cannot could may might must
    shall should will would ought let lets
    aren wasn weren hasn haven hadn doesn didn don couldn mustn shouldn won wouldn isn ain
    not also too very just only even still already again always never often sometimes usually
    once twice ever else otherwise instead rather quite almost nearly perhaps maybe thus hence
    therefore though although because while whereas whether unless then there therein thereby here
    hereby now later soon far away back well like unlike
    two three first second last next etc
    get gets got give gives given gave make makes made making take takes taken took taking
    come comes came goes going gone went put puts keep keeps kept want wants need needs needed
    seem seems say says said know known become becomes
"""

ENGLISH: Final[frozenset[str]] = frozenset((_SHORT_WORDS + _FUNCTION_WORDS).split())
"""English function words."""


def stop_words_of(choice: str | Path | Iterable[str] | None) -> list[str]:
    """Return the words that None, "english", another language, a file or a list stands for."""
    if choice is None:
        return []
    if isinstance(choice, str) and choice.lower() in ("english", "en"):
        return sorted(ENGLISH)
    if isinstance(choice, str | Path) and os.path.isfile(choice):  # False if it cannot be a path
        try:
            return Path(choice).read_text(encoding="utf-8").split()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"`stop_words`: {choice} cannot be read: {error}") from None
    if isinstance(choice, str | Path):
        return _words_of_language(str(choice))
    words = list(choice) if isinstance(choice, Iterable) else [choice]
    if not all(isinstance(word, str) for word in words):
        raise InputError(
            f'`stop_words` is {choice!r}; expected "english", another language, a file, a list of '
            "words or None"
        )
    return words


def _words_of_language(language: str) -> list[str]:
    try:
        import stop_words
    except ImportError:
        raise InputError(
            f"`stop_words` is {reprlib.repr(language)}; expected a file, a list of words or a "
            "language. There is no such file, and languages other than English need the package "
            "stop-words. Run pip install stop-words."
        ) from None
    try:
        return list(stop_words.get_stop_words(language.lower()))
    except stop_words.StopWordError:
        known = ", ".join(sorted(stop_words.AVAILABLE_LANGUAGES))
        raise InputError(
            f"`stop_words` is {reprlib.repr(language)}; expected a file, a list of words or a "
            f"language. There is no such file, and the languages are {known}."
        ) from None
