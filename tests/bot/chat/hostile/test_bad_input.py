"""Bad input by members is refused with one clear sentence and changes nothing."""

import re

import pytest

from bot.chat.discord.press import read
from bot.chat.features.challenges.answers import SendCounter
from bot.chat.features.play.which_match import PlayIn
from tests.bot.chat.acting import refused
from tests.bot.chat.conftest import Club
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import buttons, options, privately_says, stored, words
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
    before = await version(club), len(club.posts())
    wrong = {
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
    for typed, why in wrong.items():
        assert why.lower() in refused(await club.alice.slash("move", moves=typed)).lower()
        assert before == (await version(club), len(club.posts())), typed


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("typed", some_of_each([(text,) for text in NASTY], 3, lambda case: "all"))
async def test_typed_text_never_pings_or_renders(club: Club, typed: str) -> None:
    await club.match()
    for answer in (
        await club.alice.slash("move", moves=typed),
        await club.alice.slash("move", moves="e4-d6", match=typed),
        await club.alice.slash("board", match=typed),
        await club.alice.slash("play", game="loop", variant=typed),
        await club.alice.slash("play", game="loop", clock=typed),
        await club.alice.slash("play", game="loop", message=typed),
        await club.alice.slash("match resign", match=typed),
    ):
        said = words(answer)
        assert "@everyone" not in said.replace("@\u200beveryone", "")
        assert not re.search(
            r"(?<!\\)<[@#/]&?[12347]>|(?<!\\)\*\*bold|(?<!\\)`code|(?<!\\)\[link|://e", said
        ), said
        assert not re.search(r"^(- list|> quote)|(?<!\\)```", said, re.MULTILINE), said
        message = stored(answer)
        kept = club.env.backend.get_message(club.channel.id, message.id)
        assert not kept.ping_user_ids or f"<@{kept.ping_user_ids[0]}> to move" in said
        assert kept.ping_role_ids == []
    for option in ("moves", "match"):
        await club.alice.type("move", option, typed)
    await club.alice.type("play", "variant", typed, game="veloop-square")
    await club.alice.type("play", "clock", typed, game="veloop-square")


async def test_moves_in_other_matches_and_out_of_turn_are_refused(club: Club) -> None:
    await club.match()
    assert "not your turn in M1; bob" not in refused(await club.bob.slash("move", moves="e5-d3"))
    for member, command, given, why in (
        (club.bob, "move", {"moves": "x"}, "t’s not your turn in M1; alice to move"),
        (
            club.carol,
            "move",
            {"moves": "e4-d6"},
            "ou have no running matches here; start one with /play",
        ),
        (
            club.carol,
            "move",
            {"moves": "e4-d6", "match": "M1"},
            "M1 is alice against bob; you can only watch",
        ),
        (club.alice, "board", {"match": "M7"}, "here’s no match M7 here; yours are M1"),
    ):
        assert why in refused(await member.slash(command, **given))


async def test_a_bot_cannot_be_challenged(club: Club) -> None:
    robot = club.guild.add_member(club.env.create_user("robot", bot=True))
    assert "can’t challenge a bot" in refused(
        await club.alice.slash("play", game="loop", opponent=robot)
    )
    assert club.posts() == []


async def test_a_press_on_removed_buttons_is_refused(club: Club) -> None:
    card = await club.alice.slash("play", game="loop", opponent=club.bob)
    message = club.env.backend.get_message(club.channel.id, club.post().id)
    accept = next(c for c in walk(message.components) if c.get("label") == "Accept")
    await club.bob.click(card, "Decline")
    assert "declined" in words(club.posts()[0])
    assert buttons(club.posts()[0]) == []
    assert "declined" in refused(await forged(club.bob, club.post(), accept["custom_id"]))


async def test_buttons_of_a_match_that_is_over_show_its_last_board(club: Club) -> None:
    await club.match()
    first = club.post()
    question = await club.bob.slash("match resign")
    again = await club.bob.slash("match resign")
    await club.bob.click(question, "Resign")
    assert "M1 is over" in refused(await club.bob.click(again, "Resign"))
    for label in ("Move", "Board"):
        privately_says(await club.alice.click(first, label), "over after")
    assert "M1 is over" in refused(await club.alice.slash("move", moves="e4-d6", match="M1"))
    assert len([post for post in club.posts() if "resigned" in words(post)]) == 1


async def test_buttons_pressed_by_the_wrong_member_show_the_board(club: Club) -> None:
    await club.match()
    shown = await club.carol.click(club.post(), "Move")
    privately_says(shown, "M1 isn’t your match")
    assert options(shown) == []
    shown = await club.bob.click(club.post(), "Move")
    assert f"It’s not your turn – <@{club.alice.id}> to move" in words(shown)
    assert options(shown) == []


async def test_commands_of_an_earlier_version_are_answered_with_what_to_do(club: Club) -> None:
    wire = Wire(club)
    play = {"name": "game", "type": 3, "value": "loop"}
    gone = {"id": "1", "name": "gone", "type": 1, "options": []}
    sent = [
        wire.command(club.alice, ("play",), [{"name": "rules", "type": 3, "value": "old"}]),
        wire.command(
            club.alice, ("tournament", "create"), [{"name": "kind", "type": 3, "value": "swiss"}]
        ),
        wire.send(club.alice, 2, gone),
    ]
    await club.env.settle()
    for answer in sent:
        assert "This command has been updated" in refused(answer)
    typing = wire.send(club.alice, 4, {**gone, "options": [{**play, "focused": True}]})
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
    part = {"type": 3, "id": 50, "custom_id": "variant", "values": [breaks]}
    data = {
        "custom_id": str(SendCounter(1)),
        "components": [{"type": 18, "id": 10, "component": part}],
    }
    wire = Wire(club)
    result = wire.send(club.bob, 5, data, message=wire.carrying(club.post(), None))
    assert "⚠️" in await answer_to(result)


def test_a_line_break_in_a_press_is_a_blank_in_its_id() -> None:
    assert read(str(PlayIn(1, 2, False, "e4-d6\nd5-e3"))) == PlayIn(1, 2, False, "e4-d6 d5-e3")
