"""Recorded matches, typed into ``/move`` as people type: some turns of each game here, whole ones
of every board when slow.
"""

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.domain.values import Person
from tests.bot.chat.as_people_type import spellings
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import private, words
from tests.games.traces import FILES, load
from tests.sampling import Parameters, only

BOARDS = {file.parent.name: file for file in reversed(FILES)}
"""A file of each game."""
SOME_TURNS = 12


def of_each_board() -> list[Parameters]:
    """A file of each board; but for one in four of each game they are exhaustive. That the other
    options are played right is for tests of the rules.
    """
    paths: dict[tuple[str, str], Path] = {}
    for file in FILES:
        board = re.split(r"[_.]|-\d+\.", file.name)[0]
        paths.setdefault((file.parent.name, board), file)
    parameters = []
    counts: Counter[str] = Counter()
    for (game, _), path in paths.items():
        marks = [pytest.mark.exhaustive] if counts[game] % 4 else []
        counts[game] += 1
        name = f"{path.parent.name}/{path.name.split('.')[0]}"
        parameters.append(pytest.param(path, marks=marks, id=name))
    return parameters


async def typed_through(
    club: Club, head: dict[str, Any], match: dict[str, Any], most: int = 1000
) -> None:
    """Type a recorded match, at ``most`` so many turns; everything must be played at once, and as
    recorded.
    """
    alice, bob = (Person(member.id, member.name) for member in (club.alice, club.bob))
    terms = {"opponent": bob, "options": head["options"], "side": "first"}
    offer = await club.services.challenges.make(club.place, alice, head["game"], **terms)
    begin = (await club.services.challenges.accept(offer.challenge.id, bob)).match
    moves = match["moves"]
    seats = [step["to_move"] for step in match["steps"]]
    random = Random(head["game"] + str(head["options"]))
    end = 0
    for turn in range(most):
        start = end
        while end < len(moves) and seats[end] == seats[start]:
            end += 1
        if start == end or (end == len(moves) and seats[end] == seats[start]):
            break  # the match is over, or cut off within a turn
        legal = [step["legal"] for step in match["steps"][start:end]]
        if legal[0] == ["pass"]:
            continue  # a forced pass needs no typing
        player = club.bob if seats[start] else club.alice
        text = random.choice(spellings(moves[start:end], legal, turn))
        answer = await player.slash("move", moves=text, match=begin.name if turn % 2 else "")
        assert not private(answer), f"{text!r} for {moves[start:end]}: {words(answer)}"
    match_now = await club.services.matches.get(begin.id)
    assert list(match_now.history.whole().decisions)[:end] == moves[:end]
    if end == len(moves) and not match.get("truncated"):
        assert (match_now.status, match_now.winner) == ("finished", match["winner"])


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("game", only(BOARDS, "veloop-square", "vigilance"))
async def test_turns_of_a_recorded_match_are_played_as_people_type_them(
    club: Club, game: str
) -> None:
    head, (match, *_) = load(BOARDS[game])
    await typed_through(club, head, match, SOME_TURNS)


@pytest.mark.slow
@pytest.mark.parametrize("file", of_each_board())
async def test_a_recorded_match_of_each_board_is_played_as_people_type_it(
    club: Club, file: Path
) -> None:
    head, matches = load(file)
    await typed_through(club, head, min(matches, key=lambda match: len(match["moves"])))
