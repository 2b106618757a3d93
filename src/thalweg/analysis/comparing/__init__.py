"""Topics compared: similar topics, a hierarchy of topics, and the topics of two models."""
