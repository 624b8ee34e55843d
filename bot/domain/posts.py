"""Posts that are still needed after they were sent: those that ask something, and the latest turn's
of each match.

A post that asks something is closed wherever it stands, by whatever way that was settled: it is
composed again once what it is about – a match, a challenge, a tournament – has changed since it was
last compared (``seen``).
"""

import contextlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from bot.domain.events import JSON, Event, Notice, read_event
from bot.domain.privacy.payloads import named, only_named, without
from bot.domain.shards import Shards
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.store.tables import challenges, matches, outbox, posts, tournaments

MOST_CLOSED = 50  # posts that are looked at in one go
REOPENED = timedelta(days=3)  # cards sent within this time are kept up to date
_UNSEEN = -1
_REQUESTS = {"turn": "draw", "quiet_asked": "quiet"}  # what posts of other events ask
_END = "finished"  # the kind of the event with which a match ends
_COLUMNS = ("scope", "channel", "dm", "ping", "match", "challenge")
# what is stored of a post as it was in the outbox
_STORED = (*_COLUMNS, "kind", "payload", "named", "created_at")
_TURN = posts.alias()
# what came of a challenge
_POSTED = sa.exists().where(_TURN.c.match == challenges.c.match, _TURN.c.seen.is_(None))
_ANSWERED = sa.case((_POSTED, 2), (challenges.c.open_until.is_(None), 1), else_=0)
_REVISION = sa.func.coalesce(matches.c.revision, tournaments.c.version, _ANSWERED)
_CHANGED = (
    sa.select(posts, _REVISION.label("revision"))
    .outerjoin(matches, matches.c.id == posts.c.match)
    .outerjoin(challenges, challenges.c.id == posts.c.challenge)
    .outerjoin(tournaments, tournaments.c.id == posts.c.tournament)
    .where(posts.c.seen.is_not(None), posts.c.seen != _REVISION)
    .order_by(posts.c.id)
    .limit(MOST_CLOSED)
)


@dataclass(frozen=True, slots=True)
class OpenPost:
    """A post that asks something: the message ``notice.message`` in channel ``place``.

    ``revision``: see ``seen``.
    """

    id: int
    place: int
    revision: int
    notice: Notice[Event]


class Posts:
    """The posts that are still needed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # By match and server, not stored yet.
        self._turns: dict[tuple[int, int], tuple[Notice[Event], int, int, int]] = {}

    async def stands(self, notice: Notice[Event], place: int, message: int) -> bool:
        """A notice was sent whose post asks something: it leaves the outbox.

        False if what it is about was deleted.

        What is stored of it is read from the outbox again: somebody may have deleted their data
        since it was claimed.
        """
        sent = sa.select(*(outbox.c[name] for name in _STORED)).where(outbox.c.id == notice.id)
        with contextlib.suppress(sa.exc.IntegrityError):
            async with self._database.unit_of_work() as work:
                owed = (await work.connection.execute(sent.with_for_update())).one_or_none()
                if owed is None:
                    return False
                about = {
                    "tournament": vars(notice.event).get("tournament"),
                    "place": place,
                    "message": message,
                }
                await work.connection.execute(
                    posts.insert().values({**owed._asdict(), **about, "seen": _UNSEEN})
                )
                await work.connection.execute(outbox.delete().where(outbox.c.id == notice.id))
            return True
        return False

    async def changed(
        self, shards: Shards | None = None, but: Collection[int] = (), **about: int | None
    ) -> list[OpenPost]:
        """The posts of what has changed since they were compared, but those with these ids;
        ``about``: of a match, challenge or tournament; ``shards``: in their servers, whose process
        knows them.
        """
        query = _CHANGED.where(
            posts.c.id.not_in(but), *(posts.c[name] == id for name, id in about.items())
        )
        if shards is not None:
            query = query.where(posts.c.scope.in_(shards.scopes()))
        changed = list[OpenPost]()
        for row in await self._database.store.fetch(query):
            event = read_event(row.kind, row.payload)
            if event is not None:
                changed.append(OpenPost(row.id, row.place, row.revision, _notice(row, event)))
        return changed

    async def compared(self, post: OpenPost) -> None:
        """It still asks what it did."""
        await self._database.run(
            posts.update().where(posts.c.id == post.id).values(seen=post.revision)
        )

    async def closed(self, post: OpenPost) -> None:
        """It asks nothing any more, or is gone."""
        await self._database.run(posts.delete().where(posts.c.id == post.id))

    # --------------------------------------------------------------------------- the posts of turns

    def turn_posted(self, notice: Notice[Event], version: int, place: int, message: int) -> None:
        """The post of a match at ``version`` was sent; it is stored with others, so that a move
        costs no statement.
        """
        if notice.match is not None:
            self._turns[notice.match, notice.scope] = notice, version, place, message

    @retried
    async def store_turns(self) -> None:
        """Store where the latest turns were posted.

        The post of an end that was changed meanwhile – its result was cancelled, or the match goes
        on – is composed again, as ``reopen`` does where it is stored already.
        """
        new = dict(self._turns)
        if not new:
            return
        async with self._database.unit_of_work() as work:
            here = sa.select(matches.c.id, matches.c.version, matches.c.seat0, matches.c.seat1)
            here = here.where(matches.c.id.in_([match for match, _ in new]))
            known = {row.id: row for row in await work.connection.execute(here)}
            rows = list[dict[str, object]]()
            for notice, version, place, message in new.values():
                match = known.get(notice.match or 0)
                if match is None:
                    continue
                changed = notice.event.kind == _END and version < match.version
                row = _row(notice, place, message)
                row["seen"] = _UNSEEN if changed else None
                row["version"] = version
                rows.append(_of_those_here(work, row, (match.seat0, match.seat1)))
            old = sa.tuple_(posts.c.match, posts.c.scope).in_(list(new))
            await work.connection.execute(posts.delete().where(old, posts.c.seen.is_(None)))
            if rows:
                await work.connection.execute(posts.insert(), rows)
        for key, posted in new.items():
            if self._turns.get(key) == posted:
                del self._turns[key]

    async def of_turn(self, match: int, version: int, scope: int) -> tuple[int, int] | None:
        """The channel and message of the post of a match at ``version`` in a server or private
        channel.
        """
        if (match, scope) in self._turns:
            _, posted, place, message = self._turns[match, scope]
            return (place, message) if posted == version else None
        here = (
            posts.c.match == match,
            posts.c.version == version,
            posts.c.scope == scope,
            posts.c.seen.is_(None),
        )
        rows = await self._database.store.fetch(
            sa.select(posts.c.place, posts.c.message).where(*here)
        )
        return (rows[0].place, rows[0].message) if rows else None


async def note_answer(
    work: UnitOfWork,
    match: int,
    request: str,
    since: int | None,
    asker: int | None,
    *,
    by: int | None,
    agreed: bool,
) -> set[int]:
    """Note how a request in a match was answered on the posts that ask it; the channels in which
    those stand.

    since: the version of the match at which it was made; None: whenever that was. asker: who made
    it; None: whoever did. by: who answers; None: it has ended by itself.
    """
    requests = ("pause", "resume") if request in ("pause", "resume", "end_pause") else (request,)
    query = sa.select(posts.c.id, posts.c.kind, posts.c.payload, posts.c.agreed, posts.c.place)
    rows = await work.connection.execute(
        query.where(posts.c.match == match, posts.c.seen.is_not(None))
    )
    asked = [row for row in rows if row.payload.get("request", _REQUESTS.get(row.kind)) in requests]
    if since is not None:  # an earlier one has lapsed
        asked = [row for row in asked if row.payload["version"] >= since]
    if asker is not None:
        asked = [row for row in asked if row.payload.get("by", asker) == asker]
    new = [row.id for row in asked if row.agreed is None]
    if new:
        noted = (
            posts.update()
            .where(posts.c.id.in_(new))
            .values(agreed=agreed, answered_by=by, seen=_UNSEEN)
        )
        await work.connection.execute(noted)
    return {row.place for row in asked}


async def note_decision(work: UnitOfWork, tournament: int, pairing: int, by: int) -> None:
    """Note who gave a pairing its result on the posts that ask for that."""
    query = sa.select(posts.c.id, posts.c.payload).where(
        posts.c.tournament == tournament, posts.c.seen.is_not(None)
    )
    asked = [
        row.id
        for row in await work.connection.execute(query)
        if pairing in row.payload.get("games", ())
    ]
    await work.connection.execute(
        posts.update().where(posts.c.id.in_(asked)).values(agreed=True, answered_by=by)
    )


async def reopen(work: UnitOfWork, match: int, kind: str) -> None:
    """Have the latest turn's post of a match, if of an event of this ``kind``, composed again."""
    ends = posts.c.match == match, posts.c.seen.is_(None), posts.c.kind == kind
    await work.connection.execute(posts.update().where(*ends).values(seen=_UNSEEN))


async def reopen_cards(work: UnitOfWork, scope: int, kind: str) -> None:
    """Have the latest cards of a ``kind`` in a server composed again; older ones are left as they
    are.
    """
    these = posts.c.scope == scope, posts.c.kind == kind
    await work.connection.execute(
        posts.delete().where(*these, posts.c.created_at < work.now - REOPENED)
    )
    await work.connection.execute(posts.update().where(*these).values(seen=_UNSEEN))


def _row(notice: Notice[Event], place: int, message: int) -> dict[str, Any]:
    row = {name: getattr(notice, name) for name in _COLUMNS}
    event = {
        "kind": notice.event.kind,
        "payload": notice.event.payload(),
        "named": notice.event.named,
    }
    tournament = vars(notice.event).get("tournament")
    return {
        **row,
        **event,
        "tournament": tournament,
        "created_at": notice.created,
        "place": place,
        "message": message,
    }


def _of_those_here(
    work: UnitOfWork, row: Mapping[str, Any], seats: Collection[int]
) -> dict[str, Any]:
    """The row of a turn's post without those who have deleted their data since it was sent: it
    pings players alone, and they are in their seats as long as they are here.
    """
    payload: Mapping[str, JSON] = row["payload"]
    for user in named(row["kind"], payload) - {*seats}:
        if user in (row["dm"], row["ping"]) or work.deletions.lately(user):
            payload = without(row["kind"], payload, user)
    people = {name: row[name] if row[name] in seats else None for name in ("dm", "ping")}
    return {**row, **people, "payload": payload, "named": only_named(row["kind"], payload)}


def _notice(row: sa.Row[*tuple[object, ...]], event: Event) -> Notice[Event]:
    answer = None if row.agreed is None else (row.agreed, row.answered_by)
    columns = {name: getattr(row, name) for name in _COLUMNS}
    sent = {"created": row.created_at, "attempts": 1, "message": row.message, "answer": answer}
    return Notice(id=row.id, event=event, via=None, **columns, **sent)
