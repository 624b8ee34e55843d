"""Mines puzzles: ``python -m tools.puzzles mine MINUTES``."""

from __future__ import annotations

import sys

from .mine import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
