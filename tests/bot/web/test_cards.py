"""Lessons, puzzles and rules on the page are those of the chat, touched on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import games
from bot.chat.board.links import OpenCard, OpenLesson, OpenMove, ShowRulesPage
from bot.domain.matches import endings
from bot.domain.matches.history import follow
from games.players.puzzles import puzzles
from games.teaching import course_of
from tests.bot.chat import discord_api
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import buttons, raw, words
from tests.bot.web.conftest import Tab

Tabs = Callable[[], Tab]
SLUGS = [game.slug for game in games.catalog()]


def labelled(card: dict[str, Any], label: str) -> str:
    """The press of a button."""
    return next(press for text, press, *_ in card["buttons"] if text.startswith(label))


def tells(card: dict[str, Any]) -> bool:
    """Whether a card shows what is threatened, or what decisions would do; not what was captured,
    by crosses.
    """
    marked = any("loss" in item and item[2] != 0 for item in card["items"])
    return card["does"] != {} or "In danger" in card["said"] or marked


async def test_lessons_are_played_by_touch_to_their_second_step(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    for slug in (slug for slug in SLUGS if course_of(games.get(slug))):
        status, card = await page.ask("card", {"what": "lesson", "game": slug})
        assert status == 200
        assert "1 of" in " ".join(card["lines"]), card["lines"]
        assert not tells(card)
        buttons = [press for _, press, *_ in card["buttons"] if ":learn:" in press]
        for press in [card["press"] + text for text, *_ in card["moves"]] or buttons:
            status, tried = await page.ask("card", {"press": press})
            assert status == 200
            if any(text.startswith("Next") for text, *_ in tried["buttons"]):
                break
        _, following = await page.ask("card", {"press": labelled(tried, "Next")})
        assert "2 of" in " ".join(following["lines"])
        assert (await page.ask("card", {"what": "lesson", "game": slug}))[1]["lines"] == following[
            "lines"
        ]


async def test_puzzles_are_solved_by_touch(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    for slug in (slug for slug in SLUGS if puzzles(slug)):
        _, card = await page.ask("card", {"what": "puzzle", "game": slug})
        name = next(line for line in card["lines"] if "uzzle" in line)
        puzzle = next(puzzle for puzzle in puzzles(slug) if puzzle.name in name.split())
        whole = (*puzzle.solution, *puzzle.line)
        for before, move in zip(follow(puzzle.start(), whole), whole, strict=False):
            assert not (card["press"] and tells(card))
            if card["moves"] and before.to_move == puzzle.start().to_move:
                assert f"m{move}" in {text for text, *_ in card["moves"]}
                status, card = await page.ask("card", {"press": f"{card['press']}m{move}"})
                assert status == 200
        assert "Solved" in " ".join(card["lines"]), card["lines"]
        assert (card["moves"], card["press"]) == ([], "")
        assert await club.services.puzzles.done(club.alice.id, puzzle)
        assert (await page.ask("card", {"press": labelled(card, "Next")}))[1]["moves"]


async def test_a_turn_beside_the_solution_is_judged_while_the_page_waits(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    await page.enter(club.alice)
    _, begun = await page.ask("card", {"what": "puzzle", "game": "veloop-square"})
    card = begun
    while (card["press"] and card["lines"][0] in (begun["lines"][0], "…")) or card is begun:
        before = card
        status, card = await page.ask("card", {"press": before["press"] + before["moves"][-1][0]})
        assert (status, card["lines"] != before["lines"]) == (200, True)
        if not card["lines"][0].startswith(("So far", "☑")):
            break
    assert card["items"]


async def test_only_presses_of_such_cards_are_made_on_the_page(club: Club, tab: Tabs) -> None:
    await club.match()
    page = tab()
    await page.enter(club.alice)
    for press in (
        str(OpenMove(1, 1)),
        "lh:x:0:0:",
        "",
        7,
        str(OpenLesson(500, "loop")),
        str(ShowRulesPage(99, "loop")),
    ):
        assert (await page.ask("card", {"press": press}))[0] == 404
    for game in ("nothing", 5):
        assert (await page.ask("card", {"what": "puzzle", "game": game}))[0] in (404, 422)
    assert (await page.ask("card", {"press": str(OpenLesson(0, "nothing"))}))[0] in (404, 422)
    assert course_of(games.get("loop"))
    _, rules = await page.ask("card", {"press": str(ShowRulesPage(0, "loop"))})
    assert rules["items"]
    assert labelled(rules, "Play a lesson")


@pytest.mark.parametrize(("command", "asked"), [("rules", "loop"), ("puzzle", "snipsnip")])
async def test_a_link_leads_from_a_card_to_the_same_card(
    club: Club, tab: Tabs, command: str, asked: str
) -> None:
    for club.services.doors.url in ("", "https://board.example.org"):
        card = await club.alice.slash(command, game=asked)
        if command == "rules":
            card = await club.alice.click(card, "Play a lesson")
        assert ("Open in browser" in buttons(card)) == bool(club.services.doors.url)
    answer = await club.alice.click(card, "Open in browser")
    (link,) = [part["url"] for part in discord_api.walk(raw(answer)) if part.get("url")]
    page = tab()
    _, entered = await page.ask(
        "enter", {"code": link.partition("#")[2]}, Origin="https://board.example.org"
    )
    page.token = entered["token"]
    shown = await page.ask("card", {"press": entered["card"]}, Origin="https://board.example.org")
    assert shown[0] == 200
    assert any(line in words(card) for line in shown[1]["lines"])
    forged = str(OpenCard.of(OpenMove(1, 1)))
    assert (await page.ask("card", {"press": forged}, Origin="https://board.example.org"))[0] == 404


async def test_a_match_that_is_over_is_played_again_or_on_from_a_position(
    club: Club, tab: Tabs
) -> None:
    await club.alice.slash("play", game="loop", variant="small", level="novice", side="first")
    await club.alice.slash("move", moves="1a1")
    await club.services.matches.act(1, club.alice.id, endings.resign)
    page = tab()
    over = (await page.enter(club.alice, 1))["match"]
    assert [label for label, *_ in over["buttons"]] == ["Rematch", "Play on from here"]
    asked = (await page.ask("card", {"press": labelled(over, "Play on")}))[1]
    first, second = [way for way in asked["buttons"] if way[3]]
    for value in ("nonsense", 7, None):
        assert (await page.ask("card", {"press": first[1], "value": value}))[0] == 404
    names = []
    for press in ({"press": second[1], "value": "club"}, {"press": labelled(over, "Rematch")}):
        status, begun = await page.ask("card", press)
        names += [begun["name"], *(seat["name"] for seat in begun["seats"] if seat["me"])]
        assert (status, begun["buttons"]) == (200, [])
    assert names == ["M2", "alice", "M3", "alice"]
    assert (await club.services.matches.get(2)).decisions[:1] == ("1a1",)
    assert [label for label, *_ in (await page.ask("m/1?ply=0"))[1]["buttons"]] == [
        "Play on from here"
    ]
    await club.env.advance_time(3)
    assert {"M2", "M3"} <= {
        name for post in club.posts() for name in ("M2", "M3") if f"Loop · {name}" in words(post)
    }
    await club.match()
    await club.services.matches.act(4, club.bob.id, endings.resign)
    _, offered = await page.ask(
        "card", {"press": labelled((await page.ask("m/4"))[1], "Offer rematch")}
    )
    assert offered["lines"] == ["You offered bob a rematch."]
    players = club.guild.create_role("players")
    await club.services.servers.change(club.place, challengers=(players.id,))
    assert (await page.ask("card", {"press": second[1], "value": "club"}))[0] == 422
    fay = Member(club, club.guild.add_member(club.env.create_user("fay"), roles=[players]))
    other = tab()
    await other.enter(fay)
    assert (await other.ask("card", {"press": second[1], "value": "club"}))[0] == 200


async def test_a_line_is_proposed_to_a_team(club: Club, tab: Tabs) -> None:
    await club.alice.slash("team start", game="loop", variant="small", against="novice")
    page = tab()
    other = tab()
    await page.enter(club.alice)
    await other.enter(club.bob)
    _, there = await page.ask("m/1/think")
    assert there["buttons"] == []
    _, there = await page.ask("m/1/think", {"do": "walk", "spot": "0.0", "move": "1a1"})
    press = {"press": labelled(there, "Propose to team")}
    assert (await other.ask("card", press))[0] == 422
    _, proposed = await page.ask("card", press)
    assert proposed.get("lines", [proposed])[0] == "You vote for 1a1."
    (line,) = (await club.services.teams.of(await club.services.matches.get(1)))[0].lines
    assert (line.decisions, line.votes) == (("1a1",), {club.alice.id})
