"""Thinking a match through on a private board: walking the tree, notes, what is prepared, and opening it at the end."""
