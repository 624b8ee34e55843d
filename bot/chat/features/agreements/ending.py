"""Resigning, aborting, claiming, and rematches, by command and button."""

from __future__ import annotations

from functools import partial

from bot.chat.board import boards, completion
from bot.chat.board.links import ClaimMatch, ConfirmAbort, ConfirmResign, KeepPlaying, Rematch
from bot.chat.discord.commands import labelled, slash
from bot.chat.discord.components import button, question, word
from bot.chat.discord.press import Press, VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.features.agreements import feature, texts
from bot.chat.features.agreements.asking import publish
from bot.chat.language import phrases
from bot.chat.language.texts import ABOUT_MATCH, KEEP_PLAYING
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.matches.service import Command


@feature.command
@slash("match resign", texts.ABOUT_RESIGN, options={"match": ABOUT_MATCH}, complete={"match": completion.match})
async def resign_command(reply: Reply, match: str = "") -> None:
    await _ask_resign(reply, await reply.services.matches.resolve(reply.viewer, match, status="running"))


@feature.on(ConfirmResign)
async def confirm_resign(reply: Reply, press: ConfirmResign) -> None:
    """Ask for confirmation before a match is resigned."""
    await _ask_resign(reply, await reply.watched(press.match))


class ResignMatch(VersionPress, action="resignyes"):
    """Resign."""


class AbortMatch(VersionPress, action="abortyes"):
    """Abort."""


async def _ask_resign(reply: Reply, match: Match) -> None:
    match.player(reply.user)
    boards.call_by_name(reply, [match])
    opponent = phrases.who(reply.t, match.opponent(reply.user))
    early = match.rated and not match.counts_for_rating and match.tournament is None
    ask = reply.t(texts.RESIGN_EARLY if early else texts.RESIGN_ASK, match=match.name, opponent=opponent)
    await _ask_sure(reply, match, ask, texts.RESIGN_YES, ResignMatch(match.id, match.version))


@feature.on(ResignMatch)
async def resign(reply: Reply, press: ResignMatch) -> None:
    """Resign."""
    await _end(reply, press, endings.resign)


@feature.on(ConfirmAbort)
async def confirm_abort(reply: Reply, press: ConfirmAbort) -> None:
    """Ask for confirmation before a match is aborted."""
    match = await reply.watched(press.match)
    match.player(reply.user)
    ask = reply.t(texts.ABORT_ASK, match=match.name)
    await _ask_sure(reply, match, ask, texts.ABORT_YES, AbortMatch(match.id, match.version))


@feature.on(AbortMatch)
async def abort(reply: Reply, press: AbortMatch) -> None:
    """Abort."""
    await _end(reply, press, endings.abort)


async def _end(reply: Reply, press: VersionPress, command: Command) -> None:
    change = await reply.services.matches.act(press.match, reply.user, command, version=press.version, via=reply.via)
    done = texts.ABORTED if change.match.status == "aborted" else texts.RESIGNED
    await reply.private(word(reply.t(done, match=change.match.name)))
    await reply.publish(change.notice)


async def _ask_sure(reply: Reply, match: Match, ask: str, yes: str, press: Press) -> None:
    t = reply.t
    keep = button(t.label(KEEP_PLAYING), KeepPlaying(match.id, match.version))
    await reply.private(question(ask, button(t.label(yes), press, "danger"), keep))


@feature.on(KeepPlaying)
async def keep_playing(reply: Reply, press: KeepPlaying) -> None:
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
    await _claim(reply, (await reply.services.matches.resolve(reply.viewer, match, status="running")).id, what)


@feature.on(ClaimMatch)
async def claim(reply: Reply, press: ClaimMatch) -> None:
    """Claim against an opponent who is out of time or gone."""
    await _claim(reply, press.match, press.what, press.version)


async def _claim(reply: Reply, match: int, what: str, version: int | None = None) -> None:
    services = reply.services
    now = await reply.watched(match)
    if now.seat_of(reply.user) is not None and not now.overdue and now.gone is None:
        await services.presence.look(now, now.opponent(reply.user))
    command = partial(endings.claim, user=reply.user, what=what, version=version)
    await publish(reply, await services.matches.do(match, command, reply.via))


@feature.command
@slash("match rematch", texts.ABOUT_REMATCH, options={"match": ABOUT_MATCH}, complete={"match": completion.match_over})
async def rematch_command(reply: Reply, match: str = "") -> None:
    await _rematch(reply, (await reply.services.matches.resolve(reply.viewer, match, status="finished")).id)


@feature.on(Rematch)
async def rematch(reply: Reply, press: Rematch) -> None:
    """Offer a rematch with sides swapped, or agree to it."""
    await _rematch(reply, press.match)


async def _rematch(reply: Reply, match: int) -> None:
    await publish(reply, await reply.services.challenges.rematch(match, reply.user, via=reply.via))
