"""Finding matches: by name, by there being only first_match, and in the order in which they
wait.
"""

from dataclasses import replace
from functools import partial

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Ambiguous, NotFound, Refused
from bot.domain.matches import agreements, endings
from bot.domain.matches.waiting import commands as waiting
from bot.domain.matches.waiting.to_move import matches_to_move
from bot.domain.values import Place
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import played, started

ELSEWHERE = Place(scope=77, channel=78)
PRIVATE = Place(scope=5555, channel=5555, guild=False)


async def test_a_match_is_found_by_its_name_however_it_is_written(domain: Domain) -> None:
    match = await started(domain)
    for name in ("M1", "m1", "1", " #1 ", "**M1**", "M 1"):
        assert (await domain.matches.resolve(viewer(CAT, HERE), name)).id == match.id


async def test_a_name_that_is_none_is_told_with_those_that_are(domain: Domain) -> None:
    await started(domain)
    for name in ("M99", "banana", "M" * 6000, "M1M2", "🎲", "-", "M999999999999", "１"):
        with pytest.raises(NotFound) as refusal:
            await domain.matches.resolve(viewer(ANN, HERE), name)
        assert "M1" in str(refusal.value) or "M27" in str(refusal.value)
        assert len(str(refusal.value)) < 200


async def test_without_a_name_the_only_running_match_is_meant(domain: Domain) -> None:
    with pytest.raises(NotFound, match="/play"):
        await domain.matches.resolve(viewer(ANN, HERE))
    match = await started(domain)
    assert (await domain.matches.resolve(viewer(ANN, HERE))).id == match.id
    assert (await domain.matches.resolve(viewer(BEN, HERE), to_move=True)).id == match.id
    with pytest.raises(NotFound):
        await domain.matches.resolve(viewer(ANN, ELSEWHERE))


async def test_of_several_the_one_that_waits_is_meant(domain: Domain) -> None:
    first_match = await started(domain)
    two = await started(domain)
    with pytest.raises(Ambiguous) as refusal:
        await domain.matches.resolve(viewer(ANN, HERE), to_move=True)
    assert str(refusal.value) == "which match: M1 or M2?"
    await domain.matches.play(first_match.id, ANN.id, "e4-d6")
    assert (await domain.matches.resolve(viewer(ANN, HERE), to_move=True)).id == two.id
    assert (await domain.matches.resolve(viewer(BEN, HERE))).id == first_match.id
    with pytest.raises(Ambiguous):
        await domain.matches.resolve(viewer(ANN, HERE), status="running", to_move=False)


@pytest.mark.slow
@pytest.mark.mutants
async def test_of_many_twelve_are_named_and_of_two_places_those_of_here_are_meant(
    domain: Domain,
) -> None:
    own_match = await started(domain, place=PRIVATE)
    for _ in range(13):
        await started(domain)
    assert (await domain.matches.resolve(viewer(ANN, PRIVATE))).id == own_match.id
    twelve = ", ".join(f"M{number}" for number in range(1, 13))
    with pytest.raises(Ambiguous, match=rf"^which match: {twelve}, …\?$"):
        await domain.matches.resolve(viewer(ANN, HERE))
    with pytest.raises(NotFound, match=rf"^there’s no match M99 here; yours are {twelve}, …$"):
        await domain.matches.resolve(viewer(BEN, HERE), "M99")
    barred_viewer = replace(viewer(ANN, PRIVATE), barred_scopes={HERE.scope})
    assert [
        item.id for item in (await matches_to_move(domain.matches, barred_viewer, most=1)).local
    ] == [own_match.id]


async def test_the_latest_finished_match_is_meant_where_one_is(
    domain: Domain, clock: Clock
) -> None:
    first_match, two, three = [await started(domain) for _ in range(3)]
    for match in (three, two):
        await domain.matches.act(match.id, ANN.id, endings.resign)
        clock.move(hours=1)
    with pytest.raises(NotFound, match="haven’t finished"):
        await domain.matches.resolve(viewer(CAT, HERE), status="finished")
    assert (await domain.matches.resolve(viewer(ANN, HERE), status="finished")).id == two.id
    assert (await domain.matches.resolve(viewer(ANN, PRIVATE), status="finished")).id == two.id
    with pytest.raises(NotFound, match="haven’t finished"):
        await domain.matches.resolve(viewer(ANN, ELSEWHERE), status="finished")
    assert (await domain.matches.resolve(viewer(ANN, HERE))).id == first_match.id
    await domain.matches.act(first_match.id, ANN.id, endings.resign)
    assert (await domain.matches.resolve(viewer(ANN, HERE))).id == first_match.id


async def test_in_a_private_channel_matches_of_everywhere_count(domain: Domain) -> None:
    match = await started(domain)
    assert (await domain.matches.resolve(viewer(ANN, PRIVATE))).id == match.id
    second = await started(domain)
    for each, name in ((match, "M1"), (second, "M2")):
        assert (await domain.matches.resolve(viewer(ANN, PRIVATE), name)).id == each.id
    with pytest.raises(NotFound):
        await domain.matches.resolve(viewer(CAT, PRIVATE), "M1")


async def test_ones_own_matches_come_with_those_that_wait_first(
    domain: Domain, clock: Clock
) -> None:
    waits_long = await started(domain, clock="7d")
    not_mine = await started(domain, clock="1d")
    waits_short = await started(domain, clock="2d")
    no_clock = await started(domain)
    await domain.matches.play(not_mine.id, ANN.id, "e4-d6")
    matches = await matches_to_move(domain.matches, viewer(ANN, HERE))
    assert [summary.id for summary in matches.local] == [waits_short.id, waits_long.id, no_clock.id]
    other = matches.other_than(waits_short.id)
    assert other.id == waits_long.id
    assert matches.match(other) == await domain.matches.get(other.id)
    assert matches.named("m 3") == await domain.matches.get(waits_short.id)
    assert matches.named("M2") is None
    unreadable = await matches_to_move(domain.matches, viewer(ANN, HERE), "that one")
    assert unreadable.local == matches.local
    assert (await matches_to_move(domain.matches, viewer(CAT, HERE))).other_than(0) is None


async def test_a_match_waits_for_who_is_to_move_or_to_answer(domain: Domain) -> None:
    match = await started(domain)
    snooze = partial(waiting.snooze, user=ANN.id, days=1)
    await domain.matches.do(match.id, snooze)
    await domain.matches.act(match.id, ANN.id, agreements.ask_abandon)
    for user, request, waits in (
        (ANN.id, (), True),
        (BEN.id, ("abandon",), True),
        (CAT.id, (), False),
    ):
        [summary] = await domain.matches.of(ANN.id)
        assert (summary.asked_of(user), summary.waits_for(user)) == (request, waits)
        assert summary.snoozed_by(user) == (user == ANN.id)
    await domain.matches.act(match.id, BEN.id, agreements.ask_pause)
    [summary] = await domain.matches.of(ANN.id)
    assert (summary.asked_of(ANN.id), summary.askers) == (("pause",), {"abandon": 0, "pause": 1})
    agree = partial(agreements.answer, "pause", user=ANN.id, yes=True)
    await domain.matches.do(match.id, agree)
    [summary] = await domain.matches.of(BEN.id)
    assert [summary.waits_for(user) for user in (ANN.id, BEN.id)] == [False, True]


async def test_who_is_barred_from_a_server_plays_nothing_there_from_elsewhere(
    domain: Domain,
) -> None:
    await started(domain)
    private = viewer(ANN, PRIVATE)
    assert len((await matches_to_move(domain.matches, private)).local) == 1
    barred_viewer = replace(private, barred_scopes={HERE.scope})
    matches = await matches_to_move(domain.matches, barred_viewer)
    assert not matches.local
    assert matches.other_than(0) is None
    with pytest.raises(Refused, match="don’t let you use this bot"):
        await domain.matches.resolve(barred_viewer, to_move=True)


async def test_a_match_can_be_seen_as_it_stood_before(domain: Domain, clock: Clock) -> None:
    match = await started(domain, clock="3d+1h")
    await played(domain, match.id, 6)
    clock.move(hours=5)
    now = await domain.matches.get(match.id)
    assert now.banks == (70 * 3600, 75 * 3600)
    for ply in range(now.state.ply + 1):
        past = await domain.matches.look(match.id, ply)
        assert past.state.ply == ply
        assert past.decisions == now.decisions[:ply]
        assert (past.version, past.banks, past.draft.state) == (now.version, now.banks, past.state)
    for ply in (-1, 99):
        with pytest.raises(Refused, match=rf"^M1 has only {now.state.ply} moves$"):
            await domain.matches.look(match.id, ply)
