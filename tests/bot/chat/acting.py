"""What tests do again and again: let time pass, play a match, press what is shown."""

from random import Random
from typing import Any

import discord
from simcord import InteractionResult

import games
from bot.chat.board.choosing import decision, page
from bot.chat.discord.press import read
from bot.chat.features.explore.cards import ThinkMove
from bot.chat.features.learn.puzzle_cards import ChooseInPuzzle
from bot.chat.features.play.picker import ChooseMove
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.values import Place
from bot.store.tables import heartbeat
from games.core import State
from tests.bot.conftest import viewer
from tests.bot.domain.matches.helpers import played

from .conftest import Club, Member
from .reading import BUTTON, Message, buttons, parts, private, stored, words

DAY = 86_400
"""Seconds."""


def random_match(slug: str, rng: Random, **options: str) -> list[State]:
    """The states of a random match to its end."""
    state = games.get(slug).start(**options)
    states = [state]
    while state.to_move is not None:
        move = rng.choice(state.legal_moves())
        state = state.play(move)
        states.append(state)
    return states


async def later(club: Club, seconds: float) -> None:
    """Let time pass during which the bot was alive, without going through every minute of it."""
    await club.bot.client.close()
    club.env.backend.advance_clock(seconds)
    async with club.bot.store.write() as connection:
        await connection.execute(heartbeat.update().values(at=club.now()))
    await club.restart()
    await club.env.advance_time(5)


def direct_messages(member: Member) -> list[discord.Message]:
    """What the bot has written to a member alone."""
    channel = member.actor.user.dm_channel
    return [] if channel is None else list(channel.history())


def image(club: Club, message: InteractionResult) -> bytes:
    (file,) = stored(message).attachments
    return club.env.backend.cdn.get(file.url)


async def more(member: Member, label: str) -> InteractionResult:
    """Press a button of the menu behind ⋯ of the latest post."""
    posts_with_menu = [post for post in member.club.posts() if "⋯" in buttons(post)]
    menu = await member.click(posts_with_menu[-1], "⋯")
    return await member.click(menu, label)


async def sure(member: Member, question: InteractionResult) -> InteractionResult:
    """Answer yes to what is asked before something is decided; gives the answer to that."""
    assert private(question)
    return await member.click(question, buttons(question)[0])


def _choices(message: Message) -> dict[str, str]:
    """The custom ids of a picker's buttons, by what they stand for."""
    choices: dict[str, str] = {}
    for button in parts(message, BUTTON):
        custom_id = button.get("custom_id") or ""
        press = read(custom_id)
        if isinstance(press, ChooseMove | ChooseInPuzzle | ThinkMove):
            choices.setdefault(press.selection, custom_id)
    return choices


def pressable(message: Message) -> list[str]:
    """What the buttons of a picker stand for: decisions (``m…``) and what leads to them."""
    return list(_choices(message))


async def press_choice(player: Member, message: Message, choice: str) -> InteractionResult:
    """Press the button of a picker that stands for something."""
    choices = _choices(message)
    assert choice in choices, f"no button for {choice!r}; there are {buttons(message)}"
    return await player.actor.click(stored(message), custom_id=choices[choice])


async def pick(
    player: Member, message: Message, move: str, state: State | None = None
) -> InteractionResult:
    """Make a decision by pressing buttons; gives the answer that follows.

    ``state``: where it is made, if no match.
    """
    if state is None:
        state = await _state_of_picker(player, message)
    while True:
        choices = pressable(message)
        if f"m{move}" in choices:
            return await press_choice(player, message, f"m{move}")
        message = await press_choice(player, message, _focus_nearest_to(state, choices, move))


async def _state_of_picker(player: Member, message: Message) -> State:
    """The state in which a picker of a match lets a player decide."""
    for button in parts(message, BUTTON):
        press = read(button.get("custom_id") or "")
        if isinstance(press, ChooseMove):
            match = await player.club.services.matches.get(press.match)
            draft = match.draft_of(player.id)
            return match.state if draft is None else draft.state
    raise AssertionError(f"no picker of a match: {buttons(message)}")


def _focus_nearest_to(state: State, choices: list[str], move: str) -> str:
    """Of the choices that lead to a decision, the one that leaves the fewest to choose from."""
    counts: dict[str, int] = {}
    for choice in choices:
        if decision(choice) is not None:
            continue
        moves = [str(legal) for legal in page(state, choice).moves]
        if move in moves:
            counts[choice] = len(moves)
    assert counts, f"{move} is not on offer: {choices}"
    return min(counts, key=counts.__getitem__)


async def rated(club: Club, winner: Member, loser: Member, game: str = "veloop-square") -> str:
    """A rated match that ``loser`` resigns as soon as that counts; gives its name."""
    match = await started(club, game, loser, challenger=winner, side="first", rated=True)
    await played(club.services, match.id, 4)
    await club.services.matches.act(match.id, loser.id, endings.resign)
    await club.bot.delivery.flush()
    return match.name


async def begin(club: Club, name: str = "M1") -> None:
    """Two turns by each side of a match, of which nobody is told."""
    match = await club.services.matches.resolve(viewer(club.alice, club.place), name)
    await played(club.services, match.id, 4)


async def started(
    club: Club,
    game: str,
    opponent: Member,
    place: Place | None = None,
    challenger: Member | None = None,
    **terms: Any,
) -> Match:
    """A match that alice or another challenger plays with somebody, begun without a command.

    Its first board is yet to be posted.
    """
    challenges = club.services.challenges
    if place is None:
        place = club.place
    if challenger is None:
        challenger = club.alice
    result = await challenges.make(
        place, challenger.person, game, opponent=opponent.person, **terms
    )
    acceptance = await challenges.accept(result.challenge.id, opponent.person)
    return acceptance.match


async def two_turns(club: Club) -> None:
    """One turn by each side of the only match, of single turns on 8x8."""
    await club.alice.slash("move", moves="e4-d6")
    await club.bob.slash("move", moves="d5-e3")


async def posted_once(club: Club, text: str = "played **e4-d6**") -> None:
    """Assert that one post has a text, and that no other is still to be sent."""
    posts = [post for post in club.posts() if text in words(post)]
    assert len(posts) == 1
    assert await club.services.outbox.depth() == 0


async def until_daily_card(member: Member) -> None:
    """Let time pass until a member's daily card is due."""
    club = member.club
    due = (await club.services.members.get(member.id)).daily_at
    await later(club, (due - club.now()).total_seconds() + 1)


def refused(answer: InteractionResult) -> str:
    """The sentence of a refusal, which only the member sees."""
    assert private(answer)
    text = words(answer)
    assert text.startswith("⚠️ "), text
    assert text.rstrip()[-1] in ".!?…", text
    assert len(text) < 700, text
    return text


async def pass_seconds(club: Club, seconds: float, step: float = 10) -> None:
    """Let time pass in which the bot does nothing but send what it has to, every ``step``
    seconds; its jobs may be stopped (``club.quiet()``).
    """
    for _ in range(round(seconds / step)):
        club.env.backend.advance_clock(step)
        await club.bot.delivery.flush()
        await club.env.settle()
