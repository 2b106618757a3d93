"""Lines of `thalweg edit` on a terminal that are interrupted."""

import builtins
import sys

import pytest

from tests.steering.planted import CORPUS
from thalweg import LDA
from thalweg.cli.editing.edit_lines import USAGE, EditLines
from thalweg.cli.editing.edit_session import EditSession
from thalweg.steering import EditReport


def interrupt(*given, **options):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("of", "name", "said", "n_topics"),
    [
        (LDA, "edit", "this line changed nothing", 4),
        (EditReport, "__str__", "this line was carried out", 3),
    ],
)
def test_an_interrupted_line_says_whether_it_was_carried_out(
    monkeypatch, capsys, of, name, said, n_topics
) -> None:
    lines = iter(["merge 0 1", "quit"])
    model = LDA(4, random_state=0, max_iter=2).fit(CORPUS)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(builtins, "input", lambda prompt: next(lines))
    monkeypatch.setattr(of, name, interrupt)
    assert not EditSession(model, EditLines()).run()
    assert said in capsys.readouterr().err
    assert model.n_components == n_topics


@pytest.mark.parametrize("width", [50, 80])
def test_lines_fit_the_terminal(monkeypatch, capsys, width) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    lines = iter(["help", "merge 0 1 2", "delete 99", "quit"])
    monkeypatch.setattr(builtins, "input", lambda prompt: next(lines))
    model = LDA(4, random_state=0, max_iter=2).fit(CORPUS)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    EditSession(model, EditLines()).run()
    shown = capsys.readouterr().out.splitlines()
    assert max(map(len, shown)) <= width
    assert len(shown) > len(USAGE)
    assert "merge topic 1, topic 2 into topic 0" in " ".join(" ".join(shown).split())
