"""What a variant and an opening mean is told where they are chosen, and only what was proved or
measured.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import games
from bot.chat.language.i18n import LANGUAGES, Language
from bot.chat.language.meanings import fairness, in_short, outlook
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
        sentence = outlook(game, options)
        solution = game.best_play(options)
        if game.favourite(options) is not None:
            short = [str(part) for part in in_short(game, options)]
            last = str(sentence) if solution is None else "quick, unrated"
            assert short[-1] == last
        if solution is not None:
            assert solved_row(game, options) in SOLVED
        elif sentence is not None:
            assert measured_row(game, options) in ENGINE


@pytest.mark.parametrize("slug", [game.slug for game in games.catalog()])
def test_what_is_fair_is_told_without_counts_as_it_was_proved_or_measured(slug: str) -> None:
    game = games.get(slug)
    for options in variants.every(game):
        sentence = fairness(game, options)
        assert not re.search(r"\d", str(sentence))
        assert str(sentence) == expected_fairness(game, options)


def expected_fairness(game: games.Game, options: Mapping[str, str]) -> str:
    """What is fair by what is proved of a variant, by the rules, or by shares of matches won."""
    solution = game.best_play(options)
    if solution is not None and solution.winner is None:
        return "on this board, neither side can force a win"
    if solution is not None:
        return f"{game.seats[solution.winner]} can always win on this board"
    if game.pie:
        return f"{game.seats[1]} may take over the start to keep it fair"
    results = game.results(options)
    if results is None:
        return "None"
    share = results.first_wins / (results.first_wins + results.second_wins)
    error = 0.5 / (results.first_wins + results.second_wins) ** 0.5
    if abs(share - 0.5) > 1.99 * error:
        assert abs(share - 0.5) < 0.1, "a little more often, and no more than that"
        return f"{game.seats[0 if share > 0.5 else 1]} wins a little more often"
    if results.matches >= 200 and abs(share - 0.5) <= 0.05:
        return "both sides win about equally often"
    return "None"


async def test_a_challenge_says_what_one_needs_to_decide_and_no_more(club: Club) -> None:
    card = await club.alice.slash(
        "play", game="veloop-hex", opponent=club.bob, clock="3d", side="first"
    )
    lines = words(card).split("\n")
    assert lines[0] == "### Challenge: Veloop Hex"
    assert lines[2] == "Hexagon 4, single turns · alice moves first · 3 days per turn"
    assert (
        lines[3] == "-# Black wins a little more often; for even chances, play a pair of matches."
    )
    assert lines[4].startswith("-# Open until")
    assert len(lines) == 5


async def test_a_challenge_on_a_solved_board_says_who_can_win(club: Club) -> None:
    card = await club.alice.slash("play", game="veloop-hex", variant="hexagon 3")
    says(card, "-# Black can always win on this board; for even chances, play a pair of matches.")


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
