"""The post of a challenge: with its buttons while it is open, else what became of it."""

from __future__ import annotations

from bot.chat.discord.components import Post
from bot.chat.discord.services import Services
from bot.chat.features.challenges import cards, feature
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.domain.challenges.events import (
    ChallengeCountered,
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeMade,
    ChallengeWithdrawn,
)
from bot.domain.events import Event, Notice


@feature.composes(ChallengeMade, ChallengeCountered, ChallengeDeclined, ChallengeWithdrawn, ChallengeExpired)
async def compose(services: Services, t: Language, notice: Notice[Event]) -> Post:
    """The post of a notice about a challenge."""
    assert notice.challenge is not None
    challenge = await services.challenges.get(notice.challenge)
    t.names = phrases.names_for(notice.dm, ((one.id, one.name) for one in (challenge.maker, challenge.target) if one))
    if isinstance(notice.event, ChallengeMade | ChallengeCountered) and challenge.status == "open":
        board = await services.images.start(challenge.game, challenge.options, say=t.say)
        usual = (await services.members.get(challenge.maker.id)).rhythm.usual()
        return cards.challenge(t, challenge, board, notice, usual)
    match = None if challenge.match is None else await services.matches.get(challenge.match)
    return cards.closed(t, challenge, match, notice)
