"""Tools that tune and judge the dice reader on photographs; run by hand, not by pytest."""
