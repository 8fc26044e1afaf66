"""What can be wrong with the machine and the installation, and what to do about it."""
