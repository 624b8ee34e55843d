"""The board to think on as players use it: a few presses, nothing typed, and nobody else sees any of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random

import discord
import pytest
from simcord import InteractionResult
from simcord.backend.models import Overwrite

import games
from bot.chat.features.explore.presses import AddLine, ShowTree
from bot.chat.kit.match.choosing import decision, page
from bot.domain.explorations.tree import Spot
from bot.domain.values import Place
from games.core import GameError, State
from games.players.claims import story
from games.players.turning import turning_point
from tests.bot.chat.acting import begin, forged, press_choice, pressable, refused
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import buttons, fields, options, pictures, private, raw, words
from tests.bot.conftest import viewer
from tests.sampling import only


class Thinker:
    """A member at the board to think on, who counts what they press."""

    def __init__(self, member: Member, state: State) -> None:
        self.member = member
        self.state = state
        self.pressed = 0
        self.shown: InteractionResult

    async def open(self, label: str = "Think") -> Thinker:
        """Press the button of the latest post."""
        post = next(post for post in reversed(self.member.club.posts()) if label in buttons(post))
        self.shown = await self.member.click(post, label)
        self.pressed += 1
        return self

    async def try_move(self, move: str) -> None:
        """Try a decision for whoever is to move."""
        made = 0
        while made < 5:
            made += 1
            self.pressed += 1
            offered = pressable(self.shown)
            if f"m{move}" in offered:
                self.shown = await press_choice(self.member, self.shown, f"m{move}")
                self.state = self.state.play(self.state.parse(move))
                return
            leads = {focus: page(self.state, focus).moves for focus in offered if decision(focus) is None}
            meant = min(
                (focus for focus, moves in leads.items() if any(str(one) == move for one in moves)),
                key=lambda focus: len(leads[focus]),
            )
            self.shown = await press_choice(self.member, self.shown, meant)
        raise AssertionError(move)

    async def again(self, turn: str) -> None:
        """Try a turn that was tried before, with one press."""
        pressed = f"m{turn}"
        assert pressed in pressable(self.shown), (turn, buttons(self.shown))
        self.shown = await press_choice(self.member, self.shown, pressed)
        self.pressed += 1
        for move in turn.split():
            self.state = self.state.play(self.state.parse(move))

    async def try_turn(self) -> str:
        """Try the first whole turn there is; gives it."""
        seat, made = self.state.to_move, []
        while self.state.to_move == seat and seat is not None:
            made.append(str(self.state.legal_moves()[0]))
            await self.try_move(made[-1])
        return " ".join(made)

    async def try_moves(self, moves: list[str]) -> None:
        """Try some decisions."""
        for move in moves:
            await self.try_move(move)

    async def click(self, label: str) -> str:
        """Press a button; gives what is shown then."""
        self.shown = await self.member.click(self.shown, label)
        self.pressed += 1
        return words(self.shown)

    async def choose(self, value: str) -> str:
        """Choose in the menu; gives what is shown then."""
        self.shown = await self.member.choose(self.shown, value)
        self.pressed += 1
        return words(self.shown)


async def thinker(club: Club, member: Member) -> Thinker:
    """A member who begins to think about the only match."""
    match = await club.services.matches.resolve(viewer(club.alice, Place(club.guild.id, club.channel.id)), "M1")
    return await Thinker(member, match.state).open()


async def test_a_line_of_three_plies_is_explored_and_prepared_in_eight_presses(club: Club) -> None:
    await club.match("hex-4-5", game="snipsnip")
    alice = await thinker(club, club.alice)
    mine, theirs, then = [await alice.try_turn() for _ in range(3)]
    assert private(alice.shown)
    assert pictures(alice.shown)
    assert "✓" in await alice.click("Play this if")
    assert alice.pressed <= 8
    # The line begins with her own move, which is played from here, too.
    await alice.click("Make this my move")
    assert mine in words(alice.shown)
    await alice.click("Play")
    before = len(club.posts())
    await club.bob.slash("move", moves=theirs)
    said = words(club.post())
    assert f"**{theirs}**" in said
    assert f"played **{then}** (conditional move)" in said
    assert len(club.posts()) == before + 1


def turns(state: State) -> Iterator[list[str]]:
    """Whole turns in a state, the last legal moves first."""
    for move in reversed(state.legal_moves()):
        after = state.play(move)
        if after.turn != state.turn:
            yield [str(move)]
        else:
            yield from ([str(move), *rest] for rest in turns(after))


def answered_alike(state: State) -> tuple[list[str], list[str], list[str]]:
    """A turn in a state, an answer to it, and another turn that can be answered just so."""
    some = list(islice(turns(state), 20))
    for one in some:
        for answer in islice(turns(played(state, one)), 20):
            for other in some:
                with contextlib.suppress(GameError):
                    if other != one and played(state, [*other, *answer]).turn == state.turn + 2:
                        return one, answer, other
    raise AssertionError("no answer fits two turns")


def played(state: State, moves: list[str]) -> State:
    """The state after some moves."""
    for move in moves:
        state = state.play(state.parse(move))
    return state


@pytest.mark.parametrize("game", only((game.slug for game in games.catalog()), "veloop-hex"))
async def test_another_reply_is_answered_as_the_first_one_in_eight_presses(club: Club, game: str) -> None:
    """A second line of three plies: my move and my answer as before, each one press, and only the reply is new."""
    await club.match(game=game)
    random = Random(3)
    for member in (club.alice, club.bob):
        state, made = (await club.services.matches.get(1)).state, []
        turn = state.turn
        while state.turn == turn:
            state = state.play(random.choice([move for move in state.legal_moves() if move.target]))
            made.append(str(state.last_move))
        await member.slash("move", moves=" ".join(made))
    state = (await club.services.matches.get(1)).state
    alice = await thinker(club, club.alice)
    mine = await alice.try_turn()
    theirs, then, other = answered_alike(alice.state)
    for turn in (theirs, then):
        await alice.try_moves(turn)
    await alice.click("Play this if")
    alice.state, alice.pressed = state, 0
    await alice.open()
    await alice.again(mine)
    await alice.try_moves(other)
    await alice.again(" ".join(then))
    assert "✓" in await alice.click("Play this if")
    assert alice.pressed <= 8


@pytest.mark.parametrize("game", only((game.slug for game in games.catalog()), "veloop-square", "loop"))
async def test_in_every_game_an_answer_is_prepared_by_pressing(club: Club, game: str) -> None:
    smallest = min(
        games.get(game).options[0].choices, key=lambda choice: len(games.get(game).start(board=choice).board.cells)
    )
    await club.match(smallest, game=game)
    bob = await thinker(club, club.bob)
    theirs = await bob.try_turn()
    mine = await bob.try_turn()
    await bob.click("Play this if")
    await club.alice.slash("move", moves=theirs)
    assert f"played **{mine}** (conditional move)" in words(club.post())


async def test_the_tree_is_walked_back_and_forth_and_kept_through_a_restart(club: Club) -> None:
    await club.match("8x8, single turns")
    bob = await thinker(club, club.bob)
    first = await bob.try_turn()
    second = await bob.try_turn()
    assert "Undo" in " ".join(buttons(bob.shown))
    await bob.click("Undo")
    assert f"Tried from here: **{second}**" in words(bob.shown)
    await club.restart()
    shown = await club.bob.slash("explore")
    assert private(shown)
    assert f"Tried from here: **{first}**" in words(shown)
    (end,) = [value for value in options(shown) if value.startswith("2.")]
    bob.shown = shown
    said = await bob.choose(end)
    assert first in said
    assert second in said


async def test_what_was_tried_instead_is_one_press_away(club: Club) -> None:
    match = await club.match("8x8, single turns")
    state = (await club.services.matches.get(match)).state
    one, other = (str(move) for move in state.legal_moves()[:2])
    bob = await thinker(club, club.bob)
    await bob.try_move(one)
    await bob.click("Undo")
    bob.state = state
    await bob.try_move(other)
    assert f"**{one}**" in await bob.click(f"Instead: {one}")
    assert f"**{other}**" in await bob.click(f"Instead: {other}")


async def test_notes_are_written_in_a_form_and_shown_where_they_belong(club: Club) -> None:
    await club.match("8x8, single turns")
    bob = await thinker(club, club.bob)
    await bob.try_turn()
    form = await club.bob.choose(bob.shown, "note")
    assert set(fields(form)) == {"note"}
    bob.shown = await club.bob.actor.submit_modal(form, {"note": "too *slow* @everyone"})
    assert "too \\*slow\\*" in words(bob.shown)
    form = await club.bob.choose(bob.shown, "match")
    bob.shown = await club.bob.actor.submit_modal(form, {"note": "watch the edge"})
    assert "Note on the match: watch the edge" in words(bob.shown)
    await bob.click("Undo")
    assert "too" not in words(bob.shown)
    assert "watch the edge" in words(bob.shown)
    refusal = await club.bob.choose(bob.shown, "clear")
    assert "can’t be undone" in words(refusal)
    gone = await club.bob.click(refusal, "Delete all")
    assert "watch the edge" not in words(gone)


async def test_a_line_that_did_not_happen_is_told_once_and_marked(club: Club) -> None:
    match = await club.match("8x8, single turns")
    state = (await club.services.matches.get(match)).state
    bob = await thinker(club, club.bob)
    theirs, mine = await bob.try_turn(), await bob.try_turn()
    await bob.click("Play this if")
    await club.alice.slash("move", moves=str(state.legal_moves()[-1]))
    picking = await club.bob.click(club.post(), "Move")
    assert f"didn’t happen: **{theirs} – {mine}**" in words(picking)
    shown = await club.bob.slash("explore")
    assert "didn’t happen" not in words(shown)
    (kept,) = [value for value in options(shown) if value.startswith("2.")]
    bob.shown = shown
    assert "it didn’t happen" in await bob.choose(kept)


async def test_an_older_post_is_thought_about_as_it_was(club: Club) -> None:
    await club.match("8x8, single turns")
    first = club.post()
    await club.alice.slash("move", moves="e4-d6")
    shown = await club.carol.click(first, "Think")
    assert private(shown)
    assert "Before the first move" in words(shown)
    assert "1.0" in options(shown)


async def shared(club: Club) -> tuple[object, str, str]:
    """The post of a line of two turns that bob has tried and shared, in a match that is over; it, and the turns."""
    match = await club.match("8x8, single turns")
    bob = await thinker(club, club.bob)
    theirs, mine = await bob.try_turn(), await bob.try_turn()
    name = f"M{match}"
    for member in (club.alice, club.bob):
        state = (await club.services.matches.get(match)).state
        await member.slash("move", moves=str(state.legal_moves()[-1]))
    await club.bob.click(await club.bob.slash("match resign", match=name), "Resign")
    bob.shown = await club.bob.slash("explore", match=name)
    await bob.click("Share my lines")
    await bob.click("Share")
    return club.post(), theirs, mine


async def test_after_the_end_lines_are_shared_paged_through_and_answered(club: Club) -> None:
    post, theirs, mine = await shared(club)
    assert f"<@{club.bob.id}> shared the lines they tried" in words(post)
    assert mine in words(post) or theirs in words(post)
    assert "turning points with ⚡" in words(post)
    assert club.pings() == []
    page = await club.carol.click(post, "Step through")
    assert private(page)
    assert f"Tried by <@{club.bob.id}>" in words(page)
    before = await club.carol.click(page, "◀")
    assert private(before)
    (end,) = [value for value in options(before) if value.startswith("2.") and value.endswith(str(club.bob.id))]
    assert mine in words(await club.carol.choose(before, end))
    asked = await club.alice.click(post, "Share mine, too")
    assert "haven’t tried any lines" in refused(await club.alice.click(asked, "Share"))
    asked = await club.carol.click(post, "Share mine, too")
    assert "you can only watch" in refused(await club.carol.click(asked, "Share"))


async def test_a_shared_note_on_the_match_says_whose_it_is(club: Club) -> None:
    await club.match("8x8, single turns")
    bob = await thinker(club, club.bob)
    await bob.try_turn()
    form = await club.bob.choose(bob.shown, "match")
    await club.bob.actor.submit_modal(form, {"note": "watch the edge"})
    await club.bob.click(await club.bob.slash("match resign", match="M1"), "Resign")
    bob.shown = await club.bob.slash("explore", match="M1")
    await bob.click("Share my lines")
    await bob.click("Share")
    said = f"<@{club.bob.id}> on the match: watch the edge"
    assert said in words(club.post())
    assert said in words(await club.carol.click(club.post(), "Step through"))


async def test_where_a_match_ended_the_board_to_think_on_says_how(club: Club) -> None:
    await club.match("hex-2-4", game="snipsnip")
    chance = Random(1)
    while (match := await club.services.matches.get(1)).status == "running":
        member = club.alice if match.seats[match.state.to_move or 0] == club.alice.id else club.bob
        turn, state = [], match.state
        while state.to_move == match.state.to_move and state.outcome is None:
            turn.append(str(chance.choice(state.legal_moves())))
            state = state.play(state.parse(turn[-1]))
        await member.slash("move", moves=" ".join(turn))
    shown = words(await club.bob.slash("explore", match="M1"))
    assert "wins**: largest groups" in shown
    assert "This line ends" not in shown


async def test_who_watches_adds_a_line_that_the_players_can_remove(club: Club) -> None:
    post, theirs, mine = await shared(club)
    carol = Thinker(club.carol, games.get("veloop-square").start(board="8x8", turns="single"))
    carol.state = carol.state.play(carol.state.parse(theirs)).play(
        carol.state.play(carol.state.parse(theirs)).parse(mine)
    )
    carol.shown = await club.carol.click(post, "Try from here")
    assert private(carol.shown)
    assert "Share my lines" not in buttons(carol.shown)
    assert "Add this line" not in buttons(carol.shown)
    more = await carol.try_turn()
    await carol.click("Add this line")
    assert carol.pressed <= 4
    added = club.post()
    assert f"<@{club.carol.id}> added a line" in words(added)
    assert more in words(added)
    assert club.pings() == []
    page = await club.dave.click(added, "Step through")
    assert f"Added by <@{club.carol.id}>" in words(page)
    assert "Remove this line" not in buttons(page)
    page = await club.alice.click(added, "Step through")
    gone = await club.alice.click(page, "Remove this line")
    assert more not in words(gone)
    assert not any("3." in value[:2] for value in options(gone))


async def test_the_computer_marks_a_turn_that_throws_the_match_away(club: Club) -> None:
    # At a member's pace: a win in one is proved in milliseconds, but not on every machine in those of the other tests.
    await club.restart(pace=1.0)
    await club.match("hex-2-4", game="snipsnip")
    start = (await club.services.matches.get(1)).state
    line, at = blunder(start)
    spot = Spot(0)
    for number, move in enumerate(line):
        if number < spot.ply:
            continue  # what is forced is tried by itself
        spot = (await club.services.explorations.walk(1, club.bob.id, spot, move)).spot
    await club.bob.click(await club.bob.slash("match resign", match="M1"), "Resign")
    shown = await club.bob.slash("explore", match="M1")
    await club.bob.click(await club.bob.click(shown, "Share my lines"), "Share")
    post = club.post()
    await club.thought()
    page = await club.carol.click(post, "Step through")
    said = words(page)
    assert "⚡ Turning point" in said
    assert "which wins at once" in said
    assert "- What " in said
    page = await club.carol.click(page, "◀")
    assert "⚡" not in words(page)
    listed = [one["label"] for part in walk(raw(page)) for one in part.get("options", ())]
    turning = [label for label in listed if label.startswith("⚡")]
    assert at in turning[-1]


def blunder(start: State) -> tuple[list[str], str]:
    """A line of a random match that ends after a turn that lets the other side win, though it needed not; that turn."""
    for seed in range(60):
        rng, state, states = Random(seed), start, [start]
        while state.to_move is not None:
            state = state.play(rng.choice(state.legal_moves()))
            states.append(state)
        starts = [n for n in range(1, len(states) - 1) if states[n].turn != states[n - 1].turn]
        for at, end in pairwise(starts[-3:]):
            point = turning_point(story(states[at : end + 1]), 3.0)
            if point is not None and point.punished is not None and point.punished.turns == 1:
                moves = [str(one.last_move) for one in states[1 : end + 1]]
                return moves, " ".join(moves[at:])
    raise AssertionError("nobody blundered")


async def line(club: Club, member: Member, match: int, press: type[ShowTree] | type[AddLine]) -> InteractionResult:
    """A member tries a line in a match that is over, anew, and shares it or adds it to what is shared."""
    service, state = club.services.explorations, (await club.services.matches.look(match, 0)).state
    await service.clear(match, member.id)
    spot = (await service.walk(match, member.id, Spot(0), str(state.legal_moves()[-1]))).spot
    if press is AddLine:
        state = state.play(state.legal_moves()[-1])
        spot = (await service.walk(match, member.id, spot, str(state.legal_moves()[-1]))).spot
        return await forged(member, club.posts()[-1], str(AddLine(match, spot.node, spot.ply)))
    return await forged(member, club.posts()[-1], str(ShowTree(match)))


async def over(club: Club) -> int:
    """A match of alice and bob that is over."""
    match = await club.match("8x8, single turns")
    await begin(club)
    await club.services.matches.resign(match, club.alice.id)
    await club.env.settle()
    return match


async def test_lines_are_added_only_by_who_may_write_where_they_are_posted(club: Club) -> None:
    match, everyone = await over(club), club.guild.id
    silent = Overwrite(everyone, 0, deny=discord.Permissions(send_messages=True, send_messages_in_threads=True).value)
    club.env.backend.set_overwrite(club.channel.id, silent)
    before = len(club.posts())
    await line(club, club.bob, match, ShowTree)
    assert len(club.posts()) == before + 1, "who has played is posted there in any case"
    assert "can’t write where M1 was played" in refused(await line(club, club.carol, match, AddLine))
    games, club.channel = club.channel, club.guild.create_text_channel("chatter")
    await club.carol.slash("help")
    await club.carol.actor.send(club.channel, "hello")
    assert "can’t write where M1 was played" in refused(await line(club, club.carol, match, AddLine))
    club.channel = games
    club.env.backend.delete_overwrite(club.channel.id, everyone)
    await line(club, club.carol, match, AddLine)
    assert len(club.posts()) == before + 2


async def test_lines_are_not_shared_again_and_again(club: Club) -> None:
    match = await over(club)
    before = len(club.posts())
    nothing = await forged(club.bob, club.post(), str(ShowTree(match)))
    assert "haven’t tried any lines" in refused(nothing)
    await line(club, club.bob, match, ShowTree)
    for _ in range(3):
        assert "posted" in refused(await line(club, club.bob, match, ShowTree))
    await line(club, club.alice, match, ShowTree)
    assert len(club.posts()) == before + 2


async def test_a_match_agreed_to_be_without_it_has_no_board_to_think_on(club: Club) -> None:
    offer = await club.alice.slash("play", game="loop", opponent=club.bob, side="first", explore="no")
    assert "no Think board" in words(offer)
    await club.bob.click(offer, "Accept")
    assert "Think" not in buttons(club.post())
    assert "no Think board" in words(club.post())
    for member in (club.alice, club.bob, club.carol):
        assert "without the Think board" in refused(await member.slash("explore", match="M1"))
