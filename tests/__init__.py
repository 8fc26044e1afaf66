"""Tests of Table Companion, a folder per area."""
