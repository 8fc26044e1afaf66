"""What an hour of play costs a memory card."""
