"""``python -m tools.puzzles``: mines puzzles (``mine MINUTES``), curates and counts them, and finds
those for beginners (``first``).
"""

import sys

from . import curate, first, mine

CURATING = ("curate", "order", "count")

if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments and arguments[0] in CURATING:
        sys.exit(curate.main(arguments))
    if arguments and arguments[0] == "first":
        sys.exit(first.main(arguments[1:]))
    sys.exit(mine.main(arguments))
