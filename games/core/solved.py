"""What is proved of a variant: how it ends in best play."""

from dataclasses import dataclass

REPLAYED = "certificate"
"""For every position that the side can meet there was a decision, and the rules alone replayed it
to the end against every answer.
"""
SEARCHED = "proof-number search"
"""The proof was too large to be kept: the rules replayed its first decisions against every answer.
"""


@dataclass(frozen=True, slots=True)
class SolvedVariant:
    """A variant of which it is proved from the start how it ends in best play.

    :param variant: The choices of its options with spaces between, such as ``hex3 single``.
    :param winner: The seat that wins; None for a draw.
    :param proof: How that was proved, ``REPLAYED`` or ``SEARCHED`` (``docs/solved.md``).
    """

    variant: str
    winner: int | None
    proof: str = REPLAYED
