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
from games.players.claims import Turn
from games.players.turning import turning_point
from tests.bot.chat.acting import begin, random_match, refused
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.features.explore.thinker import Thinker, thinker
from tests.bot.chat.reading import buttons, options, private, privately_says, raw, says, words
from tests.bot.chat.world import forged


async def shared(club: Club) -> tuple[object, str, str]:
    """The post of a line of two turns that bob has tried and shared, in a match that is over; it,
    and the turns.
    """
    match = await club.match("8x8, single turns")
    bob = await thinker(club, club.bob)
    theirs = await bob.try_turn()
    mine = await bob.try_turn()
    await club.bob.actor.submit_modal(
        await club.bob.choose(bob.shown, "match"), {"note": "watch the edge"}
    )
    for member in (club.alice, club.bob):
        state = (await club.services.matches.get(match)).state
        await member.slash("move", moves=str(state.legal_moves()[-1]))
    await resign_and_share(club)
    return club.post(), theirs, mine


async def resign_and_share(club: Club) -> None:
    await club.bob.click(await club.bob.slash("match resign", match="M1"), "Resign")
    lists = await club.bob.click(await club.bob.slash("explore", match="M1"), "Lines, notes")
    await club.bob.click(await club.bob.click(lists, "Post my lines here"), "Post here")


@pytest.mark.slow
async def test_after_the_end_lines_are_shared_paged_through_and_answered(club: Club) -> None:
    post, theirs, mine = await shared(club)
    assert f"<@{club.bob.id}> shared the lines they tried" in words(post)
    assert mine in words(post) or theirs in words(post)
    club.posted("turning points with ⚡", pings=[])
    noted = f"<@{club.bob.id}> on the match: watch the edge"
    says(post, noted)
    page = await club.carol.click(post, "Step through")
    privately_says(page, f"Tried by <@{club.bob.id}>", noted)
    before = await club.carol.click(page, "◀")
    assert private(before)
    (end,) = [
        value
        for value in options(before)
        if value.startswith("2.") and value.endswith(str(club.bob.id))
    ]
    assert mine in words(await club.carol.choose(before, end))
    asked = await club.alice.click(post, "Post mine here, too")
    assert "haven’t tried any lines" in refused(await club.alice.click(asked, "Post here"))
    asked = await club.carol.click(post, "Post mine here, too")
    assert "you can only watch" in refused(await club.carol.click(asked, "Post here"))


@pytest.mark.slow
async def test_who_watches_adds_a_line_that_the_players_can_remove(club: Club) -> None:
    post, theirs, mine = await shared(club)
    carol = Thinker(club.carol, games.get("veloop-square").start(board="8x8", turns="single"))
    carol.state = carol.state.play(carol.state.parse(theirs)).play(
        carol.state.play(carol.state.parse(theirs)).parse(mine)
    )
    carol.shown = await club.carol.click(post, "Think board")
    assert private(carol.shown)
    assert "Post my lines here" not in buttons(carol.shown)
    assert "Add this line" not in buttons(carol.shown)
    more = await carol.try_turn()
    await carol.click("Add this line")
    assert carol.pressed <= 4
    added = club.post()
    club.posted(f"<@{club.carol.id}> added a line", more, pings=[])
    page = await club.dave.click(added, "Step through")
    assert f"Added by <@{club.carol.id}>" in words(page)
    assert "Remove this line" not in buttons(page)
    gone = await club.alice.click(await club.alice.click(added, "Step through"), "Remove this line")
    assert more not in words(gone)
    assert not any("3." in value[:2] for value in options(gone))


@pytest.mark.slow
async def test_the_computer_marks_a_turn_that_throws_the_match_away(club: Club) -> None:
    # At a member's pace: a win in one is proved in milliseconds, but not on every machine in those
    # of the other tests.
    await club.restart(pace=1.0)
    await club.match("hex-2-4", game="snipsnip")
    line, at = blunder()
    spot = Spot(0)
    for number, move in enumerate(line):
        if number < spot.ply:
            continue  # what is forced is tried by itself
        spot = (await club.services.explorations.walk(1, club.bob.id, spot, move)).spot
    await resign_and_share(club)
    post = club.post()
    await club.thought()
    page = await club.carol.click(post, "Step through")
    says(page, "⚡ Turning point", "and wins at once", "- What ")
    page = await club.carol.click(page, "◀")
    assert "⚡" not in words(page)
    listed = [option["label"] for part in walk(raw(page)) for option in part.get("options", ())]
    turning = [label for label in listed if label.startswith("⚡")]
    assert at in turning[-1]


def blunder() -> tuple[list[str], str]:
    """A line of a random match that ends after a turn that lets the other side win, though it
    needed not; that turn.
    """
    for seed in range(60):
        states = random_match("snipsnip", Random(seed), board="hex-2-4")
        starts = [n for n in range(1, len(states) - 1) if states[n].turn != states[n - 1].turn]
        for at, end in pairwise(starts[-3:]):
            point = turning_point(Turn(tuple(states[at : end + 1])), 3.0)
            if point is not None and point.refutation is not None and point.refutation.turns == 1:
                moves = [str(state.last_move) for state in states[1 : end + 1]]
                return moves, " ".join(moves[at:])
    raise AssertionError("nobody blundered")


async def line(
    club: Club, member: Member, match: int, press: type[ShowTree] | type[AddLine]
) -> InteractionResult:
    """A member tries a line in a match that is over, anew, and shares it or adds it to what is
    shared.
    """
    service = club.services.explorations
    state = (await club.services.matches.look(match, 0)).state
    await service.clear(match, member.id)
    spot = (await service.walk(match, member.id, Spot(0), str(state.legal_moves()[-1]))).spot
    if press is AddLine:
        state = state.play(state.legal_moves()[-1])
        spot = (await service.walk(match, member.id, spot, str(state.legal_moves()[-1]))).spot
        return await forged(member, club.posts()[-1], str(AddLine(match, spot.node, spot.ply)))
    return await forged(member, club.posts()[-1], str(ShowTree(match)))


async def over(club: Club) -> int:
    match = await club.match("8x8, single turns")
    await begin(club)
    await club.services.matches.act(match, club.alice.id, endings.resign)
    await club.env.settle()
    return match


@pytest.mark.slow
async def test_lines_are_added_only_by_who_may_write_where_they_are_posted(club: Club) -> None:
    match = await over(club)
    everyone = club.guild.id
    silent = Overwrite(
        everyone,
        0,
        deny=discord.Permissions(send_messages=True, send_messages_in_threads=True).value,
    )
    club.env.backend.set_overwrite(club.channel.id, silent)
    before = len(club.posts())
    await line(club, club.bob, match, ShowTree)
    assert len(club.posts()) == before + 1, "who has played is posted there in any case"
    assert "can’t write where M1 was played" in refused(
        await line(club, club.carol, match, AddLine)
    )
    games = club.channel
    club.channel = club.guild.create_text_channel("chatter")
    await club.carol.slash("help")
    await club.carol.actor.send(club.channel, "hello")
    assert "can’t write where M1 was played" in refused(
        await line(club, club.carol, match, AddLine)
    )
    club.channel = games
    club.env.backend.delete_overwrite(club.channel.id, everyone)
    await line(club, club.carol, match, AddLine)
    assert len(club.posts()) == before + 2


@pytest.mark.slow
async def test_lines_are_not_shared_again_and_again(club: Club) -> None:
    match = await over(club)
    before = len(club.posts())
    assert "haven’t tried any lines" in refused(
        await forged(club.bob, club.post(), str(ShowTree(match)))
    )
    await line(club, club.bob, match, ShowTree)
    for _ in range(3):
        assert "posted" in refused(await line(club, club.bob, match, ShowTree))
    await line(club, club.alice, match, ShowTree)
    assert len(club.posts()) == before + 2
