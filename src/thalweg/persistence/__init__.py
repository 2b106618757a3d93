"""Model files: safetensors with JSON metadata."""
