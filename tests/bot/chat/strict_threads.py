"""What Discord refuses at opening threads, which SimCord lets pass: wrong types, missing and
reserved tags, limits.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.enums import ChannelType
from simcord.http import client

from .conftest import Club

NEWS_THREAD = 10
PUBLIC_THREAD = 11
REQUIRE_TAG = 1 << 4


@dataclass
class StrictThreads:
    """``required``: forums in which each post needs a tag.

    ``full``: servers with as many threads as there may be. ``blocked``: words that no title may
    have. ``asked``: how often a thread was asked for, ``opened``: and opened, of which ``types``.
    """

    required: set[int] = field(default_factory=set)
    full: set[int] = field(default_factory=set)
    blocked: set[str] = field(default_factory=set)
    asked: int = 0
    opened: int = 0
    types: list[int] = field(default_factory=list)

    def refusal(self, backend: Any, channel: int, body: dict[str, Any]) -> BackendError | None:
        parent = backend.get_channel(channel)
        if parent.guild_id in self.full:
            return BackendError(400, 160006, "Maximum number of active threads reached")
        if any(word in body["name"] for word in self.blocked):
            return BackendError(400, 200001, "Title was blocked by automatic moderation")
        if parent.type == ChannelType.FORUM:
            return self._tag_refusal(backend, parent, body)
        kind = NEWS_THREAD if parent.type == ChannelType.NEWS else PUBLIC_THREAD
        if body.get("type") != kind:
            return BackendError(400, 50024, "Cannot execute action on this channel type")
        return None

    def _tag_refusal(self, backend: Any, forum: Any, body: dict[str, Any]) -> BackendError | None:
        moderated = {int(tag["id"]) for tag in forum.available_tags if tag.get("moderated")}
        tag_ids = {int(tag) for tag in body.get("applied_tags") or ()}
        rights = backend.compute_permissions(forum.guild_id, backend.bot_user.id, forum.id)
        if tag_ids & moderated and not rights & (1 << 34):
            return BackendError(
                403, 40066, "There are no tags available that can be set by non-moderators"
            )
        if forum.id in self.required and not tag_ids:
            return BackendError(
                400, 40067, "A tag is required to create a forum post in this channel"
            )
        return None


@contextmanager
def strict_threads() -> Iterator[StrictThreads]:
    """Refuse what Discord refuses."""
    rules = StrictThreads()
    dispatch = client.router.dispatch

    def dispatched(backend: Any, method: str, path: str, **more: Any) -> object:
        parts = path.strip("/").split("/")
        if method == "POST" and parts[0] == "channels" and parts[-1] == "threads":
            rules.asked += 1
            error = rules.refusal(backend, int(parts[1]), more["json"])
            if error is not None:
                raise error
            rules.opened += 1
            rules.types.append(more["json"].get("type", PUBLIC_THREAD))
            # SimCord knows no threads for announcements.
            more["json"] = more["json"] | {"type": PUBLIC_THREAD}
        return dispatch(backend, method, path, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client.router, "dispatch", dispatched)
        yield rules


def require_tags(club: Club, forum: int, rules: StrictThreads) -> None:
    """Have a forum require a tag of each post, and tell the bot so."""
    rules.required.add(forum)
    backend = club.env.backend
    payload = dict(serializers.channel_payload(backend, backend.get_channel(forum)))
    backend.emit("CHANNEL_UPDATE", payload | {"flags": REQUIRE_TAG})
