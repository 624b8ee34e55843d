"""Hints: a good turn and its reasons, for the player to move in an unrated match; that it was given can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.matches.computer import advisable, hinted
from bot.matches.errors import Refused
from bot.matches.replay import follow
from bot.matches.views import Draft, Match
from bot.thinking import jobs
from games.players.reasons import Hint

from . import cards, texts, words
from . import practice_texts as practice
from .computer import position
from .ids import Press
from .layout import Post, button, picture, post, row, text
from .tongue import Markup

if TYPE_CHECKING:
    from .answers import Answer

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
    at = position(match)
    if draft is not None:
        at = at._replace(decisions=(*at.decisions, *draft.decisions))
    await answer.private(cards.word(answer.t(practice.HINT_WAIT, match=match.name)))
    seconds = SECONDS * answer.bot.pace
    task = answer.bot.thinkers.submit(answer.user, jobs.hint, at, seconds, seconds=SECONDS)

    async def tell(found: Hint) -> Post:
        noted = await hinted(answer.bot.matches, match.id, answer.user, match.version)
        return await card(answer, noted, draft, found)

    answer.bot.errands.add(answer, task, tell)


async def card(answer: Answer, match: Match, draft: Draft | None, found: Hint) -> Post:
    """The turn that is advised, on the board, and why."""
    t = answer.t
    before = draft.state if draft is not None else match.state
    states = follow(before, [str(move) for move in found.moves])
    image = await answer.bot.pictures.board(states[-1], turn=states, **answer.look())
    seat = before.to_move or 0
    why = [t(practice.HINT_REASON, reason=reason) for reason in found.reasons[:MOST_REASONS]]
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
    await ask(answer, await answer.bot.matches.get(press.subject))


HANDLERS = {"hint": _pressed}
