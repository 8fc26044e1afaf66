"""Recorded matches: set-up, actions and the digest of the state after each action."""
