"""Compiles the solver of small boards: ``python -m games.players.solved``, or ``make solver``."""

from __future__ import annotations

import sys

from .build import SOURCES, build

if __name__ == "__main__":
    try:
        build(SOURCES)
    except FileNotFoundError as error:
        sys.exit(str(error))
