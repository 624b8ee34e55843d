"""What a member types with ``/move``: moves, and before them perhaps the name of a match."""

import re
from dataclasses import dataclass
from unicodedata import normalize

from bot.chat.language.typed import english_moves

_MATCH_NAME = re.compile(r"\s*([mw])\s?(\d{1,9})(?![\w-])([\s:·.,]*)", re.IGNORECASE | re.ASCII)
_CHOSEN = re.compile(r"\s*\[(.*)\]\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TypedMove:
    """Moves as they were typed or chosen from the list, and the match that may be named.

    :param text: everything that was typed; the moves alone where they were chosen
    :param match: the name of a match, such as ``M3``; empty where nothing looks like one
    :param moves_after_match: the moves if ``match`` is a name; otherwise ``text`` is
    :param surely_named: a colon shows that ``match`` is a name; ``M9 m4`` may be two moves
    :param is_choice: the moves were chosen from the list, not typed
    :param names_match: the match is named outside of the moves
    """

    text: str
    match: str
    moves_after_match: str
    surely_named: bool
    is_choice: bool
    names_match: bool

    def for_button(self, moves: str) -> str:
        """Moves as a button stores them, for ``MoveText.parse``."""
        return str(MoveText(moves, self.is_choice))


@dataclass(frozen=True, slots=True)
class MoveText:
    """Moves as text, typed or chosen from the list; in brackets where they were chosen."""

    text: str
    is_choice: bool

    def __str__(self) -> str:
        return f"[{self.text}]" if self.is_choice and self.text else self.text

    @classmethod
    def parse(cls, text: str) -> "MoveText":
        """The moves that a text stands for."""
        brackets = _CHOSEN.fullmatch(text)
        if brackets is None:
            return cls(text, False)
        return cls(brackets[1], True)


def parse(moves: str, match: str) -> TypedMove:
    """The moves and the match that were typed.

    :param moves: as typed in any language; may begin with the name of a match: ``M3 d4-e6``
    :param match: as typed into an option of its own; empty where that was left out
    """
    text = english_moves(normalize("NFKC", moves))
    option = match.strip()
    prefix = _MATCH_NAME.match(text)
    name = ""
    after_name = text
    surely_named = False
    if prefix is not None:
        name = f"{prefix[1].upper()}{int(prefix[2])}"
        surely_named = any(sign in prefix[3] for sign in ":·")
        if option in ("", name):
            after_name = text[prefix.end() :]
    rest = MoveText.parse(after_name)
    moves_after_match = rest.text
    if rest.is_choice:
        text = rest.text
    elif option:
        moves_after_match = text
    match_name = option or name
    return TypedMove(
        text=text.strip(),
        match=match_name,
        moves_after_match=moves_after_match.strip(),
        surely_named=surely_named,
        is_choice=rest.is_choice,
        names_match=bool(option or (rest.is_choice and match_name)),
    )
