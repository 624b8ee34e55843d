"""Words on the page. Those that the chat has too are taken from there."""

from bot.chat.language import texts
from bot.domain.members.settings import MemberSettings
from games.core import _ as _

PREVIEW = _("This is your turn. Play it, or undo.")
STALE = _("This board has moved on. Here it is now.")
THINK_NOW = _("The current board.")
ANOTHER = _("another member")
ONLY_YOU = _("-# Only you can see this. Try moves for both sides; nothing is played.")

YOU = _("you")
WORDS = {
    "play": _("Play"),
    "matches": _("Your matches"),
    "none": _("No match is waiting for you. Start one with {play} in the chat."),
    "next": _("Next match"),
    "stale": STALE,
    "offline": _("No connection. Trying again …"),
    "expired": _("This page is closed. Open the board again from the chat."),
    "empty": _("empty"),
    "from": _("can be used"),
    "to": _("can be played"),
    "chosen": _("chosen"),
    "now": _("Back to now"),
    "coordinates": MemberSettings.labels["coordinates"],
    "theme": MemberSettings.labels["theme"],
    "draw": _("Offer a draw with this turn"),
    "board": _("The board. Arrow keys move, Enter chooses, Escape lets go."),
    "history": _("Turn by turn"),
    "view": _("View"),
    "close": _("Back"),
    "you": YOU,
    "think": texts.THINK,
    "accept": texts.ACCEPT_DRAW,
    "decline": texts.DECLINE,
    "back": _("One move back"),
    "shared": _("Shared lines"),
    "plans": texts.PLAN,
    "drag": _("Drag a line here that ends with your answer."),
    "plan": _("Add conditional move"),
    "unplan": _("Remove conditional move"),
    "drafted": _("Make this my move"),
    "note": _("Note on this position"),
    "remove": _("Remove this line"),
    "flip": texts.FLIP,
    "legal": texts.SHOW_LEGAL,
    "sight": texts.SHOW_SIGHT,
    "which": texts.PICK_TO,
    "redo": _("Redo"),
    "rules": texts.RULES,
    "hint": texts.HINT,
    "learn": _("Learn"),
    "lessons": _("Play a lesson"),
    "puzzles": _("Next puzzle"),
}
"""What the page says by itself, by the name under which it asks for it."""
