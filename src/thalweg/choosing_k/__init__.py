"""Compare several numbers of topics on the same documents and recommend one."""
