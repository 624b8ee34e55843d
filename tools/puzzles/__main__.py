"""``python -m tools.puzzles``: mines puzzles (``mine MINUTES``), curates and counts them."""

import sys

from . import curate, mine

CURATING = ("curate", "order", "count")

if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments and arguments[0] in CURATING:
        sys.exit(curate.main(arguments))
    sys.exit(mine.main(arguments))
