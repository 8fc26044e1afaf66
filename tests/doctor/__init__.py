"""What the doctor finds, each check with a machine that is well and one that is not."""
