"""Sweeps over rendered scenes: one thing changes step by step, everything else stays."""
