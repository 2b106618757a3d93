"""Plain English: report phrases that make text hard to read, in code, comments and documents.

    python tools/check_prose.py [FILE...]     without FILE: all files of the repository

Each rule is a pattern and what to write instead. In Python, comments and strings are checked; in
C++, comments and string literals; in Markdown, everything outside code; elsewhere, # comments.
A phrase may span two lines. A line that contains `prose: ignore` is skipped.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

_RATES = (
    "token|pass|minibatch|document|topic|word|second|row|line|block|visit|entry|sweep|core|run|"
    "call|system|window|file|corpus"
)
_AMOUNTS = "documents|tokens|words|visits|minibatches|passes|steps|bytes|nats|lines|numbers|bits"
RULES: list[tuple[str, str]] = [
    # "X is no Y"
    (
        r"(?<!there )\b(is|are|was|were) no "
        r"(?!longer|more|less|fewer|other|such|one\b|need|reason)",
        "is not a, is not, has no",
    ),
    (r"\bends? as no\b", "cannot infer the format"),
    # "a token" as a rate
    (
        rf"(?<!which )(?<!what )(?<!many )\b({_AMOUNTS}) an? ({_RATES})\b",
        "per token, per pass, ...",
    ),
    (rf"\d (s|ms|ns|us|\u00b5s|MB|GB) an? ({_RATES})\b", "per token, per pass, ..."),
    (rf"-\d+\.\d+ an? ({_RATES})\b", "per token, per pass, ..."),
    (
        r"\ba (line|job|worker|bit|number|row|scale|step|threshold|point) an? "
        rf"({_RATES})\b",
        "one ... per ...",
    ),
    # "told"
    (r"\b(is|are|was|were|be|been) told\b", "is reported, is printed, is passed"),
    (
        r"\btells? (of|which|how|what|whether|those|apart|its|their|nothing|each)\b",
        "reports, shows, describes",
    ),
    (r"\btells? (it|them)\b", "reports"),
    # training
    (r"\b(stand|stands|stood|standing) still\b", "is held fixed"),
    (
        r"\b(a|one|each|every|another|this|the same) training\b(?! (run|set|loop|document|"
        r"corpus|step|data|pass|time|call|state|path|settings|part|half|curve|algorithm|progress|"
        r"sample|session|example|history))",
        "a training run",
    ),
    (r"\btrainings\b", "training runs"),
    (r"\bcome(s)? to rest\b", "converges"),
    (r"\bwhat .{1,40} comes? to\b", "resolved, resulting"),
    # old-fashioned words
    (r"\banew\b", "again"),
    (r"\bmended\b|\bmending\b", "fixed"),
    (r"\bdealt\b|\bdeals? out\b|\bshared out\b|\bshares? (it|them) out\b", "distributed, split"),
    (r"\bof old\b|\bas ever\b", "previously, as usual"),
    (r"\bof late\b", "recently"),
    (r"\bmanners\b", "API, conventions"),
    (r"\beverybody'?s?\b", "common, everyone"),
    (r"\bnobody\b|\bsomebody\b", "no one, a user, someone; or the passive"),
    (r"\bshall\b", "must, should, will"),
    (r"\bdear(er)?\b", "expensive, slow"),
    (r"\bastray\b", "wrong, corrupt"),
    (r"\bone's\b|\bof his own\b", "your own, custom"),
    (r"\bif wished\b", "optionally"),
    (
        r"\bbethink|\bwhence\b|\bthence\b|\bthereof\b|\bhereby\b|\blest\b|\bupon\b|\bought\b|"
        r"\bnaught\b|\bhitherto\b|\bforthwith\b",
        "plain words",
    ),
    (r"\b(cannot|not) (to )?be had\b|\bto be had\b", "is not available"),
    (r"\bas (it|they) comes?\b", "with default settings"),
    (r"\bspeaks? of\b", "declares, mentions"),
    (r"\bis at an end\b|\bcome(s)? to (its|an) end\b", "ends"),
    (r"\bmakes? good\b", "compensates"),
    (r"\bgo(es)? on with\b", "continues with"),
    (r"\b(comes?|came|become) out of nothing\b", "appears"),
    (r"\bnot for (a program|us|it) to\b", "a program cannot"),
    (r"\bleave the house\b", "be published"),
    # prepositions
    (r"\balike\b", "similar, equally, in the same way"),
    (r"\bscore of streams\b", "progressive score"),
    (r"\bbeside\b", "next to, in addition to"),
    (r"(?<!hidden )(?<!left )\bbehind (the|a|it|them|each|its|this|that)\b", "after, following"),
    (r"\bone behind the other\b", "one after the other"),
    (r"\bin which (calls|order) the same\b", "how ... are grouped"),
]
_ENDINGS = (".py", ".pyi", ".md", ".cpp", ".hpp", ".inl", ".ts", ".tsx", ".toml", ".yml", ".sh")
_NAMES = ("Makefile", "CMakeLists.txt")
_CPP_TEXT = re.compile(r'//.*|"(?:\\.|[^"\\])*"')
_HASH_TEXT = re.compile(r"(?:^|\s)#.*")
_INLINE_CODE = re.compile(r"`[^`\n]*`")
_LOOKBEHIND = re.compile(r"\(\?<!.*?\)")
_IGNORE = "prose: ignore"


def _spanning_lines(pattern: str) -> re.Pattern[str]:
    """The pattern, with each blank also matching a line break and the indentation after it."""
    kept = _LOOKBEHIND.findall(pattern)  # these need a fixed width
    parts = [part.replace(" ", r"\s+") for part in _LOOKBEHIND.split(pattern)]
    return re.compile(
        "".join(part + behind for part, behind in zip(parts, [*kept, ""], strict=True)),
        re.IGNORECASE,
    )


_COMPILED = [(_spanning_lines(pattern), instead) for pattern, instead in RULES]


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """The pieces of a file that people read, each with the number of its first line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".py", ".pyi"):
        kinds = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1)}
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in kinds:
                yield token.start[0], token.string
    elif path.suffix == ".md":
        yield from _paragraphs(text)
    else:
        pattern = (
            _CPP_TEXT if path.suffix in (".cpp", ".hpp", ".inl", ".ts", ".tsx") else _HASH_TEXT
        )
        for number, line in enumerate(text.splitlines(), 1):
            for found in pattern.findall(line):
                yield number, found


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs of a Markdown page without code and quotations."""
    in_code, first, lines = False, 1, list[str]()
    for number, line in enumerate([*text.splitlines(), ""], 1):
        fence = line.lstrip().startswith("```")
        if fence or in_code or not line.strip() or line.startswith((">", "|", "#")):
            if lines:
                yield first, _INLINE_CODE.sub("``", "\n".join(lines))
            lines = []
            in_code ^= fence
            if not in_code and line.startswith(("|", "#")):
                yield number, _INLINE_CODE.sub("``", line)
            continue
        if not lines:
            first = number
        lines.append(line)


def faults(path: Path) -> Iterator[str]:
    """One line per phrase that should be rewritten."""
    for first, text in prose_of(path):
        lines = text.splitlines()
        for pattern, instead in _COMPILED:
            for found in pattern.finditer(text):
                offset = text.count("\n", 0, found.start())
                if _IGNORE not in lines[offset]:
                    phrase = " ".join(found.group(0).split())
                    yield f"{path}:{first + offset}: {phrase!r}: write {instead!r}"


def tracked_files() -> list[Path]:
    """All files of the repository that contain prose."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True
    )
    paths = [Path(name) for name in listed.stdout.splitlines()]
    quoting = ("tools/check_prose.py", "tests/docs/test_prose.py")  # these quote the rules
    lists = ("src/thalweg/corpus/text/stop_words.py",)  # words that are not prose
    skipped = {Path(name) for name in (*quoting, *lists)}
    return [
        path
        for path in paths
        if (path.suffix in _ENDINGS or path.name in _NAMES)
        and path.exists()
        and path not in skipped
    ]


def main() -> int:
    """Print all faults; the exit code says whether there are any."""
    paths = [Path(name) for name in sys.argv[1:]] or tracked_files()
    found = [fault for path in paths for fault in faults(path)]
    if found:
        print("\n".join(found))
    print(f"{len(found)} phrases to rewrite in {len(paths)} files", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
