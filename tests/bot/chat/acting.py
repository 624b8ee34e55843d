"""What tests do again and again: let time pass, play a match, press what is shown."""

from random import Random
from typing import Any

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
from .discord_api import walk
from .reading import buttons, private, raw, stored, words

DAY = 86_400
"""Seconds."""


def random_match(slug: str, rng: Random, **options: str) -> list[State]:
    """The states of a random match to its end."""
    states = [games.get(slug).start(**options)]
    while states[-1].to_move is not None:
        states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
    return states


async def later(club: Club, seconds: float) -> None:
    """Let time pass during which the bot was alive, without going through every minute of it."""
    await club.bot.client.close()
    club.env.backend.advance_clock(seconds)
    async with club.bot.store.write() as connection:
        await connection.execute(heartbeat.update().values(at=club.now()))
    await club.restart()
    await club.env.advance_time(5)


def image(club: Club, message: InteractionResult) -> bytes:
    (file,) = stored(message).attachments
    return club.env.backend.cdn.get(file.url)


async def more(member: Member, label: str) -> InteractionResult:
    """Press a button of the menu behind ⋯ of the latest post."""
    post = next(post for post in reversed(member.club.posts()) if "⋯" in buttons(post))
    return await member.click(await member.click(post, "⋯"), label)


async def sure(member: Member, asked: InteractionResult) -> InteractionResult:
    """Answer yes to what is asked before something is decided; gives the answer to that."""
    assert private(asked)
    return await member.click(asked, buttons(asked)[0])


def pressable(shown: object) -> list[str]:
    """What the buttons of a picker stand for: decisions (``m…``) and what leads to them."""
    ids = (part.get("custom_id") or "" for part in walk(raw(shown)) if part["type"] == 2)
    presses = (read(custom_id) for custom_id in ids)
    return [
        press.selection
        for press in presses
        if isinstance(press, ChooseMove | ChooseInPuzzle | ThinkMove)
    ]


async def press_choice(player: Member, shown: object, pressed: str) -> InteractionResult:
    """Press the button of a picker that stands for something."""
    for part in walk(raw(shown)):
        press = read(part.get("custom_id") or "") if part["type"] == 2 else None
        if (
            isinstance(press, ChooseMove | ChooseInPuzzle | ThinkMove)
            and press.selection == pressed
        ):
            return await player.actor.click(stored(shown), custom_id=part["custom_id"])
    raise AssertionError(f"no button for {pressed!r}; there are {buttons(shown)}")


async def pick(
    player: Member, shown: object, move: str, state: State | None = None
) -> InteractionResult:
    """Make a decision by pressing buttons; gives the answer that follows.

    ``state``: where it is made, if no match.
    """
    if state is None:
        (press, *_) = (
            press
            for part in walk(raw(shown))
            if part["type"] == 2
            and isinstance(press := read(part.get("custom_id") or ""), ChooseMove)
        )
        match = await player.club.services.matches.get(press.match)
        draft = match.draft_of(player.id)
        state = match.state if draft is None else draft.state
    while True:
        offered = pressable(shown)
        if f"m{move}" in offered:
            return await press_choice(player, shown, f"m{move}")
        leads = {focus: page(state, focus).moves for focus in offered if decision(focus) is None}
        meant = min(
            (focus for focus, moves in leads.items() if any(str(one) == move for one in moves)),
            key=lambda focus: len(leads[focus]),
            default=None,
        )
        assert meant is not None, f"{move} is not on offer: {buttons(shown)}"
        shown = await press_choice(player, shown, meant)


async def rated(club: Club, winner: Member, loser: Member, game: str = "veloop-square") -> str:
    """A rated match that ``loser`` resigns as soon as that counts; gives its name."""
    match = await started(club, game, loser, by=winner, side="first", rated=True)
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
    by: Member | None = None,
    **terms: Any,
) -> Match:
    """A match ``by`` alice or another with somebody, begun without a command; its first board is
    yet to be posted.
    """
    challenges = club.services.challenges
    who = (by or club.alice).person
    made = await challenges.make(place or club.place, who, game, opponent=opponent.person, **terms)
    return (await challenges.accept(made.challenge.id, opponent.person)).match


async def two_turns(club: Club) -> None:
    """One turn by each side of the only match, of single turns on 8x8."""
    for member, move in ((club.alice, "e4-d6"), (club.bob, "d5-e3")):
        await member.slash("move", moves=move)


async def posted_once(club: Club, text: str = "played **e4-d6**") -> None:
    """Assert that one post has a text, and that no other is still to be sent."""
    assert sum(text in words(post) for post in club.posts()) == 1
    assert await club.services.outbox.depth() == 0


async def until_daily_card(member: Member) -> None:
    """Let time pass until a member's daily card is due."""
    club = member.club
    due = (await club.services.members.get(member.id)).daily_at
    await later(club, (due - club.now()).total_seconds() + 1)


def refused(answer: InteractionResult) -> str:
    """The sentence of a refusal, which only the member sees."""
    assert private(answer)
    said = words(answer)
    assert said.startswith("⚠️ "), said
    assert said.rstrip()[-1] in ".!?…", said
    assert len(said) < 700, said
    return said
