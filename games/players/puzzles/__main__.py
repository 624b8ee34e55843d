"""Makes more puzzles: ``python -m games.players.puzzles make SLUG N``."""

from __future__ import annotations

import sys

from .make import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
