"""Reading dice in pictures.

Knows pixels; refuses to know games, cameras, files of the service and the time of day.
"""
