"""The diary of the year: what happened, what the bot said, and which alerts fired."""

from collections.abc import Iterable

from .clock import Time

MOST_LINES = 3  # of the bot's, at one event
LONGEST = 150  # characters of one of them


class Diary:
    """Prints what happens; ``wrong`` is what should not have been."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self.wrong: list[str] = []
        self.fired: set[str] = set()

    def note(self, text: str) -> None:
        """Something happened."""
        print(f"{self._time.true:%d %b %Y}  {text}", flush=True)

    def quote(self, lines: Iterable[str]) -> None:
        """What the bot said, each line once."""
        unique = list(dict.fromkeys(lines))
        for line in unique[:MOST_LINES]:
            if len(line) > LONGEST:
                line = line[: LONGEST - 1] + "…"
            self._more(f"“{line}”")
        if len(unique) > MOST_LINES:
            self._more(f"… and {len(unique) - MOST_LINES} more lines")

    def alerts(self, names: set[str]) -> None:
        """These alerts have fired, as they should."""
        self.fired |= names
        self._more(f"alerts: {', '.join(sorted(names)) or 'none'}")

    def must(self, holds: object, otherwise: str) -> None:
        """Something must hold; what is wrong if it does not."""
        if not holds:
            self.wrong.append(f"{self._time.true:%d %b %Y}: {otherwise}")
            self._more(f"WRONG: {otherwise}")

    def _more(self, text: str) -> None:
        print(f"{'':13}{text}", flush=True)
