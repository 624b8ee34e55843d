"""What players ask of each other, by command and by button: draws, takebacks, pauses, claims, ends, rematches."""

from __future__ import annotations

from bot.chat import practice_texts
from bot.chat.kit.components import button
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language import texts
from bot.chat.kit.match import boards, cards
from bot.chat.kit.press import Press
from bot.chat.kit.reply import Answer, no_such_button
from bot.domain.errors import NotYours, Over
from bot.domain.matches.views import COMPUTER, Change, Match, Offered


def playing(answer: Answer, match: Match) -> Match:
    """``match``, if it goes on and the member plays in it. Raises NotYours, Over."""
    if match.seat_of(answer.user) is None:
        first, second = match.names
        raise NotYours(
            "{name} is the match of {first} and {second}; you can only watch it",
            name=match.name,
            first=first,
            second=second,
        )
    if match.status != "running":
        raise Over("{name} is over", name=match.name)
    return match


async def tell(answer: Answer, change: Change | Offered, said: str = texts.ASK_SENT) -> None:
    """Publish what was asked or agreed to; after a press, say first to the member alone that it was done."""
    if answer.pressed:
        name = change.match.name if isinstance(change, Change) else ""
        if isinstance(change, Change) and COMPUTER in change.match.seats:
            said = practice_texts.COMPUTER_TOLD  # which answers by itself
        await answer.private(cards.word(answer.t(said, match=name)), anew=not answer.pressed_private)
    await answer.publish(change.notice)


async def ask(answer: Answer, match: int, what: str, version: int | None = None) -> None:
    """Ask for a draw, a takeback (of the result, once the match is over) or a pause.

    Where the other player has asked for the same, this agrees to it.
    """
    service, user, via = answer.bot.matches, answer.user, answer.via
    found = await service.get(match)
    seat = found.seat_of(user)
    other = None if seat is None else 1 - seat
    if what == "draw":
        change = await service.offer_draw(match, user, version=version, via=via)
    elif what == "takeback" and other is not None and found.takeback_asked == other:
        change = await service.answer_takeback(match, user, True, version=version, via=via)
    elif what == "result" or (what == "takeback" and found.status != "running"):
        change = await answer.bot.ratings.ask_takeback(match, user, via=via)
    elif what == "takeback":
        change = await service.ask_takeback(match, user, version=version, via=via)
    else:
        change = await service.ask_pause(match, user, version=version, via=via)
    await tell(answer, change)


async def answer_to(answer: Answer, match: int, what: str, yes: bool, version: int | None = None) -> None:
    """Agree to what the other player asks, or not."""
    service = answer.bot.matches
    if what == "result":
        change = await answer.bot.ratings.answer_takeback(match, answer.user, yes, via=answer.via)
        await tell(answer, change, texts.ANSWER_SENT)
        return
    reply = {
        "draw": service.answer_draw,
        "takeback": service.answer_takeback,
        "pause": service.answer_pause,
        "resume": service.answer_pause,
    }[what]
    await tell(answer, await reply(match, answer.user, yes, version=version, via=answer.via), texts.ANSWER_SENT)


async def claim(answer: Answer, match: int, what: str, version: int | None = None) -> None:
    """Settle a match whose other player is out of time or gone."""
    found = await answer.bot.matches.get(match)
    if found.seat_of(answer.user) is not None and not found.overdue and found.gone is None:
        await answer.bot.presence.look(found, found.opponent(answer.user))
        if version == found.version:
            version = (await answer.bot.matches.get(match)).version
    change = await answer.bot.matches.claim(match, answer.user, what, version=version, via=answer.via)
    await tell(answer, change, texts.ANSWER_SENT)


async def ask_resign(answer: Answer, match: Match) -> None:
    """Ask before a match is given up. Raises NotYours, Over."""
    boards.by_name(answer, [match])
    opponent = words.who(answer.t, playing(answer, match).opponent(answer.user))
    await _sure(answer, match, texts.RESIGN_ASK, texts.RESIGN_YES, "resignyes", opponent=opponent)


async def ask_abort(answer: Answer, match: int) -> None:
    """Ask before a match is called off. Raises NotYours, Over."""
    found = playing(answer, await answer.bot.matches.get(match))
    await _sure(answer, found, texts.ABORT_ASK, texts.ABORT_YES, "abortyes")


async def _sure(answer: Answer, match: Match, ask: str, yes: str, action: str, **values: object) -> None:
    t = answer.t
    await answer.private(
        cards.question(
            t,
            t(ask, match=match.name, **values),
            button(t.label(yes), Press(action, match.id, match.version), "danger"),
            button(t.label(texts.KEEP_PLAYING), Press("keep", match.id, match.version)),
        )
    )


async def abort(answer: Answer, match: int, version: int | None = None) -> None:
    """Call a match off."""
    change = await answer.bot.matches.abort(match, answer.user, version=version, via=answer.via)
    await answer.private(cards.word(answer.t(texts.ABORT_SENT, match=change.match.name)))
    await answer.publish(change.notice)


async def rematch(answer: Answer, match: int) -> None:
    """Ask to play again, or agree to it."""
    await tell(answer, await answer.bot.matches.challenges.rematch(match, answer.user, via=answer.via))


# ------------------------------------------------------------------------------------------------------ buttons


async def _ask(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await ask(answer, press.subject, press.action, press.version)


async def _answer(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    what, _, yes = press.extra.partition(".")
    if what not in texts.ASKED or yes not in ("y", "n"):
        raise no_such_button()
    await answer_to(answer, press.subject, what, yes == "y", press.version)


async def _claim(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await claim(answer, press.subject, press.extra, press.version)


async def _ask_abort(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await ask_abort(answer, press.subject)


async def _abort(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await abort(answer, press.subject, press.version)


async def _rematch(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await rematch(answer, press.subject)


HANDLERS = {
    "draw": _ask,
    "takeback": _ask,
    "pause": _ask,
    "result": _ask,
    "answer": _answer,
    "claim": _claim,
    "abort": _ask_abort,
    "abortyes": _abort,
    "rematch": _rematch,
}
