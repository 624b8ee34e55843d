"""Compiles the solver of small boards: ``python -m games.players.solved``, or ``make solver``."""

import sys

from .build import SOURCES, build

if __name__ == "__main__":
    try:
        build(SOURCES)
    except FileNotFoundError as error:
        sys.exit(str(error))
