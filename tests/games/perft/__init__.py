"""Exact counts of legal lines, with their derivation."""
