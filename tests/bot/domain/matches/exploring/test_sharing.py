"""What is shared of a match that is over: players' trees, lines that others add, and the computer's
marks in them.
"""

import json
import random
from functools import partial
from time import monotonic

import pytest

import games
from bot.domain.computer import thinking
from bot.domain.computer.thinking import PositionData, TriedTurn
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, NotYours, Refused
from bot.domain.explorations.tree import Spot, TurningMark
from bot.domain.matches import agreements, endings
from bot.domain.matches.exploring import sharing
from bot.domain.matches.exploring.marking import Marking
from bot.domain.matches.exploring.shared import Shared
from bot.domain.matches.match import Match
from bot.workers.pool import THREADS, Workers
from bot.workers.task import Task
from games.core.notation import exact
from games.players.claims import claim_text
from games.players.claims.forced import Allows
from games.players.turning import TurningPoint
from tests.bot.conftest import ANN, BEN, CAT, DAN, Clock
from tests.bot.domain.matches.exploring.test_exploring import begun, stored, walked
from tests.bot.domain.matches.helpers import cleared, played, started, swept
from tests.bot.domain.matches.test_waiting import hurry


async def over(domain: Domain) -> tuple[Match, list[str], Spot]:
    """A match that is over, in which BEN has tried a line of two turns at the start; the line, and
    its end.
    """
    match = await begun(domain)
    line, spot = await walked(domain, match, BEN.id, 2)
    await domain.explorations.note(match.id, BEN.id, spot, "strong")
    last_move = str(match.state.legal_moves()[-1])
    await domain.matches.play(match.id, ANN.id, last_move)
    change = await domain.matches.act(match.id, ANN.id, endings.resign)
    await cleared(domain)
    return change.match, line, spot


async def shared(domain: Domain, match: Match) -> Shared:
    """What is shared of a match, as it is now."""
    return await domain.sharing.get(await domain.matches.get(match.id))


async def event_kinds(domain: Domain) -> list[str]:
    """The kinds of the events of all notices that are due, which are struck off."""
    return [notice.event.kind for notice in await swept(domain)]


async def test_a_tree_is_shared_once_and_by_who_has_played_and_tried_something(
    domain: Domain,
) -> None:
    match, _, _ = await over(domain)
    with pytest.raises(NotFound):
        await domain.sharing.get(match)
    await walked(domain, match, CAT.id, 1)
    with pytest.raises(NotYours):
        await domain.sharing.publish(match.id, CAT.id)
    assert await domain.sharing.publish(match.id, BEN.id) is not None
    assert await event_kinds(domain) == ["tree"]
    with pytest.raises(Refused, match="already shared"):
        await domain.sharing.publish(match.id, BEN.id)
    with pytest.raises(Refused, match="haven’t tried"):
        await domain.sharing.publish(match.id, ANN.id)


async def test_a_tree_is_shown_with_its_notes_until_it_is_cleared(domain: Domain) -> None:
    match, line, spot = await over(domain)
    await domain.explorations.note(match.id, BEN.id, Spot(0), "at 0")
    await domain.explorations.note(match.id, BEN.id, Spot(1), "at 1")
    await domain.sharing.publish(match.id, BEN.id)

    board = await shared(domain, match)
    end = board.spot(BEN.id, spot)
    assert [node.decision for node in board.tree.line(end)] == line
    assert board.notes(end) == [(BEN.id, "strong")]
    assert board.notes(Spot(0)) == [(BEN.id, "at 0")]
    assert board.notes(Spot(1)) == [(BEN.id, "at 1")]

    await domain.sharing.close(match.id)
    with pytest.raises(NotFound):
        await shared(domain, match)


async def test_the_trees_of_both_players_are_one_board(domain: Domain) -> None:
    match, _, spot = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    await walked(domain, match, ANN.id, 1, Spot(0))
    await domain.sharing.publish(match.id, ANN.id)
    board = await domain.sharing.get(match)
    first, second = board.tree.line(board.spot(BEN.id, spot))
    assert set(board.sources[first.id]) == {ANN.id, BEN.id}
    assert set(board.tree.nodes) == {first.id, second.id}


async def test_what_is_shared_is_seen_with_the_positions_of_the_match_itself(
    domain: Domain,
) -> None:
    match, _, _ = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    board = await domain.sharing.get(match)
    for ply in (0, 1):
        assert board.spot(BEN.id, Spot(ply)) == Spot(ply)
        assert board.spot(BEN.id, Spot(ply, node=99)) == Spot(ply), "of a line that is gone"


async def test_others_add_lines_to_what_is_shared(domain: Domain) -> None:
    match, line, spot = await over(domain)
    with pytest.raises(NotFound):
        await domain.sharing.take_over(match.id, CAT.id, BEN.id, spot)
    await domain.sharing.publish(match.id, BEN.id)
    copy = await domain.sharing.take_over(match.id, CAT.id, BEN.id, spot)
    assert [node.decision for node in copy.line] == line
    with pytest.raises(Refused, match="see that line already"):
        await domain.sharing.add(match.id, CAT.id, copy.spot)

    addition, end = await walked(domain, match, CAT.id, 2, copy.spot)
    await domain.explorations.note(match.id, CAT.id, end, "for me alone")
    await walked(domain, match, CAT.id, 1, Spot(1))  # not added
    assert await domain.sharing.add(match.id, CAT.id, end) is not None
    assert await event_kinds(domain) == ["tree", "line"]

    board = await domain.sharing.get(match)
    end_on_board = board.spot(CAT.id, end)
    assert [node.decision for node in board.tree.line(end_on_board)] == [*line, *addition]
    assert board.adder(end_on_board) == CAT.id
    assert board.adder(board.spot(BEN.id, spot)) is None
    assert board.notes(end_on_board) == []
    assert len(board.tree.nodes) == 4
    assert "for me alone" not in json.dumps(await domain.privacy.export(BEN.id))


async def test_a_member_adds_one_line_if_that_is_the_limit_and_may_make_it_longer(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, *_ = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    monkeypatch.setattr(sharing, "MOST_ADDED", 1)
    line = await new_line(domain, match)
    await domain.sharing.add(match.id, CAT.id, line)
    _, longer = await walked(domain, match, CAT.id, 1, line)
    await domain.sharing.add(match.id, CAT.id, longer)
    _, other = await walked(domain, match, CAT.id, 1, Spot(1))
    with pytest.raises(LimitReached):
        await domain.sharing.add(match.id, CAT.id, other)


async def test_all_members_add_one_line_if_that_is_the_limit(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, *_ = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    monkeypatch.setattr(sharing, "MOST_ADDED_BY_ALL", 1)
    await domain.sharing.add(match.id, CAT.id, await new_line(domain, match))
    _, other = await walked(domain, match, DAN.id, 1, Spot(1))
    with pytest.raises(LimitReached):
        await domain.sharing.add(match.id, DAN.id, other)


async def new_line(domain: Domain, match: Match) -> Spot:
    """The end of a line that Cat has tried at the start, and nobody else."""
    _, spot = await walked(domain, match, CAT.id, 1, Spot(0))
    explored = await domain.explorations.look(match, CAT.id, spot)
    last_move = str(explored.state.legal_moves()[-1])
    explored = await domain.explorations.walk(match.id, CAT.id, spot, last_move)
    return explored.spot


async def test_an_added_line_is_taken_away_by_players_its_member_and_moderators(
    domain: Domain,
) -> None:
    match, *_ = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    line = await new_line(domain, match)
    await domain.sharing.add(match.id, CAT.id, line)
    with pytest.raises(NotYours):
        await domain.sharing.remove(match.id, DAN.id, CAT.id, line.node)
    for who, moderator in ((ANN, False), (BEN, False), (CAT, False), (DAN, True)):
        remove = partial(
            domain.sharing.remove, match.id, who.id, CAT.id, line.node, moderator=moderator
        )
        await remove()
        board = await domain.sharing.get(match)
        assert (CAT.id, line.node) not in board.merged
        with pytest.raises(NotFound):
            await remove()
        await domain.sharing.add(match.id, CAT.id, line)


async def test_added_lines_go_with_who_has_added_them(domain: Domain) -> None:
    match, *_ = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    await domain.sharing.add(match.id, CAT.id, await new_line(domain, match))
    await domain.privacy.delete(CAT.id)
    board = await domain.sharing.get(match)
    assert set(board.trees) == {BEN.id}
    assert CAT.id not in await stored(domain)


async def test_who_is_blocked_adds_nothing_to_the_lines_of_who_has_done_so(domain: Domain) -> None:
    match, _, spot = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    await domain.blocks.block(BEN.id, CAT)
    copy = await domain.sharing.take_over(match.id, CAT.id, BEN.id, spot)
    _, end = await walked(domain, match, CAT.id, 1, copy.spot)
    with pytest.raises(Refused, match="can’t add lines"):
        await domain.sharing.add(match.id, CAT.id, end)


MARK = TurningMark("a1-b3", "h1", "c4-d6", 1)


async def test_the_computer_marks_what_is_proved(domain: Domain) -> None:
    match, _, spot = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    board = await domain.sharing.get(match)
    assert len(board.unlooked()) == 2
    end = board.spot(BEN.id, spot).node
    await domain.sharing.mark(board, {end: MARK})
    board = await shared(domain, match)
    assert board.tree.marks == {end: MARK}
    assert board.unlooked() == {}
    # What is tried later is gone over, too.
    await walked(domain, match, BEN.id, 1, spot)
    board = await shared(domain, match)
    assert len(board.unlooked()) == 1
    marking = Marking(domain.sharing, Workers(THREADS), lambda: None, 1.0, monotonic)
    assert not marking.busy


async def test_what_could_not_be_marked_is_not_begun_anew_with_every_look(
    domain: Domain, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, *_ = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    board = await domain.sharing.get(match)
    workers = Workers(THREADS)
    time = 0.0

    def fail(*args: object, **options: object) -> Task[object]:
        task = Task[object]()
        task.finish(error=ArithmeticError("odd"))
        return task

    monkeypatch.setattr(workers, "submit", fail)
    marking = Marking(domain.sharing, workers, lambda: None, 1.0, lambda: time)
    attempts = []
    for time in range(0, 3 * 86_400, 30):
        marking.want(board, CAT.id)
        if marking.busy:
            attempts.append(time)
        await marking.work()
    assert attempts == [0, 60, 300, 1260, 5100, 20460, 81900, 168300, 254700]
    assert "could not mark" in caplog.text
    caplog.clear()


async def test_a_mark_has_the_whole_turn_that_punishes(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, *_ = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    board = await domain.sharing.get(match)
    task = Task[object]()
    workers = Workers(THREADS)
    allows = Allows(2, ("a1-b3", "c4-d6"))
    point = TurningPoint(allows, (exact("e4-d6"), exact("d5-e3")), allows)
    assert len(board.unlooked()) == 2
    task.finish([None, point])
    monkeypatch.setattr(workers, "submit", lambda *args, **options: task)
    marking = Marking(domain.sharing, workers, lambda: None, 1.0, monotonic)
    marking.want(board, CAT.id)
    await marking.work()
    board = await domain.sharing.get(match)
    marks = list(board.tree.marks.values())
    assert marks == [TurningMark("e4-d6 d5-e3", claim_text(allows), "a1-b3 c4-d6", 2)]


async def test_no_mark_is_put_on_what_was_tried_after_all_was_deleted(domain: Domain) -> None:
    match, _, spot = await over(domain)
    await domain.sharing.publish(match.id, BEN.id)
    board = await domain.sharing.get(match)
    end = board.spot(BEN.id, spot).node
    await domain.explorations.clear(match.id, BEN.id)

    start = match.begin()
    move = start.legal_moves()[-2]
    answer = start.play(move).legal_moves()[-1]
    explored = await domain.explorations.walk(match.id, BEN.id, Spot(0), str(move))
    await domain.explorations.walk(match.id, BEN.id, explored.spot, str(answer))
    await domain.sharing.publish(match.id, BEN.id)
    await domain.sharing.mark(board, {end: MARK})
    board = await shared(domain, match)
    assert board.tree.marks == {}
    assert len(board.unlooked()) == 2


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
    await domain.matches.do(match.id, partial(agreements.ask_take_up, user=ANN.id))
    board = await shared(domain, match)
    marks = dict.fromkeys(board.tree.nodes, MARK)
    await domain.sharing.mark(board, marks)
    agree = partial(agreements.answer, "take_up", user=BEN.id, yes=True)
    await domain.matches.do(match.id, agree)

    await domain.sharing.mark(board, marks)
    explored = await domain.explorations.begin(await domain.matches.get(match.id), BEN.id)
    assert explored.tree.nodes
    assert not explored.tree.marks
    await domain.matches.act(match.id, ANN.id, endings.resign)
    with pytest.raises(NotFound):
        await shared(domain, match)


@pytest.mark.slow
@pytest.mark.mutants
def test_a_turn_that_lets_the_other_win_is_a_turning_point_where_another_holds() -> None:
    start = games.get("snipsnip").start(board="hex-2-4")
    count = 0
    for seed in range(16):
        states = random_states(start, seed)
        count += check_turning_points(states)
    assert count


def random_states(start: games.core.State, seed: int) -> list[games.core.State]:
    """The positions of a random match."""
    rng = random.Random(seed)
    states = [start]
    while states[-1].to_move is not None:
        move = rng.choice(states[-1].legal_moves())
        states.append(states[-1].play(move))
    return states


def last_turns(states: list[games.core.State]) -> list[tuple[int, int]]:
    """Where the last turns but one of a match begin and end: indices of positions."""
    starts = [0]
    for index in range(1, len(states) - 1):
        if states[index].turn != states[index - 1].turn:
            starts.append(index)
    turns = []
    for start in starts[-4:-1]:
        end = start + 1
        while states[end].to_move == states[start].to_move:
            end += 1
        turns.append((start, end))
    return turns


def check_turning_points(states: list[games.core.State]) -> int:
    """Check the turning points among the last turns of a match; how many there are."""
    moves = tuple(str(state.last_move) for state in states[1:])
    turns = last_turns(states)
    attempts = tuple(TriedTurn(0, moves[:start], moves[start:end]) for start, end in turns)
    position = PositionData(states[0].game.slug, dict(states[0].options), ())
    points = thinking.turning_points(position, attempts, 20.0)
    count = 0
    for (start, end), point in zip(turns, points, strict=True):
        if point is None:
            continue
        count += 1
        refutation = point.refutation
        if refutation is not None and refutation.turns == 1:
            first_move = states[end].parse(refutation.moves[0])
            reply = states[end].replay([first_move])
            assert len(refutation.moves) > 1 or reply.outcome is not None
        better = states[start].replay(point.better)
        assert better.to_move != states[start].to_move
        assert tuple(map(str, point.better)) != moves[start:end]
    return count
