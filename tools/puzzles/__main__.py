"""Mines puzzles: ``python -m tools.puzzles mine MINUTES``."""

import sys

from .mine import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
