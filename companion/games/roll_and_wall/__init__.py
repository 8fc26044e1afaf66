"""Roll & Wall: a race of climbers up a wall of three sections."""
