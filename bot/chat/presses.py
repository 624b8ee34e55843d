"""What each button and menu does. All it needs is in its custom id and the database, so it works after a restart."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import games
from bot.chat import (
    leaderboard,
    lists,
    manners,
    offers,
    pickers,
    plans,
    practice,
    profiles,
    seasons,
    settings,
    tournaments,
    watching,
)
from bot.chat.kit.forms import Field, Options, form, typed
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language import texts
from bot.chat.kit.match import boards, cards
from bot.chat.kit.press import Press
from bot.chat.kit.reply import Answer, no_such_button
from bot.domain.errors import NotYours, Stale
from bot.domain.matches.challenges import OPPOSITE
from bot.domain.matches.views import Match, Played

Values: TypeAlias = tuple[str, ...]
Handler: TypeAlias = Callable[[Answer, Press, Values], Awaitable[None]]


async def pressed(answer: Answer, press: Press, values: Values) -> None:
    """Do what was pressed. Raises GameError for what cannot be done."""
    handler = HANDLERS.get(press.action)
    if handler is None:
        raise no_such_button()
    await handler(answer, press, values)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise no_such_button()
    return int(text)


async def _current(answer: Answer, press: Press) -> Match:
    """The match of a press. Raises NotFound, and Stale if it has gone on since."""
    match = await answer.watched(press.subject)
    if match.version != press.version:
        raise Stale("{name} has gone on since", name=match.name)
    return match


async def _move(answer: Answer, press: Press, values: Values) -> None:
    match = await _current(answer, press)
    if match.mover != answer.user or match.paused:
        await boards.show(answer, match, lead=_why_not(answer, match))
        return
    await boards.pick(answer, match, await answer.bot.matches.draft(match.id, answer.user))


def _why_not(answer: Answer, match: Match) -> str:
    t = answer.t
    if match.seat_of(answer.user) is None:
        return t(texts.NOT_YOURS, match=match.name)
    if match.mover is None:
        return t(texts.IS_OVER, match=match.name)
    if match.mover == answer.user:
        return t(texts.IS_PAUSED, match=match.name)
    return t(texts.NOT_YOUR_TURN, who=words.who(t, match.mover))


async def _pick(answer: Answer, press: Press, values: Values) -> None:
    match = await _current(answer, press)
    drafted = _number(press.extra[:-1])
    chosen = pickers.choice(values)
    draft = await answer.bot.matches.draft(match.id, answer.user)
    if match.mover != answer.user or len(draft.decisions if draft else ()) != drafted:
        raise Stale("{name} has gone on since", name=match.name)
    if isinstance(chosen, str):
        played = await answer.bot.matches.play(
            match.id, answer.user, chosen, version=press.version, drafted=drafted, confirm=True
        )
        await boards.pick(answer, played.match, played.draft)
    else:
        await boards.pick(answer, match, draft, chosen)


async def _undo(answer: Answer, press: Press, values: Values) -> None:
    played = await answer.bot.matches.undo(
        press.subject, answer.user, version=press.version, drafted=_number(press.extra)
    )
    await boards.pick(answer, played.match, played.draft)


async def _confirm(answer: Answer, press: Press, values: Values) -> None:
    draw = press.extra.endswith(pickers.DRAW)
    drafted = _number(press.extra.removesuffix(pickers.DRAW))
    played = await answer.bot.matches.confirm(
        press.subject, answer.user, version=press.version, drafted=drafted, draw=draw, via=answer.via
    )
    await answer.private(cards.word(done(answer, played)))
    await answer.publish(played.notice)
    await boards.next_one(answer, played.match)


def done(answer: Answer, played: Played) -> str:
    """The word to the mover that a turn was played."""
    match = played.match
    mine = next((turn.decisions for turn in played.turns if match.seats[turn.seat] == answer.user), ())
    text = texts.DONE if match.status == "running" else texts.DONE_OVER
    return answer.t(text, moves=words.moves(mine), match=match.name)


async def _board(answer: Answer, press: Press, values: Values) -> None:
    await boards.show(answer, await answer.watched(press.subject))


async def _look(answer: Answer, press: Press, values: Values) -> None:
    match = await answer.watched(press.subject)
    look: dict[str, Any] = {"flip": "f" in press.extra, "legal": "l" in press.extra}
    await boards.show(answer, match, **look)


async def _more(answer: Answer, press: Press, values: Values) -> None:
    match = await answer.watched(press.subject)
    match = await boards.with_vacations(answer, match)
    follows = await answer.bot.matches.people.follows(match.id, answer.user)
    takes_back = await answer.bot.ratings.takes_back(match.id, answer.user)
    await answer.private(cards.more(answer.t, match, answer.user, follows=follows, takes_back=takes_back))


async def _rules(answer: Answer, press: Press, values: Values) -> None:
    match = await answer.watched(press.subject)
    await lists.rules(answer, match.game)


async def _rules_page(answer: Answer, press: Press, values: Values) -> None:
    await lists.rules(answer, games.get(press.extra), press.version, anew=False)


async def _resign(answer: Answer, press: Press, values: Values) -> None:
    await manners.ask_resign(answer, await answer.watched(press.subject))


async def _resign_yes(answer: Answer, press: Press, values: Values) -> None:
    change = await answer.bot.matches.resign(press.subject, answer.user, version=press.version, via=answer.via)
    await answer.private(cards.word(answer.t(texts.RESIGNED, match=change.match.name)))
    await answer.publish(change.notice)


async def _keep(answer: Answer, press: Press, values: Values) -> None:
    match = await answer.watched(press.subject)
    await answer.private(cards.word(answer.t(texts.RESIGN_KEPT, match=match.name)))


async def _accept(answer: Answer, press: Press, values: Values) -> None:
    change = await answer.bot.matches.challenges.accept(press.subject, answer.person, via=answer.via)
    challenge = await answer.bot.matches.challenges.get(press.subject)
    await answer.replace(offers.challenge_closed(await answer.shared(), challenge, change.match))
    await answer.publish(change.notice, where=True)


async def _decline(answer: Answer, press: Press, values: Values) -> None:
    offered = await answer.bot.matches.challenges.decline(press.subject, answer.person, via=answer.via)
    await answer.replace(offers.challenge_closed(await answer.shared(), offered.challenge))
    await answer.publish(offered.notice)


async def _withdraw(answer: Answer, press: Press, values: Values) -> None:
    offered = await answer.bot.matches.challenges.withdraw(press.subject, answer.person, via=answer.via)
    await answer.replace(offers.challenge_closed(await answer.shared(), offered.challenge))
    await answer.publish(offered.notice)


async def _counter(answer: Answer, press: Press, values: Values) -> None:
    challenge = await answer.bot.matches.challenges.get(press.subject)
    if challenge.target is None or challenge.target.id != answer.user:
        raise NotYours("only {name} can answer this challenge", name=challenge.target.name if challenge.target else "")
    t = answer.t
    await answer.form(
        form(
            t.label(texts.COUNTER_FORM, 45),
            Press("countered", challenge.id),
            Field("variant", t.label(texts.COUNTER_VARIANT), value=words.variant(t, challenge), required=False),
            Options(
                "side",
                t.label(texts.COUNTER_SIDE),
                {side: t.label(label) for side, label in texts.SIDES.items()},
                OPPOSITE[challenge.side],
            ),
            Field("clock", t.label(texts.COUNTER_CLOCK), value=words.clock(t, challenge), required=False),
            Options(
                "rated",
                t.label(texts.COUNTER_RATED),
                {"yes": t.label(texts.YES), "no": t.label(texts.NO)},
                "yes" if challenge.rated else "no",
            ),
            Field("note", t.label(texts.COUNTER_NOTE), required=False),
        )
    )


async def _countered(answer: Answer, press: Press, values: Values) -> None:
    names = ("variant", "side", "clock", "rated", "note")
    variant, side, clock, rated, note = (typed(answer.interaction, name) for name in names)
    service = answer.bot.matches.challenges
    variant = words.variant_meant(answer.t, (await service.get(press.subject)).game.slug, variant)
    offered = await service.counter(
        press.subject,
        answer.person,
        variant=variant,
        side=side or None,
        clock=clock,
        rated=rated == "yes" if rated else None,
        note=note,
        via=answer.via,
    )
    await answer.replace(offers.challenge_closed(await answer.shared(), await service.get(press.subject)))
    await answer.publish(offered.notice)


async def _matches(answer: Answer, press: Press, values: Values) -> None:
    await lists.matches(answer, press.subject, press.version)


async def _offers(answer: Answer, press: Press, values: Values) -> None:
    await lists.challenges(answer, press.version)


HANDLERS: dict[str, Handler] = {
    "move": _move,
    "pick": _pick,
    "undo": _undo,
    "confirm": _confirm,
    "board": _board,
    "look": _look,
    "more": _more,
    "rules": _rules,
    "rulespage": _rules_page,
    "resign": _resign,
    "resignyes": _resign_yes,
    "keep": _keep,
    "accept": _accept,
    "decline": _decline,
    "withdraw": _withdraw,
    "matches": _matches,
    "offers": _offers,
    "counter": _counter,
    "countered": _countered,
    **leaderboard.HANDLERS,
    **manners.HANDLERS,
    **plans.HANDLERS,
    **profiles.HANDLERS,
    **seasons.HANDLERS,
    **settings.HANDLERS,
    **tournaments.HANDLERS,
    **watching.HANDLERS,
    **practice.HANDLERS,
}
