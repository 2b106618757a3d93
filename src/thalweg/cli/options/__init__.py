"""Options of commands: declared once, shared by those that have them."""
