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
    match = await club.begun()
    page = tab()
    other = tab()
    view = await page.open(club.alice, match)
    await other.enter(club.alice)
    _, draft = await page.act("choose", view, move="e4-d6")
    assert draft["instead"] == 1
    for _ in range(2):
        status, new_draft = await page.act("choose", draft, move="e4-f6", instead=1)
        assert (status, new_draft["made"], new_draft["whole"]) == (200, ["e4-f6"], True)
    assert new_draft["version"] == view["version"]
    for _ in range(2):
        status, answer = await page.act("play", new_draft)
        assert (status, answer["last"]) == (200, 1)
    status, stale = await other.act("choose", draft, move="e4-d6", instead=1)
    assert (status, stale["last"], bool(stale["error"])) == (409, 1, True)


async def test_it_is_done_as_a_whole_or_not_at_all(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    view = await page.open(club.alice, match)
    _, draft = await page.act("choose", view, move="e4-d6")
    for move in ("e4-a1", "z9", "d6-e4", "swap"):
        status, refusal = await page.act("choose", draft, move=move, instead=1)
        assert (status, bool(refusal["error"])) == (422, True), move
        assert (await page.ask(f"m/{match}"))[1]["made"] == ["e4-d6"]
    for wrong in (-1, "1", True, None, 1 << 40):
        status, _ = await page.act("choose", draft, move="e4-f6", instead=wrong)
        assert status in (400, 404), wrong
        assert (await page.ask(f"m/{match}"))[1]["made"] == ["e4-d6"]
    status, stale = await page.act("choose", view, move="e4-f6", instead=1)
    assert (status, stale["made"]) == (409, ["e4-d6"]), "it was not seen that one is drafted"


async def test_without_a_draft_there_is_nothing_to_take_the_place_of(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    view = await page.open(club.alice, match)
    status, draft = await page.act("choose", view, move="e4-d6", instead=1)
    assert (status, draft["made"]) == (200, ["e4-d6"])


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
async def test_in_every_game_the_last_choice_of_a_turn_is_changed_alone(
    club: Club, tab: Tabs, game: games.Game
) -> None:
    match = await begun(club, 0, game=game.slug, variant="")
    players = {club.alice.id: tab(), club.bob.id: tab()}
    for member in (club.alice, club.bob):
        await players[member.id].enter(member)
    count = 0
    for _ in range(4):
        mover = (await club.services.matches.get(match)).mover or 0
        page = players[mover]
        _, view = await page.ask(f"m/{match}")
        while not view["whole"]:
            choices = [*view["moves"], *view["specials"]]
            moves = [move for move, *_ in choices]
            _, view = await page.act("choose", view, move=moves[0])
        replaced_count = view["instead"]
        rest = view["made"][: len(view["made"]) - replaced_count]
        old_move = view["made"][-replaced_count]
        others = [move for move, *_ in view["moves"] if move != old_move]
        if others:
            status, new_view = await page.act(
                "choose", view, move=others[-1], instead=replaced_count
            )
            assert (status, new_view["made"][: len(rest) + 1]) == (200, [*rest, others[-1]])
            count += 1
            view = new_view
            while not view["whole"]:
                first_move = view["moves"][0][0]
                _, view = await page.act("choose", view, move=first_move)
        status, _ = await page.act("play", view)
        assert status == 200
    assert count


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
async def test_a_cell_that_is_no_move_says_why(club: Club, tab: Tabs, game: games.Game) -> None:
    rng = random.Random(game.slug)
    match = await begun(club, 2, game=game.slug, variant="")
    page = tab()
    mover = (await club.services.matches.get(match)).mover
    member = club.alice if mover == club.alice.id else club.bob
    view = await page.open(member, match)
    _, back = await page.ask(f"back/{view['back']}")
    cells = [cell for cell, *_ in back["cells"]]
    targets = {target for _, source, target in view["moves"] if not source}
    sources = {source for _, source, _ in view["moves"] if source}
    reasons = set[str]()
    for cell in some(rng, [cell for cell in cells if cell not in targets], 8):
        reasons.add(await why(page, match, cell))
    for source in [*sorted(sources)[:3], *some(rng, cells, 2)]:
        legal = {target for _, origin, target in view["moves"] if origin == source}
        for cell in some(rng, [cell for cell in cells if cell not in legal], 4):
            reasons.add(await why(page, match, cell, source))
    assert len(reasons) > 1, "it says what is wrong with this cell, not always the same"


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
    path = f"m/{match}/objection"
    for query in ("", "?cell=", f"?cell={'x' * 41}", f"?cell=a1&from={'x' * 41}"):
        assert (await page.ask(path + query))[0] == 404, query
    for cell in ("zz99", "-", "a1-b2", "%00", "1a1 2b2", "<b>", "é", "swap", "pass"):
        for source in ("", "zz9"):
            status, answer = await page.ask(f"{path}?cell={cell}&from={source}")
            assert (status, bool(answer["error"])) == (404, True), (cell, source)


async def test_before_a_stone_is_chosen_it_is_said_why_none_can_be_chosen_there(
    club: Club, tab: Tabs
) -> None:
    match = await club.begun()
    page = tab()
    view = await page.open(club.alice, match)
    sources = {source for _, source, _ in view["moves"]}
    assert "a1" not in sources
    assert await why(page, match, "a1") == "a1 is empty; start from one of your own stones."
    cells_held = [cell for _, cells in view["held"] for cell in cells]
    theirs = [cell for cell in cells_held if cell not in sources]
    assert "your opponent’s" in await why(page, match, theirs[0])


async def test_why_what_is_drafted_cannot_be_changed_to_a_cell_is_said_too(
    club: Club, tab: Tabs
) -> None:
    match = await club.begun()
    page = tab()
    view = await page.open(club.alice, match)
    reason = await why(page, match, "h8", "e4")
    _, draft = await page.act("choose", view, move="e4-d6")
    assert draft["whole"]
    assert await why(page, match, "h8", "e4") == reason
    watcher = tab()
    await watcher.enter(club.carol)
    assert await why(watcher, match, "h8", "e4")
