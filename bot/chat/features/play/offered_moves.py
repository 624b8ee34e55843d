"""The moves that are offered while a member types one, and how their names are read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from discord.app_commands import Choice

from bot.chat.board.completion import match_to_move
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
from bot.chat.discord.reply import Reply
from bot.chat.features.play import texts
from bot.chat.features.play.target import first_matches, has_cell, is_possible, waiting_matches
from bot.chat.features.play.typed_move import TypedMove, parse
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.chat.language.typed import english_moves
from bot.domain.matches import turns
from bot.domain.matches.match import Match
from bot.domain.matches.waiting.to_move import MatchesToMove
from games.core import GameError, State
from games.core.notation import Reading

_MOVES_ALONE = re.compile(r"(?:\d{0,2}[a-z]\d{1,2}|swap|pass|x|\W)++", re.IGNORECASE)
"""Cells, words and signs of moves, and nothing else.

No digit that a cell has taken is given back to the next one, which needs none: else a text could be
divided into cells in more ways than can be tried.
"""


@dataclass(frozen=True, slots=True)
class MatchCandidate:
    """A match, and the part of what was typed that may be moves in it.

    :param with_name: its choices begin with the name of the match
    """

    match: Match
    moves: str
    with_name: bool


async def _moves(reply: Reply, current: str) -> list[Choice[str]]:
    """The legal moves that begin with what is typed, in the matches it can mean; or why there are
    none.
    """
    if len(current) > LONGEST_CHOICE:
        return []  # a choice could not even repeat it
    option = match_to_move.read(reply, str(reply.interaction.namespace.match or ""))
    typed_move = parse(current, option)
    try:
        queue = await waiting_matches(reply, typed_move)
        if not typed_move.names_match and queue.local:
            choices = _choices_here(reply.t, queue, typed_move, current)
            if choices or not typed_move.match:
                return choices
        match = queue.named(typed_move.match) if typed_move.match else None
        if match is None:
            match = await reply.services.matches.resolve(
                reply.viewer, typed_move.match, to_move=True
            )
    except GameError as error:
        return [refusal_choice(reply.t, current, error.sentence.template, **error.sentence.values)]
    if match.mover != reply.user:
        return [_not_to_move(reply.t, match, current)]
    candidate = MatchCandidate(match, typed_move.moves_after_match, with_name=not option)
    return _choices_in(reply.t, candidate, current, is_choice=typed_move.is_choice)


def _choices_here(
    t: Language, queue: MatchesToMove, typed_move: TypedMove, current: str
) -> list[Choice[str]]:
    """Legal moves, as typed so far, in each match that waits here; if none are, why, unless a
    match may be named.
    """
    matches = first_matches(queue)
    candidates = _candidates(matches, typed_move)
    if not candidates:
        if typed_move.match and not any(has_cell(match, typed_move.match) for match in matches):
            return []
        candidates = [MatchCandidate(matches[0], typed_move.text, with_name=len(matches) > 1)]
    share = max(1, MOST_CHOICES // len(candidates))
    choices = list[Choice[str]]()
    for candidate in candidates:
        choices += _choices_in(t, candidate, current, is_choice=typed_move.is_choice)[:share]
    return choices


def _candidates(matches: Sequence[Match], typed_move: TypedMove) -> list[MatchCandidate]:
    """The matches in which all that is typed, or what follows their name, may become moves."""
    several = len(matches) > 1
    candidates = [
        MatchCandidate(match, typed_move.text, with_name=several)
        for match in matches
        if is_possible(match, typed_move.text)
    ]
    if typed_move.match and (typed_move.moves_after_match or not candidates):
        moves = typed_move.moves_after_match
        candidates += [
            MatchCandidate(match, moves, with_name=True)
            for match in matches
            if match.name == typed_move.match and is_possible(match, moves)
        ]
    return candidates


def _not_to_move(t: Language, match: Match, current: str) -> Choice[str]:
    """Why nothing can be played in a match in which the member is not to move."""
    if match.mover is None:
        return refusal_choice(t, current, texts.CHOICE_OVER, match=match.name)
    mover = phrases.named(t, match.mover, match.names[match.to_move or 0])
    return refusal_choice(t, current, texts.CHOICE_NOT_YOURS, match=match.name, who=mover)


def _choices_in(
    t: Language, candidate: MatchCandidate, current: str, *, is_choice: bool
) -> list[Choice[str]]:
    """The choices in a match: the complete turn that is typed, and what may follow.

    Those that add to what is typed are marked as chosen, and what is typed if it was ``is_choice``
    before.
    """
    match = candidate.match
    reading = _read(match, candidate.moves)
    if reading.status == "impossible":
        assert reading.sentence is not None
        return [refusal_choice(t, current, reading.sentence.template, **reading.sentence.values)]
    decisions = " ".join(map(str, reading.moves))
    name = f"{match.name} " if candidate.with_name else ""
    choices = list[Choice[str]]()
    if reading.status == "complete":
        move_text = phrases.written(t, reading.moves, match.state)
        if is_choice:
            choices += _choice_of_moves(f"{name}[{move_text}]", f"{name}[{decisions}]")
        else:
            hint = texts.COMPLETE_HINT if reading.turn_is_over else texts.FIRST_MOVES_HINT
            label = t.label(hint, 2 * LONGEST_CHOICE, move=move_text)
            prefix = f"{match.name}: " if candidate.with_name else ""
            choices += _choice_of_moves(prefix + label, prefix + decisions)
    for move in reading.following[:MOST_CHOICES]:
        move_text = phrases.written(t, (*reading.moves, move), match.state)
        longer_text = f"{decisions} {move}".strip()
        choices += _choice_of_moves(f"{name}[{move_text}]", f"{name}[{longer_text}]")
    return choices


def _read(match: Match, moves: str) -> Reading[State]:
    """What is typed as the rest of the turn in the draft, or else as the turn begun anew."""
    draft, reading = turns.read(match, moves)
    if reading.status == "impossible" and draft.decisions:
        anew = match.state.read(moves)
        if anew.status != "impossible" and anew.moves:
            return anew
    return reading


def _choice_of_moves(name: str, value: str) -> list[Choice[str]]:
    """A choice whose name ``_read_moves`` reads, so it is never cut; nothing if there is no room
    for the value.
    """
    if len(value) > LONGEST_CHOICE:
        return []
    readable = len(name) <= LONGEST_CHOICE and "…" not in name
    return [choice(name if readable else value, value)]


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
