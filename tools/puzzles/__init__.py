"""Mines puzzles: positions from self-play with a proved win, written to
``games/players/puzzles``.
"""
