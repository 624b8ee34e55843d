"""Thinking a match through: stored at once, counted as it is stored, and for nobody else's eyes
until it is shared.
"""

import json
from collections.abc import Awaitable, Callable

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, NotYours, NotYourTurn, Refused, Stale
from bot.domain.explorations import repository, tree as tree_limits
from bot.domain.explorations.tree import Spot
from bot.domain.matches import endings, prepared_moves
from bot.domain.matches.match import Match
from bot.domain.values import Person
from bot.store.tables import explorations, matches
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.helpers import played, started, swept


async def begun(domain: Domain, **terms: object) -> Match:
    """A new match with single turns, in which Ann is to move."""
    return await started(domain, variant="single turns", **terms)


async def walked(
    domain: Domain, match: Match, user: int, count: int, spot: Spot | None = None
) -> tuple[list[str], Spot]:
    """Try so many decisions in a row, the first legal ones; they, and where that leads."""
    if spot is None:
        spot = Spot(match.state.ply)
    explored = await domain.explorations.look(match, user, spot)
    line = []
    for _ in range(count):
        move = str(explored.state.legal_moves()[0])
        explored = await domain.explorations.walk(match.id, user, explored.spot, move)
        line.append(move)
    return line, explored.spot


async def stored(domain: Domain) -> dict[int, str]:
    """Every tree there is, as text, by its member."""
    async with domain.database.read() as connection:
        rows = await connection.execute(sa.select(explorations.c.user, explorations.c.tree))
        return {user: json.dumps(tree) for user, tree in rows}


async def test_a_line_is_kept_through_a_restart_and_after_the_match_went_on(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    match = await begun(domain)
    line, spot = await walked(domain, match, BEN.id, 3)
    await domain.explorations.note(match.id, BEN.id, spot, "strong")
    other = str(match.state.legal_moves()[-1])
    await domain.matches.play(match.id, ANN.id, other)

    domain_now = await open_domain()
    match = await domain_now.matches.get(match.id)
    explored = await domain_now.explorations.look(match, BEN.id, spot)
    assert [node.decision for node in explored.line] == line
    assert explored.tree.notes[explored.spot.key] == "strong"
    assert not explored.open
    # One's own tree leads from any earlier position, too; the match is as it was.
    early = await domain_now.explorations.begin(match, BEN.id, 0)
    assert early.state.ply == 0
    assert match.decisions == (other,)


@pytest.mark.parametrize("who", [ANN, CAT], ids=["opponent", "watcher"])
async def test_nobody_else_sees_a_tree_or_what_is_prepared_in_it(
    domain: Domain, who: Person
) -> None:
    match = await begun(domain)
    line, spot = await walked(domain, match, BEN.id, 2)
    await domain.explorations.note(match.id, BEN.id, spot, "a secret")
    await domain.explorations.plan(match.id, BEN.id, spot, True)
    match = await domain.matches.get(match.id)

    explored = await domain.explorations.look(match, who.id, spot)
    assert explored.tree.empty
    explored = await domain.explorations.back(match, who.id, spot)
    assert explored.tree.empty
    assert prepared_moves.tree_of(match, who.id) == {}
    with pytest.raises(NotFound):
        await domain.sharing.get(match)
    text = json.dumps(await domain.privacy.export(who.id))
    assert "a secret" not in text
    assert line[1] not in text
    assert "a secret" in json.dumps(await domain.privacy.export(BEN.id))


@pytest.mark.parametrize("who", [ANN, CAT], ids=["opponent", "watcher"])
async def test_nobody_else_does_anything_with_the_spots_of_a_tree(
    domain: Domain, who: Person
) -> None:
    match = await begun(domain)
    _, spot = await walked(domain, match, BEN.id, 2)
    with pytest.raises(Refused):
        await domain.sharing.take_over(match.id, who.id, BEN.id, spot)
    with pytest.raises(Refused):
        await domain.explorations.plan(match.id, who.id, spot, True)
    with pytest.raises(Refused):
        await domain.explorations.plan(match.id, who.id, spot, False)
    with pytest.raises(NotFound):
        await domain.explorations.remove(match.id, who.id, spot)
    with pytest.raises(Refused):
        await domain.sharing.publish(match.id, who.id)
    with pytest.raises(Refused):
        await domain.sharing.add(match.id, who.id, spot)
    assert set(await stored(domain)) == {BEN.id}


async def test_a_tree_is_not_shared_while_the_match_runs(domain: Domain) -> None:
    match = await begun(domain)
    await walked(domain, match, BEN.id, 2)
    with pytest.raises(Refused, match="not over yet"):
        await domain.sharing.publish(match.id, BEN.id)
    assert await swept(domain) == []


async def test_an_answer_is_prepared_along_with_ones_own_move(domain: Domain) -> None:
    match = await begun(domain)
    line, spot = await walked(domain, match, ANN.id, 3)
    with pytest.raises(NotYours):
        await domain.explorations.plan(match.id, CAT.id, spot, True)
    await domain.explorations.plan(match.id, ANN.id, spot, True)
    with pytest.raises(NotYourTurn):
        await domain.explorations.draft(match.id, BEN.id, spot)
    match = await domain.explorations.draft(match.id, ANN.id, spot)
    assert match.draft.decisions == (line[0],)
    assert match.prepared == ({}, {})

    await domain.matches.confirm(match.id, ANN.id)
    answers = await domain.prepared_moves.get(match.id, ANN.id)
    assert answers == {line[1]: {"reply": line[2], "answers": {}}}

    change = await domain.matches.play(match.id, BEN.id, line[1])
    assert [turn.how for turn in change.match.turns] == ["played", "prepared"]
    assert change.match.decisions == tuple(line)


async def test_what_was_prepared_and_did_not_happen_is_told_once_and_kept(domain: Domain) -> None:
    match = await begun(domain)
    line, spot = await walked(domain, match, BEN.id, 2)
    await domain.explorations.plan(match.id, BEN.id, spot, True)
    other_move = str(match.state.legal_moves()[-1])
    match = (await domain.matches.play(match.id, ANN.id, other_move)).match
    assert await domain.explorations.missed(match, ANN.id) == ()
    explored = await domain.explorations.begin(match, BEN.id)
    assert explored.missed == (" – ".join(line),)
    assert len(explored.tree.nodes) == 2

    match = await domain.matches.get(match.id)
    explored = await domain.explorations.begin(match, BEN.id)
    assert explored.missed == ()
    assert await domain.explorations.missed(match, BEN.id) == ()


async def test_an_undone_draft_leaves_nothing_behind(domain: Domain) -> None:
    match = await begun(domain)
    move = str(match.state.legal_moves()[0])
    match = (await domain.matches.play(match.id, ANN.id, move, confirm=True)).match
    explored = await domain.explorations.begin(match, ANN.id)
    assert [node.decision for node in explored.line] == [move]
    explored = await domain.explorations.begin(match, BEN.id)
    assert explored.line == ()

    with pytest.raises(Stale):
        await domain.matches.undo(match.id, ANN.id, version=match.version + 1)
    await domain.matches.undo(match.id, ANN.id)
    assert await stored(domain) == {}, "not even a row"


async def test_a_draft_is_a_line_of_the_tree(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    # given: what was thought on from an undone draft, and another draft
    match = await begun(domain)
    first_two = match.state.legal_moves()[:2]
    one, other = (str(move) for move in first_two)
    match = (await domain.matches.play(match.id, ANN.id, one, confirm=True)).match
    explored = await domain.explorations.begin(match, ANN.id)
    continuation, _ = await walked(domain, match, ANN.id, 1, explored.spot)
    await domain.matches.undo(match.id, ANN.id)
    await domain.matches.play(match.id, ANN.id, other, confirm=True, draw=True)

    domain_now = await open_domain()
    draft = await domain_now.matches.draft(match.id, ANN.id)
    assert (draft.decisions, draft.complete, draft.draw) == ((other,), True, True)
    match = await domain_now.matches.get(match.id)
    tree = (await domain_now.explorations.begin(match, ANN.id)).tree
    decisions = [node.decision for node in tree.nodes.values()]
    assert decisions == [one, *continuation, other]

    # the other line is drafted
    first = Spot(1, min(tree.nodes))
    match = await domain_now.explorations.draft(match.id, ANN.id, first)
    assert match.draft.decisions == (one,)
    assert match.draft.draw, "the offer goes with any line"

    # A line that is deleted is drafted no longer.
    await domain_now.explorations.remove(match.id, ANN.id, first)
    assert await domain_now.matches.draft(match.id, ANN.id) is None
    assert await domain_now.matches.draft(match.id, BEN.id) is None


async def test_a_draft_goes_when_it_is_played_and_when_the_match_ends(domain: Domain) -> None:
    match = await begun(domain)
    move = str(match.state.legal_moves()[0])
    await domain.matches.play(match.id, ANN.id, move, confirm=True)
    assert set(await stored(domain)) == {ANN.id}
    match = (await domain.matches.confirm(match.id, ANN.id)).match
    assert match.decisions == (move,)
    assert await stored(domain) == {}
    move_text = str(match.state.legal_moves()[0])
    await domain.matches.play(match.id, BEN.id, move_text, confirm=True)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    assert await stored(domain) == {}


async def test_a_full_tree_keeps_nobody_from_moving(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await begun(domain)
    two = await begun(domain)
    await walked(domain, one, ANN.id, 1)
    monkeypatch.setattr(repository, "MOST_TREES", 1)
    monkeypatch.setattr(tree_limits, "MOST_NODES", 1)
    for match in (one, two):
        move = str(match.state.legal_moves()[-1])
        draft = await domain.matches.play(match.id, ANN.id, move, confirm=True)
        assert not draft.complete
        change = await domain.matches.confirm(match.id, ANN.id)
        assert change.complete
    assert set(await stored(domain)) == {ANN.id}


async def test_trees_and_what_is_prepared_in_them_are_counted(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await begun(domain)
    two = await begun(domain)
    _, spot = await walked(domain, one, BEN.id, 2)
    monkeypatch.setattr(repository, "MOST_TREES", 1)
    with pytest.raises(LimitReached):
        await walked(domain, two, BEN.id, 1)
    await walked(domain, two, ANN.id, 1)
    monkeypatch.setattr(prepared_moves, "MOST_PREPARED", 0)
    with pytest.raises(LimitReached):
        await domain.explorations.plan(one.id, BEN.id, spot, True)
    await domain.explorations.clear(one.id, BEN.id)
    await walked(domain, two, BEN.id, 1)
    assert len(await stored(domain)) == 2


async def test_turns_that_are_only_drafted_are_no_trees_that_count(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_match, also_drafted, *others = [await begun(domain) for _ in range(4)]
    monkeypatch.setattr(repository, "MOST_TREES", 2)
    for match in (first_match, also_drafted):
        move = str(match.state.legal_moves()[-1])
        await domain.matches.play(match.id, ANN.id, move, confirm=True)
    for match in others:
        await walked(domain, match, ANN.id, 1)
    with pytest.raises(LimitReached):
        await walked(domain, first_match, ANN.id, 1)
    first_match = await domain.matches.get(first_match.id)
    explored = await domain.explorations.look(first_match, ANN.id, Spot(0))
    assert len(explored.tree.nodes) == 1


async def test_a_match_may_be_agreed_to_be_without_it(domain: Domain) -> None:
    match = await begun(domain, explore=False)
    assert not match.explore
    move = str(match.state.legal_moves()[0])
    for who in (ANN, BEN, CAT):
        with pytest.raises(Refused, match="without the Think board"):
            await domain.explorations.begin(match, who.id)
        with pytest.raises(Refused, match="without the Think board"):
            await domain.explorations.walk(match.id, who.id, Spot(0), move)


async def test_what_is_typed_in_a_match_without_it_is_prepared_all_the_same(
    domain: Domain,
) -> None:
    match = await begun(domain, explore=False)
    first_move, *_, last_move = match.state.legal_moves()
    answer = match.state.play(first_move).legal_moves()[0]
    line = [str(first_move), str(answer)]
    await domain.prepared_moves.add(match.id, BEN.id, line)
    match = (await domain.matches.play(match.id, ANN.id, str(last_move))).match
    assert len(await domain.explorations.missed(match, BEN.id)) == 1


async def test_a_match_without_it_is_explored_once_it_is_over(domain: Domain) -> None:
    match = await begun(domain, explore=False)
    await played(domain, match.id, 2)
    change = await domain.matches.act(match.id, ANN.id, endings.resign)
    await domain.explorations.begin(change.match, ANN.id)


async def test_the_rematch_of_a_match_without_it_is_without_it(domain: Domain) -> None:
    match = await begun(domain, explore=False)
    await played(domain, match.id, 2)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    await domain.challenges.rematch(match.id, ANN.id)
    await domain.challenges.rematch(match.id, BEN.id)
    async with domain.database.read() as connection:
        terms = await connection.scalars(sa.select(matches.c.explore))
    assert list(terms) == [False, False]


async def test_a_tree_goes_with_its_member_and_with_its_match(domain: Domain) -> None:
    match = await begun(domain)
    for who in (ANN, BEN, CAT):
        await walked(domain, match, who.id, 1)
    await domain.privacy.delete(CAT.id)
    assert set(await stored(domain)) == {ANN.id, BEN.id}
    async with domain.database.unit_of_work() as work:
        deletion = matches.delete().where(matches.c.id == match.id)
        await work.connection.execute(deletion)
    assert await stored(domain) == {}
