"""Reaching Discord: what is said of failed attempts, and which of Discord's refusals last however
often one tries.
"""

import logging
import math

import discord

REACH_SECONDS = 20.0
"""Seconds after which an attempt to log in, or to connect to the gateway, is given up and told to
the host.
"""

TOKEN_REFUSED = 4004
SHARDING_REQUIRED = 4011
INTENTS_REFUSED = 4014
LASTING = {
    TOKEN_REFUSED: "DISCORD_TOKEN was refused by Discord; copy it anew from the developer portal",
    4010: "SHARD_IDS or SHARD_COUNT cannot be used: Discord refuses such a shard",
    SHARDING_REQUIRED: (
        "SHARD_COUNT cannot be used: Discord asks for more shards; raise it, or leave it unset"
    ),
    4012: "Discord no longer serves this version of the program; update it",
    4013: "Discord refuses the intents of this version of the program; update it",
    INTENTS_REFUSED: "Discord refuses the intents of this version of the program; update it",
}
"""What the gateway's close codes after which trying again is no use mean for a host."""


def lasting_refusal(error: Exception) -> str | None:
    """What to tell the host where Discord has refused the bot for good; None for anything that may
    pass.
    """
    if isinstance(error, discord.LoginFailure):
        return LASTING[TOKEN_REFUSED]
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return LASTING[INTENTS_REFUSED]
    if isinstance(error, discord.ConnectionClosed):
        return LASTING.get(error.code)
    return None


def why(error: BaseException) -> str:
    """Why an attempt failed, in one line."""
    message = " ".join(str(error).split())
    if isinstance(error, TimeoutError) and not message:
        return "it cannot be reached, no answer in time"
    return message or type(error).__name__


def in_one_line(record: logging.LogRecord) -> bool:
    """A filter of discord.py's log of its shards: an attempt to connect that failed is a warning of
    one line.

    discord.py logs it as an error with its traceback, although it goes on trying.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is None or not isinstance(record.args, tuple) or not record.args:
        return True
    shard, *wait = record.args
    retry = "in a few seconds"
    if wait and isinstance(wait[0], float):
        retry = f"in {math.ceil(wait[0])} s"
    record.levelno = logging.WARNING
    record.levelname = "WARNING"
    record.msg = "waiting for Discord (the gateway of shard %s: %s); tried again %s"
    record.args = (shard, why(error), retry)
    record.exc_info = record.exc_text = None
    return True


logging.getLogger("discord.shard").addFilter(in_one_line)
