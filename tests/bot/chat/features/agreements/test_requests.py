"""A request ends when whoever is asked has moved, by whatever way; whoever asked may withdraw;
cards say what is so.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError

from bot.domain.errors import Refused
from bot.domain.matches import agreements, endings
from games.core import State
from tests.bot.chat.acting import DAY, direct_messages, later
from tests.bot.chat.conftest import Club
from tests.bot.chat.discord.test_refusals import BLOCKED, Refusal, posts
from tests.bot.chat.features.agreements.test_closing import ASK, COMMANDS
from tests.bot.chat.reading import buttons, private, says, words
from tests.bot.chat.refusing import refusing
from tests.bot.domain.matches.helpers import played
from tests.sampling import only

Way = Callable[[Club], Awaitable[object]]
WHILE_RUNNING = ("draw", "pause", "abandon", "takeback")
ANSWERS = {"Accept", "Decline", "Withdraw"}


async def asked(club: Club, request: str, turns: int = 4) -> discord.Message:
    """The post by which alice, who is to move after an even number of turns, asks bob."""
    match = await club.match("8x8, single turns", clock="3d")
    if request == "resume":
        turns = 3
    await played(club.services, match, turns)
    for ask in ASK[request]:
        await club.services.matches.act(match, club.alice.id, ask)
        await club.env.advance_time(5)
    return club.post()


def message_now(club: Club, message: discord.Message) -> discord.Message:
    """What the bot has written to bob alone, which may have been edited meanwhile."""
    messages = {message.id: message for message in direct_messages(club.bob)}
    return messages[message.id]


# ------------------------------------------------------------------------------------------ lapsing


async def by_hand(club: Club) -> None:
    await move(club)
    await move(club)


async def by_conditional_move(club: Club) -> None:
    state = (await club.services.matches.get(1)).state
    move_of_alice = await prepare_answer(club, state)
    await club.alice.slash("move", moves=move_of_alice, match="M1")


async def prepare_answer(club: Club, state: State) -> str:
    """Have bob prepare an answer to a move of alice's; gives that."""
    move = state.legal_moves()[0]
    answer = state.play(move).legal_moves()[0]
    await club.services.prepared_moves.add(1, club.bob.id, [str(move), str(answer)])
    return str(move)


async def move(club: Club) -> None:
    match = await club.services.matches.get(1)
    mover = club.alice if match.mover == club.alice.id else club.bob
    await mover.slash("move", moves=str(match.state.legal_moves()[0]), match="M1")


@pytest.mark.slow
@pytest.mark.parametrize("request_kind", WHILE_RUNNING)
@pytest.mark.parametrize("way", [by_hand, by_conditional_move])
async def test_a_request_lapses_when_whoever_is_asked_has_moved(
    club: Club, request_kind: str, way: Way
) -> None:
    await club.services.members.change(club.bob.id, notices="both", hours="0-24")
    card = await asked(club, request_kind)
    message = direct_messages(club.bob)[-1]
    await way(club)
    await club.env.advance_time(30)
    for post in (club.as_it_is_now(card), message_now(club, message)):
        assert not ANSWERS & set(buttons(post))
        says(post, "-# Not answered: M1 has moved on")
    match = await club.services.matches.get(1)
    with pytest.raises(Refused):
        agreements.answer(request_kind, match, club.bob.id, True)
    assert match.status == "running"
    assert match.paused is None


@pytest.mark.slow
async def test_a_draw_offered_with_a_turn_lapses_by_a_conditional_move_and_the_post_says_so(
    club: Club,
) -> None:
    match = await club.match("8x8, single turns")
    state = (await played(club.services, match, 4)).state
    move_of_alice = await prepare_answer(club, state)
    result = await club.services.matches.play(1, club.alice.id, move_of_alice, draw=True)
    await club.env.advance_time(5)
    assert result.match.draw_offer is None
    says(club.post(), f"-# <@{club.bob.id}> played on: the draw offer no longer stands.")
    assert "Accept draw" not in buttons(club.post())


@pytest.mark.slow
async def test_whoever_moves_does_not_end_what_they_have_asked_themselves(club: Club) -> None:
    for request in ("draw", "pause", "abandon"):
        match = await club.match("8x8, single turns", clock="3d")
        await played(club.services, match, 4)
        await club.services.matches.act(match, club.alice.id, ASK[request][0])
        await played(club.services, match, 1)
        accept = partial(agreements.answer, request, user=club.bob.id, yes=True)
        await club.services.matches.do(match, accept)


# -------------------------------------------------------------------------------------- withdrawing


async def on_the_card(club: Club, request: str, card: discord.Message) -> None:
    await club.alice.click(card, "Withdraw")


async def by_the_command(club: Club, request: str, card: discord.Message) -> None:
    question = await club.alice.slash(COMMANDS.get(request, f"match {request}"), match="M1")
    assert private(question)
    says(question, "Withdraw it?")
    await club.alice.click(question, "Withdraw")


async def in_the_menu(club: Club, request: str, card: discord.Message) -> None:
    labels = {
        "draw": "Withdraw draw offer",
        "takeback": "Withdraw takeback request",
        "pause": "Withdraw pause request",
        "resume": "Stay paused",
        "abandon": "Withdraw call-off request",
        "result": "Keep the result",
        "take_up": "Leave it shelved",
    }
    board = await club.alice.slash("board", match="M1")
    menu = await club.alice.click(board, "⋯")
    await club.alice.click(menu, labels[request])


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("request_kind", ASK)
@pytest.mark.parametrize(
    "way", only((on_the_card, by_the_command, in_the_menu), on_the_card, by_the_command)
)
async def test_whoever_asked_may_withdraw_and_every_card_says_so(
    club: Club, request_kind: str, way: Callable[[Club, str, discord.Message], Awaitable[None]]
) -> None:
    if request_kind == "take_up" and way is by_the_command:
        return  # it has a button only
    await club.services.members.change(club.bob.id, notices="both", hours="0-24")
    card = await asked(club, request_kind)
    message = direct_messages(club.bob)[-1]
    assert "Withdraw" in buttons(card)
    assert "Withdraw" not in buttons(message), "it is not his"
    count = len(club.posts())
    await way(club, request_kind, card)
    await club.env.advance_time(30)
    for post in (club.as_it_is_now(card), message_now(club, message)):
        assert not ANSWERS & set(buttons(post))
        says(post, "withdrew this")
    assert len(club.posts()) == count, "nothing else is posted"
    match = await club.services.matches.get(1)
    answer = "pause" if request_kind == "resume" else request_kind
    with pytest.raises(Refused):
        agreements.answer(answer, match, club.bob.id, True)


@pytest.mark.slow
async def test_a_draw_offered_with_a_turn_can_be_withdrawn(club: Club) -> None:
    match = await club.match("8x8, single turns")
    state = (await played(club.services, match, 4)).state
    await club.services.matches.play(1, club.alice.id, str(state.legal_moves()[0]), draw=True)
    await club.env.advance_time(5)
    post = club.post()
    assert "Accept draw" in buttons(post)
    question = await club.alice.slash("match draw")
    says(question, "You offered", "a draw in M1", "Withdraw it?")
    await club.alice.click(question, "Withdraw")
    await club.env.advance_time(30)
    assert "Accept draw" not in buttons(club.as_it_is_now(post))
    says(club.as_it_is_now(post), f"-# <@{club.alice.id}> withdrew this")


@pytest.mark.slow
async def test_only_who_asked_can_withdraw(club: Club) -> None:
    card = await asked(club, "draw")
    answer = await club.bob.click(card, "Withdraw")
    says(answer, f"Only <@{club.alice.id}> can withdraw this. You can answer it.")
    assert buttons(answer) == ["Accept", "Decline"]
    says(await club.carol.click(card, "Withdraw"), "you can only watch")
    assert (await club.services.matches.get(1)).draw_offer == 0


@pytest.mark.slow
async def test_who_withdraws_twice_asks_again_a_day_later(club: Club) -> None:
    await asked(club, "pause")
    for _ in range(2):
        await club.alice.click(club.post(), "Withdraw")
        answer = await club.alice.slash("match pause")
        await club.env.advance_time(3)
    says(answer, "withdrawn that twice; you can ask again in 24 h")


@pytest.mark.slow
async def test_a_rematch_offer_can_be_withdrawn_by_offering_it_again(club: Club) -> None:
    await played(club.services, await club.match("8x8, single turns"), 4)
    await club.services.matches.act(1, club.alice.id, endings.resign)
    await club.env.advance_time(3)
    await club.alice.slash("match rematch", match="M1")
    card = club.post()
    question = await club.alice.slash("match rematch", match="M1")
    says(question, "You offered", "a rematch", "Withdraw it?")
    await club.alice.click(question, "Withdraw")
    await club.env.advance_time(3)
    assert not {"Accept", "Withdraw"} & set(buttons(club.as_it_is_now(card)))


@pytest.mark.slow
async def test_pressing_twice_asks_once(club: Club) -> None:
    await played(club.services, await club.match("8x8, single turns"), 4)
    await club.env.advance_time(3)
    for _ in range(2):
        await club.alice.slash("match draw")
    assert (await club.services.matches.get(1)).draw_offer == 0


@pytest.mark.slow
async def test_terms_with_a_bank_say_what_a_takeback_leaves(club: Club) -> None:
    match = await club.match("8x8, single turns", clock="7d+12h")
    sentence = "-# A takeback gives back the time of that turn, and leaves 1 day at least."
    says(club.post(), sentence)
    await played(club.services, match, 4)
    await club.services.matches.act(match, club.alice.id, agreements.ask_takeback)
    await club.env.advance_time(5)
    says(club.post(), sentence)


# ----------------------------------------------------------------------------- what Discord refuses


@pytest.mark.slow
@pytest.mark.parametrize("request_kind", ["pause", "takeback", "abandon"])
async def test_what_was_withdrawn_and_asked_again_while_posts_are_refused_is_asked_once(
    club: Club, request_kind: str
) -> None:
    (ask,) = ASK[request_kind]
    withdraw = partial(agreements.withdraw, request_kind, user=club.alice.id)
    match = await club.match("8x8, single turns", clock="3d")
    await played(club.services, match, 4)
    await club.env.advance_time(5)
    count = len(club.posts())
    refusal = Refusal(BLOCKED, posts)
    with refusing(refusal):
        await club.services.matches.act(match, club.alice.id, ask)
        await club.env.advance_time(5)
        await club.services.matches.do(match, withdraw)
        await club.services.matches.act(match, club.alice.id, ask)
        await club.env.advance_time(5)
        refusal.active = False
        await club.env.advance_time(120)
    (card,) = club.posts()[count:]
    assert "Accept" in buttons(card)


@pytest.mark.slow
async def test_a_rematch_that_was_withdrawn_before_anybody_saw_it_is_not_told(club: Club) -> None:
    await played(club.services, await club.match("8x8, single turns"), 4)
    await club.services.matches.act(1, club.alice.id, endings.resign)
    await club.env.advance_time(5)
    count = len(club.posts())
    refusal = Refusal(BLOCKED, posts)
    with refusing(refusal):
        await club.services.challenges.rematch(1, club.alice.id)
        await club.env.advance_time(5)
        question = await club.alice.slash("match rematch", match="M1")
        await club.alice.click(question, "Withdraw")
        refusal.active = False
        await club.env.advance_time(120)
    assert len(club.posts()) == count


@pytest.mark.slow
@pytest.mark.parametrize("error", [(400, 50083), (403, 50001), (403, 50013), (400, 160005)])
async def test_a_card_that_may_not_be_changed_for_a_while_is_closed_later(
    club: Club, error: tuple[int, int]
) -> None:
    card = await asked(club, "draw")

    def is_change(method: str, path: str) -> bool:
        return method == "PATCH" and "/messages/" in path

    refusal = Refusal(BackendError(*error, "No"), is_change)
    with refusing(refusal):
        await move(club)
        await move(club)
        await club.env.advance_time(60)
        assert refusal.count
        refusal.active = False
        await club.env.advance_time(300)
    assert not ANSWERS & set(buttons(club.as_it_is_now(card)))
    says(club.as_it_is_now(card), "-# Not answered: M1 has moved on")


@pytest.mark.slow
async def test_a_card_in_a_thread_that_was_archived_is_closed(club: Club) -> None:
    await club.services.servers.change(club.place, threads=True)
    await asked(club, "draw")
    (thread,) = club.channel.threads
    card = thread.history()[-1]
    club.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    unarchivings: list[str] = []

    def refuse(method: str, path: str, body: dict[str, Any]) -> BackendError | None:
        if method != "PATCH":
            return None
        if path == f"/channels/{thread.id}" and body.get("archived") is False:
            unarchivings.append(path)
        if path.endswith(f"/messages/{card.id}") and not unarchivings:
            return BackendError(400, 50083, "Thread is archived")
        return None

    with refusing(refuse):
        await club.services.matches.do(1, partial(agreements.withdraw, "draw", user=club.alice.id))
        await club.env.advance_time(90)
    assert len(unarchivings) == 1
    (closed_card,) = [message for message in thread.history() if message.id == card.id]
    says(closed_card, "withdrew this")


# ------------------------------------------------------------------------------- what time has done


@pytest.mark.slow
async def test_a_pause_that_ends_by_itself_was_accepted_by_nobody(club: Club) -> None:
    card = await asked(club, "resume")
    await later(club, 7.1 * DAY)
    await club.env.advance_time(30)
    assert (await club.services.matches.get(1)).paused is None
    says(club.as_it_is_now(card), "-# The pause ended by itself")
    assert "accepted" not in words(club.as_it_is_now(card))


@pytest.mark.slow
async def test_a_draw_by_the_rule_of_a_tournament_was_claimed_by_nobody(club: Club) -> None:
    match = await club.match("8x8, single turns", clock="1d")
    await played(club.services, match, 4)
    draw = partial(endings.settled, winner=None, reason="time", actor=None)
    await club.services.matches.do(match, draw)
    await club.env.advance_time(3)
    says(club.post(), "**Draw**: time ran out.")
    assert "claim" not in words(club.post())
