"""Servers: their settings, and whether the bot is in them."""
