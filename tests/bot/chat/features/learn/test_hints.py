"""Hints as members see them."""

import pytest

from games.records import read, to_json, to_text

from ...conftest import Club, InteractionResult, Member
from ...reading import buttons, pictures, private, privately_says, stored, words


async def full_hint(club: Club, hint: InteractionResult, member: Member) -> str:
    """The move of a hint, after its nudge and its area."""
    await member.click(hint, "Where?")
    assert "Look at area A." in words(stored(hint))
    await member.click(hint, "Show the move")
    await club.thought()
    return words(stored(hint)).split("**")[1]


@pytest.mark.slow
async def test_a_hint_is_a_legal_turn_with_reasons_that_only_the_asker_sees(club: Club) -> None:
    await club.match("6x6, single turns")
    count = len(club.posts())
    answer = await club.alice.slash("hint")
    privately_says(answer, "Thinking about M1")
    await club.thought()
    text = words(stored(answer))
    assert "M1 · a hint" in text
    move = await full_hint(club, answer, club.alice)
    assert move not in text
    assert "\n- " in words(stored(answer))
    assert pictures(stored(answer))
    assert len(club.posts()) == count
    move_answer = await club.alice.slash("move", moves=move)
    assert not private(move_answer)
    assert f"Hints used: <@{club.alice.id}> (1)" in words(move_answer)
    record = await club.services.matches.record(1)
    assert record.hints == (1, 0)
    assert "Hints: 1, 0" in to_text(record)
    assert read(to_text(record)) == read(to_json(record)) == record


@pytest.mark.slow
async def test_a_hint_for_the_rest_of_a_turn_that_has_begun(club: Club) -> None:
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    await club.bob.slash("move", moves="d5-e3")
    answer = await club.bob.slash("hint")
    await club.thought()
    move = await full_hint(club, answer, club.bob)
    assert len(move.split()) == 1
    assert not private(await club.bob.slash("move", moves=move))


@pytest.mark.slow
async def test_no_hint_for_others_nor_out_of_turn_nor_in_rated_matches(club: Club) -> None:
    await club.match()
    assert "not your turn" in words(await club.bob.slash("hint", match="M1"))
    assert "isn’t your match" in words(await club.carol.slash("hint", match="M1"))
    await club.match(game="loop", rated=True)
    assert "is rated" in words(await club.alice.slash("hint", match="M2"))
    assert club.services.workers.idle


@pytest.mark.slow
async def test_a_hint_is_asked_for_in_the_menu_and_played_from_its_card(club: Club) -> None:
    await club.match(variant="8x8, single turns")
    assert "Hint" not in buttons(await club.bob.click(club.post(), "⋯"))
    answer = await club.alice.click(club.post(), "⋯")
    await club.alice.click(answer, "Hint")
    await club.thought()
    await club.alice.click(stored(answer), "Show the move")
    await club.thought()
    assert "Only you can see this for now" in words(
        await club.alice.click(stored(answer), "Play it")
    )
    draft = await club.services.matches.draft(1, club.alice.id)
    assert draft.complete
    await club.alice.slash("match draw")
    assert "played" not in words(club.post())
