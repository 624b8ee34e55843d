"""Two processes on one database, twenty requests at once: limits hold, and no notice goes out for a
deadlock.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from functools import partial

import pytest

import games
from bot.domain.challenges.approaches import MOST_PINGS
from bot.domain.challenges.limits import MOST_CHALLENGES
from bot.domain.computer.pending_answers import MOST_PENDING
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, Refused
from bot.domain.explorations import repository as explorations, tree
from bot.domain.explorations.tree import Spot
from bot.domain.imports.record import read_record
from bot.domain.imports.service import MOST_IMPORTS
from bot.domain.matches import agreements, endings, followers
from bot.domain.matches.match import CommandResult
from bot.domain.matches.waiting import commands as waiting
from bot.domain.tournaments import organising
from bot.domain.tournaments.service import MOST_OWN, MOST_TOURNAMENTS
from bot.domain.values import Person, Via
from bot.ops.copies.verify import verify
from games.records import to_text
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import kinds, played, started, swept
from tests.bot.domain.privacy.world import History
from tests.bot.domain.ratings.helpers import as_played, rating_of
from tests.bot.domain.tournaments.helpers import ORGANISER, announced, begun

pytestmark = [pytest.mark.slow, pytest.mark.mutants]

Two = tuple[Domain, Domain]


@pytest.fixture
async def two(opened: Callable[[], Awaitable[Domain]]) -> Two:
    """The services in two processes."""
    return await opened(), await opened()


async def outcomes(
    requests: Iterable[Awaitable[object]], refusal: type[Refused] = LimitReached
) -> tuple[int, int]:
    """How many of requests at once succeed, and how many are refused.

    Whatever else fails is raised.
    """
    results = await asyncio.gather(*requests, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, refusal):
            raise result
    refused = sum(isinstance(result, refusal) for result in results)
    return len(results) - refused, refused


@pytest.mark.mutants
async def test_a_member_has_no_more_of_anything_than_one_may(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followers, "MOST_FOLLOWED", 2)
    monkeypatch.setattr(explorations, "MOST_TREES", 3)
    made = await outcomes(
        two[n % 2].challenges.make(HERE, CAT, "loop", opponent=BEN) for n in range(20)
    )
    assert made == (MOST_CHALLENGES, 20 - MOST_CHALLENGES)
    notices = await swept(two[0])
    assert len(notices) == MOST_CHALLENGES
    assert sum(notice.ping == BEN.id for notice in notices) == MOST_PINGS
    via = Via(1, "token", 2)
    asked = await outcomes(
        two[n % 2].pending_answers.ask("hint", ANN.id, {}, HERE, "en", via) for n in range(20)
    )
    assert asked == (MOST_PENDING, 20 - MOST_PENDING)
    matches = [await started(two[0], opponent=DAN) for _ in range(8)]
    followed = await outcomes(
        two[n % 2].matches.follow(match.id, CAT.id) for n, match in enumerate(matches)
    )
    assert followed == (2, 6)
    move = str(matches[0].state.legal_moves()[0])
    tried = [
        two[n % 2].explorations.walk(match.id, CAT.id, Spot(0), move)
        for n, match in enumerate(matches)
    ]
    assert await outcomes(tried) == (3, 5)
    record = read_record(
        to_text(await two[0].matches.record((await played(two[0], matches[0].id, 4)).id))
    )
    most = MOST_IMPORTS
    assert await outcomes(two[n % 2].imports.add(HERE, ANN, record) for n in range(most + 5)) == (
        most,
        5,
    )


async def test_the_same_two_begin_no_more_rated_matches_than_they_may(two: Two) -> None:
    await two[0].servers.change(HERE, rated=1)
    made = [
        await two[0].challenges.make(HERE, ANN, "loop", opponent=BEN, rated=True)
        for _ in range(MOST_CHALLENGES)
    ]
    accepted = await outcomes(
        two[n % 2].challenges.accept(offered.challenge.id, BEN) for n, offered in enumerate(made)
    )
    assert accepted == (1, MOST_CHALLENGES - 1)


async def test_a_member_has_no_more_matches_running_than_one_may_have(two: Two) -> None:
    await two[0].servers.change(HERE, matches=3)
    made = [await two[0].challenges.make(HERE, who, "loop") for who in (ANN, BEN) for _ in range(8)]
    taken = await outcomes(
        two[n % 2].challenges.accept(offered.challenge.id, CAT) for n, offered in enumerate(made)
    )
    assert taken == (3, 13)
    given = (str(games.get("loop").start().legal_moves()[0]),)
    begun = (
        two[n % 2].challenges.play_computer(
            HERE, DAN, "loop", 0, options={}, initial_decisions=given
        )
        for n in range(20)
    )
    assert await outcomes(begun) == (3, 17), "from a position, too"


async def test_whatever_members_do_at_once_in_two_processes_nothing_fails(
    two: Two, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    await asyncio.gather(*(History(two[n % 2], clock, n).go_on(60) for n in range(10)))
    # the database of a test before this one
    said = [line for line in caplog.messages if "does not exist" not in line]
    assert not [line for line in said if "database" in line], "such as for a deadlock"
    async with two[0].database.read() as connection:
        assert (await verify(connection)).wrong == ()


async def test_one_member_does_not_fill_all_tournament_places_of_a_server(two: Two) -> None:
    def create(n: int, who: Person, moderator: bool = False) -> Awaitable[object]:
        return two[n % 2].tournaments.create(HERE, who, "swiss", "loop", moderator=moderator)

    assert await outcomes(create(n, ANN) for n in range(10)) == (MOST_OWN, 10 - MOST_OWN)
    await two[0].tournaments.do(
        (await two[0].tournaments.of(viewer(ANN)))[0].id, organising.hand_over, ANN.id, BEN
    )
    with pytest.raises(LimitReached, match="running tournaments of yours"):
        await create(0, ANN)
    left = MOST_TOURNAMENTS - MOST_OWN
    assert await outcomes(create(n, BEN, moderator=True) for n in range(left + 3)) == (left, 3)


@pytest.mark.mutants
async def test_first_rated_results_that_come_at_once_all_count(two: Two) -> None:
    others = [Person(3000 + n, f"P{n}") for n in range(8)]
    ids = []
    for other in others:
        match = await started(two[0], opponent=other, rated=True)
        ids.append((await played(two[0], match.id, 4)).id)
    ended = await outcomes(
        two[n % 2].matches.act(match, ANN.id, endings.resign) for n, match in enumerate(ids)
    )
    assert ended == (len(ids), 0)
    own = await rating_of(two[0].ratings, ANN.id, "veloop-square", HERE.scope)
    assert own.losses == len(ids)
    await as_played(two[0])


async def go_on(two: Two, tournament: int, rng: random.Random) -> None:
    """Both processes end all games that are being played, by those who lose and by the organiser,
    and look for what is due, all at once.
    """
    games = [
        game
        for game in await two[0].tournaments.games(tournament)
        if game.result is None and game.match is not None
    ]
    requests: list[Awaitable[object]] = []
    for n, game in enumerate(games):
        here = two[n % 2]
        there = two[1 - n % 2]
        match = await here.matches.get(game.match or 0)
        requests.append(here.matches.act(match.id, rng.choice(match.seats), endings.resign))
        if rng.random() < 0.5:
            requests.append(there.tournaments.settle(tournament, ORGANISER.id, game.id, "1-0"))
    requests += [here.tournaments.settle_due(tournament) for here in two for _ in range(3)]
    rng.shuffle(requests)
    await outcomes(requests, Refused)


@pytest.mark.mutants
@pytest.mark.parametrize(
    ("players", "rounds"),
    [(4, 2), pytest.param(16, 5, marks=pytest.mark.slow)],
    ids=["quick", "long"],
)
async def test_two_processes_on_one_tournament_bring_it_to_its_end(
    two: Two, players: int, rounds: int
) -> None:
    rng = random.Random(players)
    tournament = await begun(two[0], "swiss", players, rounds=rounds, rated=True)
    for _ in range(4 * rounds):
        await go_on(two, tournament.id, rng)
        if (await two[0].tournaments.get(tournament.id)).finished is not None:
            break
    assert (await two[0].tournaments.get(tournament.id)).status == "finished"
    assert all(game.result is not None for game in await two[0].tournaments.games(tournament.id))
    await as_played(two[0])


async def test_the_places_of_a_tournament_are_given_once(two: Two) -> None:
    made = await announced(two[0], "swiss", 0, players=4)
    people = [Person(3000 + n, f"P{n}") for n in range(20)]
    await outcomes(
        two[n % 2].tournaments.do(made.id, organising.join, who) for n, who in enumerate(people)
    )
    entrants = (await two[0].tournaments.get(made.id)).entrants
    assert [entrant.status for entrant in entrants].count("in") == 4
    assert len(entrants) == 20


async def test_who_deletes_their_data_while_others_take_their_challenges_leaves_nothing_half_done(
    two: Two,
) -> None:
    made = [await two[0].challenges.make(HERE, ANN, "loop") for _ in range(6)]
    requests: list[Awaitable[object]] = [
        two[n % 2].challenges.accept(offered.challenge.id, BEN) for n, offered in enumerate(made)
    ]
    requests.insert(3, two[1].privacy.delete(ANN.id))
    await outcomes(requests, Refused)
    for match in await two[0].matches.of(BEN.id):
        assert ANN.id not in match.seats


async def served(requests: Iterable[Awaitable[object]]) -> int:
    """How many of requests at once were not refused. Whatever else fails is raised."""
    return (await outcomes(requests, Refused))[0]


async def test_twenty_nudges_at_once_are_one(two: Two, clock: Clock) -> None:
    match = await started(two[0])
    clock.move(days=1)
    nudge = [
        two[n % 2].matches.do(match.id, lambda match: waiting.nudge(match, BEN.id))
        for n in range(20)
    ]
    assert await served(nudge) == 1
    assert kinds(await swept(two[0])) == [("nudge", ANN.id)]


async def test_who_snoozes_is_nudged_and_moves_at_once_moves_once_and_hears_of_nothing_more(
    two: Two, clock: Clock
) -> None:
    match = await started(two[0])
    clock.move(days=1)
    requests: list[Awaitable[object]] = []
    for n in range(20):
        here = two[n % 2].matches
        days = n % 4
        requests.append(here.do(match.id, partial(waiting.snooze, user=ANN.id, days=days)))
        if n % 5 == 0:
            requests.append(here.do(match.id, lambda match: waiting.nudge(match, BEN.id)))
            requests.append(here.play(match.id, ANN.id, "e4-d6", version=match.version))
    assert 21 <= await served(requests) <= 22, (
        "every snooze and one turn; the nudge came before the turn or not at all"
    )
    assert (await two[0].matches.get(match.id)).state.turn == 2
    kinds = Counter(
        notice.event.kind for notice in await swept(two[0]) if notice.event.kind != "nudge"
    )
    assert kinds == {"turn": 1}


async def test_a_match_that_both_let_go_and_take_up_at_once_ends_and_goes_on_once(
    two: Two, clock: Clock
) -> None:
    match = await started(two[0])

    def asked(command: Callable[..., CommandResult]) -> list[Awaitable[object]]:
        both = [(n, (ANN, BEN)[n // 2 % 2].id) for n in range(20)]
        return [two[n % 2].matches.do(match.id, partial(command, user=user)) for n, user in both]

    assert await served(asked(agreements.ask_abandon)) == 2
    assert [notice.event.kind for notice in await swept(two[0])] == ["asked", "finished"]
    match = await started(two[0])
    for _ in range(3):
        clock.move(days=16)
        for process in two:
            await process.matches.wake_due()
    await swept(two[0])
    assert (await two[0].matches.get(match.id)).reason == "adjourned"
    assert await served(asked(agreements.ask_take_up)) == 2
    assert [notice.event.kind for notice in await swept(two[0])] == ["asked", "answered"]
    assert (await two[0].matches.get(match.id)).status == "running"


async def test_what_falls_due_is_told_once_by_twenty_that_look(two: Two, clock: Clock) -> None:
    for user in (ANN.id, BEN.id):
        await two[0].members.change(user, daily="dm", daily_when="12:30")
    await started(two[0])
    timed = await started(two[0], clock="1d")
    for span in (timedelta(minutes=31), timedelta(days=1)):
        clock.moment += span
        await two[0].heartbeat.skip()
        looks = [
            (process.matches.wake_due(), process.daily_cards.work())
            for process in two
            for _ in range(10)
        ]
        await asyncio.gather(*(look for pair in looks for look in pair))
    assert (await two[1].matches.get(timed.id)).overdue
    assert Counter(kinds(await swept(two[0]))) == {("daily_card", ANN.id): 2, ("overdue", None): 1}


async def test_a_member_tries_no_more_lines_than_one_may_and_none_is_lost(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "MOST_NODES", 6)
    monkeypatch.setattr(tree, "MOST_NOTES", 4)
    match = await started(two[0], "loop")
    moves = match.state.legal_moves()
    for who in (ANN, CAT):  # who plays, and who watches
        tried = await outcomes(
            two[n % 2].explorations.walk(match.id, who.id, Spot(0), str(moves[n]))
            for n in range(20)
        )
        assert tried == (6, 14)
        tree_now = (
            await two[0].explorations.look(await two[0].matches.get(match.id), who.id, Spot(0))
        ).tree
        assert len(tree_now.nodes) == 6
        written = await outcomes(
            two[n % 2].explorations.note(match.id, who.id, tree_now.after(node), "x")
            for n, node in enumerate(tree_now.nodes.values())
        )
        assert written == (4, 2)


async def test_lines_are_shared_once(two: Two) -> None:
    match = await started(two[0])
    await two[0].explorations.walk(match.id, BEN.id, Spot(0), str(match.state.legal_moves()[0]))
    await two[0].matches.act(match.id, ANN.id, endings.resign)
    await swept(two[0])
    assert await served(two[n % 2].sharing.publish(match.id, BEN.id) for n in range(20)) == 1
    assert [notice.event.kind for notice in await swept(two[0])] == ["tree"]


async def test_what_is_prepared_while_the_other_one_moves_is_played_or_refused(two: Two) -> None:
    match = await started(two[0], variant="8x8, single turns")
    theirs = match.state.legal_moves()[0]
    mine = [str(move) for move in match.state.play(theirs).legal_moves()[:10]]
    plans = [
        two[n % 2].prepared_moves.add(match.id, BEN.id, [str(theirs), move])
        for n, move in enumerate(mine)
    ]
    move = two[1].matches.play(match.id, ANN.id, str(theirs))
    await outcomes([*plans[:5], move, *plans[5:]], Refused)
    now = await two[0].matches.get(match.id)
    assert now.decisions[0] == str(theirs)
    assert len(now.decisions) == 1 or now.decisions[1] in mine
    assert now.to_move == len(now.decisions) % 2
