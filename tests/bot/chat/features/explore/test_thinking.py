"""The board to think on as players use it: a few presses, nothing typed, and nobody else sees any
of it.
"""

from random import Random

import pytest

import games
from bot.chat.features.explore import lines
from bot.chat.language.i18n import Language
from bot.domain.explorations.tree import EMPTY, Spot
from tests.bot.chat.acting import refused, sure
from tests.bot.chat.conftest import Club
from tests.bot.chat.features.explore.thinker import thinker
from tests.bot.chat.reading import (
    buttons,
    fields,
    options,
    pictures,
    private,
    privately_says,
    says,
    words,
)
from tests.sampling import only


@pytest.mark.slow
async def test_a_line_of_three_plies_is_explored_and_prepared_in_eight_presses(club: Club) -> None:
    await club.match("hex-4-5", game="snipsnip")
    alice = await thinker(club, club.alice)
    mine, theirs, third = [await alice.try_turn() for _ in range(3)]
    assert private(alice.shown)
    assert pictures(alice.shown)
    assert "✓" in await alice.click("Add conditional move")
    assert alice.pressed <= 8
    # The line begins with her own move, which is played from here, too.
    await alice.click("Make this my move")
    assert mine in words(alice.shown)
    await alice.click("Play")
    count = len(club.posts())
    await club.bob.slash("move", moves=theirs)
    says(club.post(), f"**{theirs}**", f"played **{third}** (conditional move)")
    assert len(club.posts()) == count + 1


@pytest.mark.slow
async def test_another_reply_is_answered_as_the_first_one_in_eight_presses(club: Club) -> None:
    """A second line of three plies: my move and my answer as before, each one press, and only the
    reply is new.
    """
    await club.match("8x8, single turns")
    start = (await club.services.matches.get(1)).state
    alice = await thinker(club, club.alice)
    mine = await alice.try_turn()
    new_state = alice.state
    theirs, *others = map(str, new_state.legal_moves())
    for answer in map(str, new_state.play(new_state.parse(theirs)).legal_moves()):
        fits = [
            other
            for other in others
            if answer in map(str, new_state.play(new_state.parse(other)).legal_moves())
        ]
        if fits:
            break
    await alice.try_moves([theirs, answer])
    await alice.click("Add conditional move")
    alice.state = start
    alice.pressed = 0
    await alice.open()
    await alice.again(mine)
    await alice.try_moves(fits[:1])
    await alice.again(answer)
    assert "✓" in await alice.click("Add conditional move")
    assert alice.pressed <= 8


@pytest.mark.slow
@pytest.mark.parametrize("game", only((game.slug for game in games.catalog()), "veloop-square"))
async def test_in_every_game_an_answer_is_prepared_by_pressing(club: Club, game: str) -> None:
    smallest = min(
        games.get(game).options[0].choices,
        key=lambda choice: len(games.get(game).start(board=choice).board.cells),
    )
    await club.match(smallest, game=game)
    bob = await thinker(club, club.bob)
    theirs = await bob.try_turn()
    mine = await bob.try_turn()
    await bob.click("Add conditional move")
    await club.alice.slash("move", moves=theirs)
    assert f"played **{mine}** (conditional move)" in words(club.post())


@pytest.mark.slow
async def test_the_tree_is_walked_back_and_forth_and_kept_through_a_restart(club: Club) -> None:
    await club.match("8x8, single turns")
    bob = await thinker(club, club.bob)
    first = await bob.try_turn()
    second = await bob.try_turn()
    assert "Undo" in " ".join(buttons(bob.shown))
    await bob.click("Undo")
    assert f"Tried from here: **{second}**" in words(bob.shown)
    await club.restart()
    think_card = await club.bob.slash("explore")
    privately_says(think_card, f"Tried from here: **{first}**")
    assert buttons(think_card) == ["Try a line", "Lines, notes …"]
    assert not options(think_card)
    bob.shown = await club.bob.click(think_card, "Lines, notes")
    (end,) = [value for value in options(bob.shown) if value.startswith("2.")]
    answer = await bob.choose(end)
    assert first in answer
    assert second in answer


async def test_what_was_tried_instead_is_one_press_away(club: Club) -> None:
    state = (await club.services.matches.get(await club.match("8x8, single turns"))).state
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
    assert "watch the edge" not in words(await club.bob.click(refusal, "Delete all"))


async def test_a_line_that_did_not_happen_is_told_once_and_marked(club: Club) -> None:
    state = (await club.services.matches.get(await club.match("8x8, single turns"))).state
    bob = await thinker(club, club.bob)
    theirs = await bob.try_turn()
    mine = await bob.try_turn()
    await bob.click("Add conditional move")
    await club.alice.slash("move", moves=str(state.legal_moves()[-1]))
    assert f"didn’t happen: **{theirs} – {mine}**" in words(
        await club.bob.click(club.post(), "Move")
    )
    answer = await club.bob.slash("explore")
    assert "didn’t happen" not in words(answer)
    bob.shown = await club.bob.click(answer, "Lines, notes")
    (prepared_line,) = [value for value in options(bob.shown) if value.startswith("2.")]
    assert "it didn’t happen" in await bob.choose(prepared_line)


async def test_an_older_post_is_thought_about_as_it_was(club: Club) -> None:
    await club.match("8x8, single turns")
    first = club.post()
    await club.alice.slash("move", moves="e4-d6")
    answer = await club.carol.click(first, "Think board")
    privately_says(answer, "Before the first move")
    assert "1.0" in options(answer)


@pytest.mark.slow
async def test_where_a_match_ended_the_board_to_think_on_says_how(club: Club) -> None:
    await club.match("hex-2-4", game="snipsnip")
    chance = Random(1)
    while (match := await club.services.matches.get(1)).status == "running":
        member = club.alice if match.seats[match.state.to_move or 0] == club.alice.id else club.bob
        turn = []
        state = match.state
        while state.to_move == match.state.to_move and state.outcome is None:
            turn.append(str(chance.choice(state.legal_moves())))
            state = state.play(state.parse(turn[-1]))
        await member.slash("move", moves=" ".join(turn))
    text = words(await club.bob.slash("explore", match="M1"))
    assert "wins**: nobody can place any more. " in text
    assert "This line ends" not in text
    await club.alice.slash("match takeback", match="M1")
    await sure(club.bob, await club.bob.click(club.post(), "Accept"))
    assert "**Result cancelled**" in words(await club.bob.slash("explore", match="M1"))


async def test_a_match_agreed_to_be_without_it_has_no_board_to_think_on(club: Club) -> None:
    offer = await club.alice.slash(
        "play", game="loop", opponent=club.bob, side="first", explore="no"
    )
    assert "no Think board" in words(offer)
    await club.bob.click(offer, "Accept")
    assert "Think board" not in buttons(club.post())
    assert "no Think board" in words(club.post())
    for member in (club.alice, club.carol):
        assert "without the Think board" in refused(await member.slash("explore", match="M1"))
        refused(await member.actor.context_menu(club.channel, "Think board", club.post()))


async def test_a_long_line_is_named_by_its_last_whole_turns(club: Club) -> None:
    match = await club.services.matches.get(await club.match("8x8, single turns"))
    tree = EMPTY
    spot = Spot(0)
    state = match.state
    line = list[str]()
    for _ in range(14):
        line.append(str(state.legal_moves()[0]))
        tree, spot = tree.with_child(spot, state.to_move or 0, line[-1])
        state = state.play(state.parse(line[-1]))
    (label,) = lines.options(Language("en-US"), match, tree, Spot(0)).values()
    _, _, last_turns = label.partition("… ")
    assert last_turns.split(" – ") == line[-len(last_turns.split(" – ")) :]
