"""Two processes on one database, twenty requests at once: limits hold, and no notice goes out for a
deadlock.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from functools import partial
from typing import NamedTuple

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
from bot.domain.matches.match import CommandResult, Match
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
Request = Callable[[Domain, int], Awaitable[object]]
"""A request to one of the processes; those of one kind are numbered from 0."""


@pytest.fixture
async def two(opened: Callable[[], Awaitable[Domain]]) -> Two:
    """The services in two processes."""
    return await opened(), await opened()


class Outcomes(NamedTuple):
    """How many of requests at once were granted, and how many were refused."""

    granted: int
    refused: int


async def outcomes(
    requests: Iterable[Awaitable[object]], refusal: type[Refused] = LimitReached
) -> Outcomes:
    """Make requests at once.

    Whatever fails but for a refusal of this kind is raised.
    """
    results = await asyncio.gather(*requests, return_exceptions=True)
    refusals = 0
    for result in results:
        if isinstance(result, refusal):
            refusals += 1
        elif isinstance(result, BaseException):
            raise result
    return Outcomes(len(results) - refusals, refusals)


def split(two: Two, count: int, request: Request) -> list[Awaitable[object]]:
    """So many requests of a kind, to both processes in turn."""
    return [request(two[number % 2], number) for number in range(count)]


async def at_once(two: Two, count: int, request: Request) -> Outcomes:
    """Make so many requests of a kind at once, to both processes in turn."""
    return await outcomes(split(two, count, request))


@pytest.mark.mutants
async def test_a_member_has_no_more_challenges_than_one_may(two: Two) -> None:
    result = await at_once(
        two, 20, lambda bot, n: bot.challenges.make(HERE, CAT, "loop", opponent=BEN)
    )
    assert result == (MOST_CHALLENGES, 20 - MOST_CHALLENGES)
    notices = await swept(two[0])
    assert len(notices) == MOST_CHALLENGES
    pings = [notice for notice in notices if notice.ping == BEN.id]
    assert len(pings) == MOST_PINGS


@pytest.mark.mutants
async def test_a_member_waits_for_no_more_answers_than_one_may(two: Two) -> None:
    via = Via(1, "token", 2)
    result = await at_once(
        two, 20, lambda bot, n: bot.pending_answers.ask("hint", ANN.id, {}, HERE, "en", via)
    )
    assert result == (MOST_PENDING, 20 - MOST_PENDING)


@pytest.mark.mutants
async def test_a_member_follows_no_more_matches_than_one_may(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followers, "MOST_FOLLOWED", 2)
    matches = [await started(two[0], opponent=DAN) for _ in range(8)]
    result = await at_once(two, 8, lambda bot, n: bot.matches.follow(matches[n].id, CAT.id))
    assert result == (2, 6)


@pytest.mark.mutants
async def test_a_member_explores_no_more_matches_than_one_may(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorations, "MOST_TREES", 3)
    matches = [await started(two[0], opponent=DAN) for _ in range(8)]
    move = str(matches[0].state.legal_moves()[0])
    result = await at_once(
        two, 8, lambda bot, n: bot.explorations.walk(matches[n].id, CAT.id, Spot(0), move)
    )
    assert result == (3, 5)


@pytest.mark.mutants
async def test_a_member_has_no_more_imports_than_one_may(two: Two) -> None:
    match = await started(two[0], opponent=DAN)
    await played(two[0], match.id, 4)
    record = read_record(to_text(await two[0].matches.record(match.id)))
    result = await at_once(two, MOST_IMPORTS + 5, lambda bot, n: bot.imports.add(HERE, ANN, record))
    assert result == (MOST_IMPORTS, 5)


async def test_the_same_two_begin_no_more_rated_matches_than_they_may(two: Two) -> None:
    await two[0].servers.change(HERE, rated=1)
    challenges = []
    for _ in range(MOST_CHALLENGES):
        post = await two[0].challenges.make(HERE, ANN, "loop", opponent=BEN, rated=True)
        challenges.append(post.challenge)
    result = await at_once(
        two, MOST_CHALLENGES, lambda bot, n: bot.challenges.accept(challenges[n].id, BEN)
    )
    assert result == (1, MOST_CHALLENGES - 1)


async def test_a_member_has_no_more_matches_running_than_one_may_have(two: Two) -> None:
    await two[0].servers.change(HERE, matches=3)
    challenges = []
    for who in (ANN, BEN):
        for _ in range(8):
            post = await two[0].challenges.make(HERE, who, "loop")
            challenges.append(post.challenge)
    result = await at_once(two, 16, lambda bot, n: bot.challenges.accept(challenges[n].id, CAT))
    assert result == (3, 13)


async def test_nor_has_one_more_that_begin_from_a_position(two: Two) -> None:
    await two[0].servers.change(HERE, matches=3)
    first_move = str(games.get("loop").start().legal_moves()[0])

    def begin(bot: Domain, n: int) -> Awaitable[object]:
        return bot.challenges.play_computer(HERE, DAN, "loop", 0, options={}, given=(first_move,))

    assert await at_once(two, 20, begin) == (3, 17)


async def test_whatever_members_do_at_once_in_two_processes_nothing_fails(
    two: Two, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    histories = [History(two[seed % 2], clock, seed) for seed in range(10)]
    await asyncio.gather(*(history.go_on(60) for history in histories))
    for line in caplog.messages:
        is_of_an_earlier_test = "does not exist" in line
        # such as for a deadlock
        assert "database" not in line or is_of_an_earlier_test, line
    async with two[0].database.read() as connection:
        assert (await verify(connection)).wrong == ()


async def test_one_member_does_not_fill_all_tournament_places_of_a_server(two: Two) -> None:
    def create(bot: Domain, n: int) -> Awaitable[object]:
        return bot.tournaments.create(HERE, ANN, "swiss", "loop")

    def create_as_moderator(bot: Domain, n: int) -> Awaitable[object]:
        return bot.tournaments.create(HERE, BEN, "swiss", "loop", moderator=True)

    assert await at_once(two, 10, create) == (MOST_OWN, 10 - MOST_OWN)
    # Who hands one over may not have another in its place.
    tournament, *_ = await two[0].tournaments.of(viewer(ANN))
    await two[0].tournaments.do(tournament.id, organising.hand_over, ANN.id, BEN)
    with pytest.raises(LimitReached, match="running tournaments of yours"):
        await create(two[0], 0)
    places = MOST_TOURNAMENTS - MOST_OWN
    assert await at_once(two, places + 3, create_as_moderator) == (places, 3)


@pytest.mark.mutants
async def test_first_rated_results_that_come_at_once_all_count(two: Two) -> None:
    ids = []
    for number in range(8):
        other = Person(3000 + number, f"P{number}")
        match = await started(two[0], opponent=other, rated=True)
        await played(two[0], match.id, 4)
        ids.append(match.id)
    result = await at_once(two, 8, lambda bot, n: bot.matches.act(ids[n], ANN.id, endings.resign))
    assert result == (8, 0)
    own = await rating_of(two[0].ratings, ANN.id, "veloop-square", HERE.scope)
    assert own.losses == 8
    await as_played(two[0])


async def go_on(two: Two, tournament: int, rng: random.Random) -> None:
    """Both processes end all games that are being played, by those who lose and by the organiser,
    and look for what is due, all at once.
    """
    requests: list[Awaitable[object]] = []
    for number, game in enumerate(await two[0].tournaments.games(tournament)):
        if game.result is not None or game.match is None:
            continue
        bot = two[number % 2]
        other = two[1 - number % 2]
        match = await bot.matches.get(game.match)
        requests.append(bot.matches.act(match.id, rng.choice(match.seats), endings.resign))
        if rng.random() < 0.5:
            requests.append(other.tournaments.settle(tournament, ORGANISER.id, game.id, "1-0"))
    requests += split(two, 6, lambda bot, n: bot.tournaments.settle_due(tournament))
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
        tournament = await two[0].tournaments.get(tournament.id)
        if tournament.finished is not None:
            break
    assert tournament.status == "finished"
    for game in await two[0].tournaments.games(tournament.id):
        assert game.result is not None, game
    await as_played(two[0])


async def test_the_places_of_a_tournament_are_given_once(two: Two) -> None:
    tournament = await announced(two[0], "swiss", 0, players=4)

    def join(bot: Domain, n: int) -> Awaitable[object]:
        person = Person(3000 + n, f"P{n}")
        return bot.tournaments.do(tournament.id, organising.join, person)

    await at_once(two, 20, join)
    entrants = (await two[0].tournaments.get(tournament.id)).entrants
    assert len(entrants) == 20
    assert [entrant.status for entrant in entrants].count("in") == 4


async def test_who_deletes_their_data_while_others_take_their_challenges_leaves_nothing_half_done(
    two: Two,
) -> None:
    challenges = []
    for _ in range(6):
        post = await two[0].challenges.make(HERE, ANN, "loop")
        challenges.append(post.challenge)
    requests = split(two, 6, lambda bot, n: bot.challenges.accept(challenges[n].id, BEN))
    requests.insert(3, two[1].privacy.delete(ANN.id))
    await outcomes(requests, Refused)
    for match in await two[0].matches.of(BEN.id):
        assert ANN.id not in match.seats


async def granted(requests: Iterable[Awaitable[object]]) -> int:
    """How many of requests at once were not refused. Whatever else fails is raised."""
    return (await outcomes(requests, Refused)).granted


async def test_twenty_nudges_at_once_are_one(two: Two, clock: Clock) -> None:
    match = await started(two[0])
    clock.move(days=1)
    nudges = split(
        two,
        20,
        lambda bot, n: bot.matches.do(match.id, lambda match: waiting.nudge(match, BEN.id)),
    )
    assert await granted(nudges) == 1
    assert kinds(await swept(two[0])) == [("nudge", ANN.id)]


async def test_who_snoozes_is_nudged_and_moves_at_once_moves_once_and_hears_of_nothing_more(
    two: Two, clock: Clock
) -> None:
    match = await started(two[0])
    clock.move(days=1)
    requests: list[Awaitable[object]] = []
    for n in range(20):
        bot = two[n % 2].matches
        days = n % 4
        requests.append(bot.do(match.id, partial(waiting.snooze, user=ANN.id, days=days)))
        if n % 5 == 0:
            requests.append(bot.do(match.id, lambda match: waiting.nudge(match, BEN.id)))
            requests.append(bot.play(match.id, ANN.id, "e4-d6", version=match.version))
    # Every snooze and one turn; the nudge came before the turn or not at all.
    assert await granted(requests) in (21, 22)
    match = await two[0].matches.get(match.id)
    assert match.state.turn == 2
    events = [notice.event.kind for notice in await swept(two[0])]
    assert [kind for kind in events if kind != "nudge"] == ["turn"]


async def test_a_match_that_both_let_go_and_take_up_at_once_ends_and_goes_on_once(
    two: Two, clock: Clock
) -> None:
    match = await started(two[0])

    def ask(command: Callable[..., CommandResult]) -> list[Awaitable[object]]:
        """Both players ask both processes."""

        def request(bot: Domain, n: int) -> Awaitable[object]:
            user = ANN.id if n % 4 < 2 else BEN.id
            return bot.matches.do(match.id, partial(command, user=user))

        return split(two, 20, request)

    assert await granted(ask(agreements.ask_abandon)) == 2
    assert [notice.event.kind for notice in await swept(two[0])] == ["asked", "finished"]
    match = await started(two[0])
    for _ in range(3):
        clock.move(days=16)
        for process in two:
            await process.matches.wake_due()
    await swept(two[0])
    assert (await two[0].matches.get(match.id)).reason == "adjourned"
    assert await granted(ask(agreements.ask_take_up)) == 2
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
        matches = split(two, 20, lambda bot, n: bot.matches.wake_due())
        cards = split(two, 20, lambda bot, n: bot.daily_cards.work())
        await asyncio.gather(*matches, *cards)
    assert (await two[1].matches.get(timed.id)).overdue
    notices = Counter(kinds(await swept(two[0])))
    assert notices == {("daily_card", ANN.id): 2, ("overdue", None): 1}


async def test_a_member_tries_no_more_lines_than_one_may_and_none_is_lost(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "MOST_NODES", 6)
    monkeypatch.setattr(tree, "MOST_NOTES", 4)
    match = await started(two[0], "loop")
    for who in (ANN, CAT):  # who plays, and who watches
        await check_lines(two, match, who.id)


async def check_lines(two: Two, match: Match, user: int) -> None:
    """A member tries twenty lines at once, and then notes something at each that there is."""
    moves = match.state.legal_moves()

    def walk(bot: Domain, n: int) -> Awaitable[object]:
        return bot.explorations.walk(match.id, user, Spot(0), str(moves[n]))

    assert await at_once(two, 20, walk) == (6, 14)
    match = await two[0].matches.get(match.id)
    lines = (await two[0].explorations.look(match, user, Spot(0))).tree
    nodes = list(lines.nodes.values())
    assert len(nodes) == 6

    def note(bot: Domain, n: int) -> Awaitable[object]:
        return bot.explorations.note(match.id, user, lines.after(nodes[n]), "x")

    assert await at_once(two, 6, note) == (4, 2)


async def test_lines_are_shared_once(two: Two) -> None:
    match = await started(two[0])
    move = str(match.state.legal_moves()[0])
    await two[0].explorations.walk(match.id, BEN.id, Spot(0), move)
    await two[0].matches.act(match.id, ANN.id, endings.resign)
    await swept(two[0])
    publications = split(two, 20, lambda bot, n: bot.sharing.publish(match.id, BEN.id))
    assert await granted(publications) == 1
    assert [notice.event.kind for notice in await swept(two[0])] == ["tree"]


async def test_what_is_prepared_while_the_other_one_moves_is_played_or_refused(two: Two) -> None:
    match = await started(two[0], variant="8x8, single turns")
    first = match.state.legal_moves()[0]
    answers = [str(move) for move in match.state.play(first).legal_moves()[:10]]
    requests = split(
        two,
        len(answers),
        lambda bot, n: bot.prepared_moves.add(match.id, BEN.id, [str(first), answers[n]]),
    )
    requests.insert(len(answers) // 2, two[1].matches.play(match.id, ANN.id, str(first)))
    await outcomes(requests, Refused)
    match = await two[0].matches.get(match.id)
    decision, *answer = match.decisions
    assert decision == str(first)
    assert answer == [] or answer[0] in answers
    assert match.to_move == len(match.decisions) % 2
