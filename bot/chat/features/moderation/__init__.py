"""What those who manage a server can do about members, matches and what is written in them."""

from bot.chat.discord.delivery.notices import Composer
from bot.chat.discord.feature import Feature
from bot.chat.features.moderation import commands, posts, texts
from bot.domain.matches.events import MatchStopped

feature = Feature(
    "moderation",
    commands=commands.COMMANDS,
    groups={"moderate": texts.ABOUT_MODERATE},
    composers=(Composer(MatchStopped, posts.compose_stopped),),
)
