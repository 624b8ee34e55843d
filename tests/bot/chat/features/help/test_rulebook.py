"""The rulebook: every game explained, its example positions reachable by legal play, and small
enough to post.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import games
from bot.chat.discord.commands import game_choices
from bot.chat.features.help.rules import card
from bot.chat.language.i18n import Language
from bot.chat.pictures.picture import Picture
from games.teaching import rules_of
from tests.bot.chat.conftest import Club
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import buttons, stored, words

RULES = {game.slug: pages for game in games.catalog() if len(pages := rules_of(game)) > 1}


def test_games_are_explained_with_pictures() -> None:

    for pages in RULES.values():
        assert all(page.example is not None for page in pages), "what moves is shown"
        assert sum(len(page.text) for page in pages) < 3_000
        assert all(page.text.count("**") % 2 == 0 for page in pages)


def test_the_readme_states_the_same_aims() -> None:
    page = (Path(__file__).parents[5] / "README.md").read_text(encoding="utf-8")
    named = [
        game
        for game in games.catalog()
        if re.search(rf"^\| ([^|]*, )?{game.name}[ ,|]", page, re.MULTILINE)
    ]
    assert len(named) >= 6
    assert all(f"| {game.aim} |" in page for game in named)


@pytest.mark.parametrize(
    ("once", "slug"), [("Lazo", "loop"), ("purview", "vigilance"), ("Veloop Hex", "veloop-hex")]
)
def test_names_that_a_game_was_known_by_lead_to_it(once: str, slug: str) -> None:
    assert games.get(once).slug == slug
    assert once.lower() in " ".join(choice.name.lower() for choice in game_choices())


def test_a_game_that_nobody_has_written_about_is_explained_by_what_it_says_of_itself() -> None:
    veloop = games.get("veloop-square")
    options = tuple(replace(option, meaning="") for option in veloop.options)
    setup = lambda options: veloop.setup(options)  # noqa: E731 - files about a game go by its setup's module
    game = replace(
        veloop, slug="another", name="Another", options=options, examples=(), setup=setup
    )
    (page,) = rules_of(game)
    shown = card(
        Language(), game, (page,), 0, Picture("board.png", b"", "a board")
    ).view.to_components()
    said = "\n".join(part["content"] for part in walk(shown) if part["type"] == 10)
    assert game.aim in said
    assert f"by {game.author}, {game.year}" in said
    assert all(option.help in said for option in game.options)
    assert str(game.start().legal_moves()[0]) in said


@pytest.mark.slow
async def test_what_a_rule_does_is_shown_moving_for_whoever_wants_it(club: Club) -> None:
    second = await club.alice.click(await club.alice.slash("rules", game="vigilance"), "Next page")
    moving = await club.alice.click(second, "Show it moving")
    assert words(moving).splitlines()[0] == words(second).splitlines()[0]
    assert "Show it moving" not in buttons(moving)
    (file,) = stored(moving).attachments
    assert file.filename == "rule.gif"
