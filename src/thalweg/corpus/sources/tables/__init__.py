"""Tables in files: Parquet, workbooks of spreadsheets, and databases."""
