"""How many lines of code common tasks take with thalweg and with four other libraries."""
