"""Table Companion: the rules, the live table and the service around them."""
