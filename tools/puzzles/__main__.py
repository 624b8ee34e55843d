"""``python -m tools.puzzles``: mines puzzles (``mine MINUTES``), curates and counts them."""

import sys

from . import curate, mine

if __name__ == "__main__":
    sys.exit(
        (curate if sys.argv[1:2] in (["curate"], ["order"], ["count"]) else mine).main(sys.argv[1:])
    )
