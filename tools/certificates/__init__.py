"""Proves who wins small variants, writes the certificates the bot reads, and checks them by the
rules alone.
"""
