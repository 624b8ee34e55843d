"""How the moves of each game are said to be written."""

import re
from contextlib import suppress

import pytest

import games
from games.__main__ import main
from games.core import HANDICAP, BadOption, Handicap
from games.teaching import rules_of, writing_of
from games.teaching.book import rules_lines

CELL = re.compile(r"\d?[a-z]\d+")
each_game = pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)


@each_game
def test_the_cells_of_examples_are_on_the_default_board(game: games.Game) -> None:
    cells = game.start().board.cells
    for example in game.examples:
        named = [*CELL.findall(example.text), *CELL.findall(example.meaning)]
        assert named
        assert set(named) <= set(cells), example


@each_game
def test_examples_are_written_as_decisions_are(game: games.Game) -> None:
    for example in game.examples:
        for word in example.text.split():
            assert re.fullmatch(rf"x?{CELL.pattern}(-{CELL.pattern})?", word), example


@each_game
def test_how_to_take_over_is_said_where_that_is_possible(game: games.Game) -> None:
    moves = dict(writing_of(game).moves)
    assert ("swap" in moves) == game.pie
    if game.pie:
        assert str(moves["swap"]).startswith(f"{game.seats[1]} takes over")


def test_two_moves_of_a_turn_are_written_only_where_a_turn_has_two() -> None:
    veloop = games.get("veloop-hex")
    for turns, has_two in (("single", False), ("double", True)):
        writing = writing_of(veloop, veloop.complete({"turns": turns}))
        assert any(" " in move for move, _meaning in writing.moves) == has_two


def test_a_hole_of_a_pyramid_is_named_with_its_level() -> None:
    assert "its level" in str(writing_of(games.get("loop")).names)
    assert "its level" not in str(writing_of(games.get("vigilance")).names)


@each_game
def test_the_command_prints_all_of_the_rules(
    game: games.Game, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", game.slug]) == 0
    output = capsys.readouterr().out
    assert game.aim() in output
    for page in rules_of(game):
        assert all(paragraph in output for paragraph in page.paragraphs)
    assert all(move in output for move, _meaning in writing_of(game).moves)


def test_the_command_prints_the_rules_of_a_variant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "vigilance", "captures=off"]) == 0
    output = capsys.readouterr().out
    assert "**Captures" not in output
    assert "There are eight directions" in output
    assert main(["rules", "nothing"]) == 1


@each_game
def test_with_a_handicap_the_rules_say_so_and_what_they_show_can_be_set_up(
    game: games.Game,
) -> None:
    for handicap in game.handicap.choices[1:]:
        for options in _variants_with(game, handicap):
            lines = list(rules_lines(game, options))
            chosen = Handicap.of(options)
            assert chosen is not None
            effect = str(chosen.effect(game.seats))
            assert effect[1:] in lines[2]
            for page in rules_of(game, options):
                if page.example is not None:
                    games.replay(game.slug, page.example.options, page.example.moves.split())
            has_start = handicap.startswith("turns")
            moves = dict(writing_of(game, options).moves)
            assert ("swap" in moves) == (game.pie and not has_start)


def _variants_with(game: games.Game, handicap: str) -> list[dict[str, str]]:
    """The default board and those with head starts, each with a handicap that it offers."""
    variants = [game.complete({})]
    names = [option.name for option in game.options]
    for variant, _head_start in game.head_starts:
        variants.append(dict(zip(names, variant.split(), strict=True)))
    choices = []
    for options in variants:
        with suppress(BadOption):
            choices.append(game.complete({**options, HANDICAP: handicap}))
    return choices
