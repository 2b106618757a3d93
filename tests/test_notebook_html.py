"""What notebooks show of a corpus and of a vocabulary."""

from pathlib import Path

from thalweg import Corpus, Vocabulary


def test_a_notebook_shows_sizes_and_columns(tmp_path: Path) -> None:
    corpus = Corpus([[2, 1], [0, 3]], ["bank", "river"], {"year": [1999, 2001], "<i>": [1, 2]})
    html = corpus._repr_html_()
    assert "<td>tokens</td><td>6</td>" in html
    assert "year, &lt;i&gt;" in html
    assert "not kept" in html
    corpus.save(tmp_path / "store")
    assert "read when used" in Corpus.open(tmp_path / "store")._repr_html_()
    assert "<td>columns</td><td>none</td>" in Corpus([[1]], ["a"], texts=["a"])._repr_html_()


def test_a_notebook_shows_the_first_and_last_words_and_their_number() -> None:
    html = Vocabulary([f"w{w}" for w in range(1000)], retired=[3])._repr_html_()
    assert "<td>w0</td>" in html
    assert "<td>w999</td>" in html
    assert "w500" not in html
    assert "1,000 words, 1 of them retired" in html
    assert "&lt;b&gt;" in Vocabulary(["<b>"])._repr_html_()
    assert Vocabulary([])._repr_html_().count("<td>") == 0
