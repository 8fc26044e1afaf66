"""What docs/hardware.md shows, made from what the product knows: run ``python -m`` on it."""
