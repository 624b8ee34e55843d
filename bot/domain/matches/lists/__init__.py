"""Matches in lists."""
