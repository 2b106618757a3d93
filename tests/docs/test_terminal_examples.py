"""The terminal examples of all pages, run and compared; and the rules of the comparison."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import terminal_examples  # noqa: E402
from terminal_examples import difference, parse, renewed, same_line  # noqa: E402

PAGES = [page.relative_to(ROOT).as_posix() for page in terminal_examples.pages()]
TABLE = [
    " topic   share   top words",
    "     0   11.6%   parking price costs",
    "     5    9.9%   wifi work signal",
    "12 documents; read in 0.31 s",
]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_its_commands_print(page: str) -> None:
    assert terminal_examples.check(ROOT / page) == []


def test_pages_with_examples_are_found() -> None:
    assert {"README.md", "docs/tutorial/shell.md", "docs/howto/choosing-k.md"} <= set(PAGES)


def test_the_picture_shows_the_example_of_the_tutorial() -> None:
    tool = ROOT / "tools" / "terminal_picture.py"
    done = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_reviews_are_what_their_script_writes() -> None:
    script = ROOT / "examples" / "make_reviews.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_equal_output_has_no_difference() -> None:
    assert difference(TABLE, TABLE) is None


def test_lines_in_another_order_are_a_difference() -> None:
    assert difference([TABLE[0], TABLE[2], TABLE[1], TABLE[3]], TABLE) is not None


def test_a_line_that_is_left_out_without_dots_is_a_difference() -> None:
    assert difference([TABLE[0], *TABLE[2:]], TABLE) is not None
    assert difference(TABLE[:3], TABLE) == "shows 3 lines, prints 4"


def test_dots_stand_for_lines_between_the_first_and_the_last_ones() -> None:
    assert difference([TABLE[0], "...", TABLE[3]], TABLE) is None
    assert difference(["...", TABLE[3]], TABLE) is None
    assert difference([TABLE[1], "...", TABLE[3]], TABLE) is not None  # not the first line
    assert difference([*TABLE, "..."], TABLE) is not None  # nothing is left out


def test_durations_may_have_any_value() -> None:
    assert same_line("read in 0.31 s, trained in 2 s", "read in 12.05 s, trained in 0.1 s")
    assert not same_line("read in 0.31 s", "read in 0.31 m")


def test_a_column_of_seconds_may_have_any_value_and_others_may_not() -> None:
    shown = ["topics    score  seconds", "    20  -4.2616      0.3"]
    assert difference(shown, [shown[0], "    20  -4.2616     12.5"]) is None
    assert difference(shown, [shown[0], "    20  -4.9616      0.3"]) is not None


def test_fractions_may_differ_in_the_last_digits_only() -> None:
    assert same_line("share 9.9%", "share 10.0%")
    assert same_line("r1,0.40367", "r1,0.40401")
    assert not same_line("share 9.9%", "share 11.9%")
    assert not same_line("score -4.3395", "score 4.3395")


def test_whole_numbers_and_words_must_be_equal() -> None:
    assert not same_line("1,200 documents", "1,201 documents")
    assert not same_line("     0   11.6%   parking", "     1   11.6%   parking")
    assert not same_line("     0   11.6%   parking", "     0   11.6%   garage")


def test_where_texts_vary_the_number_of_words_and_numbers_is_compared() -> None:
    rules = ["texts vary"]
    assert same_line("  0   5.9%   header email.charset", " 17   4.1%   socket port", rules)
    assert not same_line("  0   5.9%   header encoding", "  0   5.9%   header", rules)


def test_where_values_vary_the_first_column_is_compared() -> None:
    rules = ["values vary"]
    assert same_line("instruction set   avx2", "instruction set   baseline", rules)
    assert not same_line("instruction set   avx2", "threads   2", rules)


def test_a_renewed_example_is_shortened_as_before() -> None:
    assert renewed(["old", "...", "old"], TABLE) == [TABLE[0], "...", TABLE[3]]
    assert renewed([], TABLE) == TABLE


def test_an_example_that_is_still_right_is_not_rewritten() -> None:
    shown = [*TABLE[:3], "12 documents; read in 0.99 s"]
    assert renewed(shown, TABLE) == shown


def test_a_page_is_parsed_into_blocks_with_commands_output_and_rules() -> None:
    text = "text\n\n<!-- terminal: texts vary -->\n\n```console\n$ a\none\n\n$ b | c\n```\n"
    (block,) = parse(text)
    assert block.rules == ["texts vary"]
    assert [(step.command, step.shown) for step in block.steps] == [("a", ["one"]), ("b | c", [])]


def test_the_tutorial_explains_the_perplexity_that_it_shows() -> None:
    text = (ROOT / "docs" / "tutorial" / "shell.md").read_text(encoding="utf-8")
    shown = re.search(r"^perplexity +([\d.]+)$", text, re.MULTILINE)
    explained = re.search(r"A perplexity of (\d+) means", text)
    assert shown
    assert explained
    assert float(shown[1]) == pytest.approx(float(explained[1]), abs=0.5)
