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
from bot.store.tables import explorations, matches
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.helpers import started, swept


async def begun(domain: Domain, **terms: object) -> Match:
    return await started(domain, variant="single turns", **terms)


async def walked(
    domain: Domain, match: Match, user: int, count: int, spot: Spot | None = None
) -> tuple[list[str], Spot]:
    """Try so many decisions in a row, the first legal ones; they, and where that leads."""
    thought = await domain.explorations.look(
        match, user, Spot(match.state.ply) if spot is None else spot
    )
    made = []
    for _ in range(count):
        made.append(str(thought.state.legal_moves()[0]))
        thought = await domain.explorations.walk(match.id, user, thought.spot, made[-1])
    return made, thought.spot


async def stored(domain: Domain) -> dict[int, str]:
    """Every tree there is, as text, by its member."""
    async with domain.database.read() as connection:
        rows = await connection.execute(sa.select(explorations.c.user, explorations.c.tree))
        return {user: json.dumps(tree) for user, tree in rows}


async def test_a_line_is_kept_through_a_restart_and_after_the_match_went_on(
    domain: Domain, opened: Callable[[], Awaitable[Domain]]
) -> None:
    match = await begun(domain)
    made, spot = await walked(domain, match, BEN.id, 3)
    await domain.explorations.note(match.id, BEN.id, spot, "strong")
    other = str(match.state.legal_moves()[-1])
    await domain.matches.play(match.id, ANN.id, other)
    again = await opened()
    match = await again.matches.get(match.id)
    thought = await again.explorations.look(match, BEN.id, spot)
    assert [node.decision for node in thought.line] == made
    assert thought.tree.notes[thought.spot.key] == "strong"
    assert not thought.open
    # One's own tree leads from any earlier position, too; the match is as it was.
    early = await again.explorations.begin(match, BEN.id, 0)
    assert early.state.ply == 0
    assert match.decisions == (other,)


async def test_only_the_member_sees_a_tree_whoever_asks_with_whose_spots(domain: Domain) -> None:
    match = await begun(domain)
    made, spot = await walked(domain, match, BEN.id, 2)
    await domain.explorations.note(match.id, BEN.id, spot, "a secret")
    await domain.explorations.plan(match.id, BEN.id, spot, True)
    for who in (ANN, CAT):
        match = await domain.matches.get(match.id)
        seen = await domain.explorations.look(match, who.id, spot)
        assert seen.tree.empty
        assert (await domain.explorations.back(match, who.id, spot)).tree.empty
        assert prepared_moves.tree_of(match, who.id) == {}
        with pytest.raises(NotFound):
            await domain.sharing.get(match)
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
        text = json.dumps(await domain.privacy.export(who.id))
        assert "a secret" not in text
        assert made[1] not in text
    with pytest.raises(Refused, match="not over yet"):
        await domain.sharing.publish(match.id, BEN.id)
    assert "a secret" in json.dumps(await domain.privacy.export(BEN.id))
    assert set(await stored(domain)) == {BEN.id}
    assert await swept(domain) == []


async def test_an_answer_is_prepared_along_with_ones_own_move(domain: Domain) -> None:
    match = await begun(domain)
    made, spot = await walked(domain, match, ANN.id, 3)
    with pytest.raises(NotYours):
        await domain.explorations.plan(match.id, CAT.id, spot, True)
    await domain.explorations.plan(match.id, ANN.id, spot, True)
    with pytest.raises(NotYourTurn):
        await domain.explorations.draft(match.id, BEN.id, spot)
    match = await domain.explorations.draft(match.id, ANN.id, spot)
    assert match.draft.decisions == (made[0],)
    assert match.prepared == ({}, {})
    await domain.matches.confirm(match.id, ANN.id)
    assert await domain.prepared_moves.get(match.id, ANN.id) == {
        made[1]: {"reply": made[2], "answers": {}}
    }
    result = await domain.matches.play(match.id, BEN.id, made[1])
    assert [turn.how for turn in result.match.turns] == ["played", "prepared"]
    assert result.match.decisions == tuple(made)


async def test_what_was_prepared_and_did_not_happen_is_told_once_and_kept(domain: Domain) -> None:
    match = await begun(domain)
    made, spot = await walked(domain, match, BEN.id, 2)
    await domain.explorations.plan(match.id, BEN.id, spot, True)
    match = (await domain.matches.play(match.id, ANN.id, str(match.state.legal_moves()[-1]))).match
    assert await domain.explorations.missed(match, ANN.id) == ()
    thought = await domain.explorations.begin(match, BEN.id)
    assert thought.missed == (" – ".join(made),)
    match = await domain.matches.get(match.id)
    assert (await domain.explorations.begin(match, BEN.id)).missed == ()
    assert await domain.explorations.missed(match, BEN.id) == ()
    assert len(thought.tree.nodes) == 2


async def test_a_draft_is_a_line_of_the_tree(
    domain: Domain, opened: Callable[[], Awaitable[Domain]]
) -> None:
    match = await begun(domain)
    one, other = (str(move) for move in match.state.legal_moves()[:2])
    match = (await domain.matches.play(match.id, ANN.id, one, confirm=True)).match
    thought = await domain.explorations.begin(match, ANN.id)
    assert [node.decision for node in thought.line] == [one]
    assert (await domain.explorations.begin(match, BEN.id)).line == ()
    # Undone, it leaves nothing behind, not even a row.
    with pytest.raises(Stale):
        await domain.matches.undo(match.id, ANN.id, version=match.version + 1)
    await domain.matches.undo(match.id, ANN.id)
    assert await stored(domain) == {}
    # What was thought on from it stays.
    match = (await domain.matches.play(match.id, ANN.id, one, confirm=True)).match
    made, _ = await walked(
        domain, match, ANN.id, 1, (await domain.explorations.begin(match, ANN.id)).spot
    )
    await domain.matches.undo(match.id, ANN.id)
    match = (await domain.matches.play(match.id, ANN.id, other, confirm=True, draw=True)).match
    again = await opened()
    draft = await again.matches.draft(match.id, ANN.id)
    assert (draft.decisions, draft.complete, draft.draw) == ((other,), True, True)
    tree = (await again.explorations.begin(await again.matches.get(match.id), ANN.id)).tree
    assert [node.decision for node in tree.nodes.values()] == [one, *made, other]
    first = Spot(1, min(tree.nodes))
    draft = (await again.explorations.draft(match.id, ANN.id, first)).draft
    assert (draft.decisions, draft.draw) == ((one,), True), "the offer goes with any line"
    # A line that is deleted is drafted no longer.
    await again.explorations.remove(match.id, ANN.id, first)
    assert await again.matches.draft(match.id, ANN.id) is None
    assert await again.matches.draft(match.id, BEN.id) is None


async def test_a_draft_goes_when_it_is_played_and_when_the_match_ends(domain: Domain) -> None:
    match = await begun(domain)
    move = str(match.state.legal_moves()[0])
    await domain.matches.play(match.id, ANN.id, move, confirm=True)
    assert set(await stored(domain)) == {ANN.id}
    match = (await domain.matches.confirm(match.id, ANN.id)).match
    assert match.decisions == (move,)
    assert await stored(domain) == {}
    await domain.matches.play(match.id, BEN.id, str(match.state.legal_moves()[0]), confirm=True)
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
        assert not (await domain.matches.play(match.id, ANN.id, move, confirm=True)).complete
        assert (await domain.matches.confirm(match.id, ANN.id)).complete
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
    matches = [await begun(domain) for _ in range(4)]
    monkeypatch.setattr(repository, "MOST_TREES", 2)
    for match in matches[:2]:
        await domain.matches.play(
            match.id, ANN.id, str(match.state.legal_moves()[-1]), confirm=True
        )
    for match in matches[2:]:
        await walked(domain, match, ANN.id, 1)
    with pytest.raises(LimitReached):
        await walked(domain, matches[0], ANN.id, 1)
    drafted = await domain.matches.get(matches[0].id)
    assert len((await domain.explorations.look(drafted, ANN.id, Spot(0))).tree.nodes) == 1


async def test_a_match_may_be_agreed_to_be_without_it(domain: Domain) -> None:
    match = await begun(domain, explore=False)
    assert not match.explore
    for who in (ANN, BEN, CAT):
        with pytest.raises(Refused, match="without the Think board"):
            await domain.explorations.begin(match, who.id)
        with pytest.raises(Refused, match="without the Think board"):
            await domain.explorations.walk(
                match.id, who.id, Spot(0), str(match.state.legal_moves()[0])
            )
    # What is typed is prepared all the same, and what did not happen is reported.
    moves = [str(move) for move in match.state.legal_moves()]
    after = match.state.play(match.state.legal_moves()[0])
    await domain.prepared_moves.add(match.id, BEN.id, [moves[0], str(after.legal_moves()[0])])
    match = (await domain.matches.play(match.id, ANN.id, moves[-1])).match
    assert len(await domain.explorations.missed(match, BEN.id)) == 1
    await domain.matches.play(match.id, BEN.id, str(match.state.legal_moves()[0]))
    match = (await domain.matches.act(match.id, ANN.id, endings.resign)).match
    await domain.explorations.begin(match, ANN.id)
    again = await domain.challenges.rematch(match.id, ANN.id)
    await domain.challenges.rematch(match.id, BEN.id)
    assert again is not None
    async with domain.database.read() as connection:
        stored_terms = (
            (await connection.execute(sa.select(matches.c.explore).order_by(matches.c.id)))
            .scalars()
            .all()
        )
    assert stored_terms == [False, False]


async def test_a_tree_goes_with_its_member_and_with_its_match(domain: Domain) -> None:
    match = await begun(domain)
    for who in (ANN, BEN, CAT):
        await walked(domain, match, who.id, 1)
    await domain.privacy.delete(CAT.id)
    assert set(await stored(domain)) == {ANN.id, BEN.id}
    async with domain.database.unit_of_work() as work:
        await work.connection.execute(matches.delete().where(matches.c.id == match.id))
    assert await stored(domain) == {}
