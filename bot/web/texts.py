"""Words on the page. Those that the chat has too are taken from there."""

from bot.chat.language import texts
from bot.domain.members.settings import MemberSettings
from games.core import _ as _

PLAY = _("Play")
MATCHES = _("Your matches")
NO_MATCHES = _("No match is waiting for you. Start one with {play} in the chat.")
NEXT_MATCH = _("Next match")
PREVIEW = _("This is your turn. Play it, or undo.")
STALE = _("This board has moved on. Here it is now.")
OFFLINE = _("No connection. Trying again …")
EXPIRED = _("This page is closed. Open the board again from the chat.")
EMPTY = _("empty")
CAN_MOVE = _("can be used")
CAN_GO = _("can be played")
CHOSEN = _("chosen")
NOW = _("Back to now")
WITH_DRAW = _("Offer a draw with this turn")
BOARD = _("The board. Arrow keys move, Enter chooses, Escape lets go.")
HISTORY = _("Turn by turn")
SETTINGS = _("View")
CLOSE = _("Back")
YOU = _("you")

REDO = _("Redo")
LEARN = _("Learn")
LESSONS = _("Play a lesson")
PUZZLES = _("Next puzzle")

# As behind Think in the chat.
THINK_NOW = _("The current board.")
ONLY_YOU = _("-# Only you can see this. Try moves for both sides; nothing is played.")
BACK_ONE = _("One move back")
PLAN = _("Add conditional move")
UNPLAN = _("Remove conditional move")
DRAFT = _("Make this my move")
NOTE = _("Note on this position")
REMOVE = _("Remove this line")

WORDS = {
    "play": PLAY,
    "matches": MATCHES,
    "none": NO_MATCHES,
    "next": NEXT_MATCH,
    "preview": PREVIEW,
    "stale": STALE,
    "offline": OFFLINE,
    "expired": EXPIRED,
    "empty": EMPTY,
    "from": CAN_MOVE,
    "to": CAN_GO,
    "chosen": CHOSEN,
    "now": NOW,
    "coordinates": MemberSettings.labels["coordinates"],
    "theme": MemberSettings.labels["theme"],
    "draw": WITH_DRAW,
    "board": BOARD,
    "history": HISTORY,
    "view": SETTINGS,
    "close": CLOSE,
    "you": YOU,
    "think": texts.THINK,
    "accept": texts.ACCEPT_DRAW,
    "decline": texts.DECLINE,
    "back": BACK_ONE,
    "plan": PLAN,
    "unplan": UNPLAN,
    "drafted": DRAFT,
    "note": NOTE,
    "remove": REMOVE,
    "flip": texts.FLIP,
    "legal": texts.SHOW_LEGAL,
    "sight": texts.SHOW_SIGHT,
    "which": texts.PICK_TO,
    "redo": REDO,
    "rules": texts.RULES,
    "hint": texts.HINT,
    "learn": LEARN,
    "lessons": LESSONS,
    "puzzles": PUZZLES,
}
"""What the page says by itself, by the name under which it asks for it."""
