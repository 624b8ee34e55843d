"""Showing a board to one member alone, and a match decision by decision."""

from collections.abc import Iterable, Sequence
from typing import Literal, Unpack

from bot.chat.board import cards
from bot.chat.board.links import Analyse, JumpTo, KeepPlaying, LookThrough, PlayOnFrom, TryLines
from bot.chat.discord.components import (
    GREY,
    MOST_OPTIONS,
    Button,
    Post,
    Row,
    button,
    menu,
    picture,
    post,
    question,
    row,
    text,
)
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language
from bot.chat.pictures.picture import Picture
from bot.domain.matches.history import begin
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.match import Match
from render import Look

STEPS: tuple[tuple[Literal["a", "b", "c", "d"], str], ...] = (
    ("a", "⏮"),
    ("b", "◀"),
    ("c", "▶"),
    ("d", "⏭"),
)
"""To the start, back, on, to the end."""
NEAR = 6  # turns before and after the one that is shown that are always in the menu


async def show(reply: Reply, match: Match, *, lead: str = "", **look: Unpack[Look]) -> None:
    """Show a board to the member who asks; ``look`` is how, in place of what they have set."""
    seen: Look = {**reply.look(), **look}
    call_by_name(reply, [match])
    image = await reply.services.images.match(match, **seen)
    legal = bool(seen.get("legal"))
    flip = bool(seen.get("flip"))
    sight = bool(seen.get("sight"))
    await reply.private(
        cards.board(
            reply.t, match, image, reply.user, legal=legal, flip=flip, sight=sight, lead=lead
        )
    )


def call_by_name(reply: Reply, matches: Iterable[Match | Summary]) -> None:
    """Outside servers, and of other servers, call the players of some matches by name."""
    reply.t.names = phrases.names_of(
        matches, None if reply.place.guild else reply.user, reply.scope
    )


async def ask_sure(reply: Reply, match: Match, ask: str, yes: str, press: Press) -> None:
    """Ask a player for confirmation before ``press`` decides about a match. Raises NotYours."""
    match.playing(reply.user)
    call_by_name(reply, [match])
    t = reply.t
    over = match.status != "running"
    asked = t(ask, match=match.name, opponent=phrases.who(t, match.opponent(reply.user)))
    sure = button(t.label(yes), press, "danger")
    keep = button(
        t.label(texts.NO if over else texts.KEEP_PLAYING), KeepPlaying(match.id, match.version)
    )
    await reply.private(
        question("\n".join(phrases.opened(t, line) for line in asked.split("\n")), sure, keep)
    )


async def look_through(
    reply: Reply,
    match: int,
    ply: int | None = None,
    *,
    flip: bool = False,
    anew: bool = False,
    lead: str = "",
) -> None:
    """Show a match as it was after ``ply`` decisions, or at its end, below a line ``lead``.

    Raises NotFound.
    """
    now = await reply.watched(match)
    last = now.state.ply
    then = await at(reply, now, last if ply is None else ply)
    look: Look = {**reply.look(), "flip": flip}
    image = await reply.services.images.match(then, ended=then.state.ply == last, **look)
    await reply.private(_past(reply.t, now, then, image, flip, lead), anew=anew)


async def at(reply: Reply, match: Match, ply: int) -> Match:
    """A match that the member may look at as it was after ``ply`` decisions, or at its end."""
    return await reply.services.matches.look(match.id, min(ply, match.state.ply))


def _past(t: Language, now: Match, match: Match, image: Picture, flip: bool, lead: str) -> Post:
    """A match as it was at some time, with ways to go through it as it is ``now``."""
    ply, last, to_move = match.state.ply, now.state.ply, match.state.to_move
    over = now.status != "running" and now.reason != "adjourned"
    played = phrases.turn_lines(t, match, match.turns if ply else (), now.state.turns)
    return post(
        text(
            lead or None,
            t(texts.TITLE, game=match.game.name, match=match.name),
            *(played or [t(texts.PAST, n=match.state.turns, last=now.state.turns)]),
            None if now.imported is None else phrases.players(t, now),
        ),
        picture(image),
        row(*_pager(t, match, ply, last, flip)),
        _jumps(t, now, ply, flip),
        row(
            button(t.label(texts.THINK), TryLines(match.id, ply)),
            button(t.label(texts.PLAY_ON), PlayOnFrom(match.id, ply))
            if over and to_move is not None
            else None,
            button(t.label(texts.ANALYSE), Analyse(match.id)) if over and now.decisions else None,
        ),
        colour=phrases.colour(match.game, to_move) or GREY,
    )


def _pager(t: Language, match: Match, ply: int, last: int, flip: bool) -> list[Button]:
    targets = (0, max(0, ply - 1), min(last, ply + 1), last)
    steps = [
        button(label, LookThrough(match.id, step, flip, target), disabled=target == ply)
        for (step, label), target in zip(STEPS, targets, strict=True)
    ]
    return [*steps, button(t.label(texts.FLIP), LookThrough(match.id, "e", not flip, ply))]


def _jumps(t: Language, match: Match, ply: int, flip: bool) -> Row | None:
    """The menu that leads to the position after any turn; of many turns those about ``ply``, and
    some of the others.
    """
    ends = (0, *match.history.ends())
    shown = next(number for number, end in enumerate(ends) if end >= ply)
    options = {
        ends[number]: _turn_label(t, match, ends, number) for number in stops(len(ends), shown)
    }
    return (
        menu(t.label(texts.JUMP), JumpTo(match.id, flip), options, ends[shown])
        if len(options) > 2
        else None
    )


def _turn_label(t: Language, match: Match, ends: Sequence[int], number: int) -> str:
    if not number:
        return t.label(texts.JUMP_START)
    start = begin(match.game, match.options)
    made = match.decisions
    moves = phrases.written(
        t, made[ends[number - 1] : ends[number]], start, made[: ends[number - 1]]
    )
    return t.label(
        texts.JUMP_TURN, 100, n=number, mark=phrases.mark(match.game, (number - 1) % 2), moves=moves
    )


def stops(count: int, at: int) -> list[int]:
    """At most 25 of the numbers below ``count``: the first, the last, those about ``at``, and some
    evenly between.
    """
    if count <= MOST_OPTIONS:
        return list(range(count))
    near = set(range(max(0, at - NEAR), min(count, at + NEAR + 1))) | {0, count - 1}
    far = [number for number in range(count) if number not in near]
    room = MOST_OPTIONS - len(near)
    return sorted(near | {far[(2 * step + 1) * len(far) // (2 * room)] for step in range(room)})
