"""Typed moves: the choices offered while typing; the match that is meant: named, the only fit, or
asked for.
"""

import re
from collections.abc import Sequence
from string import digits
from typing import NamedTuple
from unicodedata import normalize

from discord.app_commands import Choice

import games
from bot.chat.board.completion import match_to_move
from bot.chat.board.links import OpenMove
from bot.chat.discord.components import BLURPLE, Button, Post, button, post, row, text
from bot.chat.discord.offers import (
    LONGEST_CHOICE,
    MOST_CHOICES,
    REFUSAL,
    Completion,
    choice,
    labels_read,
    refusal_choice,
    repeat_refusal,
)
from bot.chat.discord.press import VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.features.play import texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.chat.language.typed import english_moves
from bot.domain.matches import turns
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.match import Match
from bot.domain.matches.waiting.to_move import MOST, MatchesToMove, matches_to_move
from games.core import GameError

MOST_ASKED = 10  # matches that are tried, and offered as buttons
LONGEST_TYPED = 40  # characters of typed moves that fit into a button
_NAMED = re.compile(r"\s*([mw])\s?(\d{1,9})(?![\w-])([\s:·.,]*)", re.IGNORECASE | re.ASCII)
_MOVES_ALONE = re.compile(r"(?:\d{0,2}[a-z]\d{1,2}|swap|pass|x|\W)++", re.IGNORECASE)
"""Cells, words and signs of moves, and nothing else.

No digit that a cell has taken is given back to the next one, which needs none: else a text could be
divided into cells in more ways than can be tried.
"""
_CHOSEN = re.compile(r"\s*\[(.*)\]\s*", re.DOTALL)


class Typed(NamedTuple):
    """What was typed: ``rest`` are the moves if ``match`` is named, otherwise ``text`` is.

    ``sure``: a colon shows that ``match`` is named; ``M9 m4`` may be two moves. ``chosen``: the
    moves were chosen from the list, not typed. ``beside``: the match is named outside the moves.
    """

    text: str
    match: str
    rest: str
    sure: bool
    chosen: bool
    beside: bool

    def put(self, moves: str) -> str:
        """Moves as a button has them, for ``unmarked``."""
        return f"[{moves}]" if self.chosen and moves else moves


class Meaning(NamedTuple):
    """A match and the moves that are meant in it; with none, its board is."""

    match: Match
    moves: str


class PlayIn(VersionPress, action="playin"):
    """Play what was typed, in this of several matches."""

    draw: bool
    moves: str


def unmarked(moves: str) -> tuple[str, bool]:
    """Moves as they are read, and whether they were chosen from a list."""
    chosen = _CHOSEN.fullmatch(moves)
    return (moves, False) if chosen is None else (chosen[1], True)


def split(moves: str, match: str) -> Typed:
    """The moves and the match typed, where the match may stand before the moves: ``M3 d4-e6``."""
    moves = english_moves(normalize("NFKC", moves))
    prefix = _NAMED.match(moves)
    match = match.strip()
    name = f"{prefix[1].upper()}{int(prefix[2])}" if prefix else ""
    rest, chosen = unmarked(moves[prefix.end() :] if prefix and match in ("", name) else moves)
    if chosen:
        moves = rest
    elif match:
        rest = moves
    named = match or name
    sure = prefix is not None and not {*":·"}.isdisjoint(prefix[3])
    return Typed(
        moves.strip(), named, rest.strip(), sure, chosen, beside=bool(match or (chosen and named))
    )


async def to_move(reply: Reply, typed: Typed) -> MatchesToMove:
    """The matches that wait for the member, with the one that is or may be named."""
    most = None if typed.beside else MOST
    return await matches_to_move(reply.services.matches, reply.viewer, typed.match, most=most)


def meanings(waiting: MatchesToMove, typed: Typed) -> Sequence[Meaning] | None:
    """What can be meant, in the matches waiting here; empty if they need not or cannot say; None
    for a named match.

    What is a legal move is never a match's name alone, and what may be a mistyped move is asked
    about.
    """
    if typed.beside:
        return None
    if not typed.text or (not typed.match and len(waiting.here) < 2):
        return []
    matches = [waiting.match(summary) for summary in waiting.here[:MOST_ASKED]]
    whole = [Meaning(match, typed.text) for match in matches if _complete(match, typed.text)]
    named = [waiting.match(summary) for summary in waiting.here if typed.match == summary.name]
    inside = [Meaning(match, typed.rest if _complete(match, typed.rest) else "") for match in named]
    if whole and len(matches) > 1:
        playable = [match.id for match, _ in whole]
        return [*whole, *(each for each in inside if each.moves or each.match.id not in playable)]
    if whole or not typed.match:
        return whole
    confusable = [match for match in matches if _has_cell(match, typed.match.lower())]
    if typed.sure or not confusable:
        return None
    if not named:
        return []
    others = [match for match in confusable if match.name != typed.match]
    mistyped = [
        Meaning(match, "")
        for match in others
        if turns.read(match, typed.rest)[1].status != "impossible"
    ]
    return [*inside, *mistyped] if mistyped and any(each.moves for each in inside) else None


def _complete(match: Match, moves: str) -> bool:
    return turns.read(match, moves)[1].status == "complete"


def _has_cell(match: Match, cell: str) -> bool:
    return any(name.lstrip(digits) == cell for name in match.state.board.cells)


def ask(
    reply: Reply, waiting: Sequence[Summary], typed: Typed, fit: Sequence[Meaning], *, draw: bool
) -> Post:
    """The question which match is meant, with buttons for each, or for those in which something
    fits.
    """
    t = reply.t
    moves = typed.text

    def answers(summary: Summary) -> list[Button]:
        return [
            button(
                t.label(texts.PLAY_IN, moves=_read(t, meaning), match=summary.name),
                PlayIn(summary.id, summary.version, draw, typed.put(meaning.moves)),
                "primary",
            )
            for meaning in fit
            if meaning.match.id == summary.id and 0 < len(meaning.moves) <= LONGEST_TYPED
        ] or [
            button(
                t.label(texts.NEXT_BUTTON, match=summary.name),
                OpenMove(summary.id, summary.version),
            )
        ]

    shown = [
        summary for summary in waiting if not fit or any(match.id == summary.id for match, _ in fit)
    ]
    lines = [
        t(
            texts.WHICH_LINE,
            match=summary.name,
            game=games.get(summary.game).name,
            who=phrases.who(t, summary.seats[1 - summary.seats.index(reply.user)]),
        )
        for summary in shown
    ]
    buttons = [answer for summary in shown for answer in answers(summary)]
    return post(
        text(t(texts.WHICH, moves=moves) if moves else t(texts.WHICH_MATCH), *lines),
        *(row(*buttons[start : start + 5]) for start in range(0, len(buttons), 5)),
        colour=BLURPLE,
    )


def _read(t: Language, meaning: Meaning) -> str:
    """What is meant, as it is written elsewhere."""
    match, moves = meaning
    return phrases.written(t, turns.read(match, moves)[1].moves, match.state)


async def _moves(reply: Reply, current: str) -> list[Choice[str]]:
    """The legal moves that begin with what is typed, in the matches it can mean; or why there are
    none.
    """
    if len(current) > LONGEST_CHOICE:
        return []  # a choice could not even repeat it
    option = match_to_move.read(reply, str(reply.interaction.namespace.match or ""))
    typed = split(current, option)
    try:
        waiting = await to_move(reply, typed)
        if not typed.beside and waiting.here:
            offered = _offered_here(reply.t, waiting, typed, current)
            if offered or not typed.match:
                return offered
        meant = waiting.named(typed.match) if typed.match else None
        meant = meant or await reply.services.matches.resolve(
            reply.viewer, typed.match, to_move=True
        )
    except GameError as error:
        return [refusal_choice(reply.t, current, error.sentence.template, **error.sentence.values)]
    if meant.mover != reply.user:
        return [_not_to_move(reply.t, meant, current)]
    return _following(reply.t, meant, typed.rest, current, within=not option, chosen=typed.chosen)


def _offered_here(
    t: Language, waiting: MatchesToMove, typed: Typed, current: str
) -> list[Choice[str]]:
    """Legal moves, as typed so far, in each match that waits here; if none fits, why, unless a
    match is named.
    """
    matches = [waiting.match(summary) for summary in waiting.here[:MOST_ASKED]]
    several = len(matches) > 1
    readings = [(match, typed.text, several) for match in matches]
    able = [reading for reading in readings if turns.read(*reading[:2])[1].status != "impossible"]
    if typed.match and (typed.rest or not able):
        named = [(match, typed.rest, True) for match in matches if match.name == typed.match]
        able += [reading for reading in named if turns.read(*reading[:2])[1].status != "impossible"]
    if (
        not able
        and typed.match
        and not any(_has_cell(match, typed.match.lower()) for match in matches)
    ):
        return []
    able = able or readings[:1]
    share = max(1, MOST_CHOICES // len(able))
    return [
        each
        for match, text, within in able
        for each in _following(t, match, text, current, within=within, chosen=typed.chosen)[:share]
    ]


def _not_to_move(t: Language, meant: Match, current: str) -> Choice[str]:
    """Why nothing can be played in a match in which the member is not to move."""
    if meant.mover is None:
        return refusal_choice(t, current, texts.CHOICE_OVER, match=meant.name)
    mover = phrases.named(t, meant.mover, meant.names[meant.to_move or 0])
    return refusal_choice(t, current, texts.CHOICE_NOT_YOURS, match=meant.name, who=mover)


def _following(
    t: Language, match: Match, typed: str, current: str, *, within: bool, chosen: bool
) -> list[Choice[str]]:
    """Choices in a match, with its name if ``within``.

    Those that add to what is typed are marked as chosen, and what is typed if it was ``chosen``
    before.
    """
    draft, reading = turns.read(match, typed)
    if reading.status == "impossible":
        anew = match.state.read(typed) if draft.decisions else reading
        if anew.status == "impossible" or not anew.moves:
            assert reading.sentence is not None
            return [
                refusal_choice(t, current, reading.sentence.template, **reading.sentence.values)
            ]
        reading = anew
    made = " ".join(map(str, reading.moves))
    choices = list[Choice[str]]()
    if reading.status == "complete" and chosen:
        name = f"{match.name} " if within else ""
        shown = phrases.written(t, reading.moves, match.state)
        choices += _choice_of_moves(f"{name}[{shown}]", f"{name}[{made}]")
    elif reading.status == "complete":
        name = f"{match.name}: " if within else ""
        hint = texts.COMPLETE_HINT if reading.turn_is_over else texts.FIRST_MOVES_HINT
        shown = t.label(
            hint, 2 * LONGEST_CHOICE, move=phrases.written(t, reading.moves, match.state)
        )
        choices += _choice_of_moves(name + shown, name + made)
    name = f"{match.name} " if within else ""
    for move in reading.following[:MOST_CHOICES]:
        shown = phrases.written(t, (*reading.moves, move), match.state)
        choices += _choice_of_moves(f"{name}[{shown}]", f"{name}[{f'{made} {move}'.strip()}]")
    return choices


def _choice_of_moves(name: str, value: str) -> list[Choice[str]]:
    """A choice whose name ``_read_moves`` reads, so it is never cut; nothing if there is no room
    for the value.
    """
    if len(value) > LONGEST_CHOICE:
        return []
    whole = len(name) <= LONGEST_CHOICE and "…" not in name
    return [choice(name if whole else value, value)]


def _read_moves(reply: Reply, text: str) -> str:
    """Moves by the name of their choice.

    Those that were chosen from the list stand in brackets in the name as in the value, and only
    there: so nobody types such a name who means to play at once. Behind those that were typed in
    full, the name says what follows.
    """
    # The sign may also be typed before what is captured.
    if text.startswith(REFUSAL) and not _MOVES_ALONE.fullmatch(
        english_moves(normalize("NFKC", text))
    ):
        repeat_refusal(text)
    for hint in (texts.COMPLETE_HINT, texts.FIRST_MOVES_HINT):
        for label in labels_read(hint, text, move=".+?"):
            return label["move"]
    return text


moves = Completion(_moves, _read_moves)
