"""Stop words: words that carry grammar and not content.

The English list is our own: pronouns, prepositions, conjunctions, auxiliary verbs, common adverbs
and frequent verbs without content. Tokens have no apostrophes, so the list has the stems of
contractions ("doesn"). Other languages come from the package stop-words (the extra `languages`) or
from a file.

Lists add up: ["english", "amp", Path("mine.txt")] is the English list, one more word, and the words
of a file.
"""

import os
import reprlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

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


_LANGUAGES: Final = """
    ar=arabic bg=bulgarian ca=catalan cs=czech da=danish de=german el=greek en=english es=spanish
    fa=persian fi=finnish fr=french gu=gujarati he=hebrew hi=hindi hu=hungarian id=indonesian
    it=italian ja=japanese ko=korean ms=malaysian nb=norwegian nl=dutch pl=polish pt=portuguese
    ro=romanian ru=russian sk=slovak sv=swedish tr=turkish uk=ukrainian vi=vietnamese zh=chinese
"""

LANGUAGES: Final[Mapping[str, str]] = MappingProxyType(
    dict(pair.split("=") for pair in _LANGUAGES.split())
)
"""Languages with a list of stop words, by their codes. In a list, a name stands for its words."""

_NAMES: Final = frozenset(LANGUAGES.values())
_FILE_SUFFIXES: Final = (".txt", ".lst", ".list", ".csv", ".tsv", ".dat")
_EXPECTED: Final = (
    'expected "english", another language, a file, None, or a list of these and of words'
)


class StopWords(tuple[str, ...]):
    """Stop words of which each is a word, also "english"."""

    __slots__ = ()


def stop_words_of(choice: str | Path | Iterable[str | Path] | None) -> StopWords:
    """Return the words that None, a language, a file, or a list of them and of words stands for.

    In a list, a Path is a file and the English name of a language is its list. A name such as
    "mine.txt" is a file as well, and an error if there is none. Anything else is a word.

    Examples
    --------
    >>> words = stop_words_of(["english", "amp"])
    >>> "the" in words, "amp" in words, "english" in words
    (True, True, False)
    """
    if isinstance(choice, StopWords):
        return choice
    if choice is None:
        return StopWords()
    if isinstance(choice, str):
        return StopWords(_named(choice))
    if isinstance(choice, Path):
        return StopWords(_words_of_file(choice))
    items = list(choice) if isinstance(choice, Iterable) else [choice]
    if not all(isinstance(item, str | Path) for item in items):
        raise InputError(f"`stop_words` is {reprlib.repr(choice)}; {_EXPECTED}")
    return StopWords(dict.fromkeys(word for item in items for word in _words_of_item(item)))


def _named(name: str) -> Iterable[str]:
    """Return the words of a file or a language."""
    if os.path.isfile(name):  # False if it cannot be a path
        return _words_of_file(Path(name))
    if name.lower() in ("english", "en"):
        return sorted(ENGLISH)
    return _words_of_language(name)


def _words_of_item(item: str | Path) -> Iterable[str]:
    if isinstance(item, Path) or item.lower().endswith(_FILE_SUFFIXES):
        return _words_of_file(Path(item))
    if item.lower() == "english":
        return sorted(ENGLISH)
    return _words_of_language(item) if item.lower() in _NAMES else (item,)


def _words_of_file(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").split()
    except FileNotFoundError:
        raise InputError(
            f"`stop_words`: the file {path} does not exist; expected a file of words, separated by "
            "spaces or line ends"
        ) from None
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise InputError(f"`stop_words`: {path} cannot be read: {error}") from None


def _words_of_language(language: str) -> list[str]:
    given = f"`stop_words` is {reprlib.repr(language)}"
    stop_words = _package()
    if stop_words is None:
        raise InputError(
            f"{given}; {_EXPECTED}. There is no such file, and languages other than English need "
            "the package stop-words. Run pip install stop-words. To leave out a word as well, pass "
            f"`stop_words=['english', {language[:40]!r}]`."
        )
    try:
        return list(stop_words.get_stop_words(language.lower()))
    except stop_words.StopWordError:
        raise InputError(
            f"{given}; {_EXPECTED}. There is no such file, and the languages are "
            f"{', '.join(sorted(_NAMES))}. To leave out a word as well, pass "
            f"`stop_words=['english', {language[:40]!r}]`."
        ) from None


def _package() -> Any:
    try:
        import stop_words
    except ImportError:
        return None
    return stop_words
