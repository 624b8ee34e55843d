"""Writes the book of a variant: ``python -m games.players.books SLUG [option=value …]``."""

from __future__ import annotations

import sys

from ..book import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
