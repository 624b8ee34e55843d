"""Team matches: ten members with leavers and changed votes to the end, sides that vote on acts,
kills and deletion.
"""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotYours, Refused, Stale
from bot.domain.explorations.tree import Spot
from bot.domain.matches.events import Asked
from bot.domain.matches.match import Match
from bot.domain.teams import service
from bot.domain.teams.team import ProposedLine, Team, TeamSide
from bot.domain.values import COMPUTER, HIDDEN, InteractionRef, Person, Place
from bot.store.tables import outbox, team_lines, team_members, team_votes
from games.records import read, to_json, to_text
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, Crash, crash_after
from tests.bot.domain.matches.helpers import swept
from tests.bot.domain.teams.helpers import begun_across

EVERYONE = HERE.scope
EVE = Person(1005, "Eve")
INTERACTION = InteractionRef(1, "token", 2)


class Hall:
    """A server whose members play in teams."""

    def __init__(self, domain: Domain, clock: Clock) -> None:
        self.domain = domain
        self.clock = clock
        self.id = 0

    async def start(
        self,
        *sides: TeamSide,
        who: Person = ANN,
        variant: str = "",
        clock: str = "",
        level: str = "novice",
    ) -> Match:
        wishes = list(sides) or [TeamSide((), EVERYONE, False), TeamSide((), EVERYONE, False)]
        change = await self.domain.teams.start(
            HERE, who, "loop", wishes, variant, clock, level, INTERACTION
        )
        self.id = change.match.id
        return change.match

    async def join(self, who: Person, seat: int, *roles: int) -> None:
        await self.domain.teams.join(self.id, seat, who, {EVERYONE, *roles})

    async def match(self) -> Match:
        return await self.domain.matches.get(self.id)

    async def side(self, seat: int) -> Team:
        for team in await self.domain.teams.of(await self.match()):
            if team.seat == seat:
                return team
        raise AssertionError(f"no team has seat {seat}")

    async def propose(self, who: Person, move: int = 0, more: int = 0) -> ProposedLine:
        """Propose the turn that begins with a legal decision, and ``more`` decisions after it."""
        match = await self.match()
        spot = Spot(len(match.decisions))
        state = match.state
        seat = match.to_move
        while state.to_move == seat or more > 0:
            if state.to_move != seat:
                more -= 1
            legal = state.legal_moves()
            decision = legal[min(move, len(legal) - 1)]
            explored = await self.domain.explorations.walk(self.id, who.id, spot, str(decision))
            spot = explored.spot
            state = state.play(decision)
        return await self.domain.teams.propose(self.id, who, spot)

    async def vote(self, who: Person, line: ProposedLine, *hows: str) -> None:
        for how in hows or ("open", "vote"):
            await self.domain.teams.mark(self.id, line.id, who.id, how)  # type: ignore[arg-type]

    async def act(self, who: Person, what: str) -> Match:
        version = (await self.match()).version
        return (await self.domain.teams.act(self.id, who, what, version, INTERACTION)).match  # type: ignore[arg-type]

    async def over(self) -> Match:
        """A day passes."""
        self.clock.move(days=1, seconds=1)
        await self.domain.teams.work()
        return await self.match()


@pytest.fixture
def hall(domain: Domain, clock: Clock) -> Hall:
    return Hall(domain, clock)


async def propose_and_vote(
    hall: Hall, side: list[Person], rng: random.Random
) -> dict[int, set[int]]:
    """Two members propose a line, some vote for one, and some think again; who has voted at last
    for each line.
    """
    lines = []
    votes: dict[int, int] = {}
    for who in rng.sample(side, 2):
        line = await hall.propose(who, rng.randrange(60))
        lines.append(line)
        votes[who.id] = line.id
    for who in rng.choices(side, k=4):  # some twice
        line = rng.choice(lines)
        await hall.vote(who, line)
        votes[who.id] = line.id
    by_line: dict[int, set[int]] = {}
    for who, line in votes.items():
        by_line.setdefault(line, set()).add(who)
    return by_line


@pytest.mark.slow
@pytest.mark.mutants
async def test_ten_members_play_to_the_end_with_leavers_and_changed_votes(hall: Hall) -> None:
    people = [Person(2000 + n, f"member {n}") for n in range(10)]
    names = {who.id: who.name for who in people}
    rng = random.Random(3)
    await hall.start(who=people[0], variant="small")
    sides = [people[:5], people[5:]]
    for seat, side in enumerate(sides):
        for who in side:
            await hall.join(who, seat)
    with pytest.raises(Refused, match="you belong to the other side"):
        await hall.join(people[1], 1)

    proposers: dict[int, str] = {}
    match = await hall.match()
    while match.status == "running":
        seat = match.to_move
        side = sides[seat]
        if match.state.turn in (4, 5) and len(side) == 5:
            captain = side.pop(0)
            await hall.domain.teams.leave(hall.id, captain.id)
            assert (await hall.side(seat)).captain in {who.id for who in side}
        votes = await propose_and_vote(hall, side, rng)
        team = await hall.side(seat)
        assert {line.id: line.votes for line in team.lines if line.votes} == votes
        await hall.domain.teams.work()
        assert (await hall.match()).version == match.version, "the vote is open until time is up"

        best = max(team.lines, key=lambda line: (len(line.votes), -line.id))
        turn = best.decisions[: best.turn]
        proposers[match.state.ply] = names[best.user]
        next_match = await hall.over()
        end = len(match.decisions) + len(turn)
        assert next_match.decisions[:end] == (*match.decisions, *turn)
        match = next_match
    assert match.state.outcome is not None
    assert not match.rated
    await check_proposers(hall, proposers)


async def check_proposers(hall: Hall, proposers: dict[int, str]) -> None:
    """The record of the match says who has proposed the turn that begins at each ply."""
    record = await hall.domain.matches.record(hall.id)
    proposers_by_line: dict[int, str] = {}
    ply = 0
    for turn in record.turns:
        if turn.proposer:
            proposers_by_line[ply] = turn.proposer
        ply += len(turn.moves)
    assert proposers_by_line == proposers
    assert "proposed by member" in to_text(record)
    names = [turn.proposer for turn in record.turns]
    assert [turn.proposer for turn in read(to_text(record)).turns] == names
    assert [turn.proposer for turn in read(to_json(record)).turns] == names


async def test_a_single_vote_is_played_and_without_one_the_clock_goes_on_as_ever(
    hall: Hall,
) -> None:
    match = await hall.start()
    await hall.join(BEN, 1)
    await hall.join(CAT, 1)
    assert (await hall.over()).version == match.version
    assert (await hall.match()).overdue
    line = await hall.propose(ANN)
    await hall.domain.teams.work()
    match = await hall.match()
    assert match.decisions == line.decisions[: line.turn], "late, but nobody has claimed"
    await hall.over()
    assert (await hall.act(ANN, "claim")).winner == 0


async def test_the_computer_answers_a_team(hall: Hall) -> None:
    match = await hall.start(TeamSide((), EVERYONE, False))
    assert match.seats[1] == COMPUTER
    assert match.level == 0
    await hall.propose(ANN, more=2)
    assert (await hall.over()).mover == COMPUTER
    assert [item.match for item in await hall.domain.matches.waiting_for_computer()] == [match.id]


async def test_votes_go_to_lines_that_were_opened_and_are_not_vetoed(hall: Hall) -> None:
    await hall.start(TeamSide((), EVERYONE, True))
    await hall.join(BEN, 0)
    line = await hall.propose(ANN)
    assert (await hall.propose(BEN)).id == line.id, "the same turn is the same line"
    other = await hall.propose(BEN, 5)
    with pytest.raises(Refused, match="open the line before"):
        await hall.vote(ANN, other, "vote")
    with pytest.raises(NotYours, match="only a captain"):
        await hall.vote(BEN, line, "veto")
    with pytest.raises(NotYours, match="on neither side"):
        await hall.vote(CAT, line)
    await hall.vote(ANN, other, "open", "vote", "veto")
    with pytest.raises(Refused, match="has vetoed"):
        await hall.vote(BEN, other, "vote")
    assert [each.votes for each in (await hall.side(0)).lines] == [set(), set()]
    for move in (7, 9):
        await hall.propose(BEN, move)
    with pytest.raises(LimitReached, match="3 by you"):
        await hall.propose(BEN, 11)
    await hall.over()
    with pytest.raises(Stale):
        await hall.vote(BEN, line)


async def test_a_running_match_of_two_servers_teams_goes_on(hall: Hall, domain: Domain) -> None:
    other_place = Place(800, 801)
    dan = replace(DAN, name="Dan of there")
    for who, place, name in ((ANN, HERE, "hidden"), (BEN, other_place, "named")):
        await domain.servers.change(place, across=True)
        await domain.members.change(who.id, across=name)
    change = await begun_across(domain, (ANN, HERE), (BEN, other_place), interaction=INTERACTION)
    match = change.match
    hall.id = match.id
    assert change.notice is not None
    assert (match.name, match.rated, match.sides, change.notice.scope) == (
        "W1",
        False,
        (HERE, other_place),
        other_place.scope,
    )
    assert [(notice.scope, notice.ping) for notice in await swept(domain)] == [(HERE.scope, None)]
    await hall.join(CAT, 0)
    for seat, roles in ((1, {HERE.scope}), (0, {other_place.scope})):
        with pytest.raises(NotYours, match="has not invited"):
            await domain.teams.join(match.id, seat, dan, roles)
    await domain.teams.join(match.id, 1, dan, {other_place.scope})
    pings = [await domain.teams.pings(match, scope) for scope in (HERE.scope, other_place.scope)]
    assert pings == [[ANN.id, CAT.id], [BEN.id, dan.id]]
    await hall.vote(CAT, await hall.propose(ANN))
    result = await hall.over()
    assert (result.state.ply, result.mover) == (1, match.seats[1])
    assert {notice.scope for notice in await swept(domain)} == {HERE.scope, other_place.scope}
    assert [
        await domain.teams.pings(result, scope) for scope in (HERE.scope, other_place.scope)
    ] == [
        [],
        [BEN.id, DAN.id],
    ]
    await hall.propose(BEN)
    await hall.over()
    assert [turn.proposer for turn in (await domain.matches.record(match.id)).turns] == [
        HIDDEN,
        "Ben",
    ]
    await domain.exclusions.ban(other_place, BEN.id, dan)
    assert [sorted((await hall.side(seat)).members) for seat in (0, 1)] == [
        [ANN.id, CAT.id],
        [BEN.id],
    ]


async def test_nobody_ends_a_match_alone(hall: Hall) -> None:
    match = await hall.start()
    for who, seat in ((BEN, 0), (CAT, 0), (DAN, 1), (EVE, 1)):
        await hall.join(who, seat)
    for member in (ANN, DAN):
        with pytest.raises(NotYours, match="the sides of M1 vote"):
            await hall.domain.matches.play(match.id, member.id, "1a1")
    for who in (ANN, ANN, BEN, BEN, ANN):  # the second press takes it back
        assert (await hall.act(who, "resign")).status == "running"
    assert (await hall.act(ANN, "draw")).draw_offer is None
    offer = await hall.act(BEN, "draw")
    assert offer.draw_offer == 0
    async with hall.domain.database.read() as connection:
        assert Asked.kind in (await connection.execute(sa.select(outbox.c.kind))).scalars().all()
    hall.clock.move(days=8)
    await hall.join(CAT, 0)
    side = await hall.side(0)
    match = await hall.match()
    assert side.needed(match, "claim") == 1, "who is silent for a week is not counted"
    assert side.needed(match, "resign") == 2, "but nobody resigns alone"
    assert (await hall.act(DAN, "draw")).status == "running"
    end = await hall.act(EVE, "draw")
    assert (end.status, end.winner, end.reason) == ("finished", None, "agreed")


async def test_a_side_has_limits_and_slow_turns_make_nobody_silent(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(LimitReached, match=r"^you can lead 3 sides of 80 members$"):
        await hall.start(
            TeamSide(tuple(range(5000, 5041)), None, False),
            TeamSide(tuple(range(5041, 5081)), None, False),
        )
    await hall.start(TeamSide(tuple(range(5000, 5080)), EVERYONE, False), clock="3d")
    monkeypatch.setattr(service, "MOST_MEMBERS", 3)
    monkeypatch.setattr(service, "MOST_LINES", 4)
    for who in (BEN, CAT):
        await hall.join(who, 0)
    with pytest.raises(LimitReached, match=r"^this side is full: it has 3 members$"):
        await hall.join(DAN, 0)
    members = [ANN.id, BEN.id, CAT.id, *range(5000, 5004)]
    assert await hall.domain.teams.pings(await hall.match(), HERE.scope) == members, (
        "four of eighty, and who has joined"
    )
    for who, notices in ((ANN, "dm"), (BEN, "both")):
        await hall.domain.members.change(who.id, notices=notices)
    user = (await hall.side(0)).user
    assert await hall.domain.teams.pings(await hall.match(), HERE.scope, [user]) == [BEN.id, CAT.id]
    for who, move in ((ANN, 0), (ANN, 9), (BEN, 18), (CAT, 27)):
        await hall.propose(who, move)
    with pytest.raises(LimitReached, match=r"^a side has at most 4 lines, 3 by you$"):
        await hall.propose(CAT, 36)
    for span, most in ((timedelta(days=9), 2), (timedelta(milliseconds=1), 1)):
        hall.clock.moment += span
        assert (await hall.side(0)).needed(await hall.match(), "claim") == most


async def test_a_takeback_is_asked_and_granted_by_votes(hall: Hall) -> None:
    await hall.start()
    await hall.join(BEN, 1)
    await hall.propose(ANN)
    await hall.over()
    assert (await hall.act(ANN, "takeback")).asker("takeback") == 0
    assert not (await hall.act(BEN, "takeback")).decisions


async def test_what_is_asked_of_a_side_lapses_by_its_vote_and_whoever_asked_may_vote_to_withdraw(
    hall: Hall,
) -> None:
    await hall.start()
    await hall.join(BEN, 1)
    await hall.join(DAN, 1)
    assert (await hall.act(BEN, "draw")).draw_offer is None
    assert (await hall.act(DAN, "draw")).draw_offer == 1
    assert (await hall.act(BEN, "withdraw-draw")).draw_offer == 1, "that takes a vote, too"
    assert (await hall.act(DAN, "withdraw-draw")).draw_offer is None
    await hall.propose(ANN)
    await hall.over()
    for who in (BEN, DAN):
        await hall.act(who, "draw")
    await hall.propose(BEN)
    assert (await hall.over()).draw_offer == 1, "they have moved themselves"
    await hall.propose(ANN)
    assert (await hall.over()).draw_offer is None, "who was asked has moved"


async def test_who_may_join(hall: Hall, domain: Domain) -> None:
    await domain.blocks.block(CAT.id, ANN)
    with pytest.raises(Refused, match="days per turn"):
        await hall.start(clock="7d+12h")
    await hall.start(TeamSide((BEN.id,), None, False), TeamSide((), 77, False))
    with pytest.raises(NotYours, match="not invited"):
        await hall.join(DAN, 0)
    with pytest.raises(NotYours, match="not invited"):
        await hall.join(DAN, 1)
    await hall.join(DAN, 1, 77)
    await hall.join(BEN, 0)
    assert (await hall.side(1)).captain == DAN.id
    await hall.start(TeamSide((), EVERYONE, False))
    with pytest.raises(NotYours, match="not invited"):
        await hall.join(CAT, 0)  # whom the captain has not seen for a reason
    await hall.join(BEN, 0)
    await domain.exclusions.ban(HERE, DAN.id, BEN)
    assert list((await hall.side(0)).members) == [ANN.id]
    await hall.start(TeamSide((), EVERYONE, False))
    with pytest.raises(LimitReached, match="you can lead 3 sides"):
        await hall.start()


async def test_a_kill_between_any_two_steps_plays_a_turn_once(
    hall: Hall, domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.start()
    line = await hall.propose(ANN)
    hall.clock.move(days=1, seconds=1)
    crashes = 0
    while not (await hall.match()).decisions:
        with monkeypatch.context() as patch:
            crash_after(patch, crashes)
            try:
                await domain.teams.work()
            except Crash:
                crashes += 1
        match = await hall.match()
        async with domain.database.read() as connection:
            lines_played = (
                (await connection.execute(sa.select(team_lines.c.played))).scalars().all()
            )
        assert lines_played == ([0] if match.decisions else [None])
    assert crashes > 3
    assert (await hall.match()).decisions == line.decisions[: line.turn]


async def test_a_member_who_deletes_their_data_is_gone_from_their_side(
    hall: Hall, domain: Domain
) -> None:
    await hall.start()
    await hall.join(BEN, 0)
    await hall.propose(ANN)
    export = await domain.privacy.export(ANN.id)
    assert {"team_members", "team_lines", "team_votes"} <= export.keys()
    await domain.privacy.delete(ANN.id)
    team = await hall.side(0)
    assert (team.captain, list(team.members), [line.votes for line in team.lines]) == (
        None,
        [BEN.id],
        [set()],
    )
    async with domain.database.read() as connection:
        for table in (team_members, team_votes):
            assert ANN.id not in (await connection.execute(sa.select(table.c.user))).scalars().all()
        assert (await connection.execute(sa.select(team_lines.c.name))).scalars().all() == [
            "somebody"
        ]
