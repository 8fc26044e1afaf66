"""The running service: what moves between camera, table, lights and buttons."""
