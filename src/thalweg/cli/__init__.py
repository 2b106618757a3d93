"""The command line: `thalweg COMMAND`."""
