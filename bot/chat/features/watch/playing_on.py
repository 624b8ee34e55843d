"""Playing on against the computer from any position of a match that is over."""

from __future__ import annotations

import discord

from bot.chat.board import boards
from bot.chat.board.links import PlayOnFrom
from bot.chat.discord.components import BLURPLE, Row, menu, picture, post, text
from bot.chat.discord.permissions import require_allowed
from bot.chat.discord.press import MatchPress, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.watch import feature, texts
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from bot.domain.errors import Refused
from bot.domain.matches.match import Match
from bot.domain.opponent import LEVEL_NAMES
from render import Look


@feature.on(PlayOnFrom, work="board")
async def ask(reply: Reply, press: PlayOnFrom) -> None:
    """Ask for the member's side and the computer's level. Raises Refused."""
    t, then = reply.t, await _position(reply, press.match, press.ply)
    look: Look = reply.look()
    image = await reply.services.images.match(then, ended=False, **look)
    await reply.private(
        post(
            text(t(texts.PLAY_ON, match=then.name, n=press.ply), t(texts.PLAY_ON_HINT)),
            picture(image),
            *(_levels(t, then, seat) for seat in ((0, 1) if not then.state.to_move else (1, 0))),
            colour=phrases.colour(then.game, then.state.to_move) or BLURPLE,
        ),
        anew=True,
    )


class PlayFromHere(MatchPress, action="playfrom"):
    """Play on at ``ply`` against the computer at the chosen level, in the ``second`` seat or the first."""

    ply: Version
    second: bool


@feature.on(PlayFromHere, work="board")
async def play(reply: Reply, press: PlayFromHere) -> None:
    """Begin a match against the computer with the decisions before the position. Raises Refused."""
    level = reply.values[0] if reply.values else ""
    if level not in LEVEL_NAMES:
        raise no_such_button()
    await require_allowed(reply)
    then = await _position(reply, press.match, press.ply)
    change = await reply.services.challenges.play_computer(
        reply.place,
        reply.person,
        then.game.slug,
        LEVEL_NAMES.index(level),
        side="second" if press.second else "first",
        options=then.options,
        given=then.decisions,
        via=reply.via,
    )
    await reply.publish(change.notice)


async def _position(reply: Reply, match: int, ply: int) -> Match:
    """A match that is over, at ``ply``. Raises Refused where the member may not play on."""
    over = await reply.watched(match)
    if over.status == "running" or over.reason == "adjourned":
        raise Refused("{name} isn’t over; you can play on from it against the computer once it is", name=over.name)
    then = await boards.at(reply, over, ply)
    if then.state.to_move is None:
        raise Refused("the game is over in that position")
    await reply.services.imports.require_no_help(reply.user, then.game.slug, lambda: [then.state])
    return then


def _levels(t: Language, match: Match, seat: int) -> Row:
    """The menu of levels for the member in a seat."""
    says = {"mark": phrases.mark(match.game, seat), "side": phrases.seat_name(t, match.game, seat)}
    labels = {name: t.label(texts.PLAY_ON_AT, 100, level=t.label(shared.LEVELS[name]), **says) for name in LEVEL_NAMES}
    options = [discord.SelectOption(label=label, value=name) for name, label in labels.items()]
    ply = match.state.ply
    return menu(t.label(texts.PLAY_ON_AS, 150, **says), PlayFromHere(match.id, ply, bool(seat)), options)
