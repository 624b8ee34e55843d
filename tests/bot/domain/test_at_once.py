"""Two processes on one database, twenty requests at once: limits hold, and no notice goes out for a
deadlock.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import pytest

import games
from bot.domain.challenges.approaches import MOST_PINGS
from bot.domain.challenges.limits import MOST_CHALLENGES
from bot.domain.computer.pending_answers import MOST_PENDING
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, Refused
from bot.domain.explorations import repository as explorations, tree
from bot.domain.explorations.tree import Node, Spot
from bot.domain.imports.record import read_record
from bot.domain.imports.service import MOST_IMPORTS
from bot.domain.matches import agreements, endings, followers
from bot.domain.matches.match import CommandResult, Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.tournaments import organising
from bot.domain.tournaments.service import MOST_OWN, MOST_TOURNAMENTS
from bot.domain.values import InteractionRef, Person
from bot.ops.copies.verify import verify
from games.core import Move
from games.records import to_text
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import cleared, kinds, played, started, swept
from tests.bot.domain.privacy.world import History
from tests.bot.domain.ratings.helpers import as_played, rating_of
from tests.bot.domain.tournaments.helpers import ORGANISER, announcements, begun

pytestmark = [pytest.mark.slow, pytest.mark.mutants]

Two = tuple[Domain, Domain]
Request = Callable[[Domain, int], Awaitable[object]]
"""A request to one of the processes; those of one kind are numbered from 0."""


@pytest.fixture
async def two(open_domain: Callable[[], Awaitable[Domain]]) -> Two:
    """The services in two processes."""
    return await open_domain(), await open_domain()


def requests_to(
    two: Two, items: Iterable[Any], request: Callable[[Domain, Any], Awaitable[object]]
) -> list[Awaitable[object]]:
    """A request for each item, to the two processes in turn."""
    return [request(two[n % 2], item) for n, item in enumerate(items)]


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
    refusals = [result for result in results if isinstance(result, refusal)]
    return len(results) - len(refusals), len(refusals)


async def successes(requests: Iterable[Awaitable[object]]) -> int:
    """How many of requests at once were not refused. Whatever else fails is raised."""
    success_count, _ = await outcomes(requests, Refused)
    return success_count


async def event_kinds(domain: Domain) -> list[str]:
    """The kinds of the events of all notices that are due, which are struck off."""
    return [notice.event.kind for notice in await swept(domain)]


async def test_a_member_makes_no_more_challenges_than_one_may_and_pings_no_more_often(
    two: Two,
) -> None:
    def challenge(process: Domain, n: int) -> Awaitable[object]:
        return process.challenges.make(HERE, CAT, "loop", opponent=BEN)

    counts = await outcomes(requests_to(two, range(20), challenge))
    assert counts == (MOST_CHALLENGES, 20 - MOST_CHALLENGES)
    notices = await swept(two[0])
    assert len(notices) == MOST_CHALLENGES
    pings = [notice for notice in notices if notice.ping == BEN.id]
    assert len(pings) == MOST_PINGS


async def test_a_member_waits_for_no_more_answers_than_one_may(two: Two) -> None:
    interaction = InteractionRef(1, "token", 2)

    def ask(process: Domain, n: int) -> Awaitable[object]:
        return process.pending_answers.ask("hint", ANN.id, {}, HERE, "en", interaction)

    counts = await outcomes(requests_to(two, range(20), ask))
    assert counts == (MOST_PENDING, 20 - MOST_PENDING)


async def test_a_member_follows_no_more_matches_than_one_may(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followers, "MOST_FOLLOWED", 2)
    matches = [await started(two[0], opponent=DAN) for _ in range(8)]

    def follow(process: Domain, match: Match) -> Awaitable[object]:
        return process.matches.follow(match.id, CAT.id)

    assert await outcomes(requests_to(two, matches, follow)) == (2, 6)


async def test_a_member_explores_no_more_matches_than_one_may(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorations, "MOST_TREES", 3)
    matches = [await started(two[0], opponent=DAN) for _ in range(8)]
    move = str(matches[0].state.legal_moves()[0])

    def explore(process: Domain, match: Match) -> Awaitable[object]:
        return process.explorations.walk(match.id, CAT.id, Spot(0), move)

    assert await outcomes(requests_to(two, matches, explore)) == (3, 5)


async def test_a_member_imports_no_more_matches_than_one_may(two: Two) -> None:
    match = await started(two[0], opponent=DAN)
    await played(two[0], match.id, 4)
    text = to_text(await two[0].matches.record(match.id))
    record = read_record(text)

    def add(process: Domain, n: int) -> Awaitable[object]:
        return process.imports.add(HERE, ANN, record)

    counts = await outcomes(requests_to(two, range(MOST_IMPORTS + 5), add))
    assert counts == (MOST_IMPORTS, 5)


def accept_as(taker: Person) -> Callable[[Domain, int], Awaitable[object]]:
    """How somebody accepts a challenge by its id in a process."""

    def accept(process: Domain, challenge: int) -> Awaitable[object]:
        return process.challenges.accept(challenge, taker)

    return accept


async def challenge_ids(domain: Domain, maker: Person, count: int, **terms: Any) -> list[int]:
    """The ids of so many new challenges of a member."""
    ids = []
    for _ in range(count):
        offer = await domain.challenges.make(HERE, maker, "loop", **terms)
        ids.append(offer.challenge.id)
    return ids


async def test_the_same_two_begin_no_more_rated_matches_than_they_may(two: Two) -> None:
    await two[0].servers.change(HERE, rated=1)
    offers = await challenge_ids(two[0], ANN, MOST_CHALLENGES, opponent=BEN, rated=True)
    counts = await outcomes(requests_to(two, offers, accept_as(BEN)))
    assert counts == (1, MOST_CHALLENGES - 1)


async def test_a_member_has_no_more_matches_running_than_one_may_have(two: Two) -> None:
    await two[0].servers.change(HERE, matches=3)
    offers = await challenge_ids(two[0], ANN, 8)
    offers += await challenge_ids(two[0], BEN, 8)
    assert await outcomes(requests_to(two, offers, accept_as(CAT))) == (3, 13)


async def test_a_member_begins_no_more_matches_from_a_position_than_one_may_have(two: Two) -> None:
    await two[0].servers.change(HERE, matches=3)
    first_move = str(games.get("loop").start().legal_moves()[0])

    def begin(process: Domain, n: int) -> Awaitable[object]:
        return process.challenges.play_computer(
            HERE, DAN, "loop", 0, options={}, initial_decisions=(first_move,)
        )

    assert await outcomes(requests_to(two, range(20), begin)) == (3, 17)


async def test_whatever_members_do_at_once_in_two_processes_nothing_fails(
    two: Two, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    histories = [History(two[n % 2], clock, n) for n in range(10)]
    await asyncio.gather(*(history.go_on(40) for history in histories))
    # the database of a test before this one
    messages = [line for line in caplog.messages if "does not exist" not in line]
    failures = [line for line in messages if "database" in line]
    assert failures == [], "such as a deadlock"
    async with two[0].database.read() as connection:
        report = await verify(connection)
    assert report.wrong == ()


async def test_one_member_does_not_fill_all_tournament_places_of_a_server(two: Two) -> None:
    def create(process: Domain, who: Person, moderator: bool) -> Awaitable[object]:
        return process.tournaments.create(HERE, who, "swiss", "loop", moderator=moderator)

    def create_own(process: Domain, n: int) -> Awaitable[object]:
        return create(process, ANN, moderator=False)

    def create_as_moderator(process: Domain, n: int) -> Awaitable[object]:
        return create(process, BEN, moderator=True)

    counts = await outcomes(requests_to(two, range(10), create_own))
    assert counts == (MOST_OWN, 10 - MOST_OWN)

    own = await two[0].tournaments.of(viewer(ANN))
    await two[0].tournaments.do(own[0].id, organising.hand_over, ANN.id, BEN)
    with pytest.raises(LimitReached, match="running tournaments of yours"):
        await create(two[0], ANN, moderator=False)

    free = MOST_TOURNAMENTS - MOST_OWN
    counts = await outcomes(requests_to(two, range(free + 3), create_as_moderator))
    assert counts == (free, 3)


async def test_first_rated_results_that_come_at_once_all_count(two: Two) -> None:
    matches = []
    for n in range(8):
        opponent = Person(3000 + n, f"P{n}")
        match = await started(two[0], opponent=opponent, rated=True)
        matches.append(await played(two[0], match.id, 4))

    def resign(process: Domain, match: Match) -> Awaitable[object]:
        return process.matches.act(match.id, ANN.id, endings.resign)

    assert await outcomes(requests_to(two, matches, resign)) == (8, 0)
    own = await rating_of(two[0].ratings, ANN.id, "veloop-square", HERE.scope)
    assert own.losses == 8
    await as_played(two[0])


async def end_all_games(two: Two, tournament: int, rng: random.Random) -> None:
    """Both processes end all games that are being played, by those who lose and by the organiser,
    and look for what is due, all at once.
    """
    requests: list[Awaitable[object]] = []
    for n, game in enumerate(await two[0].tournaments.games(tournament)):
        if game.result is not None or game.match is None:
            continue
        one = two[n % 2]
        other = two[1 - n % 2]
        match = await one.matches.get(game.match)
        requests.append(one.matches.act(match.id, rng.choice(match.seats), endings.resign))
        if rng.random() < 0.5:
            requests.append(other.tournaments.settle(tournament, ORGANISER.id, game.id, "1-0"))
    for process in two:
        requests += [process.tournaments.settle_due(tournament) for _ in range(3)]
    rng.shuffle(requests)
    await outcomes(requests, Refused)


@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (16, 5)], ids=["quick", "long"])
async def test_two_processes_on_one_tournament_bring_it_to_its_end(
    two: Two, players: int, rounds: int
) -> None:
    rng = random.Random(players)
    tournament = await begun(two[0], "swiss", players, rounds=rounds, rated=True)
    for _ in range(4 * rounds):
        await end_all_games(two, tournament.id, rng)
        now = await two[0].tournaments.get(tournament.id)
        if now.finished is not None:
            break
    now = await two[0].tournaments.get(tournament.id)
    assert now.status == "finished"
    for game in await two[0].tournaments.games(tournament.id):
        assert game.result is not None
    await as_played(two[0])


async def test_the_places_of_a_tournament_are_given_once(two: Two) -> None:
    tournament = await announcements(two[0], "swiss", 0, players=4)
    people = [Person(3000 + n, f"P{n}") for n in range(20)]

    def join(process: Domain, who: Person) -> Awaitable[object]:
        return process.tournaments.do(tournament.id, organising.join, who)

    await outcomes(requests_to(two, people, join))
    now = await two[0].tournaments.get(tournament.id)
    statuses = [entrant.status for entrant in now.entrants]
    assert len(statuses) == 20
    assert statuses.count("in") == 4


async def test_who_deletes_their_data_while_others_take_their_challenges_leaves_nothing_half_done(
    two: Two,
) -> None:
    offers = await challenge_ids(two[0], ANN, 6)
    requests = requests_to(two, offers, accept_as(BEN))
    requests.insert(3, two[1].privacy.delete(ANN.id))
    await outcomes(requests, Refused)
    for match in await two[0].matches.of(BEN.id):
        assert ANN.id not in match.seats


async def test_twenty_nudges_at_once_are_one(two: Two, clock: Clock) -> None:
    match = await started(two[0])
    clock.move(days=1)

    def nudge(process: Domain, n: int) -> Awaitable[object]:
        return process.matches.do(match.id, partial(waiting.nudge, user=BEN.id))

    assert await successes(requests_to(two, range(20), nudge)) == 1
    assert kinds(await swept(two[0])) == [("nudge", ANN.id)]


async def test_who_snoozes_is_nudged_and_moves_at_once_moves_once_and_hears_of_nothing_more(
    two: Two, clock: Clock
) -> None:
    match = await started(two[0])
    clock.move(days=1)
    requests: list[Awaitable[object]] = []
    for n in range(20):
        service = two[n % 2].matches
        snooze = partial(waiting.snooze, user=ANN.id, days=n % 4)
        requests.append(service.do(match.id, snooze))
        if n % 5 == 0:
            requests.append(service.do(match.id, partial(waiting.nudge, user=BEN.id)))
            requests.append(service.play(match.id, ANN.id, "e4-d6", version=match.version))
    assert 21 <= await successes(requests) <= 22, (
        "every snooze and one turn; the nudge came before the turn or not at all"
    )
    now = await two[0].matches.get(match.id)
    assert now.state.turn == 2
    others = [kind for kind in await event_kinds(two[0]) if kind != "nudge"]
    assert others == ["turn"]


def both_players_ask(
    two: Two, match: Match, command: Callable[..., CommandResult]
) -> list[Awaitable[object]]:
    """A command twenty times, by both players in both processes."""
    requests: list[Awaitable[object]] = []
    for n in range(20):
        player = match.seats[n // 2 % 2]
        requests.append(two[n % 2].matches.do(match.id, partial(command, user=player)))
    return requests


async def test_a_match_that_both_let_go_at_once_ends_once(two: Two) -> None:
    match = await started(two[0])
    assert await successes(both_players_ask(two, match, agreements.ask_abandon)) == 2
    assert await event_kinds(two[0]) == ["asked", "finished"]


async def test_a_match_that_both_take_up_at_once_goes_on_once(two: Two, clock: Clock) -> None:
    match = await started(two[0])
    for _ in range(3):
        clock.move(days=16)
        for process in two:
            await process.matches.wake_due()
    await cleared(two[0])
    shelved_match = await two[0].matches.get(match.id)
    assert shelved_match.reason == "adjourned"

    assert await successes(both_players_ask(two, match, agreements.ask_take_up)) == 2
    assert await event_kinds(two[0]) == ["asked", "answered"]
    now = await two[0].matches.get(match.id)
    assert now.status == "running"


async def test_what_falls_due_is_told_once_by_twenty_that_look(two: Two, clock: Clock) -> None:
    for user in (ANN.id, BEN.id):
        await two[0].members.change(user, daily="dm", daily_when="12:30")
    await started(two[0])
    timed_match = await started(two[0], clock="1d")
    for span in (timedelta(minutes=31), timedelta(days=1)):
        clock.moment += span
        await two[0].heartbeat.skip()
        looks: list[Awaitable[object]] = []
        for process in two:
            for _ in range(10):
                looks.append(process.matches.wake_due())
                looks.append(process.daily_cards.work())
        await asyncio.gather(*looks)
    now = await two[1].matches.get(timed_match.id)
    assert now.overdue
    counts = Counter(kinds(await swept(two[0])))
    assert counts == {("daily_card", ANN.id): 2, ("overdue", None): 1}


@pytest.mark.parametrize("who", [ANN, CAT], ids=["player", "watcher"])
async def test_a_member_tries_no_more_lines_than_one_may_and_none_is_lost(
    two: Two, who: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "MOST_NODES", 6)
    monkeypatch.setattr(tree, "MOST_NOTES", 4)
    match = await started(two[0], "loop")

    def walk(process: Domain, move: Move) -> Awaitable[object]:
        return process.explorations.walk(match.id, who.id, Spot(0), str(move))

    moves = match.state.legal_moves()[:20]
    assert await outcomes(requests_to(two, moves, walk)) == (6, 14)

    now = await two[0].matches.get(match.id)
    explored = await two[0].explorations.look(now, who.id, Spot(0))
    lines = explored.tree
    assert len(lines.nodes) == 6

    def note(process: Domain, node: Node) -> Awaitable[object]:
        return process.explorations.note(match.id, who.id, lines.after(node), "x")

    assert await outcomes(requests_to(two, lines.nodes.values(), note)) == (4, 2)


async def test_lines_are_shared_once(two: Two) -> None:
    match = await started(two[0])
    move = str(match.state.legal_moves()[0])
    await two[0].explorations.walk(match.id, BEN.id, Spot(0), move)
    await two[0].matches.act(match.id, ANN.id, endings.resign)
    await cleared(two[0])

    def publish(process: Domain, n: int) -> Awaitable[object]:
        return process.sharing.publish(match.id, BEN.id)

    assert await successes(requests_to(two, range(20), publish)) == 1
    assert await event_kinds(two[0]) == ["tree"]


async def test_what_is_prepared_while_the_other_one_moves_is_played_or_refused(two: Two) -> None:
    match = await started(two[0], variant="8x8, single turns")
    first_move = match.state.legal_moves()[0]
    answers = [str(move) for move in match.state.play(first_move).legal_moves()[:10]]

    def prepare(process: Domain, answer: str) -> Awaitable[object]:
        return process.prepared_moves.add(match.id, BEN.id, [str(first_move), answer])

    requests = requests_to(two, answers, prepare)
    requests.insert(5, two[1].matches.play(match.id, ANN.id, str(first_move)))
    await outcomes(requests, Refused)

    now = await two[0].matches.get(match.id)
    assert now.decisions[0] == str(first_move)
    if len(now.decisions) > 1:
        assert now.decisions[1] in answers
    assert now.to_move == len(now.decisions) % 2
