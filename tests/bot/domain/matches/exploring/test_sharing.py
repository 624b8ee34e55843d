"""What is shared of a match that is over: players' trees, lines that others add, and the computer's
marks in them.
"""

import json
import random
from time import monotonic

import pytest

import games
from bot.domain.blocks.service import Blocks
from bot.domain.computer import thinking
from bot.domain.computer.thinking import PositionData, TriedTurn
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, NotYours, Refused
from bot.domain.explorations.tree import Mark, Spot
from bot.domain.matches import agreements, endings
from bot.domain.matches.exploring import sharing
from bot.domain.matches.exploring.marking import Marking
from bot.domain.matches.match import Match
from bot.workers.pool import THREADS, Workers
from bot.workers.task import Task
from games.core.notation import exact
from games.players.claims import claim_text
from games.players.claims.forced import Allows
from games.players.turning import TurningPoint
from tests.bot.conftest import ANN, BEN, CAT, DAN, Clock
from tests.bot.domain.matches.exploring.test_exploring import begun, stored, walked
from tests.bot.domain.matches.helpers import played, started, swept
from tests.bot.domain.matches.test_waiting import hurry


async def over(domain: Domain) -> tuple[Match, list[str], Spot]:
    """A match that is over, in which BEN has tried a line of two turns at the start; the line, and
    its end.
    """
    match = await begun(domain)
    made, spot = await walked(domain, match, BEN.id, 2)
    await domain.explorations.note(match.id, BEN.id, spot, "strong")
    await domain.matches.play(match.id, ANN.id, str(match.state.legal_moves()[-1]))
    match = (await domain.matches.act(match.id, ANN.id, endings.resign)).match
    await swept(domain)
    return match, made, spot


async def test_a_tree_is_shown_when_its_player_says_so_until_it_is_cleared(domain: Domain) -> None:
    match, made, spot = await over(domain)
    for here in (Spot(0), Spot(1)):
        await domain.explorations.note(match.id, BEN.id, here, f"at {here.ply}")
    with pytest.raises(NotFound):
        await domain.sharing.get(match)
    await walked(domain, match, CAT.id, 1)
    with pytest.raises(NotYours):
        await domain.sharing.publish(match.id, CAT.id)
    assert await domain.sharing.publish(match.id, BEN.id) is not None
    assert [notice.event.kind for notice in await swept(domain)] == ["tree"]
    with pytest.raises(Refused, match="already shared"):
        await domain.sharing.publish(match.id, BEN.id)
    with pytest.raises(Refused, match="haven’t tried"):
        await domain.sharing.publish(match.id, ANN.id)
    there = await domain.sharing.get(await domain.matches.get(match.id))
    end = there.spot(BEN.id, spot)
    assert [node.decision for node in there.tree.line(end)] == made
    assert there.notes(end) == [(BEN.id, "strong")]
    assert [there.notes(here) for here in (Spot(0), Spot(1))] == [
        [(BEN.id, "at 0")],
        [(BEN.id, "at 1")],
    ]
    # The other player answers with theirs: both are one board.
    await walked(domain, match, ANN.id, 1, Spot(0))
    await domain.sharing.publish(match.id, ANN.id)
    there = await domain.sharing.get(match)
    first = there.tree.line(there.spot(BEN.id, spot))[0].id
    assert set(there.sources[first]) == {ANN.id, BEN.id}
    assert len(there.tree.nodes) == 2
    await domain.sharing.close(match.id)
    with pytest.raises(NotFound):
        await domain.sharing.get(await domain.matches.get(match.id))


async def test_others_add_lines_to_what_is_shared(domain: Domain) -> None:
    match, made, spot = await over(domain)
    with pytest.raises(NotFound):
        await domain.sharing.take_over(match.id, CAT.id, BEN.id, spot)
    await domain.sharing.publish(match.id, BEN.id)
    taken = await domain.sharing.take_over(match.id, CAT.id, BEN.id, spot)
    assert [node.decision for node in taken.line] == made
    with pytest.raises(Refused, match="see that line already"):
        await domain.sharing.add(match.id, CAT.id, taken.spot)
    more, end = await walked(domain, match, CAT.id, 2, taken.spot)
    await domain.explorations.note(match.id, CAT.id, end, "for me alone")
    await walked(domain, match, CAT.id, 1, Spot(1))  # not added
    assert await domain.sharing.add(match.id, CAT.id, end) is not None
    assert [notice.event.kind for notice in await swept(domain)] == ["tree", "line"]
    there = await domain.sharing.get(match)
    shown = there.spot(CAT.id, end)
    assert [node.decision for node in there.tree.line(shown)] == [*made, *more]
    assert there.adder(shown) == CAT.id
    assert there.adder(there.spot(BEN.id, spot)) is None
    assert there.notes(shown) == []
    assert len(there.tree.nodes) == 4
    assert "for me alone" not in json.dumps(await domain.privacy.export(BEN.id))


async def test_added_lines_are_few_and_go_with_who_has_added_them(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, *_ = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    monkeypatch.setattr(sharing, "MOST_ADDED", 1)
    monkeypatch.setattr(sharing, "MOST_ADDED_BY_ALL", 1)
    _, one = await walked(domain, match, CAT.id, 1, Spot(0))
    state = (await domain.explorations.look(match, CAT.id, one)).state
    one = (await domain.explorations.walk(match.id, CAT.id, one, str(state.legal_moves()[-1]))).spot
    ends = [one, (await walked(domain, match, CAT.id, 1, Spot(1)))[1]]
    await domain.sharing.add(match.id, CAT.id, ends[0])
    # A longer line replaces the shorter one
    ends[0] = (await walked(domain, match, CAT.id, 1, ends[0]))[1]
    await domain.sharing.add(match.id, CAT.id, ends[0])
    with pytest.raises(LimitReached):
        await domain.sharing.add(match.id, CAT.id, ends[1])
    _, other = await walked(domain, match, DAN.id, 1, Spot(1))
    with pytest.raises(LimitReached):
        await domain.sharing.add(match.id, DAN.id, other)
    # Players, who has added it, and moderators may take it away; nobody else.
    with pytest.raises(NotYours):
        await domain.sharing.remove(match.id, DAN.id, CAT.id, ends[0].node)
    for who, moderator in ((ANN.id, False), (BEN.id, False), (CAT.id, False), (DAN.id, True)):
        await domain.sharing.remove(match.id, who, CAT.id, ends[0].node, moderator=moderator)
        assert (CAT.id, ends[0].node) not in (await domain.sharing.get(match)).merged
        with pytest.raises(NotFound):
            await domain.sharing.remove(match.id, who, CAT.id, ends[0].node, moderator=moderator)
        await domain.sharing.add(match.id, CAT.id, ends[0])
    await domain.privacy.delete(CAT.id)
    there = await domain.sharing.get(match)
    assert set(there.trees) == {BEN.id}
    assert CAT.id not in await stored(domain)


async def test_who_is_blocked_adds_nothing_to_the_lines_of_who_has_done_so(domain: Domain) -> None:
    match, _, spot = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    blocks: Blocks = domain.blocks
    await blocks.block(BEN.id, CAT)
    taken = await domain.sharing.take_over(match.id, CAT.id, BEN.id, spot)
    _, end = await walked(domain, match, CAT.id, 1, taken.spot)
    with pytest.raises(Refused, match="can’t add lines"):
        await domain.sharing.add(match.id, CAT.id, end)


async def test_the_computer_marks_what_is_proved(domain: Domain) -> None:
    match, _, spot = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    there = await domain.sharing.get(match)
    assert len(there.unlooked()) == 2
    end = there.spot(BEN.id, spot).node
    await domain.sharing.mark(there, {end: Mark("a1-b3", "h1", "c4-d6", 1)})
    there = await domain.sharing.get(await domain.matches.get(match.id))
    assert there.tree.marks == {end: Mark("a1-b3", "h1", "c4-d6", 1)}
    assert there.unlooked() == {}
    # What is tried later is gone over, too.
    await walked(domain, match, BEN.id, 1, spot)
    there = await domain.sharing.get(await domain.matches.get(match.id))
    assert len(there.unlooked()) == 1
    marking = Marking(domain.sharing, Workers(THREADS), lambda: None, 1.0, monotonic)
    assert not marking.busy


async def test_what_could_not_be_marked_is_not_begun_anew_with_every_look(
    domain: Domain, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, *_ = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    there = await domain.sharing.get(match)
    workers = Workers(THREADS)
    begun = []
    at = 0.0

    def failing(kind: object, owner: int, *args: object, **how: object) -> Task[object]:
        begun.append(Task())
        begun[-1].finish(error=ArithmeticError("odd"))
        return begun[-1]

    monkeypatch.setattr(workers, "submit", failing)
    marking = Marking(domain.sharing, workers, lambda: None, 1.0, lambda: at)
    times = []
    for at in range(0, 3 * 86_400, 30):
        marking.want(there, CAT.id)
        if marking.busy:
            times.append(at)
        await marking.work()
    assert times == [0, 60, 300, 1260, 5100, 20460, 81900, 168300, 254700]
    assert "could not mark" in caplog.text
    caplog.clear()


async def test_a_mark_has_the_whole_turn_that_punishes(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, *_ = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    there = await domain.sharing.get(match)
    task = Task[object]()
    workers = Workers(THREADS)
    allows = Allows(2, ("a1-b3", "c4-d6"))
    point = TurningPoint(allows, tuple(map(exact, ("e4-d6", "d5-e3"))), allows)
    task.finish([None] * (len(there.unlooked()) - 1) + [point])
    monkeypatch.setattr(workers, "submit", lambda *args, **how: task)
    marking = Marking(domain.sharing, workers, lambda: None, 1.0, monotonic)
    marking.want(there, CAT.id)
    await marking.work()
    (mark,) = (await domain.sharing.get(match)).tree.marks.values()
    assert mark == Mark("e4-d6 d5-e3", claim_text(allows), "a1-b3 c4-d6", 2)


async def test_no_mark_is_put_on_what_was_tried_after_all_was_deleted(domain: Domain) -> None:
    match, _, spot = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    there = await domain.sharing.get(match)
    end = there.spot(BEN.id, spot).node
    await domain.explorations.clear(match.id, BEN.id)
    other = match.begin().play(match.begin().legal_moves()[-2])
    thought = await domain.explorations.walk(match.id, BEN.id, Spot(0), str(other.last_move))
    await domain.explorations.walk(match.id, BEN.id, thought.spot, str(other.legal_moves()[-1]))
    await domain.sharing.publish(match.id, BEN.id)
    await domain.sharing.mark(there, {end: Mark("a1-b3", "h1", "c4-d6", 1)})
    there = await domain.sharing.get(await domain.matches.get(match.id))
    assert there.tree.marks == {}
    assert len(there.unlooked()) == 2


@pytest.mark.slow
@pytest.mark.mutants
async def test_what_is_tried_after_a_match_was_taken_up_again_is_not_shared(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain)
    await played(domain, match.id, 4)
    await hurry(domain, clock, days=46)
    await walked(domain, await domain.matches.get(match.id), BEN.id, 1)
    await domain.sharing.publish(match.id, BEN.id)
    await domain.matches.do(match.id, lambda match: agreements.ask_take_up(match, ANN.id))
    there = await domain.sharing.get(await domain.matches.get(match.id))
    marks = {node: Mark("a1-b3", "h1", "c4-d6", 1) for node in there.tree.nodes}
    await domain.sharing.mark(there, marks)
    await domain.matches.do(
        match.id, lambda match: agreements.answer("take_up", match, BEN.id, True)
    )
    await domain.sharing.mark(there, marks)
    thought = await domain.explorations.begin(await domain.matches.get(match.id), BEN.id)
    assert thought.tree.nodes
    assert not thought.tree.marks
    await domain.matches.act(match.id, ANN.id, endings.resign)
    with pytest.raises(NotFound):
        await domain.sharing.get(await domain.matches.get(match.id))


@pytest.mark.slow
@pytest.mark.mutants
def test_a_turn_that_lets_the_other_win_is_a_turning_point_where_another_holds() -> None:
    state = games.get("snipsnip").start(board="hex-2-4")
    points = 0
    for seed in range(16):
        points += _turning_points_of(state, seed)
    assert points


def _turning_points_of(state: games.core.State, seed: int) -> int:
    """Goes over the last turns of a random match; how many turning points there are, each of them
    true.
    """
    rng = random.Random(seed)
    states = [state]
    while states[-1].to_move is not None:
        states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
    starts = [n for n in range(len(states) - 1) if n == 0 or states[n].turn != states[n - 1].turn][
        -4:-1
    ]
    moves = tuple(str(state.last_move) for state in states[1:])
    ends = [
        next(n for n in range(at + 1, len(states)) if states[n].to_move != states[at].to_move)
        for at in starts
    ]
    turns = tuple(
        TriedTurn(0, moves[:at], moves[at:end]) for at, end in zip(starts, ends, strict=True)
    )
    given = PositionData(state.game.slug, dict(state.options), ())
    points = thinking.turning_points(given, turns, 20.0)
    for at, end, point in zip(starts, ends, points, strict=True):
        if point is None:
            continue
        if point.refutation is not None and point.refutation.turns == 1:
            won = states[end].replay([states[end].parse(point.refutation.moves[0])])
            assert len(point.refutation.moves) > 1 or won.outcome is not None
        better = states[at].replay(point.better)
        assert better.to_move != states[at].to_move
        assert moves[at:end] != tuple(map(str, point.better))
    return sum(point is not None for point in points)
