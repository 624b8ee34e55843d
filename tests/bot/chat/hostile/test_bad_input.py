"""Bad input by members is refused with one clear sentence and changes nothing."""

import re

import pytest

from bot.chat.discord.press import read
from bot.chat.features.challenges.answers import SendCounter
from bot.chat.features.play.which_match import PlayIn
from tests.bot.chat.acting import refused
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import (
    BUTTON,
    buttons,
    options,
    parts,
    privately_says,
    says,
    stored,
    words,
)
from tests.bot.chat.world import Wire, answer_to, forged
from tests.sampling import some_of_each

pytestmark = pytest.mark.slow

LONG = ("d4-e6 " * 20)[:100]
NASTY = (
    "🦑🦑 e4",
    "@everyone @here",
    "<@1> <@&2> <#3> </play:4>",
    "# big\n- list\n> quote",
    "**bold** __under__ ~~strike~~ ||spoiler|| `code`",
    "[link](https://example.com) https://example.com",
    "```\nblock\n```",
    "\u202eabc\u0000\u200b",
    " ",
    LONG,
)


async def version(club: Club) -> tuple[int, int]:
    match = await club.services.matches.get(1)
    return match.version, match.state.ply


async def test_an_illegal_move_is_refused_with_its_reason(club: Club) -> None:
    await club.match()
    stored_version = await version(club)
    count = len(club.posts())
    reasons = {
        "z9-z8": "there’s no cell",
        "e4-e5": "",
        "d4-e6": "d4 is empty",
        "e5-f7": "",
        "swap": "",
        "xd4": "",
        "pass": "you can only pass if you have no other move",
        "hello there": "isn’t a move",
        "e4-d6 d6-e4": "",
        "e4": "isn’t a complete move; did you mean e4-d6 or e4-f6?",
    }
    for text, reason in reasons.items():
        refusal = refused(await club.alice.slash("move", moves=text))
        assert reason.lower() in refusal.lower()
        assert await version(club) == stored_version, text
        assert len(club.posts()) == count, text


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("text", some_of_each([(text,) for text in NASTY], 3, lambda case: "all"))
async def test_typed_text_never_pings_or_renders(club: Club, text: str) -> None:
    await club.match()
    for answer in (
        await club.alice.slash("move", moves=text),
        await club.alice.slash("move", moves="e4-d6", match=text),
        await club.alice.slash("board", match=text),
        await club.alice.slash("play", game="loop", variant=text),
        await club.alice.slash("play", game="loop", clock=text),
        await club.alice.slash("play", game="loop", message=text),
        await club.alice.slash("match resign", match=text),
    ):
        shown_text = words(answer)
        assert "@everyone" not in shown_text.replace("@\u200beveryone", "")
        assert not re.search(r"(?<!\\)<[@#/]&?[12347]>", shown_text), shown_text
        assert not re.search(r"(?<!\\)(\*\*bold|`code|\[link)|://e", shown_text), shown_text
        assert not re.search(r"^(- list|> quote)", shown_text, re.MULTILINE), shown_text
        assert not re.search(r"(?<!\\)```", shown_text), shown_text
        message = club.env.backend.get_message(club.channel.id, stored(answer).id)
        assert not message.ping_user_ids or f"<@{message.ping_user_ids[0]}> to move" in shown_text
        assert message.ping_role_ids == []
    await club.alice.type("move", "moves", text)
    await club.alice.type("move", "match", text)
    await club.alice.type("play", "variant", text, game="veloop-square")
    await club.alice.type("play", "clock", text, game="veloop-square")


async def test_moves_in_other_matches_and_out_of_turn_are_refused(club: Club) -> None:
    await club.match()
    refusal = refused(await club.bob.slash("move", moves="e5-d3"))
    assert "not your turn in M1; bob" not in refusal
    refusal = refused(await club.bob.slash("move", moves="x"))
    assert "t’s not your turn in M1; alice to move" in refusal
    refusal = refused(await club.carol.slash("move", moves="e4-d6"))
    assert "ou have no running matches here; start one with /play" in refusal
    refusal = refused(await club.carol.slash("move", moves="e4-d6", match="M1"))
    assert "M1 is alice against bob; you can only watch" in refusal
    refusal = refused(await club.alice.slash("board", match="M7"))
    assert "here’s no match M7 here; yours are M1" in refusal


async def test_a_bot_cannot_be_challenged(club: Club) -> None:
    robot = club.guild.add_member(club.env.create_user("robot", bot=True))
    refusal = refused(await club.alice.slash("play", game="loop", opponent=robot))
    assert "can’t challenge a bot" in refusal
    assert club.posts() == []


async def test_a_press_on_removed_buttons_is_refused(club: Club) -> None:
    card = await club.alice.slash("play", game="loop", opponent=club.bob)
    (accept,) = [button for button in parts(club.post(), BUTTON) if button.get("label") == "Accept"]
    await club.bob.click(card, "Decline")
    assert "declined" in words(club.posts()[0])
    assert buttons(club.posts()[0]) == []
    refusal = refused(await forged(club.bob, club.post(), accept["custom_id"]))
    assert "declined" in refusal


async def test_buttons_of_a_match_that_is_over_show_its_last_board(club: Club) -> None:
    await club.match()
    first = club.post()
    question = await club.bob.slash("match resign")
    second_question = await club.bob.slash("match resign")
    await club.bob.click(question, "Resign")
    refusal = refused(await club.bob.click(second_question, "Resign"))
    assert "M1 is over" in refusal
    privately_says(await club.alice.click(first, "Move"), "over after")
    privately_says(await club.alice.click(first, "Board"), "over after")
    refusal = refused(await club.alice.slash("move", moves="e4-d6", match="M1"))
    assert "M1 is over" in refusal
    posts = [post for post in club.posts() if "resigned" in words(post)]
    assert len(posts) == 1


async def test_buttons_pressed_by_the_wrong_member_show_the_board(club: Club) -> None:
    await club.match()
    board = await club.carol.click(club.post(), "Move")
    privately_says(board, "M1 isn’t your match")
    assert options(board) == []
    board = await club.bob.click(club.post(), "Move")
    says(board, f"It’s not your turn – <@{club.alice.id}> to move")
    assert options(board) == []


async def test_commands_of_an_earlier_version_are_answered_with_what_to_do(club: Club) -> None:
    wire = Wire(club)
    old_command = {"id": "1", "name": "gone", "type": 1, "options": []}
    old_option = {"name": "rules", "type": 3, "value": "old"}
    kind = {"name": "kind", "type": 3, "value": "swiss"}
    answers = [
        wire.command(club.alice, ("play",), [old_option]),
        wire.command(club.alice, ("tournament", "create"), [kind]),
        wire.send(club.alice, 2, old_command),
    ]
    await club.env.settle()
    for answer in answers:
        assert "This command has been updated" in refused(answer)
    focus = {"name": "game", "type": 3, "value": "loop", "focused": True}
    typing = wire.send(club.alice, 4, {**old_command, "options": [focus]})
    await club.env.settle()
    assert typing.autocomplete_choices == []
    # SimCord notes what the command tree was asked to handle.
    assert len(club.env.errors) == 4
    club.env._errors.clear()


@pytest.mark.some_cases(2)
@pytest.mark.parametrize(
    "breaks", ["\n", "\n\n\n", "\r\n", "\u2028", "8x8\ndouble", "\n" * 79 + "x"]
)
async def test_line_breaks_sent_as_the_choice_of_a_menu_are_answered(
    club: Club, breaks: str
) -> None:
    await club.alice.slash("play", game="veloop-square", opponent=club.bob)
    menu = {"type": 3, "id": 50, "custom_id": "variant", "values": [breaks]}
    label = {"type": 18, "id": 10, "component": menu}
    data = {"custom_id": str(SendCounter(1)), "components": [label]}
    wire = Wire(club)
    result = wire.send(club.bob, 5, data, message=wire.carrying(club.post(), None))
    assert "⚠️" in await answer_to(result)


def test_a_line_break_in_a_press_is_a_blank_in_its_id() -> None:
    custom_id = str(PlayIn(1, 2, False, "e4-d6\nd5-e3"))
    assert read(custom_id) == PlayIn(1, 2, False, "e4-d6 d5-e3")
