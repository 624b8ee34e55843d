"""Asking for a draw, a takeback or a pause and answering that, by command and by button."""

from __future__ import annotations

from functools import partial

from bot.chat.board import completion
from bot.chat.board.links import AnswerAgreement, AskDraw, AskPause, AskResult, AskTakeback
from bot.chat.discord.commands import slash
from bot.chat.discord.components import GREY, post, text, word
from bot.chat.discord.reply import Reply
from bot.chat.features.agreements import feature, texts
from bot.chat.language.texts import ABOUT_MATCH
from bot.domain.challenges.service import Offered
from bot.domain.matches import agreements
from bot.domain.matches.match import Change
from bot.domain.values import COMPUTER


async def tell(reply: Reply, change: Change | Offered) -> None:
    """Publish what was asked or agreed to; after a press, say first to the member alone that it was done."""
    if reply.pressed:
        answers_itself = isinstance(change, Change) and COMPUTER in change.match.seats
        said = texts.COMPUTER_TOLD if answers_itself else texts.TOLD
        await reply.private(word(reply.t(said)), anew=not reply.pressed_private)
    await reply.publish(change.notice)


@feature.command
@slash("match draw", texts.ABOUT_DRAW, options={"match": ABOUT_MATCH}, complete={"match": completion.match})
async def draw_command(reply: Reply, match: str = "") -> None:
    found = await reply.services.matches.resolve(reply.viewer, match, status="running")
    await _ask_draw(reply, found.id)


@feature.on(AskDraw)
async def draw(reply: Reply, press: AskDraw) -> None:
    """Offer a draw, or accept one."""
    await _ask_draw(reply, press.match, press.version)


async def _ask_draw(reply: Reply, match: int, version: int | None = None) -> None:
    change = await reply.services.matches.offer_draw(match, reply.user, version=version, via=reply.via)
    found = change.match
    if COMPUTER in found.seats and found.draw_offer is not None:
        reply.services.opponent.wake()
        said = reply.t(texts.COMPUTER_DRAW, match=found.name)
        await reply.private(word(said), anew=reply.pressed and not reply.pressed_private)
        return
    await tell(reply, change)


@feature.command
@slash("match takeback", texts.ABOUT_TAKEBACK, options={"match": ABOUT_MATCH}, complete={"match": completion.match})
async def takeback_command(reply: Reply, match: str = "") -> None:
    # A result can be taken back too, but then the match has to be named.
    status = "any" if match else "running"
    found = await reply.services.matches.resolve(reply.viewer, match, status=status)
    await _ask_takeback(reply, found.id)


@feature.on(AskTakeback)
async def takeback(reply: Reply, press: AskTakeback) -> None:
    """Ask to take back one's latest turn, or agree to that."""
    await _ask_takeback(reply, press.match, press.version)


@feature.on(AskResult)
async def result(reply: Reply, press: AskResult) -> None:
    """Ask to take back the result of a match, or agree to that."""
    await _ask_takeback(reply, press.match)


async def _ask_takeback(reply: Reply, match: int, version: int | None = None) -> None:
    """Ask to take back the latest turn or, once the match is over, its result; agree where the other one has asked."""
    matches, user, via = reply.services.matches, reply.user, reply.via
    found = await reply.watched(match)
    if found.status != "running":
        change = await reply.services.ratings.ask_takeback(match, user, via=via)
    elif found.takeback_asked is not None and found.seats[1 - found.takeback_asked] == user:
        change = await matches.answer_takeback(match, user, True, version=version, via=via)
    else:
        change = await matches.ask_takeback(match, user, version=version, via=via)
    await tell(reply, change)


@feature.command
@slash("match pause", texts.ABOUT_PAUSE, options={"match": ABOUT_MATCH}, complete={"match": completion.match})
async def pause_command(reply: Reply, match: str = "") -> None:
    found = await reply.services.matches.resolve(reply.viewer, match, status="running")
    await _ask_pause(reply, found.id)


@feature.on(AskPause)
async def pause(reply: Reply, press: AskPause) -> None:
    """Ask to pause the clock or to go on, or agree to that."""
    await _ask_pause(reply, press.match, press.version)


async def _ask_pause(reply: Reply, match: int, version: int | None = None) -> None:
    await tell(reply, await reply.services.matches.ask_pause(match, reply.user, version=version, via=reply.via))


@feature.on(AnswerAgreement, work="board")
async def answer(reply: Reply, press: AnswerAgreement) -> None:
    """Agree to what the other player asks, or not."""
    matches, via = reply.services.matches, reply.via
    if press.what == "result":
        change = await reply.services.ratings.answer_takeback(press.match, reply.user, press.yes, via=via)
    elif press.what in ("abandon", "take_up"):
        command = (
            partial(agreements.answer_abandon, user=reply.user, yes=press.yes, version=press.version)
            if press.what == "abandon"
            else partial(agreements.answer_take_up, user=reply.user, yes=press.yes)
        )
        change = await matches.do(press.match, command, via)
    else:
        answers = {"draw": matches.answer_draw, "takeback": matches.answer_takeback}
        agree = answers.get(press.what, matches.answer_pause)
        change = await agree(press.match, reply.user, press.yes, version=press.version, via=via)
    # What was asked stays, without buttons that would look as if it still waited for an answer.
    t = await reply.shared()
    answered = t(texts.ACCEPTED if press.yes else texts.DECLINED)
    await reply.replace(post(text(reply.pressed_words, answered), colour=GREY))
    await reply.publish(change.notice)
