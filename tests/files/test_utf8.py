import pytest

from thalweg.errors import InputError
from thalweg.files.utf8 import encode_utf8


def test_text_is_encoded() -> None:
    assert encode_utf8("zw\u00f6lf") == b"zw\xc3\xb6lf"


def test_half_of_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(InputError, match=r"'\\ud800' is not valid Unicode"):
        encode_utf8("a\ud800b")
