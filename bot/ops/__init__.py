"""What a host does beside running the bot: check how it is set up, copy the database, restore it, move it."""


class Failed(Exception):
    """It cannot be done; the text says why in one line for the host, without passwords."""
