"""Free roll: any dice, counted and logged for any other game."""
