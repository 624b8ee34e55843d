"""Posting a private card to the channel: who may, about whom, and how often."""

from collections.abc import Awaitable, Callable, Collection

from bot.chat.discord.components import Post
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.permissions import require_channel
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply
from bot.chat.language import texts
from bot.chat.language.i18n import Language, Markup, mention, moment
from bot.domain.errors import LimitReached, Refused
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER


async def require_seen_by_all(reply: Reply, match: Match) -> None:
    """Raises Refused where not everybody who reads this channel may see one in which a match is
    played.
    """
    place = reply.place
    channels = {side.channel for side in match.sides if side.scope == reply.scope}
    if reply.interaction.context.dm_channel:
        return  # nobody else reads those
    if not channels & set(
        await reply.services.visibility.of_readers(place.scope, place.channel, channels)
    ):
        raise Refused("not everyone who reads this channel can see the one where that was played")


async def share(
    reply: Reply,
    press: Press,
    compose: Callable[[Language], Awaitable[Post]],
    about: Collection[int] = (),
) -> None:
    """Post what ``compose`` makes, about some members, in the server's language for everyone who
    reads the channel.

    ``press`` names the card: the same one is not posted twice in a row. Raises Refused,
    LimitReached.
    """
    await require_channel(reply)
    place = reply.place
    if place.guild and not await reply.services.visibility.writes(
        reply.interaction, place.scope, place.channel
    ):
        raise Refused("you can’t write in this channel, so nothing is posted for you here")
    await _require_theirs(reply, {user for user in about if user > COMPUTER} - {reply.user})
    count_post(reply, place.channel, str(press))
    card = await compose(await reply.shared(posted=True))
    await reply.show_all(card)


def count_post(reply: Reply, channel: int, card: str) -> None:
    """Count a card that the member posts to a channel. Raises LimitReached."""
    again = reply.services.gate.post(reply.user, channel, card)
    if again is not None:
        raise LimitReached(texts.TOO_MANY_POSTS[again[0]], when=moment(again[1], "R"))


def posted_by(t: Language, reply: Reply) -> Markup:
    """Who has posted a card, in small print below it."""
    return t(texts.POSTED_BY, who=mention(reply.user))


async def _require_theirs(reply: Reply, others: Collection[int]) -> None:
    """Raises Refused where one cannot read the channel or a block stands between; the words do not
    tell which.
    """
    refused = await reply.services.blocks.between(reply.user, others)
    if not refused and reply.place.guild:
        try:
            for other in others:
                refused |= not await reply.services.visibility.of_user(
                    other, reply.scope, (reply.place.channel,)
                )
        except FAILURES:
            refused = True
    if refused:
        raise Refused("a card about other members can only be posted where they read along")
