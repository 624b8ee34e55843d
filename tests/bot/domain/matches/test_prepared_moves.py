"""Conditional moves: prepared in secret, played at once when they fit, forgotten when something else happens."""

from __future__ import annotations

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import NotYours, Refused, Unplayable
from bot.domain.matches.prepared_moves import lines
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.helpers import kinds, started, swept


async def line(domain: Domain, match: int, length: int) -> list[str]:
    """Whole turns of one decision each that can be played in a row from where the match stands."""
    state = (await domain.matches.get(match)).state
    made = []
    for _ in range(length):
        move = state.legal_moves()[0]
        made.append(str(move))
        state = state.play(move)
    return made


async def test_a_prepared_answer_is_played_at_once_and_pings_nobody(domain: Domain) -> None:
    match = await started(domain, variant="single turns")
    one, two, three, four = await line(domain, match.id, 4)
    await domain.prepared_moves.add(match.id, BEN.id, f"if {one} then {two}; if {three} then {four}")
    assert await domain.prepared_moves.get(match.id, ANN.id) == {}
    assert await domain.prepared_moves.get(match.id, CAT.id) == {}
    assert await swept(domain) == []
    result = await domain.matches.play(match.id, ANN.id, one)
    assert [(turn.decisions, turn.how) for turn in result.turns] == [((one,), "played"), ((two,), "prepared")]
    assert result.match.mover == ANN.id
    assert kinds(await swept(domain)) == [("turn", None)]
    assert await domain.prepared_moves.get(match.id, BEN.id) == {three: {"reply": four, "then": {}}}
    result = await domain.matches.play(match.id, ANN.id, three)
    assert result.turns[-1].how == "prepared"
    assert await domain.prepared_moves.get(match.id, BEN.id) == {}
    assert len(result.match.trail) == 3


async def test_something_else_cancels_what_was_prepared(domain: Domain) -> None:
    match = await started(domain, variant="single turns")
    one, two = await line(domain, match.id, 2)
    await domain.prepared_moves.add(match.id, BEN.id, [one, two])
    other = next(str(move) for move in match.state.legal_moves() if str(move) != one)
    result = await domain.matches.play(match.id, ANN.id, other)
    assert len(result.turns) == 1
    assert kinds(await swept(domain)) == [("turn", BEN.id)]
    assert await domain.prepared_moves.get(match.id, BEN.id) == {}


async def test_a_tree_holds_several_answers_and_gives_them_up_again(domain: Domain) -> None:
    match = await started(domain, variant="single turns")
    first, second = (str(move) for move in match.state.legal_moves()[:2])
    for theirs in (first, second):
        after = match.state.play(match.state.parse(theirs))
        await domain.prepared_moves.add(match.id, BEN.id, [theirs, str(after.legal_moves()[0])])
    tree = await domain.prepared_moves.get(match.id, BEN.id)
    assert set(tree) == {first, second}
    assert set(await domain.prepared_moves.remove(match.id, BEN.id, [first])) == {second}
    with pytest.raises(Refused, match="no longer exists"):
        await domain.prepared_moves.remove(match.id, BEN.id, [first])
    assert await domain.prepared_moves.remove(match.id, BEN.id) == {}


async def test_what_cannot_be_prepared_is_refused_and_changes_nothing(domain: Domain) -> None:
    match = await started(domain)
    with pytest.raises(Refused, match="it’s your turn"):
        await domain.prepared_moves.add(match.id, ANN.id, ["e4-d6", "e5-d7"])
    with pytest.raises(NotYours):
        await domain.prepared_moves.add(match.id, CAT.id, ["e4-d6", "e5-d7"])
    for bad in ("", "e4-d6", "x" * 6000, "if e4-d6", ["e4-d6"] * 60):
        with pytest.raises(Refused):
            await domain.prepared_moves.add(match.id, BEN.id, bad)
    with pytest.raises(Unplayable):
        await domain.prepared_moves.add(match.id, BEN.id, ["a1-b3", "e5-d7"])
    after = match.state.play(match.state.parse("e4-d6"))
    with pytest.raises(Refused, match="isn’t a whole turn"):
        await domain.prepared_moves.add(match.id, BEN.id, ["e4-d6", str(after.legal_moves()[0])])
    assert await domain.prepared_moves.get(match.id, BEN.id) == {}


async def test_a_takeback_and_an_end_cancel_what_was_prepared(domain: Domain) -> None:
    match = await started(domain, variant="single turns")
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    one, two = await line(domain, match.id, 2)
    await domain.prepared_moves.add(match.id, ANN.id, [one, two])
    await domain.matches.ask_takeback(match.id, ANN.id)
    await domain.matches.answer_takeback(match.id, BEN.id, True)
    assert await domain.prepared_moves.get(match.id, ANN.id) == {}


async def test_both_may_have_prepared_and_the_answers_go_on_by_themselves(domain: Domain) -> None:
    match = await started(domain, variant="single turns", clock="5d+1h")
    turns = await line(domain, match.id, 4)
    await domain.prepared_moves.add(match.id, BEN.id, turns)
    await domain.matches.play(match.id, ANN.id, turns[0])
    with pytest.raises(Refused, match="it’s your turn"):
        await domain.prepared_moves.add(match.id, ANN.id, turns[2:])
    result = await domain.matches.play(match.id, ANN.id, turns[2])
    assert [turn.how for turn in result.turns] == ["played", "prepared"]
    assert result.match.decisions == tuple(turns)
    assert result.match.banks == (5 * 86400 + 7200, 5 * 86400 + 7200)


def test_lines_are_read_as_people_write_them() -> None:
    expected = ["d4-e6", "c3-d5", "a1-b3", "b2-c4"]
    for text in (
        "if d4-e6 then c3-d5, if a1-b3 then b2-c4, else ask me",
        "d4-e6 / c3-d5 / a1-b3 / b2-c4",
        "d4-e6 → c3-d5; a1-b3 → b2-c4",
        "d4-e6\nc3-d5\na1-b3\nb2-c4\n",
    ):
        assert lines(text) == expected
