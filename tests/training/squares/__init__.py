"""Training of the small nets shown one place: is a die there, does it lie on another."""
