"""Conditional moves: prepared in secret, played at once when they fit, forgotten when something else happens."""

from bot.domain.domain import Domain
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
    assert [(turn.decisions, turn.how) for turn in result.match.turns] == [((one,), "played"), ((two,), "prepared")]
    assert result.match.mover == ANN.id
    assert kinds(await swept(domain)) == [("turn", None)]
    assert await domain.prepared_moves.get(match.id, BEN.id) == {three: {"reply": four, "then": {}}}
    result = await domain.matches.play(match.id, ANN.id, three)
    assert result.match.turns[-1].how == "prepared"
    assert await domain.prepared_moves.get(match.id, BEN.id) == {}
    assert len(result.match.trail) == 3


def test_lines_are_read_as_people_write_them() -> None:
    expected = ["d4-e6", "c3-d5", "a1-b3", "b2-c4"]
    for text in (
        "if d4-e6 then c3-d5, if a1-b3 then b2-c4, else ask me",
        "d4-e6 / c3-d5 / a1-b3 / b2-c4",
        "d4-e6 → c3-d5; a1-b3 → b2-c4",
        "d4-e6\nc3-d5\na1-b3\nb2-c4\n",
    ):
        assert lines(text) == expected
