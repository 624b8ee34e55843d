"""Boards and options are shown by names that people would say; typing those or the names that
records keep will do.
"""

import pytest

import games
from bot.domain import variants
from games.core import BadOption, Game


def other(phrase: str) -> str:
    """A phrase in a language of its own."""
    return f"Ä{phrase if '{' in phrase else phrase.upper()}"


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_every_variant_is_understood_as_it_is_shown_and_as_it_is_kept(game: Game) -> None:
    for options in list(variants.every(game))[::3]:
        text = variants.text(game, options)
        assert variants.parse(game, text) == options
        assert variants.parse(game, ", ".join(options.values())) == options
        assert len(text) <= variants.MOST_CHARACTERS
    for options in list(variants.every(game))[::15]:
        translation = variants.text(game, options, other).lower()
        assert variants.parse(game, variants.canonical(game, translation, other)) == options


def test_a_translated_phrase_may_begin_with_another() -> None:
    game = games.get("veloop-square")
    theirs = {"single turns": "Zug", "double turns": "Zug um Zug"}
    assert (
        variants.canonical(game, "zug UM zug", lambda text: theirs.get(text, text))
        == "double turns"
    )
    assert (
        variants.canonical(game, "6x6, zug", lambda text: theirs.get(text, text))
        == "6x6, single turns"
    )


@pytest.mark.some_cases(2)
@pytest.mark.mutants
@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_an_exact_name_comes_first_and_nothing_typed_leads_nowhere(game: Game) -> None:
    for options in list(variants.every(game))[::20]:
        text = variants.text(game, options)
        assert variants.complete(game, text)[0] == variants.complete(game, f"“{text}”!")[0] == text
        assert variants.complete(game, variants.text(game, options, other), other)[0] == text
    assert variants.complete(game, "")[0] == variants.text(game, game.complete({}))
    assert variants.complete(game, "what nobody calls a board")


def test_a_size_alone_is_the_first_board_of_that_size() -> None:
    vigilance = games.get("vigilance")
    assert variants.parse(vigilance, "10×10")["board"] == "square-5-adjacent"
    assert variants.parse(vigilance, "8x8 in 4 directions")["board"] == "square-4-orthogonal"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "o",
            "“o” isn’t a variant of Veloop; choose from 8x8, 5x5, 6x6, 12x12; double turns, single "
            "turns",
        ),
        ("6x6 8x8", "Board can be 6x6 or 8x8, not both"),
        (
            "zz",
            "“zz” isn’t a variant of Veloop; choose from 8x8, 5x5, 6x6, 12x12; double turns, "
            "single turns",
        ),
    ],
)
def test_what_is_no_variant_is_refused_with_those_that_there_are(text: str, sentence: str) -> None:
    with pytest.raises(BadOption) as refusal:
        variants.parse(games.get("veloop-square"), text)
    assert str(refusal.value) == sentence


def test_an_option_may_be_named_with_its_choice_and_left_out() -> None:
    veloop = games.get("veloop-square")
    assert variants.parse(veloop, "") == {"board": "8x8", "turns": "double"}
    assert variants.parse(veloop, "12x12Board") == {"board": "12x12", "turns": "double"}
    assert variants.parse(veloop, "Single, big") == {"board": "12x12", "turns": "single"}
    hexagon = games.get("veloop-hex")
    assert variants.parse(hexagon, "doubleTurns") == {"board": "hex4", "turns": "double"}


def test_boards_of_whatever_was_begun_to_type_are_offered_first() -> None:
    veloop = games.get("veloop-square")
    assert variants.complete(veloop, "6x6", most=2) == ["6x6, double turns", "6x6, single turns"]
    assert len(variants.complete(veloop, "x " * 30, most=4)) == 4, "the usual ones"


def test_an_option_that_a_game_has_not_is_refused() -> None:
    with pytest.raises(BadOption) as refusal:
        games.get("veloop-square").complete({"odd": "x"})
    assert str(refusal.value) == "Veloop has no option “odd”; choose from board, turns"
