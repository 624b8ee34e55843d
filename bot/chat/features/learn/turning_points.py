"""A turning point of an analysed match in pictures: what was played, what refutes it turn by turn, what was better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import pairwise
from typing import NamedTuple

from bot.chat.board import boards
from bot.chat.board.trying import decisions
from bot.chat.discord.components import Button, button, picture, post, row, text
from bot.chat.discord.press import MatchPress, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.learn import feature, texts
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.domain.matches.history import follow
from bot.domain.matches.match import Match
from games.core import State
from games.players.analysis import Judged
from games.players.claims import Turn, done, in_words, lengthened, short
from games.players.puzzles import answers

LONGEST = 24
"""Characters of a path; a button carries two."""


class PointPage(NamedTuple):
    """A turn that is shown, as its states, with what is said of it."""

    states: tuple[State, ...]
    said: tuple[Markup, ...]


class PointPress(MatchPress):
    """A press about a ``page`` of a turning point: the turn of ``made`` decisions after the first ``at`` of the match.

    ``better`` and ``line``, the better turn and what refutes the one played within ``within`` turns (0: nothing does),
    are paths. ``claim`` is what sets the better turn apart: ``h`` or ``f`` with a number of turns, ``e`` or nothing.
    ``before`` and ``after`` are chances in percent.
    """

    at: Version
    page: int
    made: int
    before: int
    after: int
    within: int
    claim: str
    better: str
    line: str


class OpenPoint(PointPress, action="point"):
    """See a turning point in pictures, in a message of its own."""


class TurnPage(PointPress, action="pointpage"):
    """See another picture of it."""


def percent(value: float) -> int:
    """Chances from -1 to 1 in percent."""
    return round(50 + 50 * value)


def chances(point: Judged) -> tuple[int, int]:
    """The chances before and after a turning point of the player who made the turn, in percent."""
    sign = -1 if point.seat else 1
    return percent(sign * point.before), percent(sign * point.after)


def opened(t: Language, match: Match, point: Judged, turn: int) -> Button | None:
    """The button that opens a turning point at its first picture; None where it is too long for one."""
    better, line = point.paths
    if max(len(better), len(line)) > LONGEST:
        return None
    within = point.punished.turns if point.punished is not None else 0
    claim, made = short(point.parting), len(point.moves)
    press = OpenPoint(match.id, point.at, 0, made, *chances(point), within, claim, better, line)
    return button(t.label(texts.POINT_OPEN, turn=turn), press, "primary")


@feature.on(OpenPoint, TurnPage, work="board")
async def show(reply: Reply, press: PointPress) -> None:
    """Show a picture of a turning point; opened, in a message of its own. Raises NotFound."""
    about = {field.name: getattr(press, field.name) for field in fields(press)}

    def to(page: int) -> TurnPage:
        return TurnPage(**{**about, "page": page})

    match = await reply.watched(press.match)
    boards.call_by_name(reply, [match])
    if match.status == "running" or not 0 < press.made <= len(match.decisions) - press.at:
        raise no_such_button()
    start = (await reply.services.matches.look(match.id, press.at)).state
    pages = _pages(reply.t, match, start, press)
    if press.page >= len(pages):
        raise no_such_button()
    page, last = pages[press.page], len(pages) - 1
    image = await reply.services.images.board(page.states[-1], turn=page.states, **reply.look())
    t = reply.t
    await reply.private(
        post(
            text(
                t(texts.POINT_TITLE, match=match.name, turn=start.turn, page=press.page + 1, pages=len(pages)),
                *page.said,
            ),
            picture(image),
            row(
                button("◀", to(max(0, press.page - 1)), disabled=not press.page),
                button("▶", to(min(last, press.page + 1)), disabled=press.page == last),
            ),
            colour=phrases.colour(match.game, page.states[0].to_move or 0),
        ),
        anew=isinstance(press, OpenPoint),
    )


def _pages(t: Language, match: Match, start: State, press: PointPress) -> list[PointPage]:
    """All pictures of a turning point. Raises NotFound where the button was made up."""
    seat = start.to_move or 0
    played = follow(start, match.decisions[press.at : press.at + press.made])
    try:
        better = follow(start, answers.moves_of(start, press.better))
        line = follow(played[-1], answers.moves_of(played[-1], press.line))
        turn = Turn(tuple(better))
        claim = lengthened(press.claim, turn)
    except ValueError:
        raise no_such_button() from None
    mark = Markup(phrases.mark(match.game, seat))
    who = phrases.who(t, match.seats[seat])
    chances = {"before": press.before, "after": press.after}
    pages = [PointPage(tuple(played), (t(texts.POINT_PLAYED, mark=mark, who=who, moves=_moves(played), **chances),))]
    for states in _turns(line):
        side = Markup(phrases.mark(match.game, states[0].to_move or 0))
        said = t(texts.POINT_LINE, mark=side, moves=_moves(states))
        first = t.count(*shared.POINT_PUNISHED, press.within, moves=_moves(states)) if len(pages) == 1 else said
        pages.append(PointPage(states, (first,)))
    claims = [*([claim] if claim is not None else []), *done(turn)]
    why = (t(texts.HINT_REASON, reason=t.whole(in_words(claim, turn))) for claim in claims[:2])
    pages.append(PointPage(tuple(better), (t(texts.POINT_INSTEAD, mark=mark, moves=_moves(better)), *why)))
    return pages


def _turns(states: Sequence[State]) -> list[tuple[State, ...]]:
    """The states of a line, turn by turn; each turn begins with the last state of the one before."""
    turns: list[tuple[State, ...]] = []
    for before, after in pairwise(states):
        if turns and turns[-1][0].turn == before.turn:
            turns[-1] = (*turns[-1], after)
        else:
            turns.append((before, after))
    return turns


def _moves(states: Sequence[State]) -> Markup:
    return phrases.moves(decisions(states))
