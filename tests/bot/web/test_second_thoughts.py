"""A second cell moves the stone that was placed; what is no move says why."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import games
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Tab
from tests.bot.web.test_nothing_sends_back import begun

Tabs = Callable[[], Tab]


async def test_a_second_cell_moves_the_stone_that_was_placed_once(club: Club, tab: Tabs) -> None:
    match = await club.match()
    page = tab()
    other = tab()
    shown = await page.open(club.alice, match)
    await other.enter(club.alice)
    _, drafted = await page.act("choose", shown, move="e4-d6")
    assert drafted["instead"] == 1
    for _ in range(2):
        status, moved = await page.act("choose", drafted, move="e4-f6", instead=1)
        assert (status, moved["made"], moved["whole"]) == (200, ["e4-f6"], True)
    assert moved["version"] == shown["version"]
    for _ in range(2):
        status, played = await page.act("play", moved)
        assert (status, played["last"]) == (200, 1)
    status, behind = await other.act("choose", drafted, move="e4-d6", instead=1)
    assert (status, behind["last"], bool(behind["error"])) == (409, 1, True)


async def test_it_is_done_as_a_whole_or_not_at_all(club: Club, tab: Tabs) -> None:
    match = await club.match()
    page = tab()
    shown = await page.open(club.alice, match)
    _, drafted = await page.act("choose", shown, move="e4-d6")
    for move in ("e4-a1", "z9", "d6-e4", "swap"):
        status, refused = await page.act("choose", drafted, move=move, instead=1)
        assert (status, bool(refused["error"])) == (422, True), move
        assert (await page.ask(f"m/{match}"))[1]["made"] == ["e4-d6"]
    for wrong in (-1, "1", True, None, 1 << 40):
        status, _ = await page.act("choose", drafted, move="e4-f6", instead=wrong)
        assert status in (400, 404), wrong
        assert (await page.ask(f"m/{match}"))[1]["made"] == ["e4-d6"]
    status, behind = await page.act("choose", shown, move="e4-f6", instead=1)
    assert (status, behind["made"]) == (409, ["e4-d6"]), "it was not seen that one is drafted"


async def test_without_a_draft_there_is_nothing_to_take_the_place_of(club: Club, tab: Tabs) -> None:
    match = await club.match()
    page = tab()
    shown = await page.open(club.alice, match)
    status, drafted = await page.act("choose", shown, move="e4-d6", instead=1)
    assert (status, drafted["made"]) == (200, ["e4-d6"])


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
async def test_in_every_game_the_last_choice_of_a_turn_is_changed_alone(
    club: Club, tab: Tabs, game: games.Game
) -> None:
    match = await begun(club, 0, game=game.slug, variant="")
    players = {club.alice.id: tab(), club.bob.id: tab()}
    for member in (club.alice, club.bob):
        await players[member.id].enter(member)
    changed = 0
    for _ in range(4):
        mover = (await club.services.matches.get(match)).mover or 0
        page = players[mover]
        _, shown = await page.ask(f"m/{match}")
        while not shown["whole"]:
            choices = [*shown["moves"], *shown["specials"]]
            offered = [move for move, *_ in choices]
            _, shown = await page.act("choose", shown, move=offered[0])
        replaced = shown["instead"]
        kept = shown["made"][: len(shown["made"]) - replaced]
        old_move = shown["made"][-replaced]
        others = [move for move, *_ in shown["moves"] if move != old_move]
        if others:
            status, after = await page.act("choose", shown, move=others[-1], instead=replaced)
            assert (status, after["made"][: len(kept) + 1]) == (200, [*kept, others[-1]])
            changed += 1
            shown = after
            while not shown["whole"]:
                first_move = shown["moves"][0][0]
                _, shown = await page.act("choose", shown, move=first_move)
        status, _ = await page.act("play", shown)
        assert status == 200
    assert changed


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
async def test_a_cell_that_is_no_move_says_why(club: Club, tab: Tabs, game: games.Game) -> None:
    rng = random.Random(game.slug)
    match = await begun(club, 2, game=game.slug, variant="")
    page = tab()
    mover = (await club.services.matches.get(match)).mover
    member = club.alice if mover == club.alice.id else club.bob
    shown = await page.open(member, match)
    _, back = await page.ask(f"back/{shown['back']}")
    cells = [cell for cell, *_ in back["cells"]]
    targets = {target for _, source, target in shown["moves"] if not source}
    sources = {source for _, source, _ in shown["moves"] if source}
    found = set[str]()
    for cell in some(rng, [cell for cell in cells if cell not in targets], 8):
        found.add(await why(page, match, cell))
    for source in [*sorted(sources)[:3], *some(rng, cells, 2)]:
        legal = {target for _, origin, target in shown["moves"] if origin == source}
        for cell in some(rng, [cell for cell in cells if cell not in legal], 4):
            found.add(await why(page, match, cell, source))
    assert len(found) > 1, "it says what is wrong with this cell, not always the same"


def some(rng: random.Random, cells: list[str], most: int) -> list[str]:
    return rng.sample(cells, min(most, len(cells)))


async def why(page: Tab, match: int, cell: str, source: str = "") -> str:
    """The sentence that says why a cell cannot be touched."""
    status, word = await page.ask(f"m/{match}/objection?cell={cell}&from={source}")
    assert (status, word["kind"]) == (200, "word"), (cell, source, word)
    text = str(word["text"])
    assert len(text) > 8, (cell, source)
    assert text[-1] in ".!?", text
    assert not any(sign in text for sign in ("*", "`", "{", "None")), text
    return text


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("game", ["loop", "vigilance", "loops-n-leaps"])
async def test_cells_that_the_board_does_not_have_are_refused(
    club: Club, tab: Tabs, game: str
) -> None:
    match = await begun(club, 1, game=game, variant="")
    page = tab()
    await page.enter(club.alice)
    at = f"m/{match}/objection"
    for query in ("", "?cell=", f"?cell={'x' * 41}", f"?cell=a1&from={'x' * 41}"):
        assert (await page.ask(at + query))[0] == 404, query
    for cell in ("zz99", "-", "a1-b2", "%00", "1a1 2b2", "<b>", "é", "swap", "pass"):
        for source in ("", "zz9"):
            status, answer = await page.ask(f"{at}?cell={cell}&from={source}")
            assert (status, bool(answer["error"])) == (404, True), (cell, source)


async def test_before_a_stone_is_chosen_it_is_said_why_none_can_be_chosen_there(
    club: Club, tab: Tabs
) -> None:
    match = await club.match()
    page = tab()
    shown = await page.open(club.alice, match)
    sources = {source for _, source, _ in shown["moves"]}
    assert "a1" not in sources
    assert await why(page, match, "a1") == "a1 is empty; start from one of your own stones."
    held = [cell for _, cells in shown["held"] for cell in cells]
    theirs = [cell for cell in held if cell not in sources]
    assert "your opponent’s" in await why(page, match, theirs[0])


async def test_why_what_is_drafted_cannot_be_changed_to_a_cell_is_said_too(
    club: Club, tab: Tabs
) -> None:
    match = await club.match()
    page = tab()
    shown = await page.open(club.alice, match)
    before = await why(page, match, "h8", "e4")
    _, drafted = await page.act("choose", shown, move="e4-d6")
    assert drafted["whole"]
    assert await why(page, match, "h8", "e4") == before
    watcher = tab()
    await watcher.enter(club.carol)
    assert await why(watcher, match, "h8", "e4")
