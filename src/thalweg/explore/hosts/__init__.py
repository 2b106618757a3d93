"""The page without a server: in one HTML file, and in a notebook."""
