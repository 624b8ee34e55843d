"""Looking through a match decision by decision, from either side, and following the matches of others."""

from __future__ import annotations

from bot.chat.kit.components import Pressed, button
from bot.chat.kit.language import texts
from bot.chat.kit.language.i18n import Tongue
from bot.chat.kit.match import boards, cards
from bot.chat.kit.press import Press
from bot.chat.kit.reply import Answer, no_such_button
from bot.domain.matches.views import Match

STEPS = (("a", "⏮"), ("b", "◀"), ("c", "▶"), ("d", "⏭"))
"""To the start, back, on, to the end: the letter keeps the custom ids of the four apart."""


def pager(t: Tongue, match: Match, ply: int, last: int, flip: bool) -> list[Pressed]:
    """The buttons that lead through a match, of which decision ``ply`` of ``last`` is shown."""
    targets = (0, max(0, ply - 1), min(last, ply + 1), last)
    flag = "f" if flip else ""
    steps = [
        button(label, Press("page", match.id, 0, f"{letter}{flag}{target}"), disabled=target == ply)
        for (letter, label), target in zip(STEPS, targets, strict=True)
    ]
    return [*steps, button(t.label(texts.FLIP), Press("page", match.id, 0, f"e{'' if flip else 'f'}{ply}"))]


async def page(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    """Show a match as it was after so many decisions."""
    flip, number = "f" in press.extra, press.extra.lstrip("abcdef")
    if not (number.isascii() and number.isdecimal()):
        raise no_such_button()
    await show(answer, press.subject, int(number), flip=flip)


async def show(answer: Answer, number: int, ply: int | None = None, *, flip: bool = False, anew: bool = False) -> None:
    """Show match ``number`` (its id) as it was after ``ply`` decisions, or at its end. Raises NotFound."""
    now = await answer.watched(number)
    last = now.state.ply
    match = await answer.bot.matches.look(number, last if ply is None else min(ply, last))
    look = {**answer.look(), "flip": flip}
    image = await answer.bot.pictures.match(match, ended=match.state.ply == last, **look)
    steps = pager(answer.t, match, match.state.ply, last, flip)
    await answer.private(cards.past(answer.t, match, image, last, steps), anew=anew)


async def follow(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    """Follow a match of others, or follow it no longer."""
    match = await boards.with_vacations(answer, await answer.watched(press.subject))
    people = answer.bot.matches.people
    follows = not await people.follows(match.id, answer.user)
    await (people.follow if follows else people.unfollow)(match.id, answer.user)
    said = answer.t(texts.FOLLOWED if follows else texts.UNFOLLOWED, match=match.name)
    await answer.private(cards.more(answer.t, match, answer.user, follows=follows, lead=said))


HANDLERS = {"page": page, "follow": follow}
