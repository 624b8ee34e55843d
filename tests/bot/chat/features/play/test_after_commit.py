"""What fails after a move is stored is never told as if nothing had happened: it counts, and its
post comes later.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import aiohttp
import pytest
from simcord import InteractionResult

import render
from bot.chat.discord.delivery import threads
from bot.chat.discord.delivery.places import Places
from bot.chat.features.play import target
from bot.domain.matches.service import Matches
from bot.domain.matches.waiting.to_move import MatchesToMove
from bot.domain.outbox.service import Outbox
from bot.store import Unavailable
from tests.sampling import only

from ...acting import pick
from ...conftest import Club
from ...reading import buttons, words

PLAYED = "played **e4-d6**"
SAVED = "Saved, but I couldn’t show it."
DENIED = "nothing was changed"

Act: TypeAlias = Callable[[Club], Awaitable[Callable[[], Awaitable[InteractionResult]]]]


class Step(NamedTuple):
    """Something that is done after the move is stored: the function ``name`` of ``where``, which
    then fails.

    ``posted``: whether the post is there all the same. ``told``: whether the member hears that
    something failed.
    """

    where: object
    name: str
    error: Exception
    posted: bool = False
    told: bool = True


BUG = RuntimeError("a mistake of ours")
GONE = Unavailable(writing=True)
STEPS = {
    "the match": Step(Matches, "match_of", GONE),
    "drawing": Step(render, "drawing", BUG),
    "sending": Step(Places, "deliver", aiohttp.ServerDisconnectedError()),
    "striking off": Step(Outbox, "done", GONE, posted=True, told=False),
    "striking off, by our mistake": Step(Outbox, "done", BUG, posted=True, told=False),
    "the next match": Step(MatchesToMove, "other_than", GONE, posted=True, told=False),
    "the next match, by our mistake": Step(MatchesToMove, "other_than", BUG, posted=True),
}


@pytest.fixture
async def club(copied_database: Path, without_threads: None) -> AsyncIterator[Club]:
    """A club whose log may hold errors."""
    async with Club(copied_database) as club:
        yield club


async def _by_typing(club: Club) -> Callable[[], Awaitable[InteractionResult]]:
    return lambda: club.alice.slash("move", moves="e4-d6", match="M1")


async def _by_pressing(club: Club) -> Callable[[], Awaitable[InteractionResult]]:
    posts = [post for post in club.posts() if "· M1\n" in words(post)]
    board = next(post for post in posts if "Move" in buttons(post))
    picker = await club.alice.click(board, "Move")
    preview = await pick(club.alice, picker, "e4-d6")
    return lambda: club.alice.click(preview, "Play")  # type: ignore[arg-type]


ACTS: dict[str, Act] = {"typed": _by_typing, "pressed": _by_pressing}


def _break(monkeypatch: pytest.MonkeyPatch, step: Step) -> None:
    def fail(*_: object, **__: object) -> object:
        raise step.error

    monkeypatch.setattr(step.where, step.name, fail)


async def _later(club: Club) -> None:
    """Send what is still owed, as after a restart."""
    await club.services.outbox.release()
    await club.bot.delivery.flush()


def _text_of(answer: InteractionResult) -> str:
    """All that the member is told, by the answer and after it."""
    messages = [answer.response, *answer.followups]
    return "\n".join(words(message) for message in messages if message is not None)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("act", only(ACTS, "pressed"))
@pytest.mark.parametrize(
    "name", only(STEPS, "the match", "sending", "the next match, by our mistake")
)
async def test_a_move_that_is_stored_counts_whatever_fails_then(
    club: Club, act: str, name: str
) -> None:
    await club.match()
    await club.match()  # which waits for alice too
    step = STEPS[name]
    count = len(club.posts())
    play = await ACTS[act](club)
    with pytest.MonkeyPatch.context() as patch:
        _break(patch, step)
        text = _text_of(await play())
        posts = [words(post) for post in club.posts()[count:]]
    assert text, "the member waits for an answer"
    assert DENIED not in text.lower()
    assert (SAVED in text) == step.told
    assert any(PLAYED in post for post in posts) == step.posted
    assert (await club.services.matches.get(1)).state.ply == 1

    await _later(club)
    posts = [words(post) for post in club.posts()[count:]]
    assert len([post for post in posts if PLAYED in post]) == 1, "it is told once"
    assert await club.services.outbox.depth() == 0


async def test_a_decision_that_is_drafted_stays_so_though_it_cannot_be_shown(club: Club) -> None:
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    with pytest.MonkeyPatch.context() as patch:
        _break(patch, STEPS["drawing"])
        text = _text_of(await club.bob.slash("move", moves="d5-e3"))
    assert SAVED in text
    assert DENIED not in text.lower()
    draft = await club.services.matches.draft(1, club.bob.id)
    assert draft.decisions == ("d5-e3",)


async def test_a_challenge_that_is_accepted_counts_whatever_fails_then(club: Club) -> None:
    await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first")
    with pytest.MonkeyPatch.context() as patch:
        _break(patch, Step(threads, "opened", BUG))
        text = _text_of(await club.bob.click(club.post(), "Accept"))
    assert SAVED in text
    assert "accepted" in words(club.post())
    await _later(club)
    assert "Veloop · M1" in words(club.post())


async def test_what_is_not_stored_is_told_as_such(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.match()
    with monkeypatch.context() as patch:
        _break(patch, Step(target, "matches_to_move", BUG))
        text = _text_of(await club.alice.slash("move", moves="e4-d6"))
    assert DENIED in text.lower()
    assert (await club.services.matches.get(1)).state.ply == 0
