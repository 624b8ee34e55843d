"""Team matches: members of a side propose lines and vote in secret; when its time is over, the
favourite is played.
"""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import approaches, clocks, tallies, variants
from bot.domain.blocks.service import blocks_between, recognise
from bot.domain.errors import LimitReached, NotYours, Refused
from bot.domain.explorations.tree import Spot
from bot.domain.matches import agreements, endings, turns
from bot.domain.matches.beginning import Setup, name_of
from bot.domain.matches.exploring.commands import to_draft
from bot.domain.matches.exploring.service import locked
from bot.domain.matches.history import follow
from bot.domain.matches.match import CommandResult, Match, StoredResult
from bot.domain.matches.service import Matches, OpenMatch
from bot.domain.members.repository import member
from bot.domain.opponent import LEVEL_NAMES
from bot.domain.servers import repository as servers
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER, HIDDEN, TEAMS, WORLD, Person, Place, Via
from bot.store import insert_new, key_of
from bot.store.tables import bans, matches, members, team_lines, team_members, team_votes, teams
from games.players import level_of

MOST_LED = 3
MOST_MEMBERS = 80
MOST_LINES = 15
MOST_OWN = 3
"""Running matches that a captain leads, members of a side, its lines in a turn, and those of a
member.
"""
# members whom the first post of a match names and pings, its captain too; others join by pressing
MOST_NAMED = 5
MOST_FOUNDED = 5  # sides that a member may begin to lead in a day, whatever became of them
FOUNDED_WITHIN = timedelta(days=1)
# who has done nothing in a match for so long is not needed for a majority
SILENT = timedelta(days=7)
Act: TypeAlias = Literal[
    "draw", "takeback", "claim", "resign", "withdraw-draw", "withdraw-takeback"
]
Mark: TypeAlias = Literal["open", "vote", "veto"]
_ID = team_lines.c.id


class Side(NamedTuple):
    """Who may join a side: some members, and those of a role (the server's own id: everyone);
    whether its captain may veto lines.
    """

    members: tuple[int, ...]
    role: int | None
    veto: bool


class Line(NamedTuple):
    """What ``user`` proposed; ``turn``: how many of its decisions are to be played, 0 for an act,
    its only one.

    ``opened``, ``votes``: members who have opened it, and who are for it.
    """

    id: int
    decisions: tuple[str, ...]
    turn: int
    user: int
    vetoed: bool
    opened: set[int]
    votes: set[int]


@dataclass(frozen=True, slots=True)
class Team:
    """A side of a match, with its lines in this turn; who is banned from the server is left out.

    ``people``: when each last did something there; None for those who are invited or have left.
    ``members``: the others.
    """

    id: int
    seat: int
    role: int | None
    captain: int | None
    veto: bool
    people: Mapping[int, datetime | None]
    members: Mapping[int, datetime]
    lines: Sequence[Line]

    @property
    def user(self) -> int:
        """The user id in its seat."""
        return TEAMS - self.id

    def needed(self, match: Match, what: Act) -> int:
        """How many votes an act needs: of more than half of the members who are not silent, and two
        to give in.
        """
        since = match.now - max(SILENT, timedelta(seconds=3 * match.clock.per_turn))
        return max(
            1 + (what in ("draw", "resign")),
            sum(at >= since for at in self.members.values()) // 2 + 1,
        )


class Teams:
    """Sides of several members, their lines and their votes.

    Methods raise Refused and other GameErrors.
    """

    def __init__(self, database: Database, matches: Matches) -> None:
        self._database = database
        self._matches = matches

    @retried
    async def start(
        self,
        place: Place,
        who: Person,
        game: str,
        sides: list[Side],
        variant: str,
        clock: str,
        level: str,
        via: Via,
        called: Callable[[int], str] = str,
    ) -> StoredResult:
        """Begin a match of the side that ``who`` leads, which moves first, against another or the
        computer at a level.

        ``clock``: empty for 1 day per turn; ``called``: how refusals call a member.

        The first members of the sides are named and pinged: that is a challenge to each of them,
        with its limits.
        """
        kind = games.get(game)
        terms = clocks.parse(clock or "1d")
        options = variants.parse(kind, variant)
        people = [user for side in sides for user in side.members]
        require_turns(terms)
        named = _first_named(sides, who.id)
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(who.id, *named)
            work.require_known(*people)
            await servers.ensure(work, place)
            await recognise(work.connection, who.id)
            await require_free(work, who.id, len(people))
            pinged = {
                user: await approaches.may_invite(work, who, Person(user, called(user)))
                for user in named
            }
            players = [
                *await seat_teams(work, sides, (who.id, None), pinged),
                Person(COMPUTER, "Loophole"),
            ]
            number = LEVEL_NAMES.index(level_of(level).name) if len(sides) == 1 else None
            setup = Setup(
                place.scope,
                place.channel,
                kind,
                options,
                (players[0], players[1]),
                str(terms),
                level=number,
            )
            change = await self._matches.begin(work, setup, via=via)
            await note_match(work, change.match)
            return change

    @retried
    async def join(self, match: int, seat: int, who: Person, roles: Collection[int]) -> None:
        """Join a side, whose captain is who joins first; nobody joins both."""
        async with self._matches.open(match) as opened:
            now = opened.match
            connection = opened.work.connection
            if now.status != "running":
                raise now.over()
            await recognise(connection, who.id)
            sides = await teams_of(connection, now)
            for team in sides:
                if team.seat != seat and who.id in team.people:
                    raise Refused("you belong to the other side of {name}", name=now.name)
                if team.seat == seat:
                    blocked = await blocks_between(
                        connection, who.id, {team.captain or 0, who.id} - {who.id}
                    )
                    if blocked or not (who.id in team.people or team.role in roles):
                        raise NotYours("this side has not invited you")
                    if len(team.members) >= MOST_MEMBERS:
                        raise LimitReached(
                            "this side is full: it has {most} members", most=MOST_MEMBERS
                        )
                    if sides[0].captain is not None:
                        await tallies.forget_latest(opened.work, "asked", sides[0].captain, who.id)
                    await insert_new(connection, team_members, team=team.id, user=who.id)
                    await _heard(opened, team, who.id, opened.work.now, team.captain or who.id)

    @retried
    async def leave(self, match: int, user: int) -> None:
        """Leave a side; if the captain does, who did something last leads it."""
        async with self._own(match, user) as (opened, team):
            heir = max(
                team.members.keys() - {user}, key=lambda other: team.members[other], default=None
            )
            await _heard(opened, team, user, None, heir if team.captain == user else team.captain)

    async def of(self, match: Match) -> tuple[Team, ...]:
        """The sides of a match that are teams."""
        async with self._database.read() as connection:
            return await teams_of(connection, match)

    @retried
    async def propose(self, match: int, who: Person, spot: Spot) -> Line:
        """Propose the line to a spot of a member's tree, which begins with a whole turn, and vote
        for it.
        """
        async with self._own(match, who.id) as (opened, team):
            now = opened.match
            tree = await locked(opened, who.id)
            turn = to_draft(now, team.user, tree, spot)
            if follow(now.state, turn)[-1].to_move == team.seat:
                raise Refused("finish the turn on the Think board first")
            lines = [line for line in team.lines if line.turn]
            line = next((line for line in lines if line.decisions[: line.turn] == turn), None)
            if line is None:
                if (
                    len(lines) >= MOST_LINES
                    or sum(each.user == who.id for each in lines) >= MOST_OWN
                ):
                    raise LimitReached(
                        "a side has at most {most} lines, {own} by you",
                        most=MOST_LINES,
                        own=MOST_OWN,
                    )
                line = await _added(
                    opened,
                    team,
                    who,
                    [node.decision for node in tree.line(tree.current(spot))],
                    turn,
                )
            await _vote(opened, team, line, who.id)
            return line

    @retried
    async def mark(self, match: int, line: int, user: int, how: Mark) -> tuple[Match, Team, Line]:
        """Open a line, vote for one that was opened, or veto it as the captain."""
        async with self._own(match, user) as (opened, team):
            marked = next((each for each in team.lines if each.id == line and each.turn), None)
            if marked is None or opened.match.status != "running":
                raise opened.match.stale()
            if how == "open":
                await insert_new(
                    opened.work.connection, team_votes, line=line, user=user, chosen=False
                )
            elif how == "veto":
                if not team.veto or team.captain != user:
                    raise NotYours(
                        "only a captain can veto a line, and only where that was agreed at the "
                        "start"
                    )
                await opened.work.connection.execute(
                    team_lines.update().where(_ID.in_([line])).values(vetoed=True)
                )
            elif user not in marked.opened:
                raise Refused("open the line before you vote for it")
            else:
                await _vote(opened, team, marked, user)
            return opened.match, team, marked

    @retried
    async def act(self, match: int, who: Person, what: Act, version: int, via: Via) -> StoredResult:
        """Vote for an act of one's side, or no longer; with enough votes it is done."""
        async with self._own(match, who.id) as (opened, team):
            now = opened.match
            now.player(team.user, version)
            does = deed(now, team.user, what)
            others = [
                line for each in await teams_of(opened.work.connection, now) for line in each.lines
            ]
            if now.overdue and any(line.turn and line.votes for line in others):
                raise now.stale()  # that turn is about to be played
            line = next((line for line in team.lines if line.decisions == (what,)), None)
            line = line or await _added(opened, team, who, [what], ())
            await _vote(opened, team, line, who.id, chosen=who.id not in line.votes)
            if len(line.votes ^ {who.id}) < team.needed(now, what):
                return StoredResult(now)
            await opened.work.connection.execute(team_lines.delete().where(_ID.in_([line.id])))
            return await opened.apply(does, via)

    async def work(self) -> int:
        """Play for sides whose time is over and that have voted; returns for how many."""
        column = matches.c
        due = matches.c.due_at <= self._database.now()
        query = (
            sa.select(column.id)
            .join(teams, teams.c.match == column.id)
            .where(column.mover < TEAMS, due)
        )
        query = query.join(
            team_lines,
            sa.and_(team_lines.c.team == teams.c.id, team_lines.c.version == column.version),
        )
        query = query.join(team_votes).where(
            team_votes.c.chosen, team_lines.c.turn > 0, ~team_lines.c.vetoed
        )
        query = (
            query.where(column.finished_at.is_(None), column.paused_at.is_(None))
            .distinct()
            .limit(50)
        )
        return sum(
            [await self._play(match) for (match,) in await self._database.store.fetch(query)]
        )

    @retried
    async def _play(self, match: int) -> bool:
        """Play the line with the most votes, the oldest of several, for a side that is out of time;
        False without.
        """
        async with self._matches.open(match) as opened:
            now = opened.match
            connection = opened.work.connection
            due = [
                team
                for team in await teams_of(connection, now)
                if team.seat == now.to_move and now.overdue
            ]
            lines = [line for team in due for line in team.lines if line.turn and line.votes]
            if lines:
                best = max(lines, key=lambda line: (len(line.votes), -line.id))
                await opened.apply(
                    turns.play(now, due[0].user, " ".join(best.decisions[: best.turn]))
                )
                await connection.execute(
                    team_lines.update().where(_ID.in_([best.id])).values(played=now.state.ply)
                )
            return bool(lines)

    async def pings(self, match: Match, scope: int, users: Collection[int] = ()) -> Sequence[int]:
        """Whom a post in a server about a match of teams pings: the sides of ``users``, by default
        the one to move, at the end both; with the first board who is invited.
        """
        query = sa.select(team_members.c.user).join(teams).where(teams.c.match == match.id)
        query = query.outerjoin(members, members.c.id == team_members.c.user).order_by(
            team_members.c.user
        )
        wanted = sa.func.coalesce(members.c.settings["notices"].as_string(), "channel")
        query = query.where(wanted.in_(("channel", "both")))
        if match.scope == WORLD:
            query = query.where(_of_server(match, scope))
        if users or match.state.ply > match.history.given:
            users = users or (
                match.seats if match.to_move is None else [match.seats[match.to_move]]
            )
            query = query.where(
                team_members.c.heard_at.is_not(None),
                teams.c.id.in_([TEAMS - user for user in users]),
            )
        else:
            query = query.where(team_members.c.pinged | team_members.c.heard_at.is_not(None))
        return [user for (user,) in await self._database.store.fetch(query)]

    async def named(self, match: Match, scope: int) -> Sequence[int]:
        """Whom the first post in a server about a match of teams names, whether or not it may ping
        them: nobody can see who is not pinged, nor why.
        """
        query = sa.select(team_members.c.user).join(teams).where(teams.c.match == match.id)
        query = query.where(
            team_members.c.pinged.is_not(None) | team_members.c.heard_at.is_not(None)
        )
        query = query.order_by(team_members.c.user)
        if match.scope == WORLD:
            query = query.where(_of_server(match, scope))
        return [user for (user,) in await self._database.store.fetch(query)]

    @asynccontextmanager
    async def _own(self, match: int, user: int) -> AsyncIterator[tuple[OpenMatch, Team]]:
        """A unit of work on a match, with the side of a member. Raises NotYours."""
        async with self._matches.open(match) as opened:
            for team in await teams_of(opened.work.connection, opened.match):
                if user in team.members:
                    yield opened, team
                    return
            raise NotYours("you’re on neither side of {name}", name=opened.match.name)


def require_turns(clock: clocks.Clock) -> None:
    """Raises Refused for a clock by which no turn of a team ends."""
    if not clock.per_turn:
        raise Refused("a team match needs days per turn, such as 1d")


async def leads_enough(connection: AsyncConnection, user: int) -> bool:
    """Whether a member leads as many sides as they may."""
    led = (
        sa.select(teams.c.id)
        .join(matches)
        .where(teams.c.captain == user, matches.c.finished_at.is_(None))
    )
    return len((await connection.execute(led)).all()) >= MOST_LED


async def require_free(work: UnitOfWork, user: int, people: int = 0) -> None:
    """Raises LimitReached where a member may not lead another side, or not of so many people.

    Those count, too, that they began to lead today and have left.
    """
    if await leads_enough(work.connection, user) or people > MOST_MEMBERS:
        raise LimitReached(
            "you can lead {most} sides of {n} members", most=MOST_LED, n=MOST_MEMBERS
        )
    founded = await tallies.noted(work, "team", user)
    if len(founded) >= MOST_FOUNDED:
        wait = founded[-MOST_FOUNDED] + FOUNDED_WITHIN - work.now
        raise LimitReached(
            "you can start {most} team matches a day; try again in {hours} h",
            most=MOST_FOUNDED,
            hours=ceil(wait / timedelta(hours=1)),
        )


def _first_named(sides: Sequence[Side], captain: int) -> list[int]:
    """Those whom the first post names beside the captain: of each side in turn, in the order in
    which they were typed.
    """
    rows = zip_longest(*(side.members for side in sides))
    people = [user for row in rows for user in row if user is not None and user != captain]
    return list(dict.fromkeys(people))[: MOST_NAMED - 1]


def _of_server(match: Match, scope: int) -> sa.ColumnElement[bool]:
    """The condition that a side of a match across servers plays in a server."""
    return teams.c.seat.in_([seat for seat, home in enumerate(match.servers) if home == scope])


async def seat_teams(
    work: UnitOfWork,
    sides: Sequence[Side],
    captains: Sequence[int | None],
    pinged: Mapping[int, bool] | None = None,
) -> list[Person]:
    """New sides with their captains, if any, as players of a match.

    ``pinged``: whether the first post, which names them, pings members; it pings captains, too.
    """
    first_post = {
        **(pinged or {}),
        **{captain: True for captain in captains if captain is not None},
    }
    players = list[Person]()
    for seat, (side, captain) in enumerate(zip(sides, captains, strict=False)):
        new = {"seat": seat, "role": side.role, "captain": captain, "veto": side.veto}
        team = key_of(await work.connection.execute(teams.insert(), new))
        for user, at in (
            dict.fromkeys(side.members) | ({captain: work.now} if captain else {})
        ).items():
            pings = first_post.get(user)
            await insert_new(
                work.connection, team_members, team=team, user=user, heard_at=at, pinged=pings
            )
        if captain is not None:
            await tallies.note(work, "team", captain, until=work.now + FOUNDED_WITHIN)
        players.append(Person(TEAMS - team, f"Team {team}"))
    return players


async def note_match(work: UnitOfWork, match: Match) -> None:
    """Note which match its sides play."""
    ids = [TEAMS - seat for seat in match.seats]
    await work.connection.execute(teams.update().where(teams.c.id.in_(ids)).values(match=match.id))


def deed(match: Match, user: int, what: Act) -> CommandResult:
    """What an act of the side of ``user`` does. Raises Refused."""
    if what == "takeback" and match.asker("takeback") == 1 - match.player(user):
        return agreements.answer(what, match, user, True)
    if what == "claim":
        return endings.claim(match, user, "win")
    if what == "withdraw-draw":
        return agreements.withdraw("draw", match, user)
    if what == "withdraw-takeback":
        return agreements.withdraw("takeback", match, user)
    acts = {
        "takeback": agreements.ask_takeback,
        "resign": endings.resign,
        "draw": agreements.offer_draw,
    }
    return acts[what](match, user)


async def teams_of(connection: AsyncConnection, match: Match) -> tuple[Team, ...]:
    """The sides of a match that are teams, by seat."""
    people = sa.select(team_members).join(teams).where(teams.c.match == match.id)
    people = people.where(
        team_members.c.user.not_in(
            sa.select(bans.c.user).where(bans.c.scope.in_([side.scope for side in match.sides]))
        )
    )
    rows = (await connection.execute(people)).all()
    query = sa.select(team_lines, team_votes.c.user.label("voter"), team_votes.c.chosen).join(teams)
    query = query.outerjoin(team_votes, team_votes.c.line == team_lines.c.id).order_by(
        team_lines.c.id
    )
    query = query.where(teams.c.match == match.id, team_lines.c.version == match.version)
    voted = (await connection.execute(query)).all()
    sides = list[Team]()
    for row in await connection.execute(
        sa.select(teams).where(teams.c.match == match.id).order_by(teams.c.seat)
    ):
        there = {each.user: each.heard_at for each in rows if each.team == row.id}
        inside = {user: at for user, at in there.items() if at}
        lines = dict[int, Line]()
        for each in voted:
            if each.team == row.id:
                new = Line(
                    each.id,
                    tuple(each.line.split()),
                    each.turn,
                    each.user,
                    each.vetoed,
                    set(),
                    set(),
                )
                line = lines.setdefault(each.id, new)
                line.opened.add(each.voter)
                line.votes.update(
                    {each.voter} & inside.keys() if each.chosen and not each.vetoed else ()
                )
        sides.append(
            Team(
                row.id, row.seat, row.role, row.captain, row.veto, there, inside, [*lines.values()]
            )
        )
    return tuple(sides)


async def _heard(
    opened: OpenMatch, team: Team, user: int, at: datetime | None, captain: int | None
) -> None:
    own = team_members.c.team == team.id, team_members.c.user == user
    await opened.work.connection.execute(team_members.update().where(*own).values(heard_at=at))
    await opened.work.connection.execute(
        teams.update().where(teams.c.id == team.id).values(captain=captain)
    )


async def _added(
    opened: OpenMatch, team: Team, who: Person, line: Sequence[str], turn: Sequence[str]
) -> Line:
    new = {
        "team": team.id,
        "version": opened.match.version,
        "line": " ".join(line),
        "turn": len(turn),
        "user": who.id,
    }
    hides = (
        opened.match.scope == WORLD
        and (await member(opened.work.connection, who.id)).settings.across != "named"
    )
    name = HIDDEN if hides else name_of(who)
    key = key_of(await opened.work.connection.execute(team_lines.insert().values(**new, name=name)))
    return Line(key, tuple(line), len(turn), who.id, vetoed=False, opened=set(), votes=set())


async def _vote(
    opened: OpenMatch, team: Team, line: Line, user: int, *, chosen: bool = True
) -> None:
    """Vote for a line and no other, or for an act. Raises Refused."""
    if line.vetoed:
        raise Refused("the captain has vetoed this line")
    connection = opened.work.connection
    votes = team_votes.c
    await insert_new(connection, team_votes, line=line.id, user=user, chosen=False)
    ids = [line.id, *(other.id for other in team.lines if other.turn and line.turn)]
    own = team_votes.update().where(votes.user == user, votes.line.in_(ids))
    await connection.execute(own.values(chosen=sa.and_(votes.line == line.id, sa.literal(chosen))))
    await _heard(opened, team, user, opened.work.now, team.captain)
