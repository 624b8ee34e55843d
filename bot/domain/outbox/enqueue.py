"""Notices on their way into the outbox: whom an event is for, where it is posted, and from when
on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Required, TypedDict, TypeVar, Unpack

from bot.domain.events import DomainEvent, Notice
from bot.domain.hours import LAST_WORD, tell_at
from bot.domain.members import repository as members
from bot.domain.members.repository import Member
from bot.domain.outbox import repository
from bot.domain.outbox.repository import LEASE
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, InteractionRef

E = TypeVar("E", bound=DomainEvent)


class NoticeAddress(TypedDict, total=False):
    """Where a notice goes, whom it pings and what it is about.

    In a channel it is posted at once, without a sound while the pinged member is asleep.

    :param public: by default, it has a post in the channel; otherwise it is only for that member,
        by direct message if they prefer that, or not at all.
    :param notices: the pinged member's setting; looked up if missing.
    :param language: the server's; looked up if missing.
    :param not_before: the earliest time to send it.
    :param alone_at: the earliest for that member alone; by default in their waking hours.
    """

    scope: Required[int]
    channel: Required[int]
    ping: int | None
    match: int | None
    challenge: int | None
    interaction: InteractionRef | None
    public: bool
    notices: str | None
    language: str | None
    not_before: datetime | None
    alone_at: datetime | None


@dataclass(frozen=True, slots=True)
class _Wishes:
    """How a member wants to be told of an event; the same for nobody in particular.

    :param notices: as in their settings: ``channel``, ``dm``, ``both`` or ``none``.
    :param alone_at: the earliest time to tell them alone.
    """

    notices: str
    alone_at: datetime

    @property
    def by_ping(self) -> bool:
        """Whether the post in the channel pings them."""
        return self.notices in ("channel", "both")

    @property
    def by_direct_message(self) -> bool:
        """Whether they get a direct message."""
        return self.notices in ("dm", "both")


async def enqueue(work: UnitOfWork, event: E, **address: Unpack[NoticeAddress]) -> Notice[E] | None:
    """Enqueue an event as its member wants.

    Returns the channel's notice, claimed for the caller of an interaction; None if there is none.
    """
    user = _member_to_ping(address)
    not_before = max(work.now, address.get("not_before") or work.now)
    wishes = await _wishes(work, event, user, address)
    alone_at = max(not_before, wishes.alone_at)
    notice = _notice(work, event, address)
    if user is not None and wishes.by_direct_message:
        direct = replace(notice, channel=None, dm=user, ping=user, interaction=None, attempts=0)
        await repository.add(work, direct, alone_at)
    is_public = address.get("public", True)
    if not is_public and not wishes.by_ping:
        return None
    if wishes.by_ping:
        notice = replace(notice, ping=user)
    if notice.interaction is not None:
        next_try = work.now + LEASE
    elif is_public:
        next_try = not_before
    else:
        next_try = alone_at
    key = await repository.add(work, notice, next_try)
    return replace(notice, id=key)


def _member_to_ping(address: NoticeAddress) -> int | None:
    """The member whom a notice pings; None for nobody, and for who is no person."""
    user = address.get("ping")
    return None if user is None or user <= COMPUTER else user


def _notice(work: UnitOfWork, event: E, address: NoticeAddress) -> Notice[E]:
    """The notice for the channel of an address, which pings nobody yet."""
    interaction = address.get("interaction")
    return Notice(
        id=0,
        event=event,
        scope=address["scope"],
        channel=address["channel"],
        dm=None,
        ping=None,
        match=address.get("match"),
        challenge=address.get("challenge"),
        interaction=interaction,
        created_at=work.now,
        attempts=0 if interaction is None else 1,
        language=address.get("language"),
    )


async def _wishes(
    work: UnitOfWork, event: DomainEvent, user: int | None, address: NoticeAddress
) -> _Wishes:
    """How a member wants to be told of an event: as the address says, else by their settings."""
    notices = address.get("notices")
    alone_at = address.get("alone_at")
    if user is None:
        return _Wishes("channel", alone_at or work.now)
    if notices is None or alone_at is None:
        member = await members.member(work.connection, user)
        notices = notices or _notices_setting(member, address)
        alone_at = alone_at or _alone_at(member, event, work.now)
    return _Wishes(notices, alone_at)


def _notices_setting(member: Member, address: NoticeAddress) -> str:
    """How a member wants to be notified of what is addressed to them."""
    notices = member.settings.notices
    # A challenge has a setting of its own: who turned notices of turns off is still asked.
    is_challenge = address.get("challenge") is not None and address.get("public", True)
    return "channel" if is_challenge and notices == "none" else notices


def _alone_at(member: Member, event: DomainEvent, now: datetime) -> datetime:
    """When to send an event to a member alone."""
    if event.calls_to_move and not member.settings.hold_dms:
        return now
    hours = member.settings.waking(member.rhythm.moves)
    deadline = None if event.ends is None else event.ends - LAST_WORD
    return tell_at(hours, now, deadline=deadline)


async def enqueue_for_followers(
    work: UnitOfWork, event: DomainEvent, users: Mapping[int, datetime], *, scope: int, match: int
) -> None:
    """Write a direct message to each follower of a match, not to be sent before their time, in
    place of one that still waits: who only watches is told how the match stands, not how it stood.

    :param users: the earliest time for each follower, by user id.
    """
    if not users:
        return
    await repository.delete_unsent_to_followers(work, match, users.keys())
    await repository.add_for_followers(work, event, users, scope=scope, match=match)
