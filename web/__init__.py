"""The local page. Knows the table's snapshot; refuses to know cameras, pins or rules."""
