"""Files and pictures to attach to a post."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.core import State
from render import Look


class File(NamedTuple):
    """A file with its name."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to attach, and what it shows in words."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Undrawn(Picture):
    """A board that its reader's browser draws: the last of ``states``, which are its latest turn,
    as ``look`` says.
    """

    states: Sequence[State] = ()
    look: Look = field(default_factory=Look)
