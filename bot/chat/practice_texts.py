"""Texts about the computer as opponent and teacher: matches against it, hints, analysis, puzzles, lessons."""

from __future__ import annotations

from .texts import _

# The computer as opponent ----------------------------------------------------------------------------------------
LEVELS = {
    "novice": _("novice"),
    "casual": _("casual"),
    "club": _("club"),
    "strong": _("strong"),
    "master": _("master"),
}
COMPUTER_AT = _("the computer ({level})")
COMPUTER_DRAW_NO = _("the computer thanks you for the offer, but would like to play on in **{match}**.")
LEVEL_FOR_COMPUTER = _("a level is for matches against the computer; leave it out to play {name}")
COMPUTER_UNRATED = _("a match against the computer is never rated")
# Hints -----------------------------------------------------------------------------------------------------------
HINT = _("Hint")
HINT_WAIT = _("Thinking about {match} …")
HINT_TITLE = _("### 💡 {match} · a hint")
HINT_MOVE = _("{mark} {moves}")
HINT_REASON = _("- {reason}")
HINT_NOTE = _("-# Only you see this. The match shows that hints were used.")
HINTS_USED = _("-# 💡 Hints used: {who}")
HINTS_OF = _("{who} ({n})")

COMMANDS = {
    "hint": _("A good move with its reasons, in a match without rating when it is your turn"),
    "play.level": _("Play against the computer: how strong it is to be"),
}
