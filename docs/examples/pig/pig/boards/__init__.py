"""The tracks of Pig, as ``pig/NAME.toml``: found through the entry point."""
