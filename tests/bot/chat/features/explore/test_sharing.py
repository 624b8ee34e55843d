"""Lines that players show to all once a match is over, and what others add to them."""

from itertools import pairwise
from random import Random

import discord
import pytest
from simcord import InteractionResult
from simcord.backend.models import Overwrite

import games
from bot.chat.features.explore.cards import AddLine
from bot.chat.features.explore.showing import ShowTree
from bot.domain.explorations.tree import Spot
from bot.domain.matches import endings
from games.players.claims import JudgedTurn
from games.players.turning import turning_point
from tests.bot.chat.acting import begin, random_match, refused
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.features.explore.thinker import Thinker, thinker
from tests.bot.chat.reading import (
    MENU,
    buttons,
    options,
    parts,
    private,
    privately_says,
    says,
    words,
)
from tests.bot.chat.world import forged


async def shared(club: Club) -> tuple[discord.Message, str, str]:
    """The post of a line of two turns that bob has tried and shared, in a match that is over; it,
    and the turns of alice and of bob.
    """
    match = await club.match("8x8, single turns")
    bob = await thinker(club, club.bob)
    turn_of_alice = await bob.try_turn()
    turn_of_bob = await bob.try_turn()
    form = await club.bob.choose(bob.shown, "match")
    await club.bob.actor.submit_modal(form, {"note": "watch the edge"})
    for member in (club.alice, club.bob):
        state = (await club.services.matches.get(match)).state
        await member.slash("move", moves=str(state.legal_moves()[-1]))
    await resign_and_share(club)
    return club.post(), turn_of_alice, turn_of_bob


async def resign_and_share(club: Club) -> None:
    bob = club.bob
    question = await bob.slash("match resign", match="M1")
    await bob.click(question, "Resign")
    board = await bob.slash("explore", match="M1")
    lists = await bob.click(board, "Lines, notes")
    question = await bob.click(lists, "Post my lines here")
    await bob.click(question, "Post here")


@pytest.mark.slow
async def test_after_the_end_lines_are_shared_paged_through_and_answered(club: Club) -> None:
    post, turn_of_alice, turn_of_bob = await shared(club)
    says(post, f"<@{club.bob.id}> shared the lines they tried")
    assert turn_of_bob in words(post) or turn_of_alice in words(post)
    club.posted("turning points with ⚡", pings=[])
    note = f"<@{club.bob.id}> on the match: watch the edge"
    says(post, note)

    page = await club.carol.click(post, "Step through")
    privately_says(page, f"Tried by <@{club.bob.id}>", note)
    page = await club.carol.click(page, "◀")
    assert private(page)
    (end,) = [
        value
        for value in options(page)
        if value.startswith("2.") and value.endswith(str(club.bob.id))
    ]
    says(await club.carol.choose(page, end), turn_of_bob)

    question = await club.alice.click(post, "Post mine here, too")
    refusal = refused(await club.alice.click(question, "Post here"))
    assert "haven’t tried any lines" in refusal
    question = await club.carol.click(post, "Post mine here, too")
    refusal = refused(await club.carol.click(question, "Post here"))
    assert "you can only watch" in refusal


@pytest.mark.slow
async def test_who_watches_adds_a_line_that_the_players_can_remove(club: Club) -> None:
    post, turn_of_alice, turn_of_bob = await shared(club)
    state = games.get("veloop-square").start(board="8x8", turns="single")
    for turn in (turn_of_alice, turn_of_bob):
        state = state.play(state.parse(turn))
    carol = Thinker(club.carol, state)
    carol.shown = await club.carol.click(post, "Think board")
    assert private(carol.shown)
    assert "Post my lines here" not in buttons(carol.shown)
    assert "Add this line" not in buttons(carol.shown)

    new_turn = await carol.try_turn()
    await carol.click("Add this line")
    assert carol.pressed <= 4
    post_of_carol = club.post()
    club.posted(f"<@{club.carol.id}> added a line", new_turn, pings=[])

    page = await club.dave.click(post_of_carol, "Step through")
    says(page, f"Added by <@{club.carol.id}>")
    assert "Remove this line" not in buttons(page)
    page = await club.alice.click(post_of_carol, "Step through")
    page = await club.alice.click(page, "Remove this line")
    assert new_turn not in words(page)
    assert not [value for value in options(page) if value.startswith("3.")]


@pytest.mark.slow
async def test_the_computer_marks_a_turn_that_throws_the_match_away(club: Club) -> None:
    # At a member's pace: a win in one is proved in milliseconds, but not on every machine in those
    # of the other tests.
    await club.restart(pace=1.0)
    await club.match("hex-2-4", game="snipsnip")
    line, losing_turn = blunder()
    spot = Spot(0)
    for ply, move in enumerate(line):
        if ply >= spot.ply:  # what is forced is tried by itself
            step = await club.services.explorations.walk(1, club.bob.id, spot, move)
            spot = step.spot
    await resign_and_share(club)
    post = club.post()
    await club.thought()

    page = await club.carol.click(post, "Step through")
    says(page, "⚡ Turning point", "and wins at once", "- What ")
    page = await club.carol.click(page, "◀")
    assert "⚡" not in words(page)
    labels = []
    for menu in parts(page, MENU):
        labels += [option["label"] for option in menu["options"]]
    turning_points = [label for label in labels if label.startswith("⚡")]
    assert losing_turn in turning_points[-1]


def blunder() -> tuple[list[str], str]:
    """A line of a random match that ends after a turn that lets the other side win, though it
    needed not; that turn.
    """
    for seed in range(60):
        states = random_match("snipsnip", Random(seed), board="hex-2-4")
        starts = [
            ply for ply in range(1, len(states) - 1) if states[ply].turn != states[ply - 1].turn
        ]
        for start, end in pairwise(starts[-3:]):
            point = turning_point(JudgedTurn(tuple(states[start : end + 1])), 3.0)
            if point is None or point.refutation is None or point.refutation.turns != 1:
                continue
            moves = [str(state.last_move) for state in states[1 : end + 1]]
            return moves, " ".join(moves[start:])
    raise AssertionError("nobody blundered")


async def try_line(club: Club, member: Member, match: int, decisions: int) -> Spot:
    """Have a member try a line in a match that is over, anew."""
    service = club.services.explorations
    state = (await club.services.matches.look(match, 0)).state
    await service.clear(match, member.id)
    spot = Spot(0)
    for _ in range(decisions):
        move = state.legal_moves()[-1]
        spot = (await service.walk(match, member.id, spot, str(move))).spot
        state = state.play(move)
    return spot


async def share_line(club: Club, member: Member, match: int) -> InteractionResult:
    """Share a line of a member's own."""
    await try_line(club, member, match, 1)
    return await forged(member, club.posts()[-1], str(ShowTree(match)))


async def add_line(club: Club, member: Member, match: int) -> InteractionResult:
    """Add a line to what others have shared."""
    spot = await try_line(club, member, match, 2)
    return await forged(member, club.posts()[-1], str(AddLine(match, spot.node, spot.ply)))


async def finished_match(club: Club) -> int:
    match = await club.match("8x8, single turns")
    await begin(club)
    await club.services.matches.act(match, club.alice.id, endings.resign)
    await club.env.settle()
    return match


@pytest.mark.slow
async def test_lines_are_added_only_by_who_may_write_where_they_are_posted(club: Club) -> None:
    match = await finished_match(club)
    everyone = club.guild.id
    permissions = discord.Permissions(send_messages=True, send_messages_in_threads=True)
    club.env.backend.set_overwrite(club.channel.id, Overwrite(everyone, 0, deny=permissions.value))
    count = len(club.posts())
    await share_line(club, club.bob, match)
    assert len(club.posts()) == count + 1, "who has played is posted there in any case"
    refusal = refused(await add_line(club, club.carol, match))
    assert "can’t write where M1 was played" in refusal

    games = club.channel
    club.channel = club.guild.create_text_channel("chatter")
    await club.carol.slash("help")
    await club.carol.actor.send(club.channel, "hello")
    refusal = refused(await add_line(club, club.carol, match))
    assert "can’t write where M1 was played" in refusal

    club.channel = games
    club.env.backend.delete_overwrite(club.channel.id, everyone)
    await add_line(club, club.carol, match)
    assert len(club.posts()) == count + 2


@pytest.mark.slow
async def test_lines_are_not_shared_again_and_again(club: Club) -> None:
    match = await finished_match(club)
    count = len(club.posts())
    refusal = refused(await forged(club.bob, club.post(), str(ShowTree(match))))
    assert "haven’t tried any lines" in refusal
    await share_line(club, club.bob, match)
    for _ in range(3):
        refusal = refused(await share_line(club, club.bob, match))
        assert "posted" in refusal
    await share_line(club, club.alice, match)
    assert len(club.posts()) == count + 2
