"""What each game's picture tells, as scenes: one module per game, and what they share in
``common``.
"""
