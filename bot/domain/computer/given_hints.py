"""The hints that members were given lately: who asks again in the same position sees the same one,
and it counts once.

This process remembers them. After a restart a hint is thought out, and counted, anew.
"""

from dataclasses import dataclass

from games.players.reasons import Hint

MOST_REMEMBERED = 1_000


@dataclass(frozen=True, slots=True)
class HintPosition:
    """What a hint was given for.

    :param decisions: those of the match, then those of the member's draft
    """

    user: int
    match: int
    decisions: tuple[str, ...]


class GivenHints:
    """The latest hints by the positions for which they were given."""

    def __init__(self) -> None:
        self._hints = dict[HintPosition, Hint]()

    def find(self, position: HintPosition) -> Hint | None:
        """The hint that was given; None for none."""
        return self._hints.get(position)

    def remember(self, position: HintPosition, hint: Hint) -> None:
        """Remember a hint that was given and counted."""
        self._hints[position] = hint
        for oldest in [*self._hints][:-MOST_REMEMBERED]:
            del self._hints[oldest]

    def forget(self, user: int) -> None:
        """Forget the hints of a member whose data are deleted."""
        for position in [position for position in self._hints if position.user == user]:
            del self._hints[position]
