"""A whole match as its players and onlookers see it."""

from __future__ import annotations

from .conftest import Club
from .reading import buttons, options, pictures, private, words


async def test_a_challenge_is_accepted_and_the_first_board_appears(club: Club) -> None:
    await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first")
    card = club.post()
    print(words(card), buttons(card), pictures(card))
    await club.bob.click(card, "Accept")
    print(words(club.post()), buttons(club.post()), pictures(club.post()))
    r = await club.alice.slash("move", moves="e4-d6")
    print(words(r), private(r))
    r = await club.bob.slash("move", moves="e5-f3")
    print(words(r), private(r), options(r))
    print(await club.bob.type("move", "moves", ""))
