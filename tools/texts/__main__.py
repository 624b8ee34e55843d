"""Brings the catalogues up to date with the English texts and lists what is missing: ``python -m
tools.texts``.
"""

import sys

from .catalogues import update


def main() -> int:
    """1 if something is missing or wrong."""
    wrong = update()
    print("\n".join(wrong) or "All texts are there in all languages.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
