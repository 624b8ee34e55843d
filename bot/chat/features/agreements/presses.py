"""The buttons of a question that only this feature asks: whether a match is really to end."""

from __future__ import annotations

from dataclasses import dataclass

from bot.chat.kit.press import Press, Subject, Version


@dataclass(frozen=True, slots=True)
class ResignMatch(Press, action="resignyes"):
    """Resign."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class AbortMatch(Press, action="abortyes"):
    """Call a match off."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class KeepPlaying(Press, action="keep"):
    """Neither resign nor call the match off."""

    match: Subject
    version: Version
