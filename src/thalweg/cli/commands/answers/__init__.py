"""Commands that answer questions about documents and topics, one file per command."""
