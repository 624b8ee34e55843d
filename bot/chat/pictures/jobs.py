"""What a drawing process does: functions that take and give plain values. Nothing here knows Discord."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Callable, Collection
from typing import NamedTuple, TypedDict

import render
from bot.chat.language.i18n import LANGUAGES, catalogue
from bot.workers import PositionData
from bot.workers import jobs as thinking

try:
    import resource
except ImportError:  # a system that cannot limit memory
    resource = None  # type: ignore[assignment]

NICENESS = 10
"""How far drawing stands back, in the units of ``nice``: behind the bot, ahead of those who think."""
MOST_BYTES = 600 << 20
"""Memory that a drawing process may take; what needs more fails, and the bot goes on."""
LARGE = 8 << 20
"""Bytes from which on a file is packed; Discord takes files of ten million bytes."""


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


class File(NamedTuple):
    """A file with its name."""

    name: str
    data: bytes


def begin(shared: thinking.Shared, usable: Collection[int]) -> None:
    """Set up a drawing process: of low priority, of bounded memory, ending with the bot."""
    thinking.begin(shared, usable, NICENESS)
    if resource is not None:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))


def board(position: PositionData, made: int, style: Style, locale: str) -> Drawn:
    """The board after the last decision of ``position``, of which the last ``made`` are of the turn that is marked."""
    states = [position._replace(decisions=position.decisions[: len(position.decisions) - made]).state()]
    for decision in position.decisions[len(position.decisions) - made :]:
        states.append(states[-1].play(states[-1].parse(decision)))
    say = _say(locale)
    return Drawn(
        render.png(states[-1], turn=states, say=say, **style), render.alt_text(states[-1], turn=states, say=say)
    )


def replay(position: PositionData, theme: str, flip: bool, locale: str) -> bytes:
    """The match as an animation."""
    states = [position._replace(decisions=()).state()]
    for decision in position.decisions:
        states.append(states[-1].play(states[-1].parse(decision)))
    return render.replay(states, progress=thinking.progress, theme=theme, flip=flip, say=_say(locale))


def turn(position: PositionData, made: int, theme: str, locale: str) -> bytes:
    """The last ``made`` decisions of ``position`` as an animation."""
    states = [position._replace(decisions=position.decisions[: len(position.decisions) - made]).state()]
    for decision in position.decisions[len(position.decisions) - made :]:
        states.append(states[-1].play(states[-1].parse(decision)))
    return render.replay(states, theme=theme, say=_say(locale))


def packed(data: bytes, name: str) -> File:
    """A file, packed if it is large."""
    if len(data) <= LARGE:
        return File(name, data)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as within:
        within.writestr(name, data)
    return File(name.rpartition(".")[0] + ".zip", archive.getvalue())


def _say(locale: str) -> Callable[[str], str]:
    return catalogue(LANGUAGES.get(locale, "")).gettext
