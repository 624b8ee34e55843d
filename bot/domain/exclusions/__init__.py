"""Exclusions: members kept from using the bot in a server, and users and servers that the host has
shut out.
"""
