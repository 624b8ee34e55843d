"""Each game played at the page: by touch, upright and lying, by mouse, by keyboard."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.bot.chat.conftest import Club
from tests.sampling import Parameters

from .conftest import PageOpener
from .hand import DESK, LYING, PHONE, WIDE, Hand, Size

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

SMALL = {
    "veloop-square": "5x5",
    "veloop-hex": "hex3",
    "snipsnip": "hex-2-3",
    "vigilance": "square-3-adjacent",
    "loop": "mini",
    "loops-n-leaps": "base4",
}
WAYS = [
    ("phone", "touch", PHONE),
    ("lying", "touch", LYING),
    ("desk", "mouse", DESK),
    ("wide", "mouse", WIDE),
]
SOME_TURNS = 6
MOST_TURNS = 1_000
TO_MOVE = ".cell[aria-disabled=false], .turn-ways .primary:not(.play)"
SMALLEST_CELL = {PHONE: 18, LYING: 18, DESK: 24, WIDE: 24}  # pixels of a cell of these boards


def games_and_ways() -> Iterator[Parameters]:
    """Each game in each window: to its end in one, other games in other ones, and for some turns in
    the others; the exhaustive tests play all to their end.
    """
    for number, (slug, board) in enumerate(SMALL.items()):
        for place, (window, pointer, size) in enumerate(WAYS):
            whole = place == number % len(WAYS)
            name = f"{slug}-{window}"
            yield pytest.param(slug, board, pointer, size, whole, id=name)
            if not whole:
                marks = pytest.mark.exhaustive
                yield pytest.param(
                    slug, board, pointer, size, True, id=f"{name}-whole", marks=marks
                )


async def play_out(
    club: Club, hands: dict[int, Hand], match: int, seed: int, most_turns: int = MOST_TURNS
) -> None:
    """Play a match to its end or for so many turns, each side at its own page."""
    rng = random.Random(seed)
    for _ in range(most_turns):
        mover = (await club.services.matches.get(match)).mover
        if mover is None:
            break
        hand = hands[mover]
        to_move = hand.page.locator(TO_MOVE)
        if not await to_move.count():
            await hand.come_back()
        await to_move.first.wait_for()
        await hand.play_turn(rng)
    for hand in hands.values():
        assert hand.errors == []


@pytest.mark.parametrize(("slug", "board", "pointer", "size", "whole"), list(games_and_ways()))
async def test_a_game_is_played_in_every_window(
    club: Club, open_page: PageOpener, slug: str, board: str, pointer: str, size: Size, whole: bool
) -> None:
    await club.match(board, slug)
    (match,) = await club.services.matches.of(club.alice.id)
    players = (club.alice, club.bob)
    hands = {
        member.id: await open_page(member, match.id, pointer=pointer, size=size)
        for member in players
    }
    page = hands[club.alice.id].page
    cell = await page.locator(".cell").first.bounding_box()
    assert cell["width"] >= SMALLEST_CELL[size]
    await play_out(club, hands, match.id, 7, MOST_TURNS if whole else SOME_TURNS)
    if whole:
        await page.locator(".outcome h2").wait_for()
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= size.width
    await club.env.settle()


async def test_a_game_is_played_by_keyboard_alone(club: Club, open_page: PageOpener) -> None:
    await club.match("hex-2-3", "snipsnip")
    (match,) = await club.services.matches.of(club.alice.id)
    players = (club.alice, club.bob)
    hands = {member.id: await open_page(member, match.id, pointer="keys") for member in players}
    await play_out(club, hands, match.id, 3)
    words = await hands[club.bob.id].page.locator("#said").text_content()
    assert "Score: " in words
    await club.env.settle()


async def test_from_home_to_the_first_stone_in_three_touches_without_scrolling(
    club: Club, open_page: PageOpener
) -> None:
    hand = await open_page(club.alice)
    assert await hand.page.evaluate("scrollY") == 0
    box = await hand.button("Play the computer").bounding_box()
    assert box["y"] + box["height"] <= PHONE.height
    await hand.push("Play the computer")
    await hand.page.locator(".cell[aria-disabled=false]").first.wait_for()
    position = await hand.position()
    await hand.decide(random.Random(1))
    await hand.wait_for_change(position)
    position = await hand.position()
    await hand.push("Play")
    await hand.wait_for_change(position)
    assert await hand.page.evaluate("scrollY") == 0
    assert hand.errors == []
