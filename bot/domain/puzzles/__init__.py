"""Puzzles for members: which one is next, what each has tried and solved, days in a row, and the daily one.

The puzzles themselves are in ``games.players.puzzles``.
"""
