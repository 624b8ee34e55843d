"""The card behind ⋯: what else a member may do in a match, as a player or as one who watches."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.chat.board import links
from bot.chat.board.cards import details
from bot.chat.board.requests import (
    claims,
    ends_alone,
    ends_by_resigning,
    request_buttons,
    resign,
    resume,
    withdrawals,
)
from bot.chat.discord.components import Button, Post, button, post, row, rows, text
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language
from bot.domain.errors import allowed
from bot.domain.matches import endings
from bot.domain.matches.followers import Follows
from bot.domain.matches.match import Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.values import COMPUTER

WIDTH = 5  # buttons in a row


@dataclass(frozen=True, slots=True)
class MoreButtons:
    """What a member may do in a match beside moving, in groups.

    :param claims: how a match is settled whose other player is out of time or gone
    :param asks: what is asked of the other player, or agreed to, and the way out of a pause
    :param withdrawals: what they have asked and may withdraw
    :param ends: how they end the match alone
    :param thinking: to try lines and to prepare answers
    :param hearing: to be sent more or less of it
    :param helping: what helps with it
    """

    claims: tuple[Button, ...] = ()
    asks: tuple[Button, ...] = ()
    withdrawals: tuple[Button, ...] = ()
    ends: tuple[Button, ...] = ()
    thinking: tuple[Button, ...] = ()
    hearing: tuple[Button, ...] = ()
    helping: tuple[Button, ...] = ()


def more_buttons(
    t: Language, match: Match, reader: int, follows: Follows | None = None
) -> MoreButtons:
    """What a member may do in a match, as a player or as one who watches.

    :param follows: what of the match is sent to the reader
    """
    buttons = MoreButtons(
        thinking=tuple(_thinking_buttons(t, match, reader)),
        hearing=tuple(_follow_buttons(t, match, reader, follows)),
        helping=tuple(_help_buttons(t, match, reader)),
    )
    seat = match.seat_of(reader)
    if seat is None:
        return buttons
    claimable = allowed(endings.claim, match, reader, "win")
    opponent_left = claimable and match.absent_seat == 1 - seat
    claim_buttons = list[Button]()
    if claimable:
        claim_buttons += claims(t, match, opponent_left=opponent_left)
    end_buttons = list[Button]()
    # A match that has hardly begun and whose opponent has left is called off by a claim.
    if match.status == "running" and (ends_by_resigning(match) or not opponent_left):
        end_buttons.append(ends_alone(t, match))
    return replace(
        buttons,
        claims=tuple(claim_buttons),
        asks=tuple(_asks(t, match, seat)),
        withdrawals=tuple(withdrawals(t, match, reader)),
        ends=tuple(end_buttons),
    )


def more_card(
    t: Language, match: Match, reader: int, *, follows: Follows | None = None, lead: str = ""
) -> Post:
    """What a member may do in a match beside moving.

    :param follows: what of the match is sent to the reader
    :param lead: a line to put before it
    """
    buttons = more_buttons(t, match, reader, follows)
    return post(
        text(
            lead or None,
            t(texts.MORE_TITLE, match=match.name),
            phrases.players(t, match),
            phrases.banks(t, match),
            *phrases.away(t, match),
            details(t, match),
            *_warnings(t, match, match.seat_of(reader), may_ask=bool(buttons.asks)),
        ),
        row(*buttons.claims),
        *rows([*buttons.asks, *buttons.withdrawals, *buttons.ends], WIDTH),
        row(*buttons.thinking, *buttons.hearing),
        row(*buttons.helping),
    )


def _warnings(t: Language, match: Match, seat: int | None, *, may_ask: bool) -> Iterator[str]:
    """What the opponent of a player sees of what the buttons do."""
    if seat is None or COMPUTER in match.seats:
        return
    if seat == match.to_move and not match.rated:
        yield t(texts.HINT_SEEN)
    if may_ask:
        yield t(texts.ASKS_PING, who=phrases.who(t, match.seats[1 - seat]))


def _asks(t: Language, match: Match, seat: int) -> list[Button]:
    """What a player may ask of the opponent, and the way on out of a pause."""
    buttons = request_buttons(t, match, seat)
    if match.status == "running" and match.paused:
        end_pause = resume(t, match, seat)
        if end_pause is not None:
            buttons.append(end_pause)
    return buttons


def _thinking_buttons(t: Language, match: Match, reader: int) -> Iterator[Button]:
    """The buttons to try lines and to prepare answers."""
    is_running = match.status == "running"
    plays = match.seat_of(reader) is not None
    if match.explore or not is_running:
        yield button(t.label(texts.THINK), links.OpenThink(match.id, match.state.ply))
    if plays and is_running and match.mover != reader:
        yield button(t.label(texts.PLAN), links.OpenPrepared(match.id))


def _follow_buttons(
    t: Language, match: Match, reader: int, follows: Follows | None
) -> Iterator[Button]:
    """The buttons to be sent more or less of a match."""
    is_running = match.status == "running"
    watches = is_running and match.seat_of(reader) is None
    highlights = follows == "highlights"
    if watches:
        label = texts.UNFOLLOW if follows else texts.FOLLOW
        yield button(t.label(label), links.FollowMatch(match.id, bool(follows)))
    if watches or highlights:
        label = texts.EVERY_TURN if highlights else texts.ONLY_HIGHLIGHTS
        yield button(t.label(label), links.FollowHighlights(match.id, not highlights))
    if is_running and match.mover == reader:
        yield button(t.label(texts.SNOOZE), links.Snooze(match.id))


def may_ask_hint(match: Match, reader: int) -> bool:
    """Whether a player may have a hint now: on their turn of an unrated match, where a handicap has
    not given all of them.
    """
    seat = match.seat_of(reader)
    if match.status != "running" or match.rated or seat is None or match.mover != reader:
        return False
    return match.hints_left(seat) != 0


def _help_buttons(t: Language, match: Match, reader: int) -> Iterator[Button]:
    """The buttons that help with a match, and to resign where that is not usual yet."""
    is_running = match.status == "running"
    if is_running and waiting.can_nudge(match, reader):
        yield button(t.label(texts.NUDGE), links.Nudge(match.id))
    if may_ask_hint(match, reader):
        yield button(t.label(texts.HINT), links.AskHint(match.id))
    look_through = links.LookThrough(match.id, "a", False, match.state.ply)
    yield button(t.label(texts.LOOK_THROUGH), look_through)
    yield button(t.label(texts.RULES), links.ShowRules(match.id))
    if is_running and match.seat_of(reader) is not None and not ends_by_resigning(match):
        yield resign(t, match)
