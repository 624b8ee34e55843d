"""The one route of threads that SimCord does not know: those of a server that are not archived."""

from typing import Any

from simcord.backend import serializers
from simcord.http.router import RequestContext, route


@route("GET", "/guilds/{guild_id}/threads/active")
def active_threads(ctx: RequestContext) -> Any:
    """As Discord answers, but for who has joined which thread."""
    threads = [
        serializers.thread_payload(ctx.backend, channel)
        for channel in ctx.backend.channels.values()
        if channel.is_thread and str(channel.guild_id) == ctx.args["guild_id"]
    ]
    return {"threads": threads, "members": []}
