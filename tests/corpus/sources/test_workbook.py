"""Excel files: sheets, columns and types, compared with the table that was written."""

import datetime
import re
import sys
import zipfile

import polars as pl
import pytest

import thalweg
from thalweg.errors import InputError

ALL = {"min_df": 1, "max_df": 1.0, "stop_words": None}
TABLE = pl.DataFrame(
    {
        "id": [f"r{n}" for n in range(6)],
        "stars": [1, 2, 3, 4, 5, 1],
        "day": [datetime.date(2024, 1, n + 1) for n in range(6)],
        "text": ["cold soup", "warm bread", "42", None, "2024-01-01", "warm soup"],
    }
)


@pytest.fixture
def book(tmp_path):
    pytest.importorskip("fastexcel", reason="needs fastexcel")
    xlsxwriter = pytest.importorskip("xlsxwriter", reason="needs xlsxwriter")
    path = tmp_path / "reviews.xlsx"
    with xlsxwriter.Workbook(str(path)) as workbook:
        TABLE.write_excel(workbook, worksheet="Reviews")
        TABLE.select(pl.col("text").str.to_uppercase().alias("note")).write_excel(
            workbook, worksheet="Notes"
        )
    return path


def test_a_sheet_is_read_like_the_table_in_it(book):
    settings = {**ALL, "digits": True, "min_length": 1}
    corpus = thalweg.read(book, metadata=["id", "stars", "day"], keep_texts=True, **settings)
    expected = thalweg.read(TABLE, keep_texts=True, **settings)
    assert corpus.vocabulary[:] == expected.vocabulary[:]
    assert (corpus.to_csr() != expected.to_csr()).nnz == 0
    assert corpus.texts.to_list() == TABLE["text"].to_list()
    assert corpus.ids.to_list() == TABLE["id"].to_list()
    assert corpus.metadata["stars"].to_list() == TABLE["stars"].to_list()
    assert corpus.metadata["day"].to_list() == TABLE["day"].to_list()


def test_a_sheet_is_chosen_by_name(book):
    corpus = thalweg.read(book, "note", sheet="Notes", lowercase=False, **ALL)
    assert corpus.vocabulary[:] == ["BREAD", "COLD", "SOUP", "WARM"]
    with pytest.raises(InputError, match=r"`sheet` is 'Other'.*'Reviews', 'Notes'"):
        thalweg.read(book, sheet="Other", **ALL)


def test_a_missing_column_names_those_of_the_sheet(book):
    with pytest.raises(InputError, match=r"the sheet 'Notes' of .* has no column 'text'.*'note'"):
        thalweg.read(book, sheet="Notes", **ALL)


def test_a_damaged_workbook_is_an_error(tmp_path):
    pytest.importorskip("fastexcel", reason="needs fastexcel")
    path = tmp_path / "a.xlsx"
    path.write_bytes(b"PK\x03\x04 not a workbook")
    with pytest.raises(InputError, match="not a spreadsheet, or is damaged"):
        thalweg.read(path)


def test_a_cell_far_from_the_table_is_refused_instead_of_ending_the_process(tmp_path):
    """The rectangle from A1 to it would take 550 GB."""
    pytest.importorskip("fastexcel", reason="needs fastexcel")
    xlsxwriter = pytest.importorskip("xlsxwriter", reason="needs xlsxwriter")
    path = tmp_path / "far.xlsx"
    with xlsxwriter.Workbook(str(path)) as workbook:
        sheet = workbook.add_worksheet()
        sheet.write_column(0, 0, ["text", "cold soup", "warm soup"])
        sheet.write(1_048_575, 16_383, "lost")
    expected = r"has 4 cells in 16,384 columns and 1,048,576 rows.*Delete cells"
    with pytest.raises(InputError, match=expected):
        thalweg.read(path, **ALL)


def test_a_wide_sheet_is_read(tmp_path):
    pytest.importorskip("fastexcel", reason="needs fastexcel")
    xlsxwriter = pytest.importorskip("xlsxwriter", reason="needs xlsxwriter")
    path = tmp_path / "wide.xlsx"
    with xlsxwriter.Workbook(str(path)) as workbook:
        sheet = workbook.add_worksheet()
        for column in range(200):
            sheet.write_column(0, column, [f"column {column}", "cold soup", "warm soup"])
    assert len(thalweg.read(path, "column 199", **ALL)) == 2


@pytest.mark.parametrize("number", ["2147483648", "9223372036854775808"])
def test_a_forged_number_of_strings_is_refused_instead_of_ending_the_process(
    book, tmp_path, number
):
    path = tmp_path / "forged.xlsx"
    with zipfile.ZipFile(book) as genuine, zipfile.ZipFile(path, "w") as forged:
        for name in genuine.namelist():
            data = genuine.read(name)
            if name == "xl/sharedStrings.xml":
                data = re.sub(rb'uniqueCount="\d+"', b'uniqueCount="%s"' % number.encode(), data)
            forged.writestr(name, data)
    with pytest.raises(InputError, match=r"sharedStrings\.xml declares"):
        thalweg.read(path, **ALL)


def test_the_missing_package_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fastexcel", None)
    path = tmp_path / "a.xlsx"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError, match=r"pip install fastexcel, or save the sheet as CSV"):
        thalweg.read(path)


def test_a_sheet_of_something_else_is_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("text\na river\n")
    with pytest.raises(InputError, match=r"`sheet` is 'one', but `source` is not a spreadsheet"):
        thalweg.read(path, sheet="one")
