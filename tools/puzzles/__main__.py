"""Mines, curates and counts puzzles: ``python -m tools.puzzles mine MINUTES``, ``curate``,
``order``, ``count``.
"""

import sys

from . import curate, mine

if __name__ == "__main__":
    sys.exit(
        (curate if sys.argv[1:2] in (["curate"], ["order"], ["count"]) else mine).main(sys.argv[1:])
    )
