"""Words that say how a sentence is built and not what it is about.

Written by hand for the docstring corpus. Tokens have three letters or more, so shorter words
are not listed; a contraction loses its apostrophe, so its stem ("doesn", "isn") is.
"""

from typing import Final

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

_DOCSTRING_NOISE: Final = """
    self cls args arg kwargs kwds kwarg argument arguments param params parameter parameters
    return returns returned returning raise raises raised raising
    use uses used using usage example examples note notes see todo
    true false default defaults optional optionally specified specify specifies
    method methods function functions class classes object objects instance instances
    module modules value values call calls called calling
    python def
"""

STOP_WORDS: Final[frozenset[str]] = frozenset((_FUNCTION_WORDS + _DOCSTRING_NOISE).split())
"""English function words, and words that nearly every docstring uses whatever it describes."""
