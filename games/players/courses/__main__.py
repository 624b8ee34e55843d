"""Looks for the positions of all courses anew: ``python -m games.players.courses``."""

from __future__ import annotations

import sys

from . import main

if __name__ == "__main__":
    sys.exit(main())
