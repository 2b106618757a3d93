"""Plain English: report phrases that STYLE asks to avoid, in code, comments and documents.

    python tools/check_prose.py [FILE...]     all tracked files without FILE

Each rule is a pattern and what to write instead. In Python only comments and strings are read, in
C++ only comments and string literals, in Markdown everything outside code blocks. A line that ends
with `prose: ignore` is passed over.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

_RATES = "token|pass|minibatch|document|topic|word|second|row|line|block|visit|entry|sweep|core"
RULES: list[tuple[str, str]] = [
    (r"\b(is|are|was|were) no (?!longer|more|less|fewer|other|such|one\b|need|reason)", "is not a"),
    (r"\bends? as no\b", "cannot infer the format"),
    (
        rf"\b(documents|tokens|words|visits|minibatches|passes|steps|bytes|nats) an? ({_RATES})\b",
        "per token, per pass, ...",
    ),
    (rf"-\d+\.\d+ a ({_RATES})\b", "per token, ..."),
    (r"\b(is|are|was|were|be|been) told\b", "is reported, prints"),
    (r"\btells? (of|which|how|what|whether|those|apart)\b", "reports, shows, describes"),
    (r"\btells? (it|them)\b", "reports"),
    (r"\b(stand|stands|stood|standing) still\b", "held fixed"),
    (
        r"\b(a|one|each|every|another|this|that|the same) training\b(?! (run|set|loop|document|corpus|"
        r"step|data|pass|time|call|state|path|settings|part|half|curve|algorithm|progress|sample))",
        "a training run",
    ),
    (r"\btrainings\b", "training runs"),
    (r"\banew\b", "again"),
    (r"\bmended\b|\bmending\b", "fixed"),
    (r"\bdealt\b|\bdeals? out\b", "distributed, split"),
    (r"\bof old\b", "previously"),
    (r"\bmanners\b", "API, conventions"),
    (r"\beverybody'?s?\b", "common, everyone"),
    (r"\bnobody\b|\bsomebody\b", "no one, a user, someone; or the passive"),
    (r"\bcome(s)? to rest\b", "converge"),
    (r"\bastray\b", "corrupt"),
    (r"\bof one's own\b|\bof his own\b", "custom, your own"),
    (r"\bif wished\b", "optionally"),
    (r"\bbethink|\bwhence\b|\bthence\b|\bthereof\b|\bhereby\b|\blest\b|\bupon\b", "plain words"),
    (r"\b(documents|topics|words) alike\b", "similar documents"),
    (r"\bscore of streams\b", "progressive score"),
    (r"\bwords beside\b|\bwritten beside\b|\bfiles? beside\b", "next to"),
    (r"\bbehind (the|a|it|them|each|its|this|that)\b", "after, following"),
    (r"\bone behind the other\b", "one after the other"),
    (r"\bspeaks? of\b", "declares, mentions"),
    (r"\bis at an end\b|\bcome(s)? to its end\b", "ends"),
    (r"\bmakes? good\b", "compensates"),
    (r"\bgoes on with\b|\bgo on with\b", "continues with"),
    (r"\b(comes?|came|become) out of nothing\b", "appears"),
    (r"\bin which (calls|order) the same\b", "how ... are grouped"),
]
_COMPILED = [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in RULES]
_ENDINGS = (".py", ".pyi", ".md", ".cpp", ".hpp", ".inl", ".ts", ".tsx")
_CPP_TEXT = re.compile(r'//.*|"(?:\\.|[^"\\])*"')


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that people read, with their numbers."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".py", ".pyi"):
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING) or token.type == getattr(
                tokenize, "FSTRING_MIDDLE", -1
            ):
                for offset, line in enumerate(token.string.splitlines()):
                    yield token.start[0] + offset, line
    elif path.suffix == ".md":
        in_code = False
        for number, line in enumerate(text.splitlines(), 1):
            if line.lstrip().startswith("```"):
                in_code = not in_code
            elif not in_code:
                yield number, line
    else:
        for number, line in enumerate(text.splitlines(), 1):
            for found in _CPP_TEXT.findall(line):
                yield number, found


def faults(path: Path) -> Iterator[str]:
    """One line per phrase that should be rewritten."""
    for number, line in prose_of(path):
        if "prose: ignore" in line:
            continue
        for pattern, instead in _COMPILED:
            for found in pattern.finditer(line):
                yield f"{path}:{number}: {found.group(0)!r}: write {instead!r}"


def tracked_files() -> list[Path]:
    """All files of the repository that hold prose."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True
    )
    paths = [Path(name) for name in listed.stdout.splitlines() if name.endswith(_ENDINGS)]
    return [path for path in paths if path.exists() and path != Path("tools/check_prose.py")]


def main() -> int:
    """Print all faults; the exit code says whether there are any."""
    paths = [Path(name) for name in sys.argv[1:]] or tracked_files()
    found = [fault for path in paths for fault in faults(path)]
    print("\n".join(found))
    print(f"{len(found)} phrases to rewrite in {len(paths)} files", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
