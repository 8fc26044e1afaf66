"""The command line: a file per command, and the only place that chooses implementations."""
