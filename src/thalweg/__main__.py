"""`python -m thalweg`: the command line, also where its script is not on the path."""

from thalweg.cli.app import main

main()
