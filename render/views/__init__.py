"""What each game's picture tells, as scenes: a module a game, and ``common`` for all."""
