"""Mines puzzles: positions from self-play with a proved win.

They are written to ``games/players/puzzles``.
"""
