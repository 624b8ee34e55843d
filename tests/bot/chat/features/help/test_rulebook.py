"""The rulebook: every game explained, its example positions reachable by legal play, and small enough to post."""

from __future__ import annotations

from dataclasses import replace

import pytest

import games
from bot.chat.features.help.rulebook import RULES, Example, pages_of
from bot.chat.features.help.rules import card
from bot.chat.kit.components import Picture
from bot.chat.kit.language.i18n import Language
from tests.bot.chat.discord_api import walk

EXAMPLES = [(slug, page.example) for slug, pages in RULES.items() for page in pages if page.example is not None]


def test_every_game_is_explained_with_pictures() -> None:
    assert set(RULES) == {game.slug for game in games.catalog()}
    assert {slug for slug, _ in EXAMPLES} == set(RULES)
    for pages in RULES.values():
        assert sum(len(page.text) for page in pages) < 3_000
        assert all(page.text.count("**") % 2 == 0 for page in pages)


@pytest.mark.parametrize(("slug", "example"), EXAMPLES, ids=[f"{slug}-{n}" for n, (slug, _) in enumerate(EXAMPLES)])
def test_an_example_can_be_played(slug: str, example: Example) -> None:
    state = games.replay(slug, example.options, example.moves.split())
    assert state.ply == len(example.moves.split())
    # The captions that speak of finished matches are true.
    assert ("finished" in example.caption) <= (state.outcome is not None)


def test_a_game_that_nobody_has_written_about_is_explained_by_what_it_says_of_itself() -> None:
    game = replace(games.get("veloop-square"), slug="another", name="Another")
    (page,) = pages_of(game)
    shown = card(Language(), game, (page,), 0, Picture("board.png", b"", "a board")).view.to_components()
    said = "\n".join(part["content"] for part in walk(shown) if part["type"] == 10)
    assert game.aim in said
    assert f"by {game.author}, {game.year}" in said
    assert all(option.help in said for option in game.options)
    assert str(game.start().legal_moves()[0]) in said
