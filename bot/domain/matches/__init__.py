"""Matches: immutable values, commands as pure functions of them, and the service that stores both.

Commands (in ``turns``, ``agreements``, ``endings``, ``prepared_moves``, ``waiting.commands``) take
a match and return the changed match with its events; they know neither database nor Discord.
"""
