"""The parts of a match: decisions, events, outcomes, and the options chosen before it."""

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
        return {
            "place": (self.target,),
            "remove": (self.target,),
            "step": (self.source, self.target),
        }.get(self.kind, ())


_NOTATION = {"place": "{0}", "step": "{1}-{0}", "remove": "x{0}", "swap": "swap", "pass": "pass"}
SWAP = Move("swap")
PASS = Move("pass")


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


class Option(NamedTuple):
    """A choice made before a match starts; the first choice that players see is ``default``.

    ``labels``: what players call choices whose own names, which records keep, nobody would say.
    ``meaning``: what the choice means for a match. ``sizes``: what a choice of a board comes to,
    such as its number of cells.
    """

    name: str
    label: str
    choices: tuple[str, ...]
    default: str
    help: str
    labels: tuple[tuple[str, Sentence], ...] = ()
    meaning: str = ""
    sizes: tuple[tuple[str, Sentence], ...] = ()

    def called(self, choice: str) -> Sentence | None:
        """What players call a choice; None if by its own name."""
        return dict(self.labels).get(choice)

    def phrase(self, choice: str) -> Sentence:
        """A choice in words, with the name of the option where the choice alone is not clear."""
        called = self.called(choice)
        if called is not None:
            return called
        if self.name == "board":
            return Sentence(choice)
        name = self.name.replace("_", " ")
        if choice in ("on", "off"):
            words = f"{name} {choice}"
        else:
            words = f"{name}: {choice}" if " " in name else f"{choice} {name}"
        return Sentence(words)
