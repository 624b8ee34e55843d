"""The menu of a message with a board: trying moves from it, following its match, seeing it for
oneself.
"""

import discord
import pytest

from bot.chat.board.links import LookThrough, OpenMove, ShowMore
from bot.chat.features.watch.menu import ShownBoard, boards_of
from tests.bot.chat.conftest import Club, InteractionResult, Member
from tests.bot.chat.reading import buttons, privately_says, words


async def menu(member: Member, entry: str, message: discord.Message) -> InteractionResult:
    """Use an entry in the menu of a message."""
    return await member.actor.context_menu(member.club.channel, entry, message)


async def opened(club: Club) -> discord.Message:
    """The post of the first of two turns that alice and bob have made."""
    await club.match("8x8, single turns")
    await club.alice.slash("move", moves="e4-d6")
    first = club.post()
    await club.bob.slash("move", moves="d5-e3")
    return first


def a_cell(message: InteractionResult) -> str:
    """The label of the first button of a picker."""
    return buttons(message)[0]


async def test_the_think_board_opens_at_the_position_that_a_post_shows(club: Club) -> None:
    card = await menu(club.carol, "Think board", await opened(club))
    privately_says(card, "M1 · Think board", "After turn 1 of 2")
    while "One move back" not in buttons(card) and not any(
        label.startswith("Undo ") for label in buttons(card)
    ):
        card = await club.carol.click(card, a_cell(card))
    assert (await club.services.matches.get(1)).decisions == ("e4-d6", "d5-e3")


async def test_follow_and_board_from_the_menu(club: Club) -> None:
    first = await opened(club)
    assert "You’re following **M1**" in words(await menu(club.carol, "Follow", first))
    assert "already follow **M1**" in words(await menu(club.carol, "Follow", first))
    assert "playing in M1 yourself" in words(await menu(club.alice, "Follow", first))
    privately_says(await menu(club.carol, "Board", first), "Turn 2: ")


async def test_a_finished_match_is_shown_as_the_post_shows_it(club: Club) -> None:
    first = await opened(club)
    await club.bob.click(await club.bob.slash("match resign"), "Resign")
    assert "Turn 1/2" in words(await menu(club.carol, "Board", first))
    assert "M1 · Think board" in words(await menu(club.carol, "Think board", club.post()))
    assert "M1 is over" in words(await menu(club.carol, "Follow", club.post()))


async def test_messages_without_a_board_get_a_sentence(club: Club) -> None:
    await club.alice.slash("play", game="loop")
    chat_message = await club.alice.actor.send(club.channel, "M1, anyone?")
    for message in (club.post(), chat_message):
        for entry in ("Think board", "Follow", "Board"):
            privately_says(await menu(club.bob, entry, message), "no board on this message")


def test_the_position_of_a_post_is_told_by_its_picture_and_its_buttons() -> None:
    several = [OpenMove(1, 1), OpenMove(2, 1), ShowMore(2, 1)]
    assert boards_of(several, ["loop-3.png"]) == [ShownBoard(1, None, 1), ShownBoard(2, None, 1)]
    running_presses = [OpenMove(7, 12), ShowMore(7, 12)]
    assert boards_of(running_presses, ["veloop-square-9.png"]) == [ShownBoard(7, 9, 12)]
    assert boards_of(running_presses, []) == [ShownBoard(7, None, 12)]
    assert boards_of(running_presses, ["turn-1.png", "course.png"]) == [ShownBoard(7, None, 12)]
    assert boards_of([LookThrough(7, "a", False, 31)], ["M7.gif"]) == [ShownBoard(7, 31, None)]
    assert boards_of([], ["loop-1.png"]) == []


@pytest.mark.slow
async def test_puzzles_and_lessons_are_tried_before_answering(club: Club) -> None:
    trial = await club.alice.click(await club.alice.slash("puzzle", game="loop"), "Think board")
    assert " · Think board" in words(trial)
    trial = await club.alice.click(trial, a_cell(trial))
    assert "Think board" in buttons(await club.alice.click(trial, "Back to puzzle"))
    lesson = await club.alice.click(await club.alice.slash("rules", game="loop"), "Play a lesson")
    trial = await club.alice.click(lesson, "Think board")
    assert "step 1 · Think board" in words(trial)
    assert "First steps" in words(await club.alice.click(trial, "Back to lesson"))
