"""The bot as members meet it, in an offline Discord."""
