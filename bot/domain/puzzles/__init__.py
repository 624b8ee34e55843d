"""Puzzles of members: the next one, tries, streaks, ratings, lessons and the daily one;
``games.players.puzzles``.
"""
