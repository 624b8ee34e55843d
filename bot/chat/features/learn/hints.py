"""Hints: a good turn and its reasons, for the player to move in an unrated match; that it was given can be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.chat.features.learn import texts
from bot.chat.kit.components import Post, button, picture, post, row, text, word
from bot.chat.kit.delivery.pending import PendingKind, Question, Reader, asked
from bot.chat.kit.language import phrases
from bot.chat.kit.language import texts as shared
from bot.chat.kit.language.i18n import Markup
from bot.chat.kit.links import AskHint, OpenMove
from bot.chat.kit.reply import Reply
from bot.chat.kit.services import Services
from bot.domain.errors import Refused
from bot.domain.matches.history import follow
from bot.domain.matches.match import Match
from bot.domain.matches.turns import advisable, advised
from bot.domain.opponent import position
from bot.domain.pending_answers import PendingAnswer
from bot.store.personal import Own
from bot.thinking import Task, jobs
from games.players.reasons import Hint

SECONDS = 3.0
"""How long a hint is thought about, once it is its turn."""
MOST_REASONS = 3


@dataclass(frozen=True, slots=True)
class HintQuestion(Question):
    """A hint for the match at ``version``, after the decisions ``made`` of the draft."""

    match: Own[int]
    version: Own[int]
    made: Own[tuple[str, ...]]


async def ask(reply: Reply, match: Match) -> None:
    """Have a hint thought out for the member who asks. Raises Refused."""
    advisable(match, reply.user)
    services = reply.services
    draft = await services.matches.draft(match.id, reply.user)
    if draft is not None and draft.complete:
        raise Refused("your turn is complete; confirm it, or undo the last move")
    services.pending.room(reply.user)
    question = HintQuestion(match.id, match.version, () if draft is None else draft.decisions)
    shown = word(reply.t(texts.HINT_WAIT, match=match.name))
    await services.pending.ask(services, reply, "hint", question.stored(), shown)


async def _begin(services: Services, pending: PendingAnswer) -> Task[Hint]:
    question = asked(HintQuestion, pending)
    match = advised(await services.matches.get(question.match), pending.user, question.version)
    at = position(match)
    at = at._replace(decisions=(*at.decisions, *question.made))
    return services.thinkers.submit(pending.user, jobs.hint, at, SECONDS * services.pace, seconds=SECONDS)


async def _tell(reader: Reader, pending: PendingAnswer, found: Hint) -> Post:
    question = asked(HintQuestion, pending)
    match = await reader.services.matches.hinted(question.match, reader.user, question.version, pending.id)
    return await card(reader, match, question.made, found)


async def card(reader: Reader, match: Match, made: Sequence[str], found: Hint) -> Post:
    """The turn that is advised, or what is left of it after the decisions ``made``, on the board, and why."""
    t = reader.t
    before = follow(match.state, made)[-1]
    states = follow(before, [str(move) for move in found.moves])
    image = await reader.services.images.board(states[-1], turn=states, **reader.look())
    seat = before.to_move or 0
    return post(
        text(
            t(texts.HINT_TITLE, match=match.name),
            t(texts.HINT_MOVE, mark=Markup(phrases.mark(match.game, seat)), moves=phrases.moves(found.moves)),
            *(t(texts.HINT_REASON, reason=t.whole(reason)) for reason in found.reasons[:MOST_REASONS]),
        ),
        picture(image),
        text(t(texts.HINT_NOTE)),
        row(button(t.label(shared.MOVE), OpenMove(match.id, match.version), "primary")),
        colour=phrases.colour(match.game, seat),
        pictures=[image],
    )


async def ask_hint(reply: Reply, press: AskHint) -> None:
    """The button for a hint."""
    await ask(reply, await reply.watched(press.match))


HINT = PendingKind(_begin, _tell)
