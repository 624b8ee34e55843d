"""The parts of a match: decisions, events, outcomes, and the options chosen before it."""

from dataclasses import dataclass
from typing import NamedTuple

from .errors import Sentence


class Move(NamedTuple):
    """One decision. ``str()`` is its notation: ``c4``, ``c4-e5``, ``xc4``, ``swap`` or ``pass``."""

    kind: str
    target: str = ""
    source: str = ""

    def __str__(self) -> str:
        return _NOTATION[self.kind].format(self.target, self.source)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that its notation names, in order."""
        if self.kind in ("place", "remove"):
            return (self.target,)
        if self.kind == "step":
            return (self.source, self.target)
        return ()


_NOTATION = {"place": "{0}", "step": "{1}-{0}", "remove": "x{0}", "swap": "swap", "pass": "pass"}
SWAP = Move("swap")
PASS = Move("pass")


class MoveExample(NamedTuple):
    """Decisions as players type them, and what they do.

    :param option: the option on which it depends whether such decisions can be played, if any
    :param choice: that at which they can
    """

    text: str
    meaning: str
    option: str = ""
    choice: str = ""


class Event(NamedTuple):
    """Something a decision did to the board: ``kind`` by ``seat`` on ``cells``.

    Kinds, with what their cells are: ``supported`` (by whom), ``placed``, ``covered``, ``slid`` and
    ``leapt`` (from, to), ``swapped`` (the two), ``captured`` (``seat`` captures), ``converted``,
    ``promoted``, ``recoloured``, ``passed``, ``confined`` (the stones of ``seat``), ``looped`` (a
    closed chain of ``seat``, in walking order), ``surrounded`` (pillars that ``seat`` has newly
    closed in), ``broken`` (pillars no longer closed in).
    """

    kind: str
    seat: int
    cells: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """How a match ended: ``winner`` (None: a draw), a short ``reason`` and the ``cells`` that
    decided it.

    ``loops`` are the closed chains that belong to it, each in walking order without repeating its
    first cell.
    """

    winner: int | None
    reason: str
    cells: tuple[str, ...] = ()
    loops: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before a match starts.

    :param name: what records keep, such as ``board``
    :param label: what players read, such as ``Board``
    :param choices: what can be chosen, in the order of the menu
    :param default: what is chosen where nobody chooses
    :param labels: choices that players do not call by their own names, with what they call them
    :param meaning: what the choice means for a match, in a sentence or two
    :param sizes: boards with what their size comes to, such as a number of cells
    """

    name: str
    label: str
    choices: tuple[str, ...]
    default: str
    help: str
    labels: tuple[tuple[str, Sentence], ...] = ()
    meaning: str = ""
    sizes: tuple[tuple[str, Sentence], ...] = ()

    def label_of(self, choice: str) -> Sentence | None:
        """What players call a choice; None if they call it by its own name."""
        return dict(self.labels).get(choice)

    def phrase(self, choice: str) -> Sentence:
        """A choice in words, with the name of the option where the choice alone is not clear."""
        label = self.label_of(choice)
        if label is not None:
            return label
        if self.name == "board":
            return Sentence(choice)
        name = self.name.replace("_", " ")
        # The catalogues have these phrases from the options of the games, not from here.
        if choice in ("on", "off"):
            words = f"{name} {choice}"
        elif " " in name:
            words = f"{name}: {choice}"
        else:
            words = f"{choice} {name}"
        return Sentence(words)


@dataclass(frozen=True, slots=True)
class SideResults:
    """How matches between equal players ended: those won by seat 0, by seat 1, and all of them."""

    first_wins: int
    second_wins: int
    matches: int

    @property
    def leader(self) -> int | None:
        """The seat that wins clearly more, by two standard deviations of fair coin tosses."""
        difference = self.first_wins - self.second_wins
        if difference == 0 or difference**2 < 4 * self.matches:
            return None
        return 0 if difference > 0 else 1

    @property
    def is_even(self) -> bool:
        """Whether enough matches were played to say that both sides win about equally often: each
        wins 45 to 55 % of 200 or more.
        """
        difference = abs(self.first_wins - self.second_wins)
        return self.matches >= 200 and 10 * difference <= self.matches
