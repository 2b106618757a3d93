from __future__ import annotations

from pathlib import Path

import pytest

from thalweg.corpus.formats._shared.text_lines import read_text
from thalweg.errors import InputError


@pytest.mark.parametrize(("byte", "said"), [(b"\xff", "0xff"), (b"\0", "0x00")])
def test_text_that_is_not_utf8_is_refused_at_its_line(
    tmp_path: Path, byte: bytes, said: str
) -> None:
    (tmp_path / "x").write_bytes(b"one\ntwo\n" + byte + b"\n")
    with pytest.raises(InputError, match=f"line 3: byte {said}"):
        read_text(tmp_path / "x")
