"""Documents from the FILE arguments of a command."""

import pytest

from thalweg import Corpus
from thalweg.cli.input_files import read_files, read_for_model, stream_files
from thalweg.cli.options.reading_options import FileOptions, WordOptions
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.model import TopicModel


def test_new_texts_are_read_as_the_texts_of_the_model(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("R2D2 fish\nfish\n")
    words = WordOptions(min_df=1, max_df=1.0, digits=True)
    corpus = read_files([str(path)], FileOptions(), words)
    assert list(corpus.vocabulary) == ["fish", "r2d2"]
    model = TopicModel(2, max_iter=1).fit(corpus)
    path.write_text("C3PO fish\n")
    assert list(read_for_model(model, [str(path)], FileOptions()).vocabulary) == ["c3po", "fish"]


def test_a_stream_has_only_the_words_of_the_vocabulary(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("R2D2 fish\nfish\n")
    settings = TextSettings(digits=True)
    (chunk,) = stream_files([str(path)], Vocabulary(["r2d2"]), FileOptions(), settings)
    assert chunk.to_csr().toarray().tolist() == [[1], [0]]


@pytest.fixture
def counts(tmp_path) -> list[str]:
    """Two stored corpora."""
    Corpus([[1, 2]], ["fish", "whale"]).save(tmp_path / "a")
    Corpus([[3]], ["whale"]).save(tmp_path / "b")
    return [str(tmp_path / "a"), str(tmp_path / "b")]


def test_several_files_of_counts_are_read_one_after_the_other(counts):
    chunks = stream_files(counts, Vocabulary(["whale"]), FileOptions())
    assert [chunk.to_csr().toarray().tolist() for chunk in chunks] == [[[2]], [[3]]]
    assert read_files(counts, FileOptions()).to_csr().toarray().tolist() == [[1, 2], [0, 3]]


def test_counts_and_texts_are_not_mixed(counts, tmp_path):
    (tmp_path / "texts.txt").write_text("fish\n")
    texts = str(tmp_path / "texts.txt")
    with pytest.raises(InputError, match="1 of the 2 files hold counts"):
        read_files([counts[0], texts], FileOptions())
    with pytest.raises(InputError, match="expected it alone"):
        read_files(["-", texts], FileOptions())


def test_standard_input_is_refused_where_the_system_has_no_file_for_it(monkeypatch):
    monkeypatch.setattr("thalweg.cli.input_files.os.path.lexists", lambda path: False)  # Windows
    with pytest.raises(
        InputError, match=r"standard input\) is not available on this system; write"
    ):
        read_files(["-"], FileOptions(), WordOptions())
