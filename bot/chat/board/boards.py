"""Showing a board to one member alone, and a match decision by decision."""

from collections.abc import Iterable, Sequence
from typing import Literal, Unpack

from bot.chat.board import cards
from bot.chat.board.links import (
    Analyse,
    JumpTo,
    KeepPlaying,
    LookAt,
    LookThrough,
    PlayOnFrom,
    TryLines,
)
from bot.chat.discord.components import (
    GREY,
    MOST_OPTIONS,
    Button,
    ButtonRow,
    Post,
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


async def show(reply: Reply, match: Match, *, lead: str = "", **changes: Unpack[Look]) -> None:
    """Show a board to the member who asks.

    :param lead: a line above it
    :param changes: how it is drawn, in place of what the member has set
    """
    look: Look = {**reply.look(), **changes}
    call_by_name(reply, [match])
    image = await reply.services.images.match(match, **look)
    view = LookAt(
        match.id,
        flip=bool(look.get("flip")),
        legal=bool(look.get("legal")),
        sight=bool(look.get("sight")),
    )
    card = cards.board(
        reply.t,
        match,
        image,
        reply.user,
        view,
        lead=lead,
    )
    await reply.private(card)


def call_by_name(reply: Reply, matches: Iterable[Match | Summary]) -> None:
    """Outside servers, and of other servers, call the players of some matches by name."""
    reader = reply.named_by
    reply.t.names = phrases.names_of(matches, reader, reply.scope)


async def ask_sure(reply: Reply, match: Match, ask: str, yes: str, press: Press) -> None:
    """Ask a player for confirmation before ``press`` decides about a match. Raises NotYours.

    :param ask: the text of the question
    :param yes: the text of the button that makes the press
    """
    match.playing(reply.user)
    call_by_name(reply, [match])
    t = reply.t
    words = t(ask, match=match.name, opponent=phrases.who(t, match.opponent(reply.user)))
    lines = [phrases.opened(t, line) for line in words.split("\n")]
    no = texts.KEEP_PLAYING if match.status == "running" else texts.NO
    sure = button(t.label(yes), press, "danger")
    keep = button(t.label(no), KeepPlaying(match.id, match.version))
    await reply.private(question("\n".join(lines), sure, keep))


async def look_through(
    reply: Reply,
    match: int,
    ply: int | None = None,
    *,
    flip: bool = False,
    anew: bool = False,
    lead: str = "",
) -> None:
    """Show a match as it was at some time. Raises NotFound.

    :param ply: after how many decisions; None: at its end
    :param flip: seen from the other side
    :param anew: in a message of its own
    :param lead: a line above it
    """
    current_match = await reply.watched(match)
    last_ply = current_match.state.ply
    past_match = await as_it_was(reply, current_match, last_ply if ply is None else ply)
    look: Look = {**reply.look(), "flip": flip}
    image = await reply.services.images.match(
        past_match, show_ending=past_match.state.ply == last_ply, **look
    )
    await reply.private(
        _past_card(reply.t, current_match, past_match, image, flip, lead), anew=anew
    )


async def as_it_was(reply: Reply, match: Match, ply: int) -> Match:
    """A match that the member may look at as it was after ``ply`` decisions, or at its end."""
    return await reply.services.matches.look(match.id, min(ply, match.state.ply))


def _past_card(
    t: Language, current_match: Match, past_match: Match, image: Picture, flip: bool, lead: str
) -> Post:
    """A match as it was ``past_match``, with ways to go through it as it is ``current_match``."""
    ply = past_match.state.ply
    to_move = past_match.state.to_move
    turn_lines = phrases.turn_lines(
        t, past_match, past_match.turns if ply else (), current_match.state.turns
    )
    if not turn_lines:
        turn_lines = [t(texts.PAST, n=past_match.state.turns, last=current_match.state.turns)]
    buttons = [button(t.label(texts.THINK), TryLines(past_match.id, ply))]
    if current_match.status != "running" and current_match.reason != "adjourned":
        if to_move is not None:
            buttons.append(button(t.label(texts.PLAY_ON), PlayOnFrom(past_match.id, ply)))
        if current_match.decisions:
            buttons.append(button(t.label(texts.ANALYSE), Analyse(past_match.id)))
    return post(
        text(
            lead or None,
            t(texts.TITLE, game=past_match.game.name, match=past_match.name),
            *turn_lines,
            None if current_match.imported is None else phrases.players(t, current_match),
        ),
        picture(image),
        row(*_pager(t, past_match, ply, current_match.state.ply, flip)),
        _jumps(t, current_match, ply, flip),
        row(*buttons),
        colour=phrases.colour(past_match.game, to_move) or GREY,
    )


def _pager(t: Language, match: Match, ply: int, last_ply: int, flip: bool) -> list[Button]:
    """Buttons to the start, one decision back or on, to the end, and to see the other side."""
    targets = (0, max(0, ply - 1), min(last_ply, ply + 1), last_ply)
    buttons = list[Button]()
    for (step, label), target in zip(STEPS, targets, strict=True):
        press = LookThrough(match.id, step, flip, target)
        buttons.append(button(label, press, disabled=target == ply))
    turn_board = LookThrough(match.id, "e", not flip, ply)
    buttons.append(button(t.label(texts.FLIP), turn_board))
    return buttons


def _jumps(t: Language, match: Match, ply: int, flip: bool) -> ButtonRow | None:
    """The menu that leads to the position after any turn; of many turns those about ``ply``, and
    some of the others.
    """
    ends = (0, *match.history.ends())
    current_turn = next(number for number, end in enumerate(ends) if end >= ply)
    options = {
        ends[number]: _turn_label(t, match, ends, number)
        for number in stops(len(ends), current_turn)
    }
    if len(options) <= 2:
        return None
    return menu(t.label(texts.JUMP), JumpTo(match.id, flip), options, ends[current_turn])


def _turn_label(t: Language, match: Match, ends: Sequence[int], number: int) -> str:
    """What a turn is called in the menu.

    :param ends: after how many decisions each turn ends, from 0 for the start of the match
    :param number: of the turn, from 1; 0 for the start of the match
    """
    if number == 0:
        return t.label(texts.JUMP_START)
    start = begin(match.game, match.options)
    earlier_decisions = match.decisions[: ends[number - 1]]
    decisions = match.decisions[ends[number - 1] : ends[number]]
    moves = phrases.in_list(t, decisions, start, earlier_decisions)
    mark = phrases.mark(match.game, (number - 1) % 2)
    return t.label(texts.JUMP_TURN, 100, n=number, mark=mark, moves=moves)


def stops(count: int, current: int) -> list[int]:
    """At most 25 of the numbers below ``count``: the first, the last, those about ``current``, and
    some evenly between.
    """
    if count <= MOST_OPTIONS:
        return list(range(count))
    nearby = range(max(0, current - NEAR), min(count, current + NEAR + 1))
    numbers = {0, *nearby, count - 1}
    other_numbers = [number for number in range(count) if number not in numbers]
    room = MOST_OPTIONS - len(numbers)
    for step in range(room):
        middle = (2 * step + 1) * len(other_numbers) // (2 * room)
        numbers.add(other_numbers[middle])
    return sorted(numbers)
