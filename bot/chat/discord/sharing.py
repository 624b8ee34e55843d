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
    if reply.interaction.context.dm_channel:
        return  # nobody else reads those
    place = reply.place
    channels = {side.channel for side in match.sides if side.scope == reply.scope}
    seen_by_all = await reply.services.visibility.of_readers(place.scope, place.channel, channels)
    if channels.isdisjoint(seen_by_all):
        raise Refused("not everyone who reads this channel can see the one where that was played")


async def share(
    reply: Reply,
    press: Press,
    compose: Callable[[Language], Awaitable[Post]],
    subjects: Collection[int] = (),
) -> None:
    """Post a card for everyone who reads the channel. Raises Refused, LimitReached.

    :param press: names the card: the same one is not posted twice in a row
    :param compose: makes the card, in the server's language
    :param subjects: the members of whom the card tells
    """
    await require_channel(reply)
    place = reply.place
    visibility = reply.services.visibility
    if place.guild and not await visibility.writes(reply.interaction, place.scope, place.channel):
        raise Refused("you can’t write in this channel, so nothing is posted for you here")
    others = {user for user in subjects if user > COMPUTER and user != reply.user}
    await _require_readers(reply, others)
    count_post(reply, place.channel, str(press))
    card = await compose(await reply.shared(for_everyone=True))
    await reply.show_all(card)


def count_post(reply: Reply, channel: int, card: str) -> None:
    """Count a card that the member posts to a channel. Raises LimitReached."""
    refusal = reply.services.gate.post(reply.user, channel, card)
    if refusal is not None:
        raise LimitReached(texts.TOO_MANY_POSTS[refusal.limit], when=moment(refusal.end, "R"))


def posted_by(t: Language, reply: Reply) -> Markup:
    """Who has posted a card, in small print below it."""
    return t(texts.POSTED_BY, who=mention(reply.user))


async def _require_readers(reply: Reply, others: Collection[int]) -> None:
    """Raises Refused where one cannot read the channel or a block stands between; the words do not
    tell which.
    """
    blocks = await reply.services.blocks.between(reply.user, others)
    if blocks or not await _read_here(reply, others):
        raise Refused("a card about other members can only be posted where they read along")


async def _read_here(reply: Reply, members: Collection[int]) -> bool:
    """Whether it is certain that members may view the channel."""
    if not reply.place.guild:
        return True
    channels = (reply.place.channel,)
    try:
        for member in members:
            if not await reply.services.visibility.of_user(member, reply.scope, channels):
                return False
    except FAILURES:
        return False
    return True
