"""Boards and options are shown by names that people would say; typing those or the names that records keep will do."""

import pytest

import games
from bot.domain import variants
from games.core import Game


def other(phrase: str) -> str:
    """A phrase in a language of its own."""
    return f"Ä{phrase if '{' in phrase else phrase.upper()}"


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_every_variant_is_understood_as_it_is_shown_and_as_it_is_kept(game: Game) -> None:
    for options in variants.every(game):
        shown = variants.text(game, options)
        assert variants.parse(game, shown) == options
        assert variants.parse(game, ", ".join(options.values())) == options
        assert len(shown) <= variants.MOST_CHARACTERS
    for options in list(variants.every(game))[::9]:
        translated = variants.text(game, options, other).lower()
        assert variants.parse(game, variants.canonical(game, translated, other)) == options


@pytest.mark.parametrize(
    ("slug", "kept", "shown"),
    [
        ("snipsnip", "hex-2-4 group-misere", "hexagon 2-4, largest group loses, diagonal capture"),
        ("vigilance", "hex-xxl", "hexagon XXL, captures on"),
        ("vigilance", "square-3-orthogonal off", "6x6 in 4 directions, captures off"),
        ("loop", "lazo145 last-mover", "Lazo pyramid, full pyramid wins for the last player"),
        ("veloop-square", "12×12 single", "12x12, single turns"),
    ],
)
def test_no_name_of_records_is_shown_to_people(slug: str, kept: str, shown: str) -> None:
    game = games.get(slug)
    assert variants.text(game, variants.parse(game, kept)) == shown


def test_names_that_begin_alike_are_told_apart() -> None:
    game = games.get("snipsnip")
    assert variants.parse(game, "hexagon 3-4 between")["board"] == "hex-3-4"
    assert variants.parse(game, "hexagon 3 between")["board"] == "hex-3"


def test_a_translated_phrase_may_begin_with_another() -> None:
    game, theirs = games.get("veloop-square"), {"single turns": "Zug", "double turns": "Zug um Zug"}
    assert variants.canonical(game, "zug UM zug", lambda text: theirs.get(text, text)) == "double turns"
    assert variants.canonical(game, "6x6, zug", lambda text: theirs.get(text, text)) == "6x6, single turns"


def test_a_variant_is_completed_from_either_name() -> None:
    game = games.get("vigilance")
    for typed in ("hex-xxl", "XXL", "hexagon xx", "exagon xx"):
        assert variants.complete(game, typed)[0] == "hexagon XXL, captures on"


@pytest.mark.parametrize(
    ("slug", "typed", "first"),
    [
        ("veloop-hex", "hexagon 3, single", "hexagon 3, single turns"),
        ("veloop-hex", "quick", "hexagon 3, single turns"),
        ("veloop-square", "big", "12x12, double turns"),
        ("veloop-square", "6x6 sing", "6x6, single turns"),
        ("veloop-square", "7x7", "6x6, double turns"),
        ("snipsnip", "7x7", "square 7x7, largest group loses, diagonal capture"),
        ("snipsnip", "small", "hexagon 2-3, largest group loses, diagonal capture"),
        ("loop", "mini", "mini pyramid, full pyramid is a draw"),
        ("loops-n-leaps", "large", "hexagon 10"),
    ],
)
def test_what_people_type_leads_to_a_board(slug: str, typed: str, first: str) -> None:
    game = games.get(slug)
    assert variants.complete(game, typed)[0] == first
    if typed not in ("7x7", "6x6 sing") or slug == "snipsnip":
        assert variants.text(game, variants.parse(game, typed)) == first


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_an_exact_name_comes_first_and_nothing_typed_leads_nowhere(game: Game) -> None:
    for options in list(variants.every(game))[::5]:
        shown = variants.text(game, options)
        assert variants.complete(game, shown)[0] == shown
        assert variants.complete(game, variants.text(game, options, other), other)[0] == shown
    assert variants.complete(game, "")[0] == variants.text(game, game.complete({}))
    assert variants.complete(game, "what nobody calls a board")
