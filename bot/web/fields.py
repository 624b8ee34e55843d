"""How long a field of a request may be: looked at once for each request, before anything else reads
it.
"""

from collections.abc import Mapping

from bot.chat.discord.lengths import TooLong
from bot.domain.explorations.tree import LONGEST_NOTE

LONGEST_MOVE = 40  # characters of a decision
MOST_MOVES = 200  # decisions in one request
FIELD = 100  # characters of a field, unless another length is stated
LENGTHS: Mapping[str, int] = {"move": LONGEST_MOVE, "text": LONGEST_NOTE, "code": 200}
LONGEST_QUERY = 1_000  # characters of all that follows the question mark in an address
LONGEST_LANGUAGE = 100  # of the languages that a browser asks for


def require_lengths(body: Mapping[str, object]) -> None:
    """Raises TooLong for a text that is longer than it may be, wherever in a field it is, and for
    too many decisions.

    What is neither a text nor a list is small, as the whole request is.
    """
    values = [*body.items()]
    for name, value in values:  # which grows
        most = LENGTHS.get(name, FIELD)
        if isinstance(value, str) and len(value) > most:
            raise TooLong(most)
        if isinstance(value, list):
            if len(value) > MOST_MOVES:
                raise TooLong(MOST_MOVES * LONGEST_MOVE)
            values += [("move", move) for move in value]
        elif isinstance(value, dict):
            values += value.items()
