"""Asking for a draw, a takeback or a pause, and answering, by command and button."""

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


async def publish(reply: Reply, change: Change | Offered) -> None:
    """Publish a request or agreement; after a press, confirm it privately first."""
    if reply.pressed:
        computer = isinstance(change, Change) and COMPUTER in change.match.seats
        done = texts.COMPUTER_TOLD if computer else texts.TOLD
        await reply.private(word(reply.t(done)), anew=not reply.pressed_private)
    await reply.publish(change.notice)


@feature.command
@slash("match draw", texts.ABOUT_DRAW, options={"match": ABOUT_MATCH}, complete={"match": completion.match})
async def draw_command(reply: Reply, match: str = "") -> None:
    await _ask_draw(reply, (await reply.services.matches.resolve(reply.viewer, match, status="running")).id)


@feature.on(AskDraw)
async def draw(reply: Reply, press: AskDraw) -> None:
    """Offer a draw, or accept one."""
    await _ask_draw(reply, press.match, press.version)


async def _ask_draw(reply: Reply, match: int, version: int | None = None) -> None:
    change = await reply.services.matches.act(match, reply.user, agreements.offer_draw, version=version, via=reply.via)
    now = change.match
    if COMPUTER in now.seats and now.draw_offer is not None:
        reply.services.opponent.wake()
        thinking = reply.t(texts.COMPUTER_DRAW, match=now.name)
        await reply.private(word(thinking), anew=reply.pressed and not reply.pressed_private)
    else:
        await publish(reply, change)


@feature.command
@slash("match takeback", texts.ABOUT_TAKEBACK, options={"match": ABOUT_MATCH}, complete={"match": completion.match})
async def takeback_command(reply: Reply, match: str = "") -> None:
    status = "any" if match else "running"  # to annul a result, name the match
    await _ask_takeback(reply, (await reply.services.matches.resolve(reply.viewer, match, status=status)).id)


@feature.on(AskTakeback)
async def takeback(reply: Reply, press: AskTakeback) -> None:
    """Ask for a takeback, or agree to it."""
    await _ask_takeback(reply, press.match, press.version)


@feature.on(AskResult)
async def result(reply: Reply, press: AskResult) -> None:
    """Ask to annul a result, or agree to that."""
    await _ask_takeback(reply, press.match)


async def _ask_takeback(reply: Reply, match: int, version: int | None = None) -> None:
    """Ask for a takeback or, once the match is over, to annul the result; agree if the opponent has asked."""
    matches, user, via = reply.services.matches, reply.user, reply.via
    now = await reply.watched(match)
    if now.status != "running":
        change = await matches.act(match, user, agreements.ask_annulment, via=via)
    elif now.takeback_asked is not None and now.seats[1 - now.takeback_asked] == user:
        change = await matches.do(
            match, partial(agreements.answer, "takeback", user=user, yes=True, version=version), via
        )
    else:
        change = await matches.act(match, user, agreements.ask_takeback, version=version, via=via)
    await publish(reply, change)


@feature.command
@slash("match pause", texts.ABOUT_PAUSE, options={"match": ABOUT_MATCH}, complete={"match": completion.match})
async def pause_command(reply: Reply, match: str = "") -> None:
    await _ask_pause(reply, (await reply.services.matches.resolve(reply.viewer, match, status="running")).id)


@feature.on(AskPause)
async def pause(reply: Reply, press: AskPause) -> None:
    """Ask to pause or resume the clock, or agree to that."""
    await _ask_pause(reply, press.match, press.version)


async def _ask_pause(reply: Reply, match: int, version: int | None = None) -> None:
    matches, command = reply.services.matches, agreements.ask_pause
    await publish(reply, await matches.act(match, reply.user, command, version=version, via=reply.via))


@feature.on(AnswerAgreement, work="board")
async def answer(reply: Reply, press: AnswerAgreement) -> None:
    """Answer a request of the opponent."""
    command = partial(agreements.answer, press.what, user=reply.user, yes=press.yes, version=press.version)
    change = await reply.services.matches.do(press.match, command, reply.via)
    t = await reply.shared()
    answered = t(texts.ACCEPTED if press.yes else texts.DECLINED)
    await reply.replace(post(text(reply.pressed_words, answered), colour=GREY))
    await reply.publish(change.notice)
