"""Words on the page. Those that the chat has too are taken from there."""

from dataclasses import dataclass

from bot.chat.language import texts
from bot.chat.language.texts import plural
from bot.domain.members.settings import MemberSettings
from games.core import _ as _

TURN_COMPLETE = _("Turn complete: play it, or take a step back.")
WAITING_FOR = _("Waiting for {who}.")
COMPUTER_THINKS = _("The computer is thinking …")
PAUSED = _("Paused.")
YOU_WON = _("You won")
OTHER_WON = _("{who} won")
DRAW = _("Draw")
STALE = _("This board has moved on. Here it is now.")
THINK_NOW = _("The current board.")
ANOTHER = _("another member")
ONLY_YOU = _("-# Only you can see this. Try moves for both sides; nothing is played.")

YOU = _("you")

CHALLENGED_BY = _("{who} challenges you to {game}.")
CHALLENGE_TO = _("You challenged {who} to {game}.")
CHALLENGE_TO_ANYONE = _("You’re looking for somebody to play {game}.")
PLAY_COMPUTER = _("Play the computer")
MINUTES = plural("about {n} minute", "about {n} minutes")
LANGUAGES = {
    "": _("as in Discord"),
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pt-BR": "Português do Brasil",
    "ja": "日本語",
}
"""The languages of the page, each in its own name."""

NO_CHANNEL = _("open this page from a channel of a server to challenge people")
BOARDS_AND_OPTIONS = _("Boards and options")
CREDIT = _("By {author}, {year}")
OPTION = _("{label}: {choices}.")
EASY = _("easy to begin")
MIDDLING = _("takes a match or two to get")
HARD = _("much to think about")


@dataclass(frozen=True, slots=True)
class AboutGame:
    """How long a match at one sitting takes, and how hard it is to begin with."""

    minutes: int
    difficulty: str


GAMES = {
    "veloop-square": AboutGame(15, MIDDLING),
    "veloop-hex": AboutGame(15, MIDDLING),
    "snipsnip": AboutGame(10, EASY),
    "vigilance": AboutGame(10, EASY),
    "loop": AboutGame(15, HARD),
    "loops-n-leaps": AboutGame(15, MIDDLING),
}
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
