"""What each of Discord's errors means for each kind of request, by its JSON code and status.

The codes are those of https://discord.com/developers/docs/topics/opcodes-and-status-codes#json. A
code that is in no table here may pass: only what is known to last is taken as lasting.
"""

import enum
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

import discord

from bot.chat.discord.gateway.failures import FAILURES

T = TypeVar("T")


class Meaning(enum.Enum):
    """What an error says about a request."""

    GONE = "what it is about does not exist"
    NOT_ALLOWED = "the bot may not do that there"
    NOT_POSSIBLE = "not in the way it was asked for"
    PASSING = "the same request may be taken later"


class ApiRequest(enum.Enum):
    """What the bot asks of Discord."""

    POST = "send a message to a channel"
    DIRECT = "open somebody's direct messages, or send to them"
    ANSWER = "give, change or look at the answer to an interaction"
    CHANGE = "edit or delete a message"
    THREAD = "open a thread, or change its tags"
    LOOK = "look at a server, a channel or its messages"
    MEMBER = "look at a member of a server or thread"
    EVENT = "make, change or delete a server's event"
    COMMANDS = "register the commands"


class Cause(enum.Enum):
    """What stands in the way of a request that is not possible, and can be left out or changed."""

    TAG_REQUIRED = "the forum wants a tag"
    TAGS = "the tags"
    LIMIT = "a limit of the server"
    TYPE = "the type of the channel"
    WORDS = "words that are blocked"
    FILES = "the files"
    FORM = "the form of the request"


NO_LEAVE: Final = "NOT_ALLOWED"
"""The key of trouble with a channel in which the bot may open no thread."""


@dataclass(frozen=True, slots=True)
class ThreadTrouble:
    """Why the latest match of a server got no thread in the channel ``parent``, or not as it should
    be.

    :param key: the name of a ``Cause``, or NO_LEAVE
    """

    parent: int
    key: str


ACKNOWLEDGED: Final = 40060
"""The code for an interaction that has been answered already."""

ARCHIVED: Final = 50083
"""The code for what is not done in a thread while it is archived, such as changing a message."""

_IN_A_CHANNEL: Final = frozenset(
    (ApiRequest.POST, ApiRequest.DIRECT, ApiRequest.CHANGE, ApiRequest.THREAD, ApiRequest.LOOK)
)
_GONE: Final[Mapping[int, frozenset[ApiRequest]]] = {
    10002: frozenset((ApiRequest.ANSWER,)),  # unknown application
    10003: _IN_A_CHANNEL | {ApiRequest.ANSWER},  # unknown channel
    # unknown server
    10004: frozenset(
        (ApiRequest.POST, ApiRequest.CHANGE, ApiRequest.THREAD, ApiRequest.LOOK, ApiRequest.EVENT)
    ),
    10007: frozenset((ApiRequest.MEMBER,)),  # unknown member
    10008: frozenset((ApiRequest.CHANGE, ApiRequest.ANSWER)),  # unknown message
    10012: frozenset((ApiRequest.ANSWER,)),  # unknown token
    10013: frozenset((ApiRequest.MEMBER, ApiRequest.DIRECT)),  # unknown user
    10015: frozenset((ApiRequest.ANSWER,)),  # unknown webhook: the interaction is over
    10062: frozenset((ApiRequest.ANSWER,)),  # unknown interaction
    10070: frozenset((ApiRequest.EVENT,)),  # unknown event
    ACKNOWLEDGED: frozenset((ApiRequest.ANSWER,)),
    40094: frozenset((ApiRequest.ANSWER,)),  # it has had all the messages that may follow
    50027: frozenset((ApiRequest.ANSWER,)),  # its token is over
    180000: frozenset((ApiRequest.EVENT,)),  # the event is over
}
"""Codes for what does not exist, or no longer, with the requests that are about it."""

_NOT_ALLOWED: Final = frozenset(
    {
        20001,  # bots cannot use this endpoint
        20009,  # explicit content cannot be sent to the recipient
        20012,  # not authorised for this application
        20024,  # under the minimum age
        40007,  # the user is banned from this server
        50001,  # missing access
        50005,  # a message by another user
        50007,  # cannot send messages to this user
        50009,  # the channel's verification level is too high
        50013,  # missing permissions
        50026,  # missing OAuth2 scope
        50033,  # invalid recipient
        ARCHIVED,
        50095,  # the server is not available in this location
        50278,  # no server in common with this user
        60003,  # two factors are required
        160002,  # cannot reply without reading the history
        160005,  # the thread is locked
    }
)
"""Codes for what the bot may not do there, whatever it sends."""

_NOT_POSSIBLE: Final[Mapping[int, Cause]] = {
    10011: Cause.FORM,  # unknown role
    10014: Cause.FORM,  # unknown emoji
    10087: Cause.TAGS,  # unknown tag
    20015: Cause.LIMIT,  # a premium subscription is required
    20031: Cause.WORDS,  # names with words that are not allowed
    20035: Cause.LIMIT,  # the server's premium level is too low
    30013: Cause.LIMIT,  # channels
    30015: Cause.FILES,  # attachments
    30032: Cause.LIMIT,  # commands
    30033: Cause.LIMIT,  # members of a thread
    30034: Cause.LIMIT,  # commands created in a day
    30038: Cause.LIMIT,  # events
    30048: Cause.TAGS,  # tags of a forum
    30061: Cause.LIMIT,  # size of a server's channels
    40005: Cause.FILES,  # request too large
    40041: Cause.FORM,  # two commands of one name
    40058: Cause.TYPE,  # cannot send a message in a forum
    40061: Cause.TAGS,  # tag names must be unique
    40066: Cause.TAGS,  # only moderators may set the tags
    40067: Cause.TAG_REQUIRED,
    50003: Cause.TYPE,  # cannot be done in direct messages
    50006: Cause.FORM,  # empty message
    50008: Cause.TYPE,  # not a text channel
    50021: Cause.FORM,  # a message of Discord's own
    50024: Cause.TYPE,  # not in this type of channel
    50035: Cause.FORM,  # invalid form body
    50045: Cause.FILES,  # too large
    50046: Cause.FILES,  # invalid
    50055: Cause.FORM,  # invalid server
    50068: Cause.FORM,  # invalid message type
    50080: Cause.FORM,  # stickers
    50081: Cause.FORM,  # stickers
    50097: Cause.LIMIT,  # the server needs monetisation
    50101: Cause.LIMIT,  # the server needs boosts
    50109: Cause.FORM,  # invalid JSON
    50110: Cause.FILES,  # invalid
    50123: Cause.FILES,  # invalid type
    50138: Cause.FILES,  # cannot be resized
    50146: Cause.FILES,  # not found
    50240: Cause.FORM,  # the Entry Point command is missing
    160004: Cause.FORM,  # this message has a thread already
    160006: Cause.LIMIT,  # active threads
    160007: Cause.LIMIT,  # active announcement threads
    200000: Cause.WORDS,  # message blocked by AutoMod
    200001: Cause.WORDS,  # title blocked by AutoMod
    240000: Cause.WORDS,  # harmful links
    400001: Cause.FILES,  # the server's uploads are limited
}
"""Codes for what is not possible as asked, with what stands in the way."""


def meaning(error: BaseException, request: ApiRequest) -> Meaning:
    """What an error of FAILURES means for a kind of request."""
    if not isinstance(error, discord.HTTPException):
        return Meaning.PASSING
    if error.status == 429 or error.status >= 500:
        return Meaning.PASSING
    code: object = error.code
    if not isinstance(code, int):  # what answers is not Discord
        return Meaning.PASSING
    if request in _GONE.get(code, ()):
        return Meaning.GONE
    if code in _NOT_ALLOWED:
        return Meaning.NOT_ALLOWED
    if code in _NOT_POSSIBLE:
        return Meaning.NOT_POSSIBLE
    return Meaning.PASSING


def cause(error: discord.HTTPException) -> Cause:
    """What stands in the way of a request that is NOT_POSSIBLE."""
    return _NOT_POSSIBLE.get(error.code, Cause.FORM)


def passes(error: BaseException, request: ApiRequest) -> bool:
    """Whether the same request may be taken later. False for errors that are not of FAILURES."""
    return isinstance(error, FAILURES) and meaning(error, request) is Meaning.PASSING


def unheard(error: BaseException) -> bool:
    """Whether an answer failed because it was too late, or by Discord or the network; else it is
    our mistake.
    """
    if not isinstance(error, FAILURES):
        return False
    return meaning(error, ApiRequest.ANSWER) is not Meaning.NOT_POSSIBLE


def undone(error: BaseException) -> bool:
    """Whether Discord has certainly not done what it was asked for: it has refused it.

    Patience that it asks for is no such word: discord.py repeats what fails by itself, and an
    earlier try may have been carried out. That an interaction is acknowledged already may be by
    such a try.
    """
    if not isinstance(error, discord.HTTPException):
        return False
    return 400 <= error.status < 500 and error.status != 429 and error.code != ACKNOWLEDGED


def reason(error: BaseException) -> str:
    """An error in one line, for the log."""
    return " ".join(str(error).split()) or type(error).__name__


async def unless_refused(request: Awaitable[T], kind: ApiRequest) -> T | None:
    """What a request gives; None where Discord refuses it for good.

    Raises FAILURES that may pass.
    """
    try:
        return await request
    except discord.HTTPException as error:
        if passes(error, kind):
            raise
        return None


async def unless_gone(request: Awaitable[T], kind: ApiRequest) -> T | None:
    """What a request gives; None where what it is about does not exist. Raises FAILURES."""
    try:
        return await request
    except discord.HTTPException as error:
        if meaning(error, kind) is not Meaning.GONE:
            raise
        return None
