"""The rulebook: every game explained, its example positions reachable by legal play, and small
enough to post.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import games
from bot.chat.discord.commands import game_choices
from bot.chat.features.help.rules import Rulebook, card
from bot.chat.language.i18n import Language
from bot.chat.pictures.picture import Picture
from bot.domain import variants
from games.teaching import rules_of
from tests.bot.chat.conftest import Club
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import TEXT, buttons, says, stored, words

EXPLAINED = [game for game in games.catalog() if len(rules_of(game)) > 1]
"""Without games that nobody has written about yet."""
OF_OTHER_VARIANTS = re.compile(
    r"variant|mis[eè]re|default|\((if|with|or)\b|(single|double) turns", re.IGNORECASE
)
"""Words of rules that name other variants than the one in play."""


@pytest.mark.parametrize("game", EXPLAINED, ids=lambda game: game.slug)
def test_games_are_explained_with_pictures(game: games.Game) -> None:
    pages = rules_of(game)
    assert sum(len("".join(page.paragraphs)) for page in pages) < 3_000
    for page in pages:
        assert page.example is not None, "what moves is shown"
        assert "".join(page.paragraphs).count("**") % 2 == 0


def test_the_readme_states_the_same_aims() -> None:
    page = (Path(__file__).parents[5] / "README.md").read_text(encoding="utf-8")
    games_in_table = [
        game
        for game in games.catalog()
        if re.search(rf"^\| ([^|]*, )?{game.name}[ ,|]", page, re.MULTILINE)
    ]
    assert len(games_in_table) >= 6
    for game in games_in_table:
        assert f"| {game.aim()} |" in page


@pytest.mark.parametrize(
    ("old_name", "slug"), [("Lazo", "loop"), ("purview", "vigilance"), ("Veloop Hex", "veloop-hex")]
)
def test_names_that_a_game_was_known_by_lead_to_it(old_name: str, slug: str) -> None:
    assert games.get(old_name).slug == slug
    choices = [choice.name.lower() for choice in game_choices()]
    assert any(old_name.lower() in choice for choice in choices)


def test_a_game_that_nobody_has_written_about_is_explained_by_what_it_says_of_itself() -> None:
    veloop = games.get("veloop-square")
    options = tuple(replace(option, meaning="") for option in veloop.options)
    setup = lambda options: veloop.setup(options)  # noqa: E731 - files about a game go by its setup's module
    game = replace(
        veloop, slug="another", name="Another", options=options, examples=(), setup=setup
    )
    assert len(rules_of(game)) == 1
    post = card(Language(), Rulebook(game), 0, Picture("board.png", b"", "a board"))
    components = walk(post.view.to_components())
    text = "\n".join(part["content"] for part in components if part["type"] == TEXT)
    says(text, game.aim(), f"by {game.author}, {game.year}")
    says(text, *(option.help for option in game.options))
    says(text, str(game.start().legal_moves()[0]))


@pytest.mark.slow
async def test_what_a_rule_does_is_shown_moving_for_whoever_wants_it(club: Club) -> None:
    page = await club.alice.slash("rules", game="vigilance")
    page = await club.alice.click(page, "Next page")
    moving_page = await club.alice.click(page, "Show it moving")
    assert words(moving_page).splitlines()[0] == words(page).splitlines()[0]
    assert "Show it moving" not in buttons(moving_page)
    (file,) = stored(moving_page).attachments
    assert file.filename == "rule.gif"


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("game", EXPLAINED, ids=lambda game: game.slug)
def test_the_rules_of_a_variant_speak_of_no_other(game: games.Game) -> None:
    for options in variants.every(game):
        for page in rules_of(game, options):
            for text in page.paragraphs:
                assert not OF_OTHER_VARIANTS.search(text), (options, text)
                assert text.count("**") % 2 == 0
            assert page.example is not None
            page.example.states(game)


def test_the_pictures_of_a_variant_are_of_that_variant() -> None:
    snipsnip = games.get("snipsnip")
    for options in variants.every(snipsnip):
        for page in rules_of(snipsnip, options):
            assert page.example is not None
            assert page.example.options["scoring"] == options["scoring"]
            assert page.example.options["capture"] == options["capture"]
        final_board = rules_of(snipsnip, options)[0].example
        end = final_board.states(snipsnip)[0][-1]
        assert end.score[1] > end.score[0]
        assert f"so {snipsnip.seats[end.outcome.winner]} wins" in final_board.caption


def test_without_captures_no_picture_speaks_of_them() -> None:
    vigilance = games.get("vigilance")
    options = vigilance.complete({"captures": "off"})
    for page in rules_of(vigilance, options):
        assert page.example is not None
        assert "captur" not in page.example.caption
        assert not {"danger", "lost", "taken"} & set(page.marks)


async def test_the_rules_of_a_match_are_those_of_its_variant(club: Club) -> None:
    card = await club.alice.slash(
        "play", game="snipsnip", opponent=club.bob, variant="linked, between"
    )
    await club.bob.click(card, "Accept")
    page = await club.alice.click(club.post(), "Rules")
    says(page, "the player with the largest group wins. Groups also connect diagonally.")
    for _ in range(3):
        page = await club.alice.click(page, "Next page")
        assert not OF_OTHER_VARIANTS.search(words(page))
    assert "Variants" not in words(page)
    page = await club.alice.click(page, "◀")
    says(page, "has a second enemy stone directly behind it")
