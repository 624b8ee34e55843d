"""Events of Discord that discord.py cannot read: each is left out, instead of ending the bot.

discord.py lets what fails in reading an event end the whole client, and has no public way to change that: its readers
are in ``ConnectionState.parsers``, by the names of the events. Tested in ``test_unreadable_events``.
"""

import logging
from collections.abc import Callable

import discord

log = logging.getLogger(__name__)

NEEDED = ("READY", "RESUMED")
"""Events without which the bot could not go on."""


def leave_out_unreadable(client: discord.Client) -> None:
    """Log an event that cannot be read in one line, and go on. To be called before the client is started."""
    parsers = client._connection.parsers
    for event, read in parsers.items():
        if event not in NEEDED:
            parsers[event] = _tolerant(event, read)


def _tolerant(event: str, read: Callable[[object], None]) -> Callable[[object], None]:
    def tolerant(data: object) -> None:
        try:
            read(data)
        except Exception as error:
            log.error("an event of Discord cannot be read and is left out: %s (%r)", event, error)

    return tolerant
