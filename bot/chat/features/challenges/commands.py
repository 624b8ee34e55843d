"""``/play``: challenge a member or anyone, or begin a match against the computer at once."""

from __future__ import annotations

import discord

from bot.chat.board import completion
from bot.chat.discord.commands import game_choices, labelled, slash
from bot.chat.discord.permissions import require_allowed, tell_missing
from bot.chat.discord.reply import Reply
from bot.chat.features.challenges import feature, texts
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.typed import english_clock
from bot.domain import clocks
from bot.domain.errors import Refused
from bot.domain.opponent import DEFAULT, LEVEL_NAMES
from bot.domain.values import Person
from games.players import level_of


@feature.command
@slash(
    "play",
    texts.ABOUT_PLAY,
    options=texts.PLAY_OPTIONS,
    choices={
        "game": game_choices(),
        "side": labelled(shared.SIDES),
        "level": labelled(shared.LEVELS),
        "explore": labelled(texts.EXPLORE),
    },
    complete={"variant": completion.variant, "clock": completion.clock},
    work="board",
)
async def play(
    reply: Reply,
    game: str,
    opponent: discord.User | None = None,
    variant: str = "",
    side: str = "random",
    clock: str = "",
    rated: bool = False,
    note: str = "",
    level: str = "",
    explore: str = "yes",
) -> None:
    await require_allowed(reply)
    challenges = reply.services.challenges
    variant = phrases.variant_meant(reply.t, game, variant)
    if _computer_wanted(reply, opponent, level, rated, clock):
        number = LEVEL_NAMES.index(level_of(level or DEFAULT).name)
        begun = await challenges.play_computer(
            reply.place, reply.person, game, number, variant=variant, side=side, explore=explore != "no", via=reply.via
        )
        await reply.publish(begun.notice)
    else:
        if opponent is not None and opponent.bot:
            raise Refused(texts.NO_BOTS)
        if reply.interaction.context.dm_channel:
            raise Refused(texts.ALONE)
        offered = await challenges.make(
            reply.place,
            reply.person,
            game,
            opponent=None if opponent is None else Person(opponent.id, opponent.display_name),
            variant=variant,
            side=side,
            clock=english_clock(clock),
            rated=rated,
            note=note,
            explore=explore != "no",
            via=reply.via,
        )
        await reply.publish(offered.notice)
    await tell_missing(reply)


def _computer_wanted(reply: Reply, opponent: discord.User | None, level: str, rated: bool, clock: str) -> bool:
    """Whether a match against the computer is asked for. Raises Refused for options that do not go with it."""
    if opponent is None or opponent.id == reply.services.gateway.me:
        if opponent is None and not level:
            return False
        if rated:
            raise Refused(texts.COMPUTER_UNRATED)
        if clocks.parse(english_clock(clock)):
            raise Refused(texts.COMPUTER_NO_CLOCK)
        return True
    if level and not opponent.bot:
        raise Refused(texts.LEVEL_FOR_COMPUTER, name=opponent.display_name)
    return False
