"""The command `thalweg`: words for people around the library, one file per command."""
