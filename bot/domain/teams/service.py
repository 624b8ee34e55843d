"""Team matches: members of a side propose lines and vote in secret; when its time is over, the
favourite is played.
"""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from math import ceil

import games
from bot.domain import clocks, tallies, variants
from bot.domain.blocks.repository import blocks_between, recognise
from bot.domain.challenges import approaches
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
from bot.domain.opponent import level_number
from bot.domain.servers import repository as servers
from bot.domain.teams import repository
from bot.domain.teams.team import LineMark, ProposedLine, Team, TeamAct, TeamSide
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER, HIDDEN, TEAMS, WORLD, InteractionRef, Person, Place
from games.core import Handicap
from games.players import level_of

MOST_LED = 3  # running matches that a captain leads
MOST_MEMBERS = 80  # of a side
MOST_LINES = 15  # of a side in a turn
MOST_OWN = 3  # lines of a member in a turn
# members whom the first post of a match names and pings, its captain too; others join by pressing
MOST_NAMED = 5
MOST_FOUNDED = 5  # sides that a member may begin to lead in a day, whatever became of them
FOUNDED_WITHIN = timedelta(days=1)
COMPUTER_NAME = "Loophole"


@dataclass(frozen=True, slots=True)
class LockedTeam:
    """A match in a unit of work, with one of its sides."""

    open_match: OpenMatch
    team: Team


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
        sides: list[TeamSide],
        variant: str,
        clock: str,
        level: str,
        interaction: InteractionRef,
        display_name: Callable[[int], str] = str,
    ) -> StoredResult:
        """Begin a match of the side that ``who`` leads, which moves first, against another or the
        computer.

        The first members of the sides are named and pinged: that is a challenge to each of them,
        with its limits.

        :param clock: empty for 1 day per turn
        :param level: of the computer, where there is one side
        :param display_name: how refusals call a member
        """
        kind = games.get(game)
        terms = clocks.parse(clock or "1d")
        options = variants.parse(kind, variant)
        _require_no_hints(options)
        people = [user for side in sides for user in side.members]
        require_turns(terms)
        named_users = _first_named(sides, who.id)
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(who.id, *named_users)
            work.require_known(*people)
            await servers.ensure(work, place)
            await recognise(work.connection, who.id)
            await require_free(work, who.id, len(people))
            may_ping = dict[int, bool]()
            for user in named_users:
                member = Person(user, display_name(user))
                may_ping[user] = await approaches.may_invite(work, who, member)
            first, *other_sides = await seat_teams(work, sides, (who.id, None), may_ping)
            second = other_sides[0] if other_sides else Person(COMPUTER, COMPUTER_NAME)
            setup = Setup(
                scope=place.scope,
                channel=place.channel,
                game=kind,
                options=options,
                players=(first, second),
                clock=str(terms),
                level=None if other_sides else level_number(level_of(level).name),
            )
            change = await self._matches.begin(work, setup, interaction=interaction)
            await repository.note_match(work, change.match)
            return change

    @retried
    async def join(self, match: int, seat: int, who: Person, roles: Collection[int]) -> None:
        """Join a side, whose captain is who joins first; nobody joins both."""
        async with self._matches.open(match) as open_match:
            current_match = open_match.match
            connection = open_match.work.connection
            if current_match.status != "running":
                raise current_match.over()
            await recognise(connection, who.id)
            sides = await repository.teams_of(connection, current_match)
            if any(team.seat != seat and who.id in team.people for team in sides):
                raise Refused("you belong to the other side of {name}", name=current_match.name)
            team = next((team for team in sides if team.seat == seat), None)
            if team is None:
                return
            await _require_welcome(open_match, team, who.id, roles)
            starter = sides[0].captain
            if starter is not None:
                # The invitation is no longer one in vain.
                await tallies.forget_latest(open_match.work, "asked", starter, who.id)
            await repository.join(connection, team.id, who.id)
            captain = team.captain or who.id
            await _record_activity(open_match, team, who.id, open_match.work.now, captain)

    @retried
    async def leave(self, match: int, user: int) -> None:
        """Leave a side; if the captain does, who did something last leads it."""
        async with self._own(match, user) as open_team:
            team = open_team.team
            captain = team.captain
            if captain == user:
                other_members = {
                    other: latest for other, latest in team.members.items() if other != user
                }
                captain = max(other_members, key=other_members.__getitem__, default=None)
            await _record_activity(open_team.open_match, team, user, None, captain)

    async def of(self, match: Match) -> tuple[Team, ...]:
        """The sides of a match that are teams."""
        async with self._database.read() as connection:
            return await repository.teams_of(connection, match)

    @retried
    async def propose(self, match: int, who: Person, spot: Spot) -> ProposedLine:
        """Propose the line to a spot of a member's tree, which begins with a whole turn, and vote
        for it.
        """
        async with self._own(match, who.id) as open_team:
            current_match = open_team.open_match.match
            team = open_team.team
            tree = await locked(open_team.open_match, who.id)
            turn = to_draft(current_match, team.user, tree, spot)
            if follow(current_match.state, turn)[-1].to_move == team.seat:
                raise Refused("finish the turn on the Think board first")
            same_turn = [line for line in team.turns if line.decisions[: line.turn] == turn]
            if same_turn:
                line = same_turn[0]
            else:
                _require_room_for_line(team, who.id)
                nodes = tree.line(tree.current(spot))
                decisions = [node.decision for node in nodes]
                line = await _add_line(open_team, who, decisions, len(turn))
            await _vote(open_team, line, who.id)
            return line

    @retried
    async def mark(
        self, match: int, line: int, user: int, how: LineMark
    ) -> tuple[Match, Team, ProposedLine]:
        """Open a line, vote for one that was opened, or veto it as the captain."""
        async with self._own(match, user) as open_team:
            current_match = open_team.open_match.match
            team = open_team.team
            connection = open_team.open_match.work.connection
            target = next((proposal for proposal in team.turns if proposal.id == line), None)
            if target is None or current_match.status != "running":
                raise current_match.stale()
            if how == "open":
                await repository.open_line(connection, line, user)
            elif how == "veto":
                if not team.veto or team.captain != user:
                    raise NotYours(
                        "only a captain can veto a line, and only where that was agreed at the "
                        "start"
                    )
                await repository.veto(connection, line)
            elif user not in target.readers:
                raise Refused("open the line before you vote for it")
            else:
                await _vote(open_team, target, user)
            return current_match, team, target

    @retried
    async def act(
        self, match: int, who: Person, what: TeamAct, version: int, interaction: InteractionRef
    ) -> StoredResult:
        """Vote for an act of one's side, or no longer; with enough votes it is done."""
        async with self._own(match, who.id) as open_team:
            open_match = open_team.open_match
            current_match = open_match.match
            team = open_team.team
            connection = open_match.work.connection
            current_match.player(team.user, version)
            after_act = apply_act(current_match, team.user, what)
            if current_match.overdue:
                await _require_no_turn_due(open_match)
            line = next((line for line in team.lines if line.decisions == (what,)), None)
            if line is None:
                line = await _add_line(open_team, who, [what], turn=0)
            await _vote(open_team, line, who.id, in_favour=who.id not in line.votes)
            votes = line.votes ^ {who.id}
            if len(votes) < team.needed(current_match, what):
                return StoredResult(current_match)
            await repository.delete_line(connection, line.id)
            return await open_match.apply(after_act, interaction)

    async def work(self) -> int:
        """Play for sides whose time is over and that have voted; returns for how many."""
        query = repository.due_query(self._database.now())
        count = 0
        for (match,) in await self._database.store.fetch(query):
            count += await self._play(match)
        return count

    @retried
    async def _play(self, match: int) -> bool:
        """Play the line with the most votes, the oldest of several, for a side that is out of time;
        False without.
        """
        async with self._matches.open(match) as open_match:
            current_match = open_match.match
            connection = open_match.work.connection
            if not current_match.overdue:
                return False
            sides = await repository.teams_of(connection, current_match)
            team = next((team for team in sides if team.seat == current_match.to_move), None)
            if team is None:
                return False
            lines = [line for line in team.turns if line.votes]
            if not lines:
                return False
            favourite = max(lines, key=lambda line: (len(line.votes), -line.id))
            turn = " ".join(favourite.decisions[: favourite.turn])
            await open_match.apply(turns.play(current_match, team.user, turn))
            await repository.note_played(connection, favourite.id, current_match.state.ply)
            return True

    async def pings(self, match: Match, scope: int, users: Collection[int] = ()) -> Sequence[int]:
        """Whom a post in a server about a match of teams pings.

        With the first board that is who is invited, too; later the side to move, at the end both.

        :param users: the sides to ping instead, by their user ids
        """
        if not users and match.state.ply <= match.history.given:
            query = repository.invited_query(match, scope)
        else:
            query = repository.members_query(match, scope, users or _sides_to_ping(match))
        return [user for (user,) in await self._database.store.fetch(query)]

    async def named(self, match: Match, scope: int) -> Sequence[int]:
        """Whom the first post in a server about a match of teams names, whether or not it may ping
        them: nobody can see who is not pinged, nor why.
        """
        query = repository.named_query(match, scope)
        return [user for (user,) in await self._database.store.fetch(query)]

    @asynccontextmanager
    async def _own(self, match: int, user: int) -> AsyncIterator[LockedTeam]:
        """A unit of work on a match, with the side of a member. Raises NotYours."""
        async with self._matches.open(match) as open_match:
            for team in await repository.teams_of(open_match.work.connection, open_match.match):
                if user in team.members:
                    yield LockedTeam(open_match, team)
                    return
            raise NotYours("you’re on neither side of {name}", name=open_match.match.name)


def require_turns(clock: clocks.Clock) -> None:
    """Raises Refused for a clock by which no turn of a team ends."""
    if not clock.per_turn:
        raise Refused("a team match needs days per turn, such as 1d")


async def require_free(work: UnitOfWork, user: int, people: int = 0) -> None:
    """Raises LimitReached where a member may not lead another side, or not of so many people.

    Those count, too, that they began to lead today and have left.
    """
    led_count = await repository.sides_led(work.connection, user)
    if led_count >= MOST_LED or people > MOST_MEMBERS:
        raise LimitReached(
            "you can lead {most} sides of {n} members", most=MOST_LED, n=MOST_MEMBERS
        )
    start_times = await tallies.noted(work, "team", user)
    if len(start_times) >= MOST_FOUNDED:
        wait = start_times[-MOST_FOUNDED] + FOUNDED_WITHIN - work.now
        raise LimitReached(
            "you can start {most} team matches a day; try again in {hours} h",
            most=MOST_FOUNDED,
            hours=ceil(wait / timedelta(hours=1)),
        )


async def seat_teams(
    work: UnitOfWork,
    sides: Sequence[TeamSide],
    captains: Sequence[int | None],
    may_ping: Mapping[int, bool] | None = None,
) -> list[Person]:
    """New sides with their captains, if any, as players of a match.

    :param may_ping: whether the first post, which names them, pings members; it pings captains, too
    """
    first_post = dict(may_ping or {})
    first_post.update({captain: True for captain in captains if captain is not None})
    players = list[Person]()
    for seat, (side, captain) in enumerate(zip(sides, captains, strict=False)):
        team = await repository.add(work, seat, side, captain)
        for user in side.members:
            if user != captain:
                await repository.add_member(work, team, user, None, first_post.get(user))
        if captain is not None:
            await repository.add_member(work, team, captain, work.now, may_ping=True)
            await tallies.note(work, "team", captain, expiry=work.now + FOUNDED_WITHIN)
        players.append(Person(TEAMS - team, f"Team {team}"))
    return players


def apply_act(match: Match, user: int, act: TeamAct) -> CommandResult:
    """The match after an act of the side of ``user``. Raises Refused."""
    match act:
        case "draw":
            return agreements.offer_draw(match, user)
        case "takeback":
            if match.asker("takeback") == 1 - match.player(user):
                return agreements.answer("takeback", match, user, True)
            return agreements.ask_takeback(match, user)
        case "claim":
            return endings.claim(match, user, "win")
        case "resign":
            return endings.resign(match, user)
        case "withdraw-draw":
            return agreements.withdraw("draw", match, user)
        case "withdraw-takeback":
            return agreements.withdraw("takeback", match, user)


def _first_named(sides: Sequence[TeamSide], captain: int) -> list[int]:
    """Those whom the first post names beside the captain: of each side in turn, in the order in
    which they were typed.
    """
    rows = zip_longest(*(side.members for side in sides))
    people = [user for row in rows for user in row if user is not None and user != captain]
    return list(dict.fromkeys(people))[: MOST_NAMED - 1]


def _sides_to_ping(match: Match) -> Sequence[int]:
    """The user ids of the sides that a post about a running or ended match is for."""
    if match.to_move is None:
        return match.seats
    return [match.seats[match.to_move]]


async def _require_welcome(
    open_match: OpenMatch, team: Team, user: int, roles: Collection[int]
) -> None:
    """Raises NotYours, LimitReached where a member may not join a side."""
    captain = team.captain
    is_blocked = False
    if captain is not None and captain != user:
        is_blocked = await blocks_between(open_match.work.connection, user, (captain,))
    is_invited = user in team.people or team.role in roles
    if is_blocked or not is_invited:
        raise NotYours("this side has not invited you")
    if len(team.members) >= MOST_MEMBERS:
        raise LimitReached("this side is full: it has {most} members", most=MOST_MEMBERS)


def _require_room_for_line(team: Team, user: int) -> None:
    """Raises LimitReached where a member may propose no more lines in this turn."""
    by_user = [line for line in team.turns if line.user == user]
    if len(team.turns) >= MOST_LINES or len(by_user) >= MOST_OWN:
        raise LimitReached(
            "a side has at most {most} lines, {own} by you", most=MOST_LINES, own=MOST_OWN
        )


async def _require_no_turn_due(open_match: OpenMatch) -> None:
    """Raises Stale where a turn with votes is about to be played, as time is over."""
    for team in await repository.teams_of(open_match.work.connection, open_match.match):
        if any(line.votes for line in team.turns):
            raise open_match.match.stale()


async def _record_activity(
    open_match: OpenMatch, team: Team, user: int, latest: datetime | None, captain: int | None
) -> None:
    """Store when a member last did something for a side, and who leads it."""
    connection = open_match.work.connection
    await repository.record_activity(connection, team.id, user, latest)
    await repository.set_captain(connection, team.id, captain)


async def _add_line(
    open_team: LockedTeam, who: Person, decisions: Sequence[str], turn: int
) -> ProposedLine:
    """Store a line under the name that both servers may read."""
    connection = open_team.open_match.work.connection
    match = open_team.open_match.match
    name = name_of(who)
    if match.scope == WORLD and (await member(connection, who.id)).settings.across != "named":
        name = HIDDEN
    return await repository.add_line(
        connection, open_team.team, match.version, who.id, name, decisions, turn
    )


async def _vote(
    open_team: LockedTeam, line: ProposedLine, user: int, *, in_favour: bool = True
) -> None:
    """Vote for a line and no other, or for an act. Raises Refused."""
    if line.vetoed:
        raise Refused("the captain has vetoed this line")
    lines = [line.id]
    if line.turn:
        lines += [other.id for other in open_team.team.turns]
    work = open_team.open_match.work
    await repository.vote(work.connection, line.id, user, lines, in_favour=in_favour)
    await _record_activity(
        open_team.open_match, open_team.team, user, work.now, open_team.team.captain
    )


def _require_no_hints(options: Mapping[str, str]) -> None:
    """Raises Refused for a handicap of hints, which are given to a member at their turn."""
    handicap = Handicap.of(options)
    if handicap is not None and handicap.kind == "hints":
        raise Refused("a team has no hints; play without a handicap, or with extra turns")
