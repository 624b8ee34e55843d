"""What helper processes draw and pack: functions that take and return plain values. Nothing here knows Discord."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypedDict

import render
from bot.chat.language.i18n import LANGUAGES, catalogue
from bot.chat.pictures.archives import File, zipped
from bot.domain.computer.thinking import PositionData
from bot.workers.helper import progress

LARGE = 8 << 20  # bytes from which on a file is packed; Discord takes files of ten million bytes


class Style(TypedDict, total=False):
    """How a board is drawn: settings of ``render.png`` that are plain values."""

    theme: str
    coordinates: str
    size: int
    flip: bool
    highlight: bool
    choices: render.Choices


class Drawn(NamedTuple):
    """A picture and what it shows in words."""

    data: bytes
    alt: str


def board(position: PositionData, made: int, style: Style, locale: str) -> Drawn:
    """The board after the last decision of ``position``, of which the last ``made`` are of the turn that is marked."""
    states, say = position.last_states(made), _say(locale)
    png = render.png(states[-1], turn=states, say=say, **style)
    return Drawn(png, render.alt_text(states[-1], turn=states, say=say))


def animation(position: PositionData, made: int, theme: str, flip: bool, locale: str) -> bytes:
    """The last ``made`` decisions of ``position`` as an animation."""
    states = position.last_states(made)
    return render.replay(states, progress=progress, theme=theme, flip=flip, say=_say(locale))


def packed(data: bytes, name: str) -> File:
    """A file, packed if it is large."""
    if len(data) <= LARGE:
        return File(name, data)
    return File(name.rpartition(".")[0] + ".zip", zipped([File(name, data)]))


def _say(locale: str) -> Callable[[str], str]:
    return catalogue(LANGUAGES.get(locale, "")).gettext
