"""The training of the small net that tells a die on another one from a die on the floor."""
