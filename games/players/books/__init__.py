"""The books of first moves, as data."""
