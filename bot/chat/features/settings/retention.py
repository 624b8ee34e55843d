"""What is deleted after a while: each promise of docs/privacy.md with the job that keeps it."""

from bot.chat.discord.feature import Job
from bot.chat.features.settings import feature

HOUR = 3600.0

feature.jobs += (
    Job("data of servers that were left", HOUR, lambda services: services.privacy.purge_left_servers()),
    Job("private channels that are no longer used", HOUR, lambda services: services.privacy.purge_unused_places()),
    Job("posts that cannot be sent", HOUR, lambda services: services.outbox.expire()),
    Job("deletions of long ago", HOUR, lambda services: services.privacy.prune()),
    Job("remains of what was deleted", HOUR, lambda services: services.privacy.erase_remains()),
)
