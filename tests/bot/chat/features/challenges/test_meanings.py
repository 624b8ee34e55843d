"""What a variant and an opening mean is told where they are chosen, and only what was proved or
measured.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import games
from bot.chat.language.i18n import LANGUAGES, Language
from bot.chat.language.meanings import in_short, outlook
from bot.domain import variants
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import says, words

ENGINE = (Path(__file__).parents[5] / "docs" / "engine.md").read_text(encoding="utf-8")
SOLVED = (Path(__file__).parents[5] / "docs" / "solved.md").read_text(encoding="utf-8")


@pytest.mark.slow
async def test_only_the_rules_and_the_end_tell_who_wins_with_best_play(club: Club) -> None:
    card = await club.alice.slash(
        "play", game="veloop-hex", opponent=club.bob, variant="hexagon 3-4"
    )
    await club.bob.click(card, "Accept")
    assert not [post for post in club.posts() if "best play" in words(post)]
    question = await club.bob.slash("match resign")
    await club.bob.click(question, "Resign")
    says(club.post(), "This board is solved: Black wins with best play.")
    page = await club.alice.slash("rules", game="veloop-hex")
    for _ in range(4):
        page = await club.alice.click(page, "Next page")
    says(page, "- hexagon 3, single turns: Black wins with best play")


@pytest.mark.slow
async def test_who_accepts_is_told_that_a_start_may_be_taken_over(club: Club) -> None:
    await club.alice.slash("play", game="loop", opponent=club.bob)
    await club.bob.click(club.post(), "Accept")
    says(club.post(), "may take over the first player’s start")


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
@pytest.mark.parametrize("slug", [game.slug for game in games.catalog()])
def test_boards_are_called_as_they_are_where_they_are_chosen(slug: str, locale: str) -> None:
    options = games.get(slug).options
    (board,) = [option for option in options if option.name == "board"]
    language = Language(locale)
    meanings = " ".join(language(option.meaning) for option in options).lower()
    for name, label in board.labels:
        for word in (name, *re.split(r"[-\d]", name)):
            if word and word not in str(label).lower():
                assert not re.search(rf"\b{word}\b", meanings), word


@pytest.mark.parametrize("slug", [game.slug for game in games.catalog()])
def test_only_what_was_proved_or_measured_is_told(slug: str) -> None:
    game = games.get(slug)
    for options in variants.every(game):
        sentences = [str(sentence) for sentence in outlook(game, options)]
        assert len(sentences) <= 1
        solution = game.best_play(options)
        if sentences:
            short = [str(sentence) for sentence in in_short(game, options)]
            last = sentences[0] if solution is None else "quick, unrated"
            assert short[-1] == last
        if solution is not None:
            assert solved_row(game, options) in SOLVED
        elif sentences:
            assert measured_row(game, options) in ENGINE


def solved_row(game: games.Game, options: Mapping[str, str]) -> str:
    """How the row of a variant begins in the table of what is solved."""
    winner = game.best_play(options).winner
    result = "draw" if winner is None else f"{game.seats[winner]} ("
    return f"| {game.slug} | {' '.join(options.values())} | {result}"


def measured_row(game: games.Game, options: Mapping[str, str]) -> str:
    """The row of a variant in the table of what was measured."""
    results = game.results(options)
    assert results is not None
    draws = results.matches - results.first_wins - results.second_wins
    cells = (
        game.slug,
        f"`{' '.join(options.values())}`",
        results.first_wins,
        results.second_wins,
        draws,
        results.matches,
    )
    return f"| {' | '.join(map(str, cells))} |"


def test_boards_are_as_large_as_is_told() -> None:
    for game in games.catalog():
        for name, size in game.options[0].sizes:
            board = game.start(board=name).board
            pillars = board.features.get("pillars")
            part = board.rim.bit_count() if pillars is None else len(pillars)
            assert size.values == {"cells": len(board), "part": part}


def test_sizes_of_boards_are_told_in_words() -> None:
    sizes = dict(games.get("loops-n-leaps").options[0].sizes)
    assert str(sizes["base4"]) == "30 cells, 7 pillars"
    sizes = dict(games.get("veloop-hex").options[0].sizes)
    assert str(sizes["hex45"]) == "21 of 48 cells on the edge"


def test_the_table_of_what_is_solved_holds_nothing_else() -> None:
    table = [line.strip("| ").split(" | ") for line in SOLVED.splitlines() if "| " in line]
    rows = {(cells[0], cells[1]) for cells in table[1:]}
    solutions = set()
    for game in games.catalog():
        for solution in game.solved_variants:
            solutions.add((game.slug, solution.variant))
    assert rows == solutions
