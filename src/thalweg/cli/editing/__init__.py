"""Edits as `thalweg edit` reads them: as options or lines, and with documents."""
