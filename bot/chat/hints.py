"""Hints: a good turn and its reasons, for the player to move in an unrated match; that it was given can be seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.domain.errors import Refused
from bot.domain.matches.computer import advisable, advised, hinted
from bot.domain.matches.replay import follow
from bot.domain.matches.views import Match
from bot.domain.pending_answers import Wanted
from bot.thinking import Task, jobs
from games.players.reasons import Hint

from bot.chat.kit.match import cards
from bot.chat.kit.language import texts
from bot.chat.kit.language import phrases as words
from . import practice_texts as practice
from .computer import position
from bot.chat.kit.transport.pending import Kind, Reader
from bot.chat.kit.press import Press
from bot.chat.kit.components import Post, button, picture, post, row, text
from bot.chat.kit.language.i18n import Markup

if TYPE_CHECKING:
    from bot.chat.kit.reply import Answer
    from .client import Bot

SECONDS = 3.0
"""For so long a hint is thought about, once it is its turn."""
MOST_REASONS = 3


async def ask(answer: Answer, match: Match) -> None:
    """Have a hint thought out for the member who asks. Raises Refused."""
    advisable(match, answer.user)
    draft = await answer.bot.matches.draft(match.id, answer.user)
    if draft is not None and draft.complete:
        raise Refused("your turn is whole; confirm it, or undo its last move to change it")
    answer.bot.errands.room(answer.user)
    made = () if draft is None else draft.decisions
    about = {"match": match.id, "version": match.version, "made": list(made)}
    await answer.bot.errands.ask(answer, "hint", about, cards.word(answer.t(practice.HINT_WAIT, match=match.name)))


async def _begin(bot: Bot, wanted: Wanted) -> Task:
    about = wanted.about
    match = await bot.matches.get(about["match"])
    at = position(advised(match, wanted.user, about["version"]))
    at = at._replace(decisions=(*at.decisions, *about["made"]))
    return bot.thinkers.submit(wanted.user, jobs.hint, at, SECONDS * bot.pace, seconds=SECONDS)


async def _tell(reader: Reader, wanted: Wanted, found: Hint) -> Post:
    about = wanted.about
    match = await hinted(reader.bot.matches, about["match"], reader.user, about["version"], wanted.id)
    return await card(reader, match, about["made"], found)


async def card(reader: Reader, match: Match, made: Sequence[str], found: Hint) -> Post:
    """The turn that is advised, or what is left of it after the decisions ``made``, on the board, and why."""
    t = reader.t
    before = follow(match.state, made)[-1]
    states = follow(before, [str(move) for move in found.moves])
    image = await reader.bot.pictures.board(states[-1], turn=states, **reader.look())
    seat = before.to_move or 0
    why = [t(practice.HINT_REASON, reason=t.whole(reason)) for reason in found.reasons[:MOST_REASONS]]
    return post(
        text(
            t(practice.HINT_TITLE, match=match.name),
            t(practice.HINT_MOVE, mark=Markup(words.mark(match.game, seat)), moves=words.moves(found.moves)),
            *why,
        ),
        picture(image),
        text(t(practice.HINT_NOTE)),
        row(button(t.label(texts.MOVE), Press("move", match.id, match.version), "primary")),
        colour=words.colour(match.game, seat),
        pictures=[image],
    )


async def _pressed(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await ask(answer, await answer.watched(press.subject))


ERRAND = Kind(_begin, _tell)
HANDLERS = {"hint": _pressed}
