"""Matches against the computer as members see them."""

import random

import pytest
from simcord.builders import UserHandle

import games
from bot.domain.computer import thinking
from bot.domain.matches import endings
from bot.domain.matches.lists import repository as lists
from bot.domain.values import COMPUTER
from tests.sampling import only

from ...acting import more, random_match
from ...conftest import Club
from ...reading import buttons, pictures, private, privately_says, says, words


async def begun(club: Club, game: str = "veloop-square", **terms: str) -> int:
    await club.alice.slash("play", game=game, **{"level": "casual", "side": "first", **terms})
    return (await club.services.matches.of(club.alice.id))[0].id


async def test_choosing_a_level_starts_a_match_at_once_without_anyone_accepting(club: Club) -> None:
    board = await club.alice.slash("play", game="veloop-square", level="novice", side="first")
    assert not private(board)
    says(board, "### Veloop · M1", f"⚫ <@{club.alice.id}> against ⚪ the computer (novice)")
    assert "Accept" not in buttons(board)
    assert pictures(board)
    match = await club.services.matches.get(1)
    assert (match.rated, bool(match.clock)) == (False, False)


async def test_the_bot_itself_is_the_computer_and_has_no_move_button_while_it_thinks(
    club: Club,
) -> None:
    bot = UserHandle(club.env, club.env.backend.bot_user)
    board = await club.alice.slash("play", game="veloop-square", opponent=bot, side="second")
    says(board, "the computer (casual)", "is thinking …")
    assert "Move" not in buttons(board)
    await club.thought()
    assert "Move" in buttons(club.post())


async def test_no_level_against_a_member_and_no_rating_clock_or_pause_against_the_computer(
    club: Club,
) -> None:
    for terms, why in (
        ({"opponent": club.bob}, "A level is only for the computer"),
        ({"rated": True}, "never rated"),
        ({"clock": "3d"}, "Matches against the computer have no time limit; leave it out"),
    ):
        privately_says(await club.alice.slash("play", game="loop", level="club", **terms), why)
    assert club.posts() == []
    await club.alice.slash("play", game="loop", level="club", clock="none")
    privately_says(
        await club.alice.slash("match pause"), "Matches against the computer have no time limit, so"
    )
    assert len(club.posts()) == 1


async def test_a_round_against_it_is_one_post_that_pings_the_member_and_points_to_no_other_match(
    club: Club,
) -> None:
    await club.match()  # which waits for alice too
    await begun(club, variant="8x8, single turns")
    count = len(club.posts())
    answer = await club.alice.slash("move", moves="e4-d6", match="M2")
    privately_says(answer, "You played **e4-d6** in M2. The computer is thinking …")
    assert not answer.followups
    assert "M1" not in words(answer)
    for _ in range(2):
        await club.thought()
        assert len(club.posts()) == count + 1
    lines = (
        f"<@{club.alice.id}> played **e4-d6**",
        "⚪ the computer played **",
        f"⚫ <@{club.alice.id}> to move",
    )
    club.posted(*lines, pings=[club.alice])


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(
    "game", only((game.slug for game in games.catalog()), "snipsnip", "vigilance")
)
async def test_a_few_turns_of_every_game_with_swaps_and_several_decisions(
    club: Club, game: str
) -> None:
    match = await begun(club, game, level="novice")
    rng = random.Random(3)
    for _ in range(3):
        await club.thought()
        state = (await club.services.matches.get(match)).state
        if state.to_move is None:
            break
        seat = state.to_move
        moves = []
        while state.to_move == seat:
            moves.append(str(rng.choice(state.legal_moves())))
            state = state.play(state.parse(moves[-1]))
        await club.alice.slash("move", moves=" ".join(moves))
    await club.thought()
    match_now = await club.services.matches.get(match)
    assert match_now.status != "running" or match_now.mover == club.alice.id
    assert match_now.state.turn >= 4 or match_now.status != "running"


async def test_a_restart_in_the_middle_of_thinking_thinks_again_and_plays_once(club: Club) -> None:
    match = await begun(club)
    await club.alice.slash("move", moves="e4-d6")
    await club.env.advance_time(0.6)
    assert club.bot.client.busy
    await club.restart(gently=False)
    await club.thought()
    match_now = await club.services.matches.get(match)
    assert (match_now.mover, match_now.state.turn) == (club.alice.id, 3)
    assert sum("the computer played" in words(post) for post in club.posts()) == 1


async def test_a_takeback_while_it_thinks_is_granted_and_what_it_thought_is_dropped(
    club: Club,
) -> None:
    match = await begun(club)
    await club.alice.slash("move", moves="e4-d6")
    await club.env.advance_time(0.6)
    answer = await club.alice.slash("match takeback")
    assert "The computer accepted the takeback: the last turn of **M1** is undone" in words(answer)
    await club.thought()
    match_now = await club.services.matches.get(match)
    assert (match_now.decisions, match_now.mover) == ((), club.alice.id)


async def test_it_moves_at_its_level_but_judges_a_draw_no_worse_than_club(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = list[tuple[object, ...]]()
    workers = club.services.workers
    submit = workers.submit
    monkeypatch.setattr(
        workers, "submit", lambda *task, **how: tasks.append(task) or submit(*task, **how)
    )
    await begun(club, level="novice")
    await club.alice.slash("move", moves="e4-d6")
    await club.thought()
    await club.alice.slash("match draw")
    await club.thought()
    levels = [(task[2], task[4]) for task in tasks if task[2] in (thinking.choose, thinking.judge)]
    assert levels == [(thinking.choose, "novice"), (thinking.judge, "club")]


@pytest.mark.parametrize("by_press", [False, pytest.param(True, marks=pytest.mark.slow)])
async def test_it_declines_a_draw_politely_while_it_does_not_stand_worse(
    club: Club, by_press: bool
) -> None:
    await club.restart(pace=0.4)
    match = await begun(club)
    posts = len(club.posts())
    offer = await (more(club.alice, "Offer draw") if by_press else club.alice.slash("match draw"))
    assert private(offer)
    assert words(offer) == "You offered a draw in M1. The computer is thinking …"
    await club.thought()
    (answer,) = club.posts()[posts:]
    says(answer, f"<@{club.alice.id}>, the computer declined your draw offer in **M1**.")
    assert buttons(answer) == ["Move"]
    assert (await club.services.matches.get(match)).status == "running"


def almost_won(board: str) -> list[str]:
    """Decisions of a random match of Veloop, up to one with which Black wins."""
    for seed in range(1000):
        states = random_match("veloop-square", random.Random(seed), board=board, turns="single")
        if (
            states[-2].to_move == 0
            and states[-1].outcome is not None
            and states[-1].outcome.winner == 0
        ):
            return [str(state.last_move) for state in states[1:-1]]
    raise AssertionError


@pytest.mark.slow
async def test_it_agrees_to_a_draw_when_it_is_lost(club: Club) -> None:
    await club.restart(pace=0.2)  # time to see that it is lost, on a busy machine too
    match = await begun(club, variant="6x6, single turns", level="club")
    for number, move in enumerate(almost_won("6x6")):
        await club.services.matches.play(match, COMPUTER if number % 2 else club.alice.id, move)
    await club.alice.slash("match draw")
    await club.thought()
    assert "**Draw**: by agreement." in words(club.post())


async def test_it_can_be_resigned_to_and_plays_again_at_once(club: Club) -> None:
    await club.services.matches.act(await begun(club), club.alice.id, endings.resign)
    await club.env.advance_time(3)
    assert "the computer **wins**" in words(club.post())
    assert words(await club.alice.click(club.post(), "Rematch")) == "M2 begins."
    await club.thought()
    (rematch,) = await club.services.matches.of(club.alice.id)
    assert (rematch.seats, rematch.mover) == ((COMPUTER, club.alice.id), club.alice.id)
    assert "the computer played" in words(club.post())


@pytest.mark.slow
async def test_who_plays_many_matches_against_it_stops_nobody(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "MOST_WAITING", 3)
    await club.restart(pace=1.0)
    for number in range(1, 9):
        await club.alice.slash(
            "play", game="veloop-square", level="novice", side="first", variant="5x5"
        )
        await club.alice.slash("move", moves="c2-d4", match=f"M{number}")
    await club.bob.slash("play", game="veloop-square", level="novice", side="second", variant="5x5")
    count = len(club.posts())
    await club.thought()
    answers = [post for post in club.posts()[count:] if "the computer played" in words(post)]
    assert len(answers) == 9
    places = [n for n, post in enumerate(answers) if f"<@{club.bob.id}>" in words(post)]
    assert places[0] <= 2, [words(post) for post in answers]
