"""Training of the small net that reads numerals on dice."""
