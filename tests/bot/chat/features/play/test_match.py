"""A whole match as its players and onlookers see it, over restarts and to its end."""

import random
from itertools import groupby, pairwise

import pytest

from tests.bot.chat.acting import DAY, later, more, pressable, random_match
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import (
    BUTTON,
    MENU,
    Message,
    buttons,
    parts,
    pictures,
    private,
    privately_says,
    says,
    words,
)


def random_turns(seed: int, **settings: str) -> list[tuple[int, str]]:
    """A random match of Veloop to its end: the seat and the decisions of each turn."""
    states = random_match("veloop-square", random.Random(seed), **settings)
    turns = []
    for seat, pairs in groupby(pairwise(states), key=lambda pair: pair[0].to_move):
        assert seat is not None
        decisions = [str(next_state.last_move) for _, next_state in pairs]
        turns.append((seat, " ".join(decisions)))
    return turns


async def test_one_public_post_for_each_turn_that_pings_the_player_to_move_once(club: Club) -> None:
    await club.match()
    count = len(club.posts())
    assert not private(await club.alice.slash("move", moves="e4-d6"))
    club.posted(
        f"⚫ <@{club.alice.id}> played **e4-d6**\n⚪ <@{club.bob.id}> to move", pings=[club.bob]
    )
    draft = await club.bob.slash("move", moves="d5-e3")
    privately_says(draft, "d5-e3")
    assert len(club.posts()) == count + 1
    assert pressable(draft)

    moves = await club.bob.offered()
    assert not private(await club.bob.slash("move", moves=moves[0]))
    club.posted(f"played **d5-e3 {moves[0]}**", pings=[club.alice])
    assert f"Last: d5-e3 {moves[0]}." in pictures(club.post())[0]
    assert len(club.posts()) == count + 2


@pytest.mark.slow
async def test_a_whole_match_by_move_with_restarts_in_the_middle(club: Club) -> None:
    await club.match("6x6, double turns")
    players = (club.alice, club.bob)
    turns = random_turns(5, board="6x6")
    for number, (seat, moves) in enumerate(turns):
        if number % 7 == 3:
            await club.restart()
        answer = await players[seat].slash("move", moves=moves)
        assert not private(answer), words(answer)
    says(
        club.post(),
        f"M1 · over after {len(turns)} turns",
        "**wins**",
        "walled off from the edge: ",
    )
    last_seat, _ = turns[-1]
    loser = players[1 - last_seat]
    assert club.pings() == [loser.id]
    privately_says(await players[0].slash("move", moves="a1-b3", match="M1"), "M1 is over")
    assert buttons(club.post()) == ["Board", "Step through", "Analyse", "Offer rematch", "⋯"]


async def test_a_forced_pass_is_played_and_told_with_the_turn_before_it(club: Club) -> None:
    await club.match("square-3-adjacent", game="vigilance")
    await club.alice.slash("move", moves="h6 h5 g4")
    await club.bob.slash("move", moves="g4-g3 a4")
    says(
        club.post(),
        f"⚪ <@{club.bob.id}> played **g4-g3 a4**",
        f"🔴 <@{club.alice.id}> had no legal move and passed",
        f"⚪ <@{club.bob.id}> to move",
    )
    assert club.pings() == []


@pytest.mark.slow
async def test_a_turn_that_ends_with_a_forced_pass_says_so(club: Club) -> None:
    """A stone that cannot be placed stays in reserve."""
    await club.match("square-3-adjacent", game="vigilance")
    turns = (
        "b6 f6 c2",
        "c2-c3 d7",
        "f6-f7 f4",
        "c3-f6 a4",
        "b6-b4 a3 e2",
        "f6-d8 e6 c6",
        "b4-c5 h5",
        "e6-e4 c8",
        "a3-c3 f2",
        "c6-b5 e7 a4",
        "f4-f3 g3",
        "e7-e6 a4 e7",
    )
    for number, turn in enumerate(turns):
        mover = (club.alice, club.bob)[number % 2]
        await mover.slash("move", moves=turn)
    says(
        club.post(),
        f"⚪ <@{club.bob.id}> played **e7-e6 a4 e7**, then had no legal move and passed",
    )
    assert "White then had to pass: no legal move left." in pictures(club.post())[0]
    (turn_menu,) = parts(await more(club.carol, "Step through"), MENU)
    assert turn_menu["options"][-1]["label"].endswith("e7-e6 a4 e7 (forced pass)")


@pytest.mark.some_cases(2)
@pytest.mark.parametrize(
    "text", ["e4_d6", "1. e4-d6", "1.e4-d6", "e4-d6!", "1... e4➖d6!?", "M1: 1. e4_d6!"]
)
async def test_a_move_is_played_as_it_is_written_in_books_and_chats(club: Club, text: str) -> None:
    await club.match()
    says(await club.alice.slash("move", moves=text), "played **e4-d6**")


async def test_moves_are_offered_while_they_are_typed(club: Club) -> None:
    await club.match()
    assert await club.alice.type("move", "moves", "") == ["[e4-d6]", "[e4-f6]"]
    assert await club.alice.type("move", "moves", "E4 d") == ["[e4-d6]"]
    await club.alice.slash("move", moves="e4 d6")
    moves = await club.bob.type("move", "moves", "d5-e3")
    assert moves[0] == "d5-e3"
    for turn in moves[1:]:
        assert turn.startswith("[d5-e3 ")
    assert len(moves) <= 25
    choices = await club.bob.actor.autocomplete(club.channel, "move", "moves", "z9-z8")
    assert choices[0]["name"].startswith("✗")
    choices = await club.alice.actor.autocomplete(club.channel, "move", "moves", "e4")
    assert "not your turn in M1: bob to move" in choices[0]["name"]


async def test_buttons_of_before_a_restart_work_and_old_ones_show_the_board_of_now(
    club: Club,
) -> None:
    await club.match()
    first = club.post()
    await club.alice.slash("move", moves="e4-d6")
    second = club.post()
    await club.restart()
    privately_says(await club.alice.click(first, "Move"), "M1 has moved on", "Turn 1: ")
    assert "M1 · your turn" in words(await club.bob.click(second, "Move"))
    privately_says(await club.carol.click(first, "Board"), "Turn 1: ")


async def test_the_board_and_the_list_of_matches_are_shown_to_oneself(club: Club) -> None:
    await club.match(clock="3d")
    privately_says(
        await club.bob.slash("board", theme="slate", flip=True, coordinates="cells"), "Veloop · M1"
    )
    board = await club.alice.slash("board")
    board = await club.alice.click(board, "Show legal moves")
    assert "Hide legal moves" in buttons(board)
    await club.alice.click(board, "Flip board")
    matches = await club.alice.slash("matches")
    privately_says(matches, "**M1** · Veloop", "**Your turn**")
    assert len(pictures(matches)) == 1
    says(await club.carol.slash("matches"), "You have no running matches")
    matches_of_alice = await club.carol.slash("matches", member=club.alice)
    says(matches_of_alice, f"<@{club.alice.id}> to move")


async def test_nobody_moves_in_a_pause(club: Club) -> None:
    await club.match(clock="3d")
    await club.alice.slash("match pause")
    await club.bob.slash("match pause")
    matches = await club.alice.slash("matches", server=True)
    assert buttons(matches) == ["Board of M1"]


async def test_a_board_is_turned_for_once_against_what_one_has_set(club: Club) -> None:
    await club.match()
    settings = await club.alice.slash("settings")
    await club.alice.click(settings, "Always flip the board")
    usual = await club.alice.slash("board")
    board = await club.alice.slash("board", flip=True)
    straight = await club.alice.slash("board", flip=False)
    # The button leads to the other view, so it tells which one this is.
    assert button_ids(usual) == button_ids(board)
    assert button_ids(usual) != button_ids(straight)


def button_ids(message: Message) -> list[str]:
    return [button["custom_id"] for button in parts(message, BUTTON)]


async def test_what_is_left_of_the_banks_is_shown(club: Club) -> None:
    await club.match(game="loop", clock="7d+12h")
    await later(club, DAY * 1.5)
    assert "Time left: ⚫ 5 days 12 hours · ⚪ 7 days" in words(await club.alice.slash("board"))


async def test_who_resigns_a_rated_match_that_has_hardly_begun_is_told_that_it_is_called_off(
    club: Club,
) -> None:
    await club.match(rated=True)
    question = await club.bob.slash("match resign")
    assert "M1 is too short to be rated" in words(question)
    assert "M1 is called off" in words(await club.bob.click(question, "Resign"))
    assert "**Called off**" in words(club.post())
    assert await club.services.ratings.of(club.bob.id, club.guild.id) == ()
