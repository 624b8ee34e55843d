"""Moves typed while several matches wait: taken where they can be meant, asked about where not, and
never lost.
"""

import pytest

from bot.domain.matches import endings
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, private, privately_says, says, words

pytestmark = pytest.mark.slow


async def test_a_move_that_only_one_match_can_mean_is_played_there(club: Club) -> None:
    await club.match("main", game="loop")
    await club.match()
    says(await club.alice.slash("move", moves="1c3"), "Loop · M1", "played **1c3**")


async def test_a_move_that_several_can_mean_is_kept_on_the_buttons(club: Club) -> None:
    await club.match()
    await club.match()
    answer = await club.alice.slash("move", moves="e4-d6", draw=True)
    assert private(answer)
    assert buttons(answer) == ["e4-d6 in M1", "e4-d6 in M2"]
    await club.alice.click(answer, "e4-d6 in M2")
    says(club.post(), "Veloop · M2", "played **e4-d6**", "offers a draw")


async def test_nothing_typed_opens_the_match_that_waits_or_lists_those_or_tells_whose_turn_it_is(
    club: Club,
) -> None:
    assert "you have no running matches here" in words(await club.bob.slash("move")).lower()
    await club.match()
    assert f"<@{club.alice.id}>" in words(await club.bob.slash("move"))
    answer = await club.alice.slash("move")
    privately_says(answer, "### M1 · your turn")
    assert "e4-d6" in buttons(answer)
    await club.match()
    answer = await club.alice.slash("move")
    assert buttons(answer) == ["Move in M1", "Move in M2"]
    assert "### M2 · your turn" in words(await club.alice.click(answer, "Move in M2"))
    await club.services.matches.act(1, club.alice.id, endings.abort)
    assert "M1" not in words(await club.alice.slash("move"))


async def test_moves_are_offered_with_their_match_where_several_wait(club: Club) -> None:
    await club.match("main", game="loop")
    await club.match()
    choices = await club.alice.type("move", "moves", "")
    assert "M1 [1a1]" in choices
    assert "M2 [e4-d6]" in choices
    assert len(choices) <= 25
    # Typed in full, with only the match to be chosen, it is played.
    (choice,) = (
        value for value in await club.alice.type("move", "moves", "e4-d6") if value == "M2: e4-d6"
    )
    assert "Veloop · M2" in words(await club.alice.slash("move", moves=choice))
    # Typed with the match before it, it goes on being completed for that match.
    assert "M1 [1a1]" in await club.alice.type("move", "moves", "M1 1a")


async def several(club: Club, *games: str) -> None:
    for game in games:
        await club.match(game=game)


async def stones(club: Club, match: int) -> int:
    return (await club.services.matches.get(match)).state.ply


async def test_a_cell_that_looks_like_a_match_is_a_move(club: Club) -> None:
    await several(club, "loops-n-leaps")
    says(await club.alice.slash("move", moves="m9"), "Loops 'n Leaps · M1", "played **m9**")
    answer = await club.bob.slash("move", moves="M9")
    privately_says(answer, "m9 is occupied")
    assert "match M9" not in words(answer)
    says(await club.bob.slash("move", moves="m8"), "played **m8**")


async def test_two_cells_are_never_played_as_one_in_a_match_that_was_not_named(club: Club) -> None:
    await several(club, "loops-n-leaps", "loops-n-leaps", "loops-n-leaps")
    for text in ("m2 m4", "M2, M4", "m2m4"):
        assert private(await club.alice.slash("move", moves=text))
        assert [await stones(club, match) for match in (1, 2, 3)] == [0, 0, 0]
    assert "m4 in M2" in buttons(await club.alice.slash("move", moves="m2 m4"))
    says(await club.alice.slash("move", moves="M2: m4"), "· M2", "played **m4**")


async def test_a_cell_and_the_board_of_a_match_of_that_name_are_both_offered(club: Club) -> None:
    await several(club, "loops-n-leaps", "veloop-square")
    assert sorted(buttons(await club.alice.slash("move", moves="m2"))) == ["Move in M2", "m2 in M1"]
    says(await club.alice.slash("move", moves="M2 e4-d6"), "Veloop · M2", "played **e4-d6**")
    says(await club.alice.slash("move", moves="m2"), "M1", "played **m2**")


async def test_suggested_cells_that_look_like_matches_are_moves(club: Club) -> None:
    await several(club, "loops-n-leaps", "loops-n-leaps")
    assert "M2 [m1]" in await club.alice.type("move", "moves", "m")
    answer = await club.alice.slash("move", moves="M2 [m1]")
    privately_says(answer, "### M2 · ", "Only you can see this for now")
    await club.alice.click(answer, "Play m1")
    says(club.post(), "· M2", "played **m1**")
    assert await club.alice.type("move", "moves", "m1") == ["m1"]


async def test_two_moves_of_one_match_are_asked_about_where_the_first_is_the_name_of_another(
    club: Club,
) -> None:
    await club.match("hex-l", game="vigilance")
    await club.match()
    assert sorted(buttons(await club.alice.slash("move", moves="m2 m4"))) == [
        "Move in M2",
        "m2 m4 in M1",
    ]


async def test_the_only_match_that_waits_may_be_named_like_a_cell(club: Club) -> None:
    await several(club, "loops-n-leaps")
    says(await club.alice.slash("move", moves="M1 m4"), "· M1", "played **m4**")


async def test_what_is_longer_than_a_choice_can_be_offers_none(club: Club) -> None:
    await club.match()
    assert await club.alice.type("move", "moves", "x" * 100)
    assert not await club.alice.type("move", "moves", "x" * 101)


@pytest.mark.mutants
async def test_a_move_right_after_the_end_of_a_match_is_shown_before_another_has_it(
    club: Club,
) -> None:
    await club.match("8x8, single turns")
    await club.match("8x8, single turns")
    await club.env.advance_time(1)
    await club.services.matches.act(1, club.bob.id, endings.abort)
    await club.restart()
    answer = await club.alice.slash("move", moves="e4-d6")
    privately_says(answer, "### M2 · ⚫ **e4-d6**?", "Only you can see this for now")
    await club.alice.slash("move", moves="e4-d6", match="M2")
    assert (await club.services.matches.get(2)).mover == club.bob.id
    # One that began since cannot be mistaken for it.
    await club.match("8x8, single turns")
    await club.alice.slash("move", moves="e4-d6")
    assert (await club.services.matches.get(3)).mover == club.bob.id
