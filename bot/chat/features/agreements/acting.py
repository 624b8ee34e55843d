"""Draws, takebacks, pauses, resigning, aborting, claims and rematches, by command and button."""

from dataclasses import dataclass
from functools import partial
from typing import cast

from bot.chat.board import boards, calls, completion, links
from bot.chat.board.completion import match_command
from bot.chat.board.requests import too_early
from bot.chat.discord.commands import labelled, slash
from bot.chat.discord.components import button, question, word
from bot.chat.discord.press import MatchPress, VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.features.agreements import feature, notices, texts
from bot.chat.language import phrases, texts as shared
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER


@dataclass(frozen=True, slots=True)
class SureQuestion:
    """Texts by which it is asked whether something is meant.

    :param yes: of the button that does it
    """

    ask: str
    yes: str


AGREE_ASK = {
    "draw": SureQuestion(texts.DRAW_ASK, shared.ACCEPT_DRAW),
    "abandon": SureQuestion(shared.CALL_OFF_ASK, shared.CALL_OFF),
    "result": SureQuestion(shared.CANCEL_ASK, shared.CANCEL_RESULT),
}
"""Requests whose acceptance decides the match, with the question that is asked first."""


@feature.on(links.AskDraw, page=True)
@match_command(
    feature, "match draw", texts.ABOUT_DRAW, lambda match: links.AskDraw(match.id, match.version)
)
async def draw(reply: Reply, press: links.AskDraw) -> None:
    """Offer a draw, or ask whether an offered one is to be accepted."""
    match = await reply.watched(press.match)
    against_computer = COMPUTER in match.seats
    if not against_computer and _asked_by_other(match, match.draw_offer, reply.user):
        await reply.handle(links.AnswerAgreement(match.id, match.version, "draw", True))
        return
    if await calls.offer_withdrawal(reply, match, "draw"):
        return
    change = await reply.services.matches.act(
        match,
        reply.user,
        agreements.offer_draw,
        version=press.version,
        interaction=reply.interaction_ref,
    )
    new_match = change.match
    if against_computer and new_match.draw_offer is not None:
        reply.services.opponent.wake()
        thinking = reply.t(texts.COMPUTER_DRAW, match=new_match.name)
        await reply.private(word(thinking), anew=reply.pressed and not reply.pressed_private)
    else:
        await calls.tell(reply, change)


def _asked_by_other(match: Match, asking_seat: int | None, user: int) -> bool:
    """Whether somebody else than the member asks, given the seat that asks, if any."""
    return asking_seat is not None and match.seats[asking_seat] != user


@feature.command
@slash(
    "match takeback",
    texts.ABOUT_TAKEBACK,
    options={"match": shared.ABOUT_MATCH},
    complete={"match": completion.match},
)
async def takeback_command(reply: Reply, match: str = "") -> None:
    """Ask for a takeback; to annul a result, the match has to be named."""
    target = await reply.find_match(match, status="any" if match else "running")
    await takeback(reply, links.AskTakeback(target.id, target.version))


@feature.on(links.AskTakeback, links.AskResult, page=True)
async def takeback(reply: Reply, press: MatchPress) -> None:
    """Ask for a takeback or, once the match is over, to annul the result.

    Where the opponent has asked, it is an agreement.
    """
    match = await reply.watched(press.match)
    if match.status == "running":
        version = press.version if isinstance(press, links.AskTakeback) else None
        await _ask_takeback(reply, match, version)
    else:
        await _ask_annulment(reply, match)


async def _ask_takeback(reply: Reply, match: Match, version: int | None) -> None:
    matches = reply.services.matches
    user = reply.user
    if await calls.offer_withdrawal(reply, match, "takeback"):
        return
    if user in match.seats and match.asker("takeback") == 1 - match.seats.index(user):
        agree = partial(agreements.answer, "takeback", user=user, yes=True, version=version)
        change = await matches.do(match, agree, reply.interaction_ref)
    else:
        change = await matches.act(
            match, user, agreements.ask_takeback, version=version, interaction=reply.interaction_ref
        )
    await calls.tell(reply, change)


async def _ask_annulment(reply: Reply, match: Match) -> None:
    if _asked_by_other(match, match.asker("result"), reply.user):
        await reply.handle(links.AnswerAgreement(match.id, match.version, "result", True))
        return
    if await calls.offer_withdrawal(reply, match, "result"):
        return
    change = await reply.services.matches.act(
        match, reply.user, agreements.ask_annulment, interaction=reply.interaction_ref
    )
    await calls.tell(reply, change)


@feature.on(links.AskPause, page=True)
@match_command(
    feature, "match pause", texts.ABOUT_PAUSE, lambda match: links.AskPause(match.id, match.version)
)
async def pause(reply: Reply, press: links.AskPause) -> None:
    """Ask to pause or resume the clock, or agree to that."""
    match = await reply.watched(press.match)
    resumes_without_asking = match.paused is not None and match.mover == reply.user
    request: links.Agreement = "resume" if match.paused else "pause"
    if not resumes_without_asking and await calls.offer_withdrawal(reply, match, request):
        return
    change = await reply.services.matches.act(
        match,
        reply.user,
        agreements.ask_pause,
        version=press.version,
        interaction=reply.interaction_ref,
    )
    await calls.tell(reply, change)


@feature.on(links.AnswerAgreement, work="board", page=True)
async def answer(reply: Reply, press: links.AnswerAgreement) -> None:
    """Answer a request of the opponent.

    Before one is accepted that decides the match, it is asked once.
    """
    match = await reply.watched(press.match)
    command = partial(
        agreements.answer, press.what, user=reply.user, yes=press.yes, version=press.version
    )
    if press.yes and press.what in AGREE_ASK:
        command(match.at(reply.services.now()))  # raises what would be refused
        sure = AGREE_ASK[press.what]
        agree_press = links.Agree(match.id, match.version, press.what)
        await boards.ask_sure(reply, match, sure.ask, sure.yes, agree_press)
        return
    await calls.tell(reply, await reply.services.matches.do(match, command, reply.interaction_ref))


@feature.on(links.WithdrawRequest, work="board", page=True)
async def withdraw(reply: Reply, press: links.WithdrawRequest) -> None:
    """Take back one's own request that has no answer yet; the posts that ask it say so.

    The opponent may answer it.
    """
    match = await reply.watched(press.match)
    plays = match.seat_of(reply.user) is not None
    if plays and agreements.asks(match, press.what, match.opponent(reply.user)):
        await _answer_instead(reply, match, press.what)
        return
    command = partial(agreements.withdraw, press.what, user=reply.user, version=press.version)
    new_match = (await reply.services.matches.do(match, command)).match
    await reply.settle(match=new_match.id)
    card = word(reply.t(shared.WITHDRAWN, match=new_match.name))
    await reply.private(card, anew=not reply.pressed_private)


async def _answer_instead(reply: Reply, match: Match, what: links.Agreement) -> None:
    """Tell who was asked that they can only answer the request, with the buttons for that."""
    boards.call_by_name(reply, [match])
    t = reply.t
    line = t(texts.ONLY_WHO_ASKED, who=phrases.who(t, match.opponent(reply.user)))
    buttons = notices.answers(t, match, what)
    await reply.private(question(line, *buttons), anew=not reply.pressed_private)


@feature.on(links.Agree, work="board", page=True)
async def agree(reply: Reply, press: links.Agree) -> None:
    """Accept what was asked, now for sure."""
    match = await reply.watched(press.match)
    command = partial(
        agreements.answer, press.what, user=reply.user, yes=True, version=press.version
    )
    await calls.tell(reply, await reply.services.matches.do(match, command, reply.interaction_ref))


class ResignMatch(VersionPress, action="resignyes"):
    """Resign."""


class AbortMatch(VersionPress, action="abortyes"):
    """Abort."""


@feature.on(links.ConfirmResign, page=True)
@match_command(
    feature, "match resign", texts.ABOUT_RESIGN, lambda match: links.ConfirmResign(match.id)
)
async def confirm_resign(reply: Reply, press: links.ConfirmResign) -> None:
    """Ask for confirmation before a match is resigned."""
    match = await reply.watched(press.match)
    endings.resign(match, reply.user)  # raises what would be refused
    ask = texts.RESIGN_EARLY if too_early(match) else texts.RESIGN_ASK
    await boards.ask_sure(reply, match, ask, shared.RESIGN, ResignMatch(match.id, match.version))


@feature.on(links.ConfirmAbort, page=True)
async def confirm_abort(reply: Reply, press: links.ConfirmAbort) -> None:
    """Ask for confirmation before a match is aborted."""
    match = await reply.watched(press.match)
    endings.abort(match, reply.user)  # raises what would be refused
    abort = AbortMatch(match.id, match.version)
    await boards.ask_sure(reply, match, shared.CALL_OFF_ASK, shared.CALL_OFF, abort)


@feature.on(ResignMatch, AbortMatch, page=True)
async def end(reply: Reply, press: VersionPress) -> None:
    """Resign or abort."""
    match = await reply.watched(press.match)
    command = endings.resign if isinstance(press, ResignMatch) else endings.abort
    change = await reply.services.matches.act(
        match, reply.user, command, version=press.version, interaction=reply.interaction_ref
    )
    await calls.tell(reply, change)


@feature.on(links.KeepPlaying, page=True)
async def keep_playing(reply: Reply, press: links.KeepPlaying) -> None:
    """Neither resign nor abort."""
    match = await reply.watched(press.match)
    await reply.private(word(reply.t(shared.KEPT, match=match.name)))


@feature.command
@slash(
    "match claim",
    texts.ABOUT_CLAIM,
    options={"what": texts.ABOUT_CLAIM_WHAT, "match": shared.ABOUT_MATCH},
    choices={"what": labelled(texts.CLAIMS)},
    complete={"match": completion.match},
)
async def claim_command(reply: Reply, what: str, match: str = "") -> None:
    """Claim against an opponent who is out of time or gone."""
    target = await reply.find_match(match, status="running")
    await claim(reply, links.ClaimMatch(target.id, target.version, cast(links.ClaimKind, what)))


class SettleClaim(VersionPress, action="claimyes"):
    """Claim, now for sure."""

    what: links.ClaimKind


@feature.on(links.ClaimMatch, page=True)
async def claim(reply: Reply, press: links.ClaimMatch) -> None:
    """Claim against an opponent who is out of time or gone; what ends the match is asked once."""
    services = reply.services
    match = await reply.watched(press.match)
    if match.seat_of(reply.user) is not None:
        await services.presence.look(match, match.opponent(reply.user))
        match = await services.matches.get(match.id)
    result = endings.claim(match, reply.user, press.what, press.version).match
    if press.what == "time":
        await settle_claim(reply, SettleClaim(press.match, press.version, press.what))
        return
    if result.status == "aborted":
        ask = shared.CALL_OFF_ASK
        yes = shared.CALL_OFF
    elif press.what == "win":
        ask = texts.WIN_ASK
        yes = shared.CLAIM_WIN
    else:
        ask = texts.DRAW_ASK
        yes = shared.CLAIM_DRAW
    settle = SettleClaim(match.id, match.version, press.what)
    await boards.ask_sure(reply, match, ask, yes, settle)


@feature.on(SettleClaim, page=True)
async def settle_claim(reply: Reply, press: SettleClaim) -> None:
    """Claim, now for sure."""
    match = await reply.watched(press.match)
    command = partial(endings.claim, user=reply.user, what=press.what, version=press.version)
    await calls.tell(reply, await reply.services.matches.do(match, command, reply.interaction_ref))


@feature.on(links.Rematch, page=True)
@match_command(
    feature, "match rematch", texts.ABOUT_REMATCH, lambda match: links.Rematch(match.id), "finished"
)
async def rematch(reply: Reply, press: links.Rematch) -> None:
    """Offer a rematch with sides swapped, or agree to it.

    One that has started is shown, as the button stays on posts.
    """
    challenges = reply.services.challenges
    finished_match = await reply.watched(press.match)
    if finished_match.rematch is not None:
        await boards.show(reply, await reply.watched(finished_match.rematch))
        return
    offer = await challenges.rematch_offered(finished_match.id, reply.user)
    if offer is None:
        await calls.tell(
            reply,
            await challenges.rematch(press.match, reply.user, interaction=reply.interaction_ref),
        )
        return
    t = reply.t
    request_text = t(shared.DEED_REMATCH, other=phrases.who(t, finished_match.opponent(reply.user)))
    withdraw_press = links.WithdrawChallenge(offer.id)
    yes = button(t.label(shared.WITHDRAW), withdraw_press, "danger")
    no = button(t.label(shared.NO), links.KeepPlaying(finished_match.id, finished_match.version))
    await reply.private(question(t(shared.WITHDRAW_ASK, asked=request_text), yes, no))
