"""Any registered game over lines of JSON, for other programs."""
