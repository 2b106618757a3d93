"""Where commands write: checked before any work, so that nothing is lost or destroyed.

An existing file is replaced only if its content shows that the same command could have written it:
a model by a model, a table of topics by a table of topics. Other files need --force. What the
command reads, and folders, devices and pipes, are never replaced.
"""

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer

from thalweg.cli.output import STANDARD_OUTPUT

_COMPRESSED: Final = (".gz", ".zst")
_PROBE: Final = 1 << 16  # bytes at the beginning and at the end that show what a file is

_CSV_SHARES: Final = re.compile(rb"(?:,[01]\.\d{1,7}){2,}$")
_JSON_SHARES: Final = re.compile(rb'(?:,"[^"]+":[01]\.\d{1,7}){2,}}$')

Recognise = Callable[[bytes, bytes], bool]


@dataclass(frozen=True)
class OutputKind:
    """What a command writes, and how it recognises its own files by their first and last bytes."""

    name: str
    is_own: Recognise
    compressible: bool = True


def _starts(*beginnings: bytes) -> Recognise:
    return lambda first, last: first.startswith(beginnings)


def _is_topic_table(first: bytes, last: bytes) -> bool:
    if first.startswith(b"PAR1"):
        marks = (b"topic_0", b"share_1", b"topics of documents")
        return any(mark in last for mark in marks)
    line, _, rest = first.partition(b"\n")
    if line.startswith(b"id,") and (b",topic_0" in line or b",top_1,share_1" in line):
        return True
    if line.startswith(b"id,"):  # topics have names, which can be anything
        return _ends_with_shares(_CSV_SHARES.search(rest.partition(b"\n")[0]))
    if not line.startswith(b'{"id":'):
        return False
    is_numbered = b',"topic_0":' in line or b',"top_1":' in line
    return is_numbered or _ends_with_shares(_JSON_SHARES.search(line))


def _ends_with_shares(numbers: re.Match[bytes] | None) -> bool:
    """Whether the last numbers of a line, all with as many decimals, have the sum one."""
    if numbers is None:
        return False
    shares = re.findall(rb"[01]\.\d+", numbers[0])
    if len({len(share) for share in shares}) > 1:
        return False
    rounding = 10.0 ** (2 - len(shares[0]))
    total = 0.0
    for n, share in enumerate(reversed(shares), start=1):
        total += float(share)
        if abs(total - 1) <= n * rounding:
            return True
    return False


def _is_picture(first: bytes, last: bytes) -> bool:
    """Pictures name the program that drew them, at the beginning or (PDF) at the end."""
    return first.startswith((b"\x89PNG", b"<?xml", b"%PDF")) and b"atplotlib" in first + last


def _names(program: bytes) -> Recognise:
    return lambda first, last: first.startswith(b"\x80") and program in first


MODEL: Final = OutputKind(
    "a model", lambda first, last: first[8:].startswith(b'{"__metadata__":{"thalweg":'), False
)
INDEX: Final = OutputKind(
    "an index",
    lambda first, last: first[8:].startswith(b'{"__metadata__":{"thalweg_index":'),
    False,
)
TOPIC_TABLE: Final = OutputKind("a table that thalweg infer wrote", _is_topic_table)
PARQUET_TABLE: Final = OutputKind("a table that thalweg infer wrote", _is_topic_table, False)
PICTURE: Final = OutputKind("a picture that thalweg drew", _is_picture, False)
DOCSTRINGS: Final = OutputKind("the table of thalweg demo", _starts(b"id,text\n__future__,"))
EDIT_LOG: Final = OutputKind("a log of edits", _starts(b'{\n "format": "thalweg edits",'), False)
BAG_OF_WORDS: Final = OutputKind("a bag of words", lambda first, last: False)
EXPORTS: Final = {
    "csv": OutputKind(
        "a table of thalweg export",
        _starts(b"topic,share,rank,word,weight\n", b"topic,share,rank,word,weight,name\n"),
    ),
    "json": OutputKind("a file of thalweg export", _starts(b'{\n  "model": {\n    "algorithm"')),
    "ldavis": OutputKind("a file of thalweg export", _starts(b'{"mdsDat":')),
    "html": OutputKind(
        "a page of thalweg export",
        _starts(b'<!doctype html>\n<html lang="en" data-thalweg="topics">'),
    ),
    "sklearn": OutputKind("a scikit-learn model", _names(b"LatentDirichletAllocation")),
}
GENSIM: Final = {
    "": OutputKind("a gensim model", _names(b"gensim.models.ldamodel"), False),
    ".state": OutputKind("a part of a gensim model", _names(b"gensim.models.ldamodel"), False),
    ".id2word": OutputKind("a part of a gensim model", _names(b"gensim.corpora.dictionary"), False),
    **{
        f".{array}.npy": OutputKind("a part of a gensim model", _starts(b"\x93NUMPY"), False)
        for array in ("expElogbeta", "state.sstats")
    },
}
"""Files that gensim makes of a model: what is added to the name, and what they are."""


def _first_line(pattern: bytes) -> Recognise:
    line = re.compile(pattern)
    return lambda first, last: line.match(first) is not None


MALLET: Final = {
    name: OutputKind("a file of thalweg export", _first_line(pattern), False)
    for name, pattern in {
        "topic-keys.txt": rb"0\t\d+\.\d+\t[^\t\n]*\n",
        "topic-word-weights.txt": rb"0\t[^\t\n]+\t[\d.e+-]+\n",
        "word-topic-counts.txt": rb"0 \S+(?: \d+:\d+)*\n",
        "doc-topics.txt": rb"0\t[^\t\n]*(?:\t[\d.e+-]+)+\n",
    }.items()
}
"""Files in a folder of `thalweg export --to mallet`, see thalweg.export.mallet_files."""


def check_file(
    out: str | Path,
    kind: OutputKind,
    *,
    option: str = "--out",
    inputs: Iterable[str | Path | None] = (),
    force: bool = False,
) -> None:
    """Raise InputError if a file cannot be written, or if writing it would destroy another."""
    from thalweg.errors import InputError
    from thalweg.files.atomic import file_to_replace
    from thalweg.files.compressed import zstd_module

    if str(out) == STANDARD_OUTPUT:
        return
    out = Path(out)
    given = f"{option} is {out}"
    _check_name(out, given)
    if out.name.endswith(_COMPRESSED) and not kind.compressible:
        raise InputError(
            f"{given}, which ends like a compressed file, but {kind.name} is not compressed; "
            f"expected another name, such as {out.name.removesuffix(out.suffix)}"
        )
    if out.name.endswith(".zst"):
        zstd_module(out)
    try:
        target = file_to_replace(out)
    except InputError as error:
        raise InputError(f"{option}: {error}") from None
    if not target.exists():
        _check_folder_of(target, given)
        return
    if read := next((each for each in inputs if each is not None and _reads(each, target)), None):
        raise InputError(
            f"{given}, which this command reads ({read}) and never replaces; expected another name"
        )
    if not os.access(target, os.W_OK):
        raise InputError(f"{given}, which is write-protected; expected another name")
    _check_folder_of(target, given)
    if not force and not _is_own(target, kind):
        raise InputError(
            f"{given}, which exists and is not {kind.name}; expected a new name. To replace it "
            "anyway, use --force"
        )


def check_changed_model(
    path: Path,
    out: Path | None,
    *,
    inputs: Iterable[str | Path | None] = (),
    force: bool = False,
    writes: bool = True,
) -> None:
    """Check where a command that changes a model writes it: to --out, or over the model itself.

    `writes`: whether it writes the model without --out.
    """
    from thalweg.persistence.model_file import is_checkpoint

    if out is not None:
        check_file(out, MODEL, inputs=[path, *inputs], force=force)
    elif writes:
        if is_checkpoint(path):
            raise typer.BadParameter(
                f"{path} is a checkpoint, and would lose the progress of its training run; "
                "expected --out with the name of a new model",
                param_hint="MODEL",
            )
        check_file(path, MODEL, option="MODEL")


def check_folder(out: str | Path, *, option: str = "--out") -> None:
    """Raise InputError if a folder cannot be created, or cannot be written to if it exists."""
    from thalweg.errors import InputError

    out = Path(out)
    given = f"{option} is {out}"
    _check_name(out, given)
    if os.path.lexists(out) and not out.is_dir():
        raise InputError(f"{given}, which is not a folder; expected a folder")
    nearest = out.absolute()
    while not nearest.exists():
        nearest = nearest.parent
    _check_writable(nearest, given)


def check_mallet_files(
    folder: str | Path, *, inputs: Iterable[str | Path | None] = (), force: bool = False
) -> None:
    """Check a folder for the files of MALLET, and each file that is there already."""
    check_folder(folder)
    for name, kind in MALLET.items():
        if Path(folder).is_dir():
            check_file(Path(folder) / name, kind, inputs=inputs, force=force)


def check_gensim_files(
    out: str | Path, *, inputs: Iterable[str | Path | None] = (), force: bool = False
) -> None:
    """Check the files that gensim makes of a model, whose names begin with that of the first."""
    for suffix, kind in GENSIM.items():
        check_file(f"{out}{suffix}", kind, inputs=inputs, force=force)


def check_checkpoints(
    folder: str | Path, out: Path, *, inputs: Iterable[str | Path | None] = ()
) -> None:
    """Check the folder of the checkpoints of a training run whose model goes to `out`."""
    from thalweg.errors import InputError

    given = f"--checkpoint is {folder}"
    if Path(os.path.realpath(folder)) == Path(os.path.realpath(out)):
        raise InputError(f"{given}, which is --out, too; expected two names")
    for read in inputs:
        if read is not None and _same_file(Path(read), Path(folder)):
            raise InputError(f"{given}, which this command reads ({read}); expected another folder")
    check_folder(folder, option="--checkpoint")


def _check_name(out: Path, given: str) -> None:
    from thalweg.errors import InputError

    try:
        os.lstat(out)
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:  # too long, a loop of links, a NUL
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{given}, which cannot be written: {reason}") from None


def _check_folder_of(path: Path, given: str) -> None:
    from thalweg.errors import InputError

    folder = path.absolute().parent
    if not folder.is_dir():
        raise InputError(f"{given}, but the folder {folder} does not exist; create it first")
    _check_writable(folder, given)


def _check_writable(folder: Path, given: str) -> None:
    from thalweg.errors import InputError

    if not folder.is_dir():
        raise InputError(f"{given}, but {folder} is not a folder; expected one")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(
            f"{given}, but you cannot write to the folder {folder}; expected a folder that you can "
            "write to"
        )


def _reads(source: str | Path, target: Path) -> bool:
    """Return whether a command that reads `source` (a file, folder or pattern) reads `target`."""
    import glob

    from thalweg.corpus.formats._shared.vocabulary_file import vocabulary_path

    source = str(source).removeprefix("sqlite:///")
    if source == STANDARD_OUTPUT:  # - is standard input here
        source = "/dev/stdin"
    for found in [source] if os.path.exists(source) else glob.glob(source, recursive=True):
        if os.path.isdir(found):
            if Path(os.path.realpath(found)) in Path(os.path.realpath(target)).parents:
                return True
        elif _same_file(Path(found), target) or _same_file(vocabulary_path(Path(found)), target):
            return True
    return False


def _same_file(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _is_own(target: Path, kind: OutputKind) -> bool:
    from thalweg.errors import InputError
    from thalweg.files.compressed import StoredFile

    if not os.stat(target).st_size:
        return True  # nothing is lost
    try:
        with StoredFile(target) as stored:
            first = stored.read(_PROBE)
        with target.open("rb") as file:
            file.seek(max(0, os.stat(target).st_size - _PROBE))
            last = file.read(_PROBE)
    except (InputError, OSError):
        return False
    return kind.is_own(first, last)
