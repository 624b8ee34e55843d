"""Draws, takebacks, pauses, resigning, aborting, claims and rematches, by command and button."""

from functools import partial

from bot.chat.board import boards, completion, links
from bot.chat.board.completion import match_command
from bot.chat.discord.commands import labelled, slash
from bot.chat.discord.components import GREY, post, text, word
from bot.chat.discord.press import MatchPress, VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.features.agreements import feature, texts
from bot.chat.language.texts import ABOUT_MATCH
from bot.domain.challenges.service import Offered
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import Change
from bot.domain.values import COMPUTER


async def _publish(reply: Reply, change: Change | Offered) -> None:
    """Publish a request or agreement; after a press, confirm it privately first."""
    if reply.pressed:
        computer = isinstance(change, Change) and COMPUTER in change.match.seats
        done = texts.COMPUTER_TOLD if computer else texts.TOLD
        await reply.private(word(reply.t(done)), anew=not reply.pressed_private)
    await reply.publish(change.notice)


@feature.on(links.AskDraw)
@match_command(feature, "match draw", texts.ABOUT_DRAW, lambda match: links.AskDraw(match.id, match.version))
async def draw(reply: Reply, press: links.AskDraw) -> None:
    """Offer a draw, or accept one."""
    change = await reply.services.matches.act(
        press.match, reply.user, agreements.offer_draw, version=press.version, via=reply.via
    )
    now = change.match
    if COMPUTER in now.seats and now.draw_offer is not None:
        reply.services.opponent.wake()
        thinking = reply.t(texts.COMPUTER_DRAW, match=now.name)
        await reply.private(word(thinking), anew=reply.pressed and not reply.pressed_private)
    else:
        await _publish(reply, change)


@feature.command
@slash("match takeback", texts.ABOUT_TAKEBACK, options={"match": ABOUT_MATCH}, complete={"match": completion.match})
async def takeback_command(reply: Reply, match: str = "") -> None:
    meant = await reply.meant(match, status="any" if match else "running")  # to annul a result, name the match
    await takeback(reply, links.AskTakeback(meant.id, meant.version))


@feature.on(links.AskTakeback, links.AskResult)
async def takeback(reply: Reply, press: MatchPress) -> None:
    """Ask for a takeback or, once the match is over, to annul the result; agree if the opponent has asked."""
    matches, user, via = reply.services.matches, reply.user, reply.via
    now, version = await reply.watched(press.match), press.version if isinstance(press, links.AskTakeback) else None
    if now.status != "running":
        change = await matches.act(now, user, agreements.ask_annulment, via=via)
    elif now.takeback_asked is not None and now.seats[1 - now.takeback_asked] == user:
        agree = partial(agreements.answer, "takeback", user=user, yes=True, version=version)
        change = await matches.do(now, agree, via)
    else:
        change = await matches.act(now, user, agreements.ask_takeback, version=version, via=via)
    await _publish(reply, change)


@feature.on(links.AskPause)
@match_command(feature, "match pause", texts.ABOUT_PAUSE, lambda match: links.AskPause(match.id, match.version))
async def pause(reply: Reply, press: links.AskPause) -> None:
    """Ask to pause or resume the clock, or agree to that."""
    matches, command = reply.services.matches, agreements.ask_pause
    await _publish(reply, await matches.act(press.match, reply.user, command, version=press.version, via=reply.via))


@feature.on(links.AnswerAgreement, work="board")
async def answer(reply: Reply, press: links.AnswerAgreement) -> None:
    """Answer a request of the opponent."""
    command = partial(agreements.answer, press.what, user=reply.user, yes=press.yes, version=press.version)
    change = await reply.services.matches.do(press.match, command, reply.via)
    t = await reply.shared()
    answered = t(texts.ACCEPTED if press.yes else texts.DECLINED)
    await reply.replace(post(text(reply.pressed_words, answered), colour=GREY))
    await reply.publish(change.notice)


class ResignMatch(VersionPress, action="resignyes"):
    """Resign."""


class AbortMatch(VersionPress, action="abortyes"):
    """Abort."""


@feature.on(links.ConfirmResign)
@match_command(feature, "match resign", texts.ABOUT_RESIGN, lambda match: links.ConfirmResign(match.id))
async def confirm_resign(reply: Reply, press: links.ConfirmResign) -> None:
    """Ask for confirmation before a match is resigned."""
    match = await reply.watched(press.match)
    early = match.rated and not match.counts_for_rating and match.tournament is None
    await boards.ask_sure(
        reply, match, texts.RESIGN_EARLY if early else texts.RESIGN_ASK, texts.RESIGN_YES, ResignMatch
    )


@feature.on(links.ConfirmAbort)
async def confirm_abort(reply: Reply, press: links.ConfirmAbort) -> None:
    """Ask for confirmation before a match is aborted."""
    await boards.ask_sure(reply, await reply.watched(press.match), texts.ABORT_ASK, texts.ABORT_YES, AbortMatch)


@feature.on(ResignMatch, AbortMatch)
async def end(reply: Reply, press: VersionPress) -> None:
    """Resign or abort."""
    command = endings.resign if isinstance(press, ResignMatch) else endings.abort
    change = await reply.services.matches.act(press.match, reply.user, command, version=press.version, via=reply.via)
    done = texts.ABORTED if change.match.status == "aborted" else texts.RESIGNED
    await reply.private(word(reply.t(done, match=change.match.name)))
    await reply.publish(change.notice)


@feature.on(links.KeepPlaying)
async def keep_playing(reply: Reply, press: links.KeepPlaying) -> None:
    """Neither resign nor abort."""
    match = await reply.watched(press.match)
    await reply.private(word(reply.t(texts.KEPT, match=match.name)))


@feature.command
@slash(
    "match claim",
    texts.ABOUT_CLAIM,
    options={"what": texts.ABOUT_CLAIM_WHAT, "match": ABOUT_MATCH},
    choices={"what": labelled(texts.CLAIMS)},
    complete={"match": completion.match},
)
async def claim_command(reply: Reply, what: str, match: str = "") -> None:
    await _claim(reply, (await reply.meant(match, status="running")).id, what)


@feature.on(links.ClaimMatch)
async def claim(reply: Reply, press: links.ClaimMatch) -> None:
    """Claim against an opponent who is out of time or gone."""
    await _claim(reply, press.match, press.what, press.version)


async def _claim(reply: Reply, match: int, what: str, version: int | None = None) -> None:
    services = reply.services
    now = await reply.watched(match)
    if now.seat_of(reply.user) is not None:
        await services.presence.look(now, now.opponent(reply.user))
    command = partial(endings.claim, user=reply.user, what=what, version=version)
    await _publish(reply, await services.matches.do(match, command, reply.via))


@feature.on(links.Rematch)
@match_command(feature, "match rematch", texts.ABOUT_REMATCH, lambda match: links.Rematch(match.id), "finished")
async def rematch(reply: Reply, press: links.Rematch) -> None:
    """Offer a rematch with sides swapped, or agree to it."""
    await _publish(reply, await reply.services.challenges.rematch(press.match, reply.user, via=reply.via))
