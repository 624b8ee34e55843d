"""Delivers what the outbox owes, each post once: as a command's answer, into a channel, or as a direct message."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot.domain.matches.base import LEASE
from bot.domain.matches.views import COMPUTER, NOBODY, Match, Notice, Turn
from bot.store import Unavailable

from . import cards, offers, practice_texts, puzzles, ratings, texts, threads, tournament_notices, words
from .failures import FAILURES
from .layout import Post, marked
from .tongue import Tongue, moment

if TYPE_CHECKING:
    from .answers import Answer
    from .client import Bot

log = logging.getLogger(__name__)

TOKEN_LASTS = timedelta(minutes=14)
"""Discord lets an interaction's answer be looked at for 15 minutes."""
PAGE, PAGES = 100, 10
"""So many messages of a channel are searched for a post that may have been sent already."""
LOCKED = (50083, 160005)
"""Discord's codes for a thread that is archived and may not be brought back by a post."""
MOST_ATTEMPTS = 20
AT_ONCE = 20
"""So many posts are on their way at a time, each to a place of its own."""
PATIENCE = 5.0
"""For so long others wait for a post that Discord does not take; then it goes on by itself."""
HOLD_AGAIN = LEASE.total_seconds() / 2
"""After so long a notice that is still being sent is held anew."""


class Poster:
    """Composes and sends notices, and ticks them off."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._sending: set[asyncio.Task[None]] = set()
        self._latest: dict[int | None, asyncio.Task[None]] = {}  # by place
        self._beside: set[asyncio.Task[bool]] = set()

    async def flush(self) -> None:
        """Send all that is due and not in somebody's hands; what takes very long goes on by itself."""
        outbox = self.bot.matches.outbox
        while (room := AT_ONCE - len(self._sending)) > 0 and (notices := await outbox.claim(room)):
            for notice in notices:
                place = notice.dm or notice.channel
                sending = asyncio.create_task(self._send_after(self._latest.get(place), notice))
                self._latest[place] = sending
                self._sending.add(sending)
                sending.add_done_callback(self._sent)
            await asyncio.wait(self._sending, timeout=PATIENCE)

    async def close(self, seconds: float) -> None:
        """Wait so long for what is on its way."""
        if under_way := {*self._sending, *self._beside}:
            await asyncio.wait(under_way, timeout=seconds)

    def _sent(self, sending: asyncio.Task[None]) -> None:
        self._sending.discard(sending)
        self._latest = {place: task for place, task in self._latest.items() if task is not sending}

    async def _send_after(self, before: asyncio.Task[None] | None, notice: Notice) -> None:
        """Send a notice once the one before it, to the same place, is through."""
        with self._held(notice):
            if before is not None:
                await asyncio.wait({before})
            try:
                await self._send(notice)
            except Exception as error:
                # One post that cannot be made must not hold up all others.
                log.exception("notice %s (%s) could not be composed", notice.id, notice.kind)
                await self._later(notice, error)

    @contextlib.contextmanager
    def _held(self, notice: Notice) -> Iterator[None]:
        """Keep others from taking a notice for as long as it takes to send it."""
        loop = asyncio.get_running_loop()

        timers: list[asyncio.TimerHandle] = []

        def again() -> None:
            timers[:] = [loop.call_later(HOLD_AGAIN, again)]
            holding = asyncio.ensure_future(self._hold(notice))
            self._beside.add(holding)
            holding.add_done_callback(self._beside.discard)

        timers.append(loop.call_later(HOLD_AGAIN, again))
        try:
            yield
        finally:
            timers[0].cancel()

    async def _hold(self, notice: Notice) -> bool:
        """Hold a notice anew; False if it was not ours any more."""
        try:
            return await self.bot.matches.outbox.hold(notice.id, attempts=notice.attempts)
        except Unavailable:
            return False

    async def send(self, notice: Notice, answer: Answer) -> int | None:
        """Send a notice that was put out for ``answer`` to give, and tick it off, or put it back for later.

        Raises neither for what Discord refuses nor for what the database does: what it tells of has happened all the
        same. Gives the channel it went to, where that is another than the one ``answer`` is given in.
        """
        if self.bot.matches.now() - notice.created > LEASE / 2 and not await self._hold(notice):
            return None  # it took so long to get here that somebody else sends it
        with self._held(notice):
            return await self._send(notice, answer)

    async def _send(self, notice: Notice, answer: Answer | None = None) -> int | None:
        outbox = self.bot.matches.outbox
        try:
            notice = await threads.opened(self.bot, notice)
            if notice.attempts > 1 and await self._sent_before(notice):
                await outbox.done(notice.id)
                return None
            composed = await self.compose(notice)
            if composed is None or await self._deliver(notice, composed, answer):
                await outbox.done(notice.id)
            elif notice.dm is not None:
                await outbox.to_channel(notice.id)
            else:
                await outbox.drop(notice.id)
        except FAILURES as error:
            await self._later(notice, error)
        except Unavailable:
            # It is held, and found again when that is over.
            log.warning("notice %s (%s) waits for the database", notice.id, notice.kind)
        else:
            with contextlib.suppress(Unavailable):
                await self.bot.presence.told(notice)
        return notice.channel if answer is not None and answer.place.channel != notice.channel else None

    async def _later(self, notice: Notice, error: Exception) -> None:
        if notice.attempts >= MOST_ATTEMPTS:
            log.error("gave up on notice %s (%s) after %s tries: %s", notice.id, notice.kind, notice.attempts, error)
            with contextlib.suppress(Unavailable):
                await self.bot.matches.outbox.drop(notice.id)
            return
        log.warning("notice %s (%s) could not be sent yet: %s", notice.id, notice.kind, error or type(error).__name__)
        with contextlib.suppress(Unavailable):
            after = error.retry_after if isinstance(error, discord.RateLimited) else None
            await self.bot.matches.outbox.retry(notice.id, after=after)

    async def _deliver(self, notice: Notice, composed: Post, answer: Answer | None) -> bool:
        """True once it is sent, False if there is nowhere it can go. Raises what may be better later."""
        if notice.dm is not None:
            if await self._direct(notice.dm, notice, composed):
                return True
            instead = await tournament_notices.channel_of(self.bot, notice)
            return instead is not None and await self._post(instead, notice, composed)
        here = answer is not None and answer.place.channel == notice.channel
        if answer is not None and here and not answer.pressed and await answer.public(composed):
            return True
        if notice.channel is not None:
            if tournament_notices.is_standings(notice) and await tournament_notices.renewed(self.bot, notice, composed):
                return True
            if await self._post(notice.channel, notice, composed):
                return True
            if answer is not None and await self._through(answer, composed):
                return True
            parent = await threads.abandoned(self.bot, notice)
            if parent is not None and await self._post(parent, notice, composed):
                return True
        return notice.ping is not None and await self._direct(notice.ping, notice, composed)

    async def _through(self, answer: Answer, composed: Post) -> bool:
        """Send by way of the interaction, which works where the bot itself may not post; False if that is over."""
        if not answer.interaction.response.is_done():
            return await answer.public(composed)
        try:
            await answer.follow_up(composed)
        except (discord.Forbidden, discord.NotFound):
            return False
        return True

    async def _post(self, channel: int, notice: Notice, composed: Post) -> bool:
        """Send into a channel; False if the bot may not, or there is no such channel any more."""
        try:
            sent = await self.bot.get_partial_messageable(channel).send(
                view=composed.view, files=composed.files(), allowed_mentions=composed.mentions(), nonce=nonce(notice)
            )
        except discord.HTTPException as error:
            if not (isinstance(error, discord.Forbidden | discord.NotFound) or error.code in LOCKED):
                raise
            log.warning("cannot post in channel %s: %s", channel, error)
            return False
        await tournament_notices.posted(self.bot, notice, sent.id)
        return True

    async def _direct(self, user: int, notice: Notice, composed: Post) -> bool:
        try:
            channel = await self.bot.create_dm(discord.Object(user))
            await channel.send(
                view=composed.view, files=composed.files(), allowed_mentions=composed.mentions(), nonce=nonce(notice)
            )
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("cannot reach user %s: %s", user, error)
            return False
        return True

    async def _sent_before(self, notice: Notice) -> bool:
        """Whether an earlier try did reach Discord though we never learned of it: the card carries the notice's id."""
        routes = []
        if notice.via is not None and self.bot.matches.now() - notice.created < TOKEN_LASTS:
            routes.append(
                discord.http.Route(
                    "GET",
                    "/webhooks/{application_id}/{webhook_token}/messages/@original",
                    application_id=notice.via.application,
                    webhook_token=notice.via.token,
                )
            )
        for route in routes:
            try:
                if marked((await self.bot.http.request(route)).get("components", ()), notice.id):
                    return True
            except (discord.NotFound, discord.Forbidden):
                pass
        channel = notice.channel
        if notice.dm is not None:
            channel = (await self.bot.create_dm(discord.Object(notice.dm))).id
        return channel is not None and await self._in_channel(channel, notice)

    async def _in_channel(self, channel: int, notice: Notice) -> bool:
        since = discord.utils.time_snowflake(notice.created - timedelta(seconds=10))
        for _ in range(PAGES):
            try:
                messages: list[Any] = await self.bot.http.logs_from(channel, PAGE, after=since)
            except (discord.NotFound, discord.Forbidden):
                return False
            if any(marked(message.get("components", ()), notice.id) for message in messages):
                return True
            if len(messages) < PAGE:
                break
            since = max(int(message["id"]) for message in messages)
        return False

    # -------------------------------------------------------------------------------------------------- composing

    async def tongue(self, notice: Notice) -> Tongue:
        """The language of a post: that of the member it goes to, or of the server."""
        people = self.bot.matches.people
        set_to = (await people.member(notice.dm) if notice.dm else await people.server(notice.scope)).language
        guild = self.bot.get_guild(notice.scope)
        return Tongue(set_to or (guild.preferred_locale.value if guild else "en-US"))

    async def compose(self, notice: Notice) -> Post | None:
        """What a notice says; None if there is nothing left to say."""
        t = await self.tongue(notice)
        if notice.kind == "digest":
            running = await self.bot.matches.running(notice.scope)
            return cards.digest(t, running, notice) if running else None
        if notice.kind == "tournament":
            return await tournament_notices.compose(self.bot, t, notice)
        if notice.kind == "puzzle":
            return await puzzles.daily(self.bot, t, notice)
        if notice.match is None:
            return await self._challenge(t, notice)
        match = await self.bot.matches.get(notice.match)
        t.names = words.called(notice.dm, zip(match.seats, match.names, strict=True))
        if COMPUTER in match.seats:
            self.bot.computer.wake()
        payload = notice.payload
        taken_back = notice.kind == "answered" and payload["what"] == "takeback" and payload["yes"]
        if notice.kind in ("started", "turn", "finished"):
            return await self._turn(t, notice, match)
        if taken_back:
            image = await self.bot.pictures.match(match, say=t.say)
            return cards.turn(t, match, (), image, notice, lead=self._said(t, notice, match))
        if notice.kind in ("asked", "answered"):
            return self._offer(t, notice, match)
        if match.status != "running":
            return None  # it ended before this could be said
        # Whoever is told by direct message is named in the channel, though not pinged.
        who = words.who(t, match.opponent(payload["by"]) if notice.ping is None else notice.ping)
        due = match.due
        if notice.kind == "reminder" and due is not None:
            line = t(texts.REMINDER, who=who, match=match.name, when=moment(due), left=moment(due, "R"))
        elif notice.kind == "overdue" and due is not None:
            line = t(texts.OVERDUE_PING, who=who, match=match.name, left=moment(due, "R"))
            return offers.claim(t, match, line, notice)
        elif notice.kind == "more_time" and due is not None:
            line = t(texts.MORE_TIME, who=who, match=match.name, when=moment(due), left=moment(due, "R"))
        elif notice.kind == "left":
            return offers.claim(t, match, t(texts.LEFT, who=who, match=match.name), notice)
        else:
            log.error("notice %s is of a kind that has no words: %s %s", notice.id, notice.kind, dict(payload))
            return None
        return offers.reminder(t, match, line, notice)

    async def _challenge(self, t: Tongue, notice: Notice) -> Post | None:
        assert notice.challenge is not None
        challenge = await self.bot.matches.challenges.get(notice.challenge)
        t.names = words.called(notice.dm, ((one.id, one.name) for one in (challenge.maker, challenge.target) if one))
        if notice.kind in ("challenge", "countered") and challenge.status == "open":
            board = await self.bot.pictures.start(challenge.game, challenge.options, say=t.say)
            return offers.challenge(t, challenge, board, notice)
        match = None if challenge.match is None else await self.bot.matches.get(challenge.match)
        return offers.challenge_closed(t, challenge, match, notice)

    async def _turn(self, t: Tongue, notice: Notice, match: Match) -> Post | None:
        ply = int(notice.payload.get("to", 0))
        if ply > match.state.ply:
            return None  # it was taken back before this could be said
        if match.state.ply != ply or (match.status != "running" and notice.kind != "finished"):
            # The match has gone on since: it is told as it was then.
            match = await self.bot.matches.look(match.id, ply)
            match = dataclasses.replace(match, status="running", due=None, overdue=False, paused=None, draw_offer=None)
        turns = turns_between(match, int(notice.payload.get("from", ply)), ply)
        board = await self.bot.pictures.match(match, say=t.say)
        gains = await ratings.gains(self.bot.ratings, t, match)
        return cards.turn(t, match, turns, board, notice, tail=gains)

    def _offer(self, t: Tongue, notice: Notice, match: Match) -> Post:
        said = self._said(t, notice, match)
        if notice.kind == "asked":
            return offers.asked(t, match, str(notice.payload["what"]), said, notice)
        if match.status != "running":
            return cards.word(said, notice=notice)
        return offers.reminder(t, match, said, notice)

    def _said(self, t: Tongue, notice: Notice, match: Match) -> str:
        """Who asks what of whom, or has answered it."""
        what, by = str(notice.payload["what"]), notice.payload.get("by")
        if notice.kind == "asked":
            template = texts.ASKED[what]
        elif by is None:
            template = texts.RESUMED
        else:
            template = (texts.ANSWERED_YES if notice.payload["yes"] else texts.ANSWERED_NO)[what]
            if what == "draw" and by == COMPUTER and not notice.payload["yes"]:
                template = practice_texts.COMPUTER_DRAW_NO
        whom = "" if notice.ping is None else words.who(t, notice.ping) + ": "
        return whom + t(template, who=words.who(t, NOBODY if by is None else int(by)), match=match.name)


def nonce(notice: Notice) -> str:
    """What Discord knows a message by when it is sent again within a few minutes: at most 25 characters."""
    return f"{notice.id}-{int(notice.created.timestamp() * 1000):x}"[:25]


def turns_between(match: Match, start: int, end: int) -> list[Turn]:
    """The latest turns of a match that stands at ply ``end``, back to ply ``start``."""
    found: list[Turn] = []
    for turn in reversed(match.turns):
        if end <= start:
            break
        found.insert(0, turn)
        end -= len(turn.decisions)
    return found
