"""What a variant and an opening mean is told where they are chosen, and only what was proved or
measured.
"""

import re
from pathlib import Path

import pytest

import games
from bot.chat.language.i18n import LANGUAGES, Language
from bot.chat.language.meanings import in_short, outlook
from bot.domain import variants
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import words

ENGINE = (Path(__file__).parents[5] / "docs" / "engine.md").read_text(encoding="utf-8")
SOLVED = (Path(__file__).parents[5] / "docs" / "solved.md").read_text(encoding="utf-8")


@pytest.mark.slow
async def test_only_the_rules_and_the_end_tell_who_wins_with_best_play(club: Club) -> None:
    card = await club.alice.slash(
        "play", game="veloop-hex", opponent=club.bob, variant="hexagon 3-4"
    )
    await club.bob.click(card, "Accept")
    assert not [post for post in club.posts() if "best play" in words(post)]
    await club.bob.click(await club.bob.slash("match resign"), "Resign")
    assert "This board is solved: Black wins with best play." in words(club.post())
    await club.alice.slash("play", game="loop", opponent=club.bob)
    await club.bob.click(club.post(), "Accept")
    assert "may take over the first player’s start" in words(club.post())
    page = await club.alice.slash("rules", game="veloop-hex")
    for _ in range(4):
        page = await club.alice.click(page, "Next page")
    assert "- hexagon 3, single turns: Black wins with best play" in words(page)


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
@pytest.mark.parametrize("slug", [game.slug for game in games.catalog()])
def test_boards_are_called_as_they_are_where_they_are_chosen(slug: str, locale: str) -> None:
    (board,) = (option for option in games.get(slug).options if option.name == "board")
    said = " ".join(Language(locale)(option.meaning) for option in games.get(slug).options).lower()
    for name, label in board.labels:
        short = {
            word
            for word in (name, *re.split(r"[-\d]", name))
            if word and word not in str(label).lower()
        }
        assert not [word for word in short if re.search(rf"\b{word}\b", said)]


@pytest.mark.parametrize("slug", [game.slug for game in games.catalog()])
def test_only_what_was_proved_or_measured_is_told(slug: str) -> None:
    game = games.get(slug)
    for options in variants.every(game):
        chosen = " ".join(options.values())
        said = [str(sentence) for sentence in outlook(game, options)]
        assert len(said) <= 1
        proved = game.best_play(options)
        short = [str(sentence) for sentence in in_short(game, options)]
        assert short[-len(said) :] == (["quick, unrated"] if proved else said) or not said
        if proved is not None:
            result = "draw" if proved.winner is None else f"{game.seats[proved.winner]} ("
            assert f"| {slug} | {chosen} | {result}" in SOLVED
        elif said:
            results = game.results(options)
            assert results is not None
            won, lost, matches = results.first_wins, results.second_wins, results.matches
            assert (
                f"| {slug} | `{chosen}` | {won} | {lost} | {matches - won - lost} | {matches} |"
                in ENGINE
            )


def test_boards_are_as_large_as_is_told() -> None:
    for game in games.catalog():
        for name, size in game.options[0].sizes:
            board = game.start(board=name).board
            pillars = board.features.get("pillars")
            part = board.rim.bit_count() if pillars is None else len(pillars)
            assert size.values == {"cells": len(board), "part": part}
    assert str(dict(games.get("loops-n-leaps").options[0].sizes)["base4"]) == "30 cells, 7 pillars"
    assert (
        str(dict(games.get("veloop-hex").options[0].sizes)["hex45"]) == "21 of 48 cells on the edge"
    )


def test_the_table_of_what_is_solved_holds_nothing_else() -> None:
    table = [line.strip("| ").split(" | ") for line in SOLVED.splitlines() if "| " in line]
    rows = {(cells[0], cells[1]) for cells in table[1:]}
    assert rows == {
        (game.slug, solved.variant) for game in games.catalog() for solved in game.solved_variants
    }
