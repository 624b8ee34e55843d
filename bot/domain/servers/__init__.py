"""Servers: what they have set, their daily list of matches, and servers that the bot leaves and comes back to."""
