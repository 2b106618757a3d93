"""The server: connections, checks of requests, the page and downloads."""
