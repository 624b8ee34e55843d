"""What the walk does: a first match, every command, then every button, menu and form that has come into sight."""

from typing import Any

COMMANDS: dict[str, dict[str, Any]] = {
    "help": {},
    "rules": {"game": "loops-n-leaps"},
    "play": {"game": "snipsnip", "opponent": "bob", "clock": "3d", "message": "Good luck!"},
    "board": {"match": "M2"},
    "matches": {},
    "explore": {"match": "M2"},
    "move": {"match": "M2", "moves": "e4"},
    "hint": {"match": "M2"},
    "match show": {"match": "M2"},
    "match draw": {"match": "M2"},
    "match takeback": {"match": "M2"},
    "match pause": {"match": "M2"},
    "match claim": {"match": "M2", "what": "win"},
    "match abandon": {"match": "M2"},
    "match resign": {"match": "M2"},
    "match rematch": {"match": "M1"},
    "match record": {"match": "M1"},
    "match replay": {"match": "M1"},
    "match import": {},
    "analyse": {"match": "M1"},
    "puzzle": {"today": True},
    "profile": {},
    "leaderboard": {"game": "veloop-hex"},
    "settings": {},
    "server": {},
    "tournament create": {"kind": "swiss", "game": "loop", "title": "Autumn Cup"},
    "tournament join": {},
    "tournament standings": {},
    "tournament list": {},
    "tournament start": {},
    "tournament challenge": {"member": "bob"},
    "tournament settle": {"match": "M1", "result": "1-0"},
    "tournament replace": {"member": "bob", "by": "carol"},
    "tournament remove": {"member": "bob"},
    "tournament handover": {"member": "bob"},
    "tournament withdraw": {},
    "tournament close": {},
    "block": {"member": "carol"},
    "moderate ban": {"member": "dave"},
    "moderate unban": {"member": "1"},
    "moderate clear": {"match": "M2"},
    "moderate end": {"match": "M1"},
    "moderate reset": {"member": "bob"},
    "moderate undo": {"match": "M1"},
    "privacy export": {},
    "privacy delete": {},
}
"""Every command in the order of the walk, with what is typed into it; members by name."""
FIRST_MATCH = ("a2", "c2", "c1", "c3", "b4 b1", "d1", "d2", "a4", "")
"""The cells pressed in each turn of a first match on SnipSnip’s smallest board; what is no choice is made by itself."""
MANAGERS = ("server", "moderate", "tournament create", "tournament start", "tournament close", "tournament handover")
"""How the commands begin that the server's manager uses."""
LAST = (
    "forget",
    "resignyes",
    "abortyes",
    "tclose",
    "tleave",
    "modsettle",
    "claim",
    "withdraw",
    "decline",
    "planclear",
    "thinkclear",
)
"""Presses that end something others need: they come when all else was pressed."""
