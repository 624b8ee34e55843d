"""Matches that members import from records."""
