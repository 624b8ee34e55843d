"""Showing boards and the making of a move to one member alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.domain.matches import MemberSettings
from bot.domain.matches.views import Draft, Match, Summary
from bot.domain.members.preferences import CHOICES, check

from . import cards, pickers, words
from .pickers import NOTHING, Choice

if TYPE_CHECKING:
    from .answers import Answer


async def show(answer: Answer, match: Match, *, lead: str = "", **look: Any) -> None:
    """Show a board to the member who asks; ``look`` are settings of the picture. Raises Refused."""
    look = {name: check(name, value, MemberSettings) if name in CHOICES else value for name, value in look.items()}
    look = {**answer.look(), **look}
    match = await with_vacations(answer, match)
    legal, flip = bool(look.get("legal")), bool(look.get("flip"))
    image = await answer.bot.pictures.match(match, **look)
    await answer.private(cards.board(answer.t, match, image, answer.user, legal=legal, flip=flip, lead=lead))


def by_name(answer: Answer, matches: Iterable[Match | Summary]) -> None:
    """Outside servers, call the players of some matches by name."""
    people = [pair for one in matches for pair in zip(one.seats, one.names, strict=True)]
    answer.t.names = words.called(None if answer.place.guild else answer.user, people)


async def with_vacations(answer: Answer, match: Match) -> Match:
    """A match that knows which of its players are on vacation, if it goes on; outside servers they go by name."""
    by_name(answer, [match])
    if match.status != "running":
        return match
    away = await answer.bot.matches.people.away(match.seats)
    return replace(match, away=(away.get(match.seats[0]), away.get(match.seats[1])))


async def next_one(answer: Answer, match: Match) -> None:
    """Point out another match that waits for the member, if there is one."""
    other = await answer.bot.matches.waiting(answer.user, but=match.id)
    if other is not None:
        await answer.private(cards.next_one(answer.t, other, answer.user), anew=True)


async def now(answer: Answer, match: Match, lead: str) -> None:
    """Show how a match stands to a member who saw an earlier state of it: a player to move goes on from there."""
    if match.mover == answer.user:
        await pick(answer, match, await answer.bot.matches.draft(match.id, answer.user), lead=lead)
    else:
        await show(answer, match, lead=lead)


async def pick(answer: Answer, match: Match, draft: Draft | None, chosen: Choice = NOTHING, *, lead: str = "") -> None:
    """Show the menus for the next decision, or the preview of a turn that is whole."""
    if draft is not None and not draft.decisions:
        draft = None
    state = draft.state if draft else match.state
    key = (match.id, match.version, *(draft.decisions if draft else ()))
    legal = not (draft and draft.complete) and (pickers.targets(state, chosen) or True)
    turn = draft.states if draft else match.trail
    image = await answer.bot.pictures.board(state, key=key, turn=turn, **{**answer.look(), "legal": legal})
    await answer.private(pickers.picker(answer.t, match, draft, image, chosen, lead))
