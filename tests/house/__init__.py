"""Tests of the house itself: packaging, import contracts, commands, documents."""
