"""Posts that are still needed after they were sent: those that ask something, and the latest turn's
of each match.

A post that asks something is closed wherever it stands, by whatever way that was settled: it is
composed again once what it is about – a match, a challenge, a tournament – has changed since it was
last checked (``seen``).
"""

import contextlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from bot.domain.events import JSON, DomainEvent, Notice, PostAnswer, read_event
from bot.domain.privacy.payloads import named, only_named, without
from bot.domain.shards import Shards
from bot.domain.unit_of_work import Database, Row, UnitOfWork, retried
from bot.store.tables import challenges, matches, outbox, posts, tournaments

MOST_CLOSED = 50  # posts that are looked at in one go
REOPENED = timedelta(days=3)  # cards sent within this time are kept up to date
_UNSEEN = -1
_END = "finished"  # the kind of the event with which a match ends
_COLUMNS = ("scope", "channel", "dm", "ping", "match", "challenge")
# what is stored of a post as it was in the outbox
_STORED = (*_COLUMNS, "kind", "payload", "named", "created_at")
_TURN = posts.alias()
# what came of a challenge
_POSTED = sa.exists().where(_TURN.c.match == challenges.c.match, _TURN.c.seen.is_(None))
_ANSWERED = sa.case((_POSTED, 2), (challenges.c.open_until.is_(None), 1), else_=0)
_REVISION = sa.func.coalesce(matches.c.revision, tournaments.c.version, _ANSWERED)
_WITH_REVISION = (
    sa.select(posts, _REVISION.label("revision"))
    .outerjoin(matches, matches.c.id == posts.c.match)
    .outerjoin(challenges, challenges.c.id == posts.c.challenge)
    .outerjoin(tournaments, tournaments.c.id == posts.c.tournament)
)
_CHANGED = (
    _WITH_REVISION.where(posts.c.seen.is_not(None), posts.c.seen != _REVISION)
    .order_by(posts.c.id)
    .limit(MOST_CLOSED)
)


@dataclass(frozen=True, slots=True)
class OpenPost:
    """A post that asks something: the message ``notice.message`` in channel ``place``.

    :param revision: of what it is about, as in ``seen``.
    """

    id: int
    place: int
    revision: int
    notice: Notice[DomainEvent]


@dataclass(frozen=True, slots=True)
class PostAddress:
    """The message of a post, in a channel.

    :param message: its id; 0: that is not known
    """

    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class TurnPost:
    """The post of a match at ``version`` was sent as a message in a channel."""

    notice: Notice[DomainEvent]
    version: int
    place: int
    message: int


class Posts:
    """The posts that are still needed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # By match and server, not stored yet.
        self._turns: dict[tuple[int, int], TurnPost] = {}

    async def register(self, notice: Notice[DomainEvent], place: int, message: int) -> bool:
        """Register a post that asks something, which was sent: its notice leaves the outbox.

        What is stored of it is read from the outbox again: somebody may have deleted their data
        since it was claimed. False if what it is about was deleted.
        """
        columns = [outbox.c[name] for name in _STORED]
        query = sa.select(*columns).where(outbox.c.id == notice.id).with_for_update()
        with contextlib.suppress(sa.exc.IntegrityError):
            async with self._database.unit_of_work() as work:
                rows = await work.fetch(query)
                if not rows:
                    return False
                row = rows[0]._asdict()
                row["tournament"] = notice.event.tournament_id
                row["place"] = place
                row["message"] = message
                row["seen"] = _UNSEEN
                await work.connection.execute(posts.insert().values(row))
                await work.connection.execute(outbox.delete().where(outbox.c.id == notice.id))
            return True
        return False

    async def changed(
        self, shards: Shards | None = None, exclude: Collection[int] = (), **subject: int | None
    ) -> list[OpenPost]:
        """The posts of what has changed since they were checked.

        :param shards: only those in their servers, whose process knows them.
        :param exclude: the ids of posts to leave out.
        :param subject: only those of a match, challenge or tournament.
        """
        query = _CHANGED.where(posts.c.id.not_in(exclude))
        for column, id in subject.items():
            query = query.where(posts.c[column] == id)
        if shards is not None:
            query = query.where(posts.c.scope.in_(shards.scopes()))
        open_posts = []
        for row in await self._database.fetch(query):
            event = read_event(row.kind, row.payload)
            if event is not None:
                open_posts.append(OpenPost(row.id, row.place, row.revision, _notice(row, event)))
        return open_posts

    async def reopen(self, **subject: int) -> None:
        """Have the posts that ask something about a match, challenge or tournament composed again,
        though that has not changed itself.
        """
        columns = [posts.c[name] == id for name, id in subject.items()]
        open_posts = posts.update().where(*columns, posts.c.seen.is_not(None))
        await self._database.run(open_posts.values(seen=_UNSEEN))

    async def mark_checked(self, post: OpenPost) -> None:
        """Note that a post still asks what it did."""
        row = posts.update().where(posts.c.id == post.id)
        await self._database.run(row.values(seen=post.revision))

    async def remove(self, post: OpenPost) -> None:
        """Forget a post that asks nothing any more, or is gone."""
        await self._database.run(posts.delete().where(posts.c.id == post.id))

    # --------------------------------------------------------------------------- the posts of turns

    def turn_posted(
        self, notice: Notice[DomainEvent], version: int, place: int, message: int
    ) -> None:
        """Note where the post of a match at ``version`` was sent.

        It is stored with others, so that a move costs no statement.
        """
        if notice.match is not None:
            turn = TurnPost(notice, version, place, message)
            self._turns[notice.match, notice.scope] = turn

    @retried
    async def store_turns(self) -> None:
        """Store where the latest turns were posted.

        The post of an end that was changed meanwhile – its result was cancelled, or the match goes
        on – is composed again, as ``reopen`` does where it is stored already.
        """
        turns = dict(self._turns)
        if not turns:
            return
        async with self._database.unit_of_work() as work:
            rows = await _rows_of_turns(work, [*turns.values()])
            same_match = sa.tuple_(posts.c.match, posts.c.scope).in_(list(turns))
            deletion = posts.delete().where(same_match, posts.c.seen.is_(None))
            await work.connection.execute(deletion)
            if rows:
                await work.connection.execute(posts.insert(), rows)
        for key, turn in turns.items():
            if self._turns.get(key) == turn:
                del self._turns[key]

    async def of_turn(self, match: int, version: int, scope: int) -> PostAddress | None:
        """The message with the post of a match at ``version`` in a server or private channel."""
        turn = self._turns.get((match, scope))
        if turn is not None:
            return PostAddress(turn.place, turn.message) if turn.version == version else None
        query = sa.select(posts.c.place, posts.c.message).where(
            posts.c.match == match,
            posts.c.version == version,
            posts.c.scope == scope,
            posts.c.seen.is_(None),
        )
        rows = await self._database.fetch(query)
        return PostAddress(rows[0].place, rows[0].message) if rows else None


async def note_answer(
    work: UnitOfWork,
    match: int,
    request: str,
    request_version: int | None,
    asker: int | None,
    *,
    answerer: int | None,
    yes: bool,
) -> set[int]:
    """Note how a request in a match was answered on the posts that ask it.

    Returns the channels in which those stand.

    :param request_version: of the match at which it was made; None: whenever that was.
    :param asker: who made it; None: whoever did.
    :param answerer: None: it has ended by itself.
    """
    query = sa.select(posts.c.id, posts.c.kind, posts.c.payload, posts.c.agreed, posts.c.place)
    query = query.where(posts.c.match == match, posts.c.seen.is_not(None))
    questions = list[Row]()
    for row in await work.fetch(query):
        event = read_event(row.kind, row.payload)
        if _asks(event, request, request_version=request_version, asker=asker):
            questions.append(row)
    unanswered_ids = [row.id for row in questions if row.agreed is None]
    if unanswered_ids:
        update = posts.update().where(posts.c.id.in_(unanswered_ids))
        update = update.values(agreed=yes, answered_by=answerer, seen=_UNSEEN)
        await work.connection.execute(update)
    return {row.place for row in questions}


def _asks(
    event: DomainEvent | None, request: str, *, request_version: int | None, asker: int | None
) -> bool:
    """Whether the post of an event asks for what was answered; an earlier request of the kind has
    lapsed.
    """
    question = None if event is None else event.open_request
    if question is None or question.kind not in _answered_with(request):
        return False
    if request_version is not None and question.version < request_version:
        return False
    return asker is None or question.asker in (None, asker)


def _answered_with(request: str) -> tuple[str, ...]:
    """The requests that are answered together with one: what ends a pause settles all about it."""
    if request in ("pause", "resume", "end_pause"):
        return ("pause", "resume")
    return (request,)


async def note_decision(work: UnitOfWork, tournament: int, pairing: int, actor: int) -> None:
    """Note who gave a pairing its result on the posts that ask for that."""
    query = sa.select(posts.c.id, posts.c.kind, posts.c.payload)
    query = query.where(posts.c.tournament == tournament, posts.c.seen.is_not(None))
    question_ids = list[int]()
    for row in await work.fetch(query):
        event = read_event(row.kind, row.payload)
        if event is not None and pairing in event.open_pairings:
            question_ids.append(row.id)
    questions = posts.update().where(posts.c.id.in_(question_ids))
    await work.connection.execute(questions.values(agreed=True, answered_by=actor))


async def reopen(work: UnitOfWork, match: int, kind: str) -> None:
    """Have the latest turn's post of a match, if of an event of this ``kind``, composed again."""
    is_latest = (posts.c.match == match, posts.c.seen.is_(None), posts.c.kind == kind)
    row = posts.update().where(*is_latest)
    await work.connection.execute(row.values(seen=_UNSEEN))


async def reopen_cards(work: UnitOfWork, scope: int, kind: str) -> None:
    """Have the latest cards of a ``kind`` in a server composed again; older ones are left as they
    are.
    """
    cards = (posts.c.scope == scope, posts.c.kind == kind)
    is_old = posts.c.created_at < work.now - REOPENED
    await work.connection.execute(posts.delete().where(*cards, is_old))
    await work.connection.execute(posts.update().where(*cards).values(seen=_UNSEEN))


async def _rows_of_turns(work: UnitOfWork, turns: Sequence[TurnPost]) -> list[dict[str, Any]]:
    """The rows of turns' posts, without those of matches that were deleted."""
    ids = [turn.notice.match for turn in turns]
    query = sa.select(matches.c.id, matches.c.version, matches.c.seat0, matches.c.seat1)
    match_rows = await work.fetch(query.where(matches.c.id.in_(ids)))
    by_id = {row.id: row for row in match_rows}
    rows = []
    for turn in turns:
        match = by_id.get(turn.notice.match)
        if match is None:
            continue
        is_end = turn.notice.event.kind == _END
        end_changed = is_end and turn.version < match.version
        row = _row(turn)
        row["seen"] = _UNSEEN if end_changed else None
        rows.append(_of_those_here(work, row, (match.seat0, match.seat1)))
    return rows


def _row(turn: TurnPost) -> dict[str, Any]:
    notice = turn.notice
    event = notice.event
    values = {name: getattr(notice, name) for name in _COLUMNS}
    return values | {
        "kind": event.kind,
        "payload": event.payload(),
        "named": event.named,
        "tournament": event.tournament_id,
        "created_at": notice.created_at,
        "version": turn.version,
        "place": turn.place,
        "message": turn.message,
    }


def _of_those_here(
    work: UnitOfWork, row: Mapping[str, Any], seats: Collection[int]
) -> dict[str, Any]:
    """The row of a turn's post without those who have deleted their data since it was sent: it
    pings players alone, and they are in their seats as long as they are here.
    """
    kind = row["kind"]
    payload: Mapping[str, JSON] = row["payload"]
    for user in named(kind, payload) - {*seats}:
        if user in (row["dm"], row["ping"]) or work.deletions.lately(user):
            payload = without(kind, payload, user)
    cleaned_row = {**row, "payload": payload, "named": only_named(kind, payload)}
    for column in ("dm", "ping"):
        if row[column] not in seats:
            cleaned_row[column] = None
    return cleaned_row


def _notice(row: Row, event: DomainEvent) -> Notice[DomainEvent]:
    """The notice with which a post was sent."""
    values = {name: getattr(row, name) for name in _COLUMNS}
    return Notice(
        id=row.id,
        event=event,
        interaction=None,
        **values,
        created_at=row.created_at,
        attempts=1,
        message=row.message,
        answer=None if row.agreed is None else PostAnswer(row.agreed, row.answered_by),
    )
