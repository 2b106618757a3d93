"""What one process of a cluster does. Nothing here knows about Ray."""
