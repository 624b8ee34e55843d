"""A handicap: what one side has ahead of the other from the start, so that unequal players meet
evenly.

It is chosen like an option of the match and kept beside them under the name ``handicap``; a match
without one has no such option.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from .errors import BadOption, Sentence, _, either
from .moves import Option
from .notation import exact
from .position import Position

HANDICAP = "handicap"
"""The name that options and records have for it."""
NO_HANDICAP = "none"
SIDE = 1
"""The seat that has it: the side that moves second."""
HINTS = (3, 6, 10)
"""How many hints of the computer a side may be given for a match."""
HandicapKind = Literal["turns", "hints"]


@dataclass(frozen=True, slots=True)
class HandicapWorth:
    """What a head start is worth to the side that has it, in rating points, with its error.

    Below 0 it holds its side back.
    """

    points: int
    error: int


@dataclass(frozen=True, slots=True)
class HeadStart:
    """Turns that the second side has made before a match of a variant begins.

    :param turns: by their order, the decisions of each, as text; a head start takes the first ones
    :param counts: how many turns are offered, the fewest first
    :param worths: of each of these, as far as they were measured
    :param opening: decisions of both sides that are made before them
    """

    turns: tuple[str, ...]
    counts: tuple[int, ...]
    worths: tuple[HandicapWorth, ...] = ()
    opening: str = ""

    def place(self, position: Position, count: int) -> Position:
        """The position, given that of the start, after ``count`` turns of the second side."""
        for text in self.opening.split():
            _decide(position, text)
        for turn in self.turns[:count]:
            position = _at_turn_of(SIDE, position)
            for text in turn.split():
                _decide(position, text)
        return _at_turn_of(1 - SIDE, position)

    def worth(self, count: int) -> HandicapWorth | None:
        """What so many turns are worth; None where that was not measured."""
        return dict(zip(self.counts, self.worths, strict=False)).get(count)


@dataclass(frozen=True, slots=True)
class Handicap:
    """A choice of handicap: so many turns that the second side has made, or hints for it."""

    kind: HandicapKind
    count: int

    @classmethod
    def of(cls, options: Mapping[str, str]) -> "Handicap | None":
        """The handicap of a match by its options, which are valid; None without one."""
        choice = options.get(HANDICAP, NO_HANDICAP)
        if choice == NO_HANDICAP:
            return None
        kind, _dash, count = choice.partition("-")
        return cls("turns" if kind == "turns" else "hints", int(count))

    def __str__(self) -> str:
        return f"{self.kind}-{self.count}"

    @property
    def turns(self) -> int:
        """How many turns the second side has made; 0 for hints."""
        return self.count if self.kind == "turns" else 0

    def phrase(self, side: str) -> Sentence:
        """What players call it.

        :param side: the name of the second side
        """
        template = _PHRASES.get((self.kind, self.count), _PHRASES[self.kind, 0])
        return Sentence(template, side=Sentence(side), count=self.count)

    def effect(self, sides: tuple[str, str]) -> Sentence:
        """What it does, as part of a sentence.

        :param sides: their names, by seat
        """
        template = _EFFECTS.get((self.kind, self.count), _EFFECTS[self.kind, 0])
        first, second = map(Sentence, sides)
        return Sentence(template, first=first, second=second, count=self.count)


_EFFECTS: Mapping[tuple[HandicapKind, int], str] = {
    ("turns", 1): _("{second} has already made a turn; {first} moves first"),
    ("turns", 0): _("{second} has already made {count} turns; {first} moves first"),
    ("hints", 0): _("{second} may ask for {count} hints; you both see how many are left"),
}
_PHRASES: Mapping[tuple[HandicapKind, int], str] = {
    ("turns", 1): _("{count} extra turn for {side}"),
    ("turns", 0): _("{count} extra turns for {side}"),
    ("hints", 0): _("{count} hints for {side}"),
}


def variant_without(options: Mapping[str, str]) -> str:
    """What a variant is named by: its choices with spaces between, without a handicap."""
    return " ".join(choice for name, choice in options.items() if name != HANDICAP)


def variant_on_board(options: Mapping[str, str]) -> str:
    """The same with the extra turns, which make another start of it; hints change no position."""
    handicap = Handicap.of(options)
    if handicap is None or handicap.kind == "hints":
        return variant_without(options)
    return f"{variant_without(options)} {handicap}"


def handicap_option(side: str, counts: Iterable[int]) -> Option:
    """The choices of handicap in a game.

    :param side: the name of the second side
    :param counts: of the turns that any variant of it offers
    """
    handicaps = [Handicap("turns", count) for count in sorted(set(counts))]
    handicaps += [Handicap("hints", count) for count in HINTS]
    return Option(
        HANDICAP,
        _("Handicap"),
        (NO_HANDICAP, *map(str, handicaps)),
        default=NO_HANDICAP,
        help=_("What the second side has ahead"),
        labels=(
            (NO_HANDICAP, Sentence(_("no handicap"))),
            *((str(handicap), handicap.phrase(side)) for handicap in handicaps),
        ),
        meaning=_(
            "Extra turns are on the board before the first side moves. Hints are the computer’s "
            "advice during the match; both sides see how many are left."
        ),
    )


def require_offered(handicap: Handicap, head_start: HeadStart | None, game: str) -> None:
    """Raises BadOption where a variant has no head start of so many turns.

    :param head_start: that of the variant
    """
    if handicap.kind != "turns":
        return
    if head_start is None:
        raise BadOption(
            "{game} has no extra turns on this board; choose hints, or another board", game=game
        )
    if handicap.count not in head_start.counts:
        raise BadOption(
            "on this board the extra turns can be {counts}",
            counts=either([*map(str, head_start.counts)]),
        )


def _at_turn_of(seat: int, position: Position) -> Position:
    """The position with ``seat`` to move."""
    if position.to_move == seat:
        return position
    turned_over = position.with_other_to_move()
    if turned_over is None:
        raise ValueError("a head start begins in the middle of a turn")
    return turned_over


def _decide(position: Position, text: str) -> None:
    """Make a decision of a head start, in place."""
    code = position.code(exact(text))
    if code is None or position.reason is not None or code not in position.codes():
        raise ValueError(f"{text} can’t be played in a head start")
    position.play(code)
