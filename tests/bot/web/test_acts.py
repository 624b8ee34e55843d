"""What the chat's buttons do is done on the page, too: lessons, puzzles, hints, forms."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import games
from bot.chat.board.links import (
    AskTakeback,
    OpenCard,
    OpenLesson,
    OpenMove,
    ShowPuzzle,
    ShowRulesPage,
)
from bot.domain.matches import endings
from bot.domain.matches.history import follow
from games.players.puzzles import puzzles
from games.teaching import course_of, rules_of
from tests.bot.chat import discord_api
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import buttons, raw, words
from tests.bot.web.conftest import Tab, action, actions, labelled, lines, soon

Tabs = Callable[[], Tab]
SLUGS = [game.slug for game in games.catalog()]


def tells(card: dict[str, Any]) -> bool:
    """Whether a card shows what is threatened, or what decisions would do; not what was captured,
    by crosses.
    """
    board = card["board"]
    has_mark = any("loss" in item and item[2] != 0 for item in board["items"])
    return board["does"] != {} or "In danger" in card["said"] or has_mark


def moves(card: dict[str, Any]) -> list[str]:
    """What can be done by touching the board of a card, as it is put behind its press."""
    return [text for text, *_ in card["board"]["moves"]] if card["board"] else []


async def test_lessons_are_played_by_touch_to_their_second_step(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    for slug in (slug for slug in SLUGS if course_of(games.get(slug))):
        status, card = await page.ask("act", {"what": "lesson", "game": slug})
        assert status == 200
        assert "1 of" in " ".join(lines(card)), card
        assert not tells(card)
        answers = [entry["press"] for entry in actions(card) if ":learn:" in entry["press"]]
        for press in [card["press"] + text for text in moves(card)] or answers:
            status, answer = await page.press(press)
            assert status == 200
            if any(entry["label"].startswith("Next") for entry in actions(answer)):
                break
        _, next_card = await page.press(labelled(answer, "Next"))
        assert "2 of" in " ".join(lines(next_card))
        _, repeat = await page.ask("act", {"what": "lesson", "game": slug})
        assert lines(repeat) == lines(next_card), "one goes on where one left off"


async def test_puzzles_are_solved_by_touch(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    for slug in (slug for slug in SLUGS if puzzles(slug)):
        _, card = await page.ask("act", {"what": "puzzle", "game": slug})
        number = int(" ".join(lines(card)).split("Puzzle ")[1].split()[0])
        puzzle = puzzles(slug)[number - 1]
        assert "Puzzle" not in card["title"], "the task is the heading"
        assert puzzle.name not in " ".join(lines(card))
        whole = (*puzzle.solution, *puzzle.line)
        for earlier, move in zip(follow(puzzle.start(), whole), whole, strict=False):
            assert not (card["press"] and tells(card))
            if moves(card) and earlier.to_move == puzzle.start().to_move:
                assert f"m{move}" in moves(card)
                status, card = await page.press(f"{card['press']}m{move}")
                assert status == 200
        assert "Solved" in " ".join(lines(card)), card
        assert (moves(card), card["press"]) == ([], "")
        assert await club.services.puzzles.done(club.alice.id, puzzle)
        assert moves((await page.press(labelled(card, "Next")))[1])


async def test_a_turn_beside_the_solution_is_judged_while_the_page_waits(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    await page.enter(club.alice)
    _, card = await page.ask("act", {"what": "puzzle", "game": "veloop-square"})
    for _ in range(10):
        earlier = card
        status, card = await page.press(earlier["press"] + moves(earlier)[-1])
        assert (status, lines(card) != lines(earlier)) == (200, True)
        verdict = lines(card)[1]
        if not card["press"] or not verdict.startswith(("So far", "☑")):
            break
    boards = [block["picture"]["scene"] for block in card["blocks"] if "picture" in block]
    assert (card["board"] or boards[0])["items"]
    assert not any("…" in line for line in lines(card)[:2]), "nothing is awaited any more"


async def test_only_presses_of_the_pages_are_made_there(club: Club, tab: Tabs) -> None:
    await club.begun()
    page = tab()
    await page.enter(club.alice)
    for press in (
        str(OpenMove(1, 1)),
        "lh:x:0:0:",
        "",
        7,
        None,
        ["lh:draw:1:1"],
        "x" * 101,
        str(OpenLesson(500, "loop")),
        str(ShowRulesPage(99, "loop")),
        str(OpenCard.of(OpenMove(1, 1))),
        "lh:set:0:theme:slate",
    ):
        status, answer = await page.ask("act", {"press": press})
        assert (status, bool(answer["error"])) == (404 if press != "x" * 101 else 422, True), press
    for game in ("nothing", 5, None):
        assert (await page.ask("act", {"what": "puzzle", "game": game}))[0] in (404, 422)
    assert (await page.ask("act", {"what": "nothing", "game": "loop"}))[0] == 404
    assert (await page.press(str(OpenLesson(0, "nothing"))))[0] in (404, 422)
    assert (await page.press(str(ShowPuzzle(0, "loop", "nothing", ""))))[0] in (404, 422)


async def test_rules_are_a_page_of_their_own_with_a_way_to_the_lessons(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    await page.enter(club.alice)
    for slug in SLUGS:
        status, rules = await page.ask(f"rules/{slug}")
        assert (status, rules["game"]) == (200, slug)
        assert rules["lessons"] == bool(course_of(games.get(slug)))
        headings = [section["heading"] for section in rules["sections"]]
        is_written_about = len(rules_of(games.get(slug))) > 1
        if is_written_about:
            assert len(headings) > 1
            assert any(section["picture"] for section in rules["sections"])
        texts = [text for section in rules["sections"] for text in section["paragraphs"]]
        assert not any("*" in text for text in (*headings, rules["aim"]))
        assert not any(text.startswith(("**", "-# ", "> ", "#")) for text in texts)
    assert (await page.ask("rules/nothing"))[0] in (404, 422)


async def test_the_rules_on_the_page_say_how_moves_are_written(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    _, rules = await page.ask("rules/loop")
    writing = next(part for part in rules["sections"] if part["heading"] == "Writing moves")
    assert "such as 1c4." in writing["paragraphs"][0]
    assert writing["points"][-1].startswith("*swap* – White takes over")
    await page.ask("language", {"language": "ja"})
    _, rules = await page.ask("rules/loop")
    for section in rules["sections"]:
        for text in (section["heading"], *section["paragraphs"]):
            assert not text.startswith("："), section


@pytest.mark.slow
async def test_who_comes_to_the_rules_from_a_match_reads_those_of_its_variant(
    club: Club, tab: Tabs
) -> None:
    card = await club.alice.slash(
        "play", game="snipsnip", opponent=club.bob, variant="linked, between"
    )
    await club.bob.click(card, "Accept")
    page = tab()
    await page.enter(club.alice)
    usual_aim = "When nobody can place any more, the player with the largest group loses."
    for path in ("rules/snipsnip", "rules/snipsnip?match=99", "rules/snipsnip?match=x"):
        _, rules = await page.ask(path)
        assert rules["aim"] == usual_aim
        assert "Boards and options" in str(rules["sections"])
    _, rules = await page.ask("rules/snipsnip?match=1")
    assert "the largest group wins. Groups also connect diagonally." in rules["aim"]
    assert "misère" not in str(rules["sections"])
    assert "Boards and options" not in str(rules["sections"])
    _, other_rules = await page.ask("rules/loop?match=1")
    assert "Boards and options" in str(other_rules["sections"])


@pytest.mark.parametrize(("command", "prompt"), [("rules", "loop"), ("puzzle", "snipsnip")])
async def test_a_link_leads_from_a_card_to_the_same_card(
    club: Club, tab: Tabs, command: str, prompt: str
) -> None:
    for club.services.doors.url in ("", "https://board.example.org"):
        card = await club.alice.slash(command, game=prompt)
        if command == "rules":
            card = await club.alice.click(card, "Play a lesson")
        assert ("Open in browser" in buttons(card)) == bool(club.services.doors.url)
    answer = await club.alice.click(card, "Open in browser")
    (link,) = [part["url"] for part in discord_api.walk(raw(answer)) if part.get("url")]
    page = tab()
    home = {"Origin": "https://board.example.org"}
    code = link.partition("#")[2]
    _, session = await page.ask("enter", {"code": code}, **home)
    page.token = session["token"]
    kind, _, press = session["to"].partition("/")
    assert kind == "card"
    status, view = await page.ask("act", {"press": press}, **home)
    assert (status, view["address"]) == (200, press)
    assert any(line in words(card) for line in lines(view))
    forged = str(OpenCard.of(OpenMove(1, 1)))
    assert (await page.ask("act", {"press": forged}, **home))[0] == 404


@pytest.mark.slow
async def test_a_match_that_is_over_is_played_again_or_on_from_a_position(
    club: Club, tab: Tabs
) -> None:
    await club.alice.slash("play", game="loop", variant="small", level="novice", side="first")
    await club.alice.slash("move", moves="1a1")
    await club.services.matches.act(1, club.alice.id, endings.resign)
    page = tab()
    final_view = await page.open(club.alice, 1)
    assert [entry["label"] for entry in final_view["actions"]] == ["Rematch"]
    _, thought = await page.ask("m/1/think?spot=1.0")
    _, prompt = await page.press(labelled(thought, "Play on"))
    menus = [menu for block in prompt["blocks"] for menu in block.get("menus", ())]
    first, second = menus
    for value in ("nonsense", 7, None):
        assert (await page.press(first["press"], value=value))[0] == 404
    assert "club" in [choice["value"] for choice in second["choices"]]
    names = []
    for press, value in ((second["press"], "club"), (labelled(final_view, "Rematch"), None)):
        status, opening = await page.press(press, value=value)
        assert (status, opening["kind"]) == (200, "open")
        _, match = await page.ask(f"m/{opening['match']}")
        names += [match["name"], *(seat["name"] for seat in match["seats"] if seat["me"])]
    assert names == ["M2", "alice", "M3", "alice"]
    assert (await club.services.matches.get(2)).decisions[:1] == ("1a1",)
    titles = ("Loop · M2", "Loop · M3")
    await soon(
        club, lambda: all(any(name in words(post) for post in club.posts()) for name in titles)
    )
    players = club.guild.create_role("players")
    await club.services.servers.change(club.place, challengers=(players.id,))
    assert (await page.press(second["press"], value="club"))[0] == 422
    fay = Member(club, club.guild.add_member(club.env.create_user("fay"), roles=[players]))
    other = tab()
    await other.enter(fay)
    assert (await other.press(second["press"], value="club"))[0] == 200


@pytest.mark.slow
async def test_a_rematch_is_offered_withdrawn_and_accepted(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    await club.services.matches.act(match, club.bob.id, endings.resign)
    alice = tab()
    bob = tab()
    final_view = await alice.open(club.alice, match)
    await bob.enter(club.bob)
    _, word = await alice.press(action(final_view, "rematch"))
    assert lines(word) == ["You offered bob a rematch."]
    _, offering = await alice.ask(f"m/{match}")
    assert offering["requests"][0]["text"] == "You offered bob a rematch."
    assert not [one for one in offering["actions"] if one["name"] == "rematch"]
    await alice.press(labelled(offering, "Withdraw"))
    assert (await alice.ask(f"m/{match}"))[1]["requests"] == []
    await alice.press(action(final_view, "rematch"))
    _, prompt = await bob.ask(f"m/{match}")
    assert "alice offers a rematch" in prompt["requests"][0]["text"]
    status, opening = await bob.press(labelled(prompt, "Accept"))
    assert (status, opening) == (200, {"kind": "open", "match": match + 1})
    assert (await alice.ask(f"m/{match}"))[1]["following"] == match + 1


async def test_a_line_is_proposed_to_a_team(club: Club, tab: Tabs) -> None:
    await club.alice.slash("team start", game="loop", variant="small", against="novice")
    page = tab()
    other = tab()
    await page.enter(club.alice)
    await other.enter(club.bob)
    _, there = await page.ask("m/1/think")
    assert there["actions"] == []
    _, there = await page.ask("m/1/think", {"do": "walk", "spot": "0.0", "move": "1a1"})
    press = labelled(there, "Propose to team")
    assert (await other.press(press))[0] == 422
    _, proposal = await page.press(press)
    assert "You vote for 1a1." in lines(proposal)
    (line,) = (await club.services.teams.of(await club.services.matches.get(1)))[0].lines
    assert (line.decisions, line.votes) == (("1a1",), {club.alice.id})


async def test_a_hint_draws_what_it_says_and_can_be_played(club: Club, tab: Tabs) -> None:
    match = await club.begun(variant="5x5")
    page = tab()
    other = tab()
    await page.enter(club.alice)
    await other.enter(club.bob)
    assert (await other.ask("act", {"what": "hint", "match": match}))[0] == 422
    _, view = await page.ask(f"m/{match}")
    assert view["can"]["hint"]
    status, hint = await page.ask("act", {"what": "hint", "match": match})
    assert (status, hint["kind"], hint["match"]) == (200, "card", match)
    for _ in range(3):
        plays = [one for one in actions(hint) if one["name"] == "hintplay"]
        if plays:
            break
        further = [one for one in actions(hint) if one["name"] == "hintmore"]
        _, hint = await page.press(further[-1]["press"])
    assert [block for block in hint["blocks"] if "picture" in block] or hint["board"]
    status, _ = await page.press(plays[0]["press"])
    assert status == 200
    _, draft = await page.ask(f"m/{match}")
    assert draft["whole"]
    assert draft["made"]


async def test_a_challenge_is_countered_by_a_form(club: Club, tab: Tabs) -> None:
    await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first")
    alice = tab()
    bob = tab()
    home = (await bob.enter(club.bob))["home"]
    (challenge,) = home["challenges"]
    assert [one["label"] for one in challenge["actions"]] == ["Accept", "Decline", "Counter-offer"]
    assert challenge["terms"] == "8x8, double turns · alice moves first · no time limit"
    assert challenge["fair"].startswith("White wins a little more often")
    status, form = await bob.press(labelled(challenge, "Counter"))
    assert (status, form["kind"]) == (200, "form")
    fields = {field["name"]: field["value"] for field in form["fields"]}
    assert {"variant", "side", "clock", "note"} <= fields.keys()
    for field in form["fields"]:
        if field["type"] == "menu":
            assert field["value"] in [choice["value"] for choice in field["choices"]]
    status, refusal = await bob.press(form["press"], written=fields | {"clock": "soon"})
    assert (status, bool(refusal["error"])) == (422, True)
    for wrong in ("text", ["x"], {"clock": 5}, {"x" * 41: ""}, dict.fromkeys("abcdef", "")):
        assert (await bob.press(form["press"], written=wrong))[0] in (400, 404)
    new_fields = fields | {"clock": "3d", "note": "slowly"}
    status, answer = await bob.press(form["press"], written=new_fields)
    assert (status, answer["kind"]) == (200, "word")
    assert (await bob.ask("home"))[1]["challenges"] == []
    (counter,) = (await alice.enter(club.alice))["home"]["challenges"]
    assert ("3 days" in counter["terms"], counter["note"]) == (True, "slowly")
    status, opening = await alice.press(labelled(counter, "Accept"))
    assert (status, opening["kind"]) == (200, "open")
    await soon(club, lambda: "bob" in str(club.post().components) or len(club.posts()) > 1)


@pytest.mark.slow
async def test_somebody_is_challenged_from_home_and_declines(club: Club, tab: Tabs) -> None:
    await club.match()
    alice = tab()
    bob = tab()
    home = (await alice.enter(club.alice))["home"]
    (opponent,) = home["opponents"]
    assert (opponent["name"], home["open"]) == ("bob", True)
    terms = {"game": "loop", "side": "random", "clock": "3d", "rated": False}
    for wrong in (
        {**terms, "opponent": "12345"},
        {**terms, "opponent": str(club.services.gateway.me)},
        {**terms, "opponent": str(club.alice.id)},
        {**terms, "opponent": 5},
        {**terms, "opponent": "", "side": "both sides"},
        {**terms, "opponent": "", "game": "chess"},
        {**terms, "opponent": "", "clock": "now"},
        {"game": "loop"},
    ):
        status, answer = await alice.ask("challenge", wrong)
        assert (status in (404, 422), bool(answer["error"])) == (True, True), wrong
    posts = len(club.posts())
    status, word = await alice.ask("challenge", {**terms, "opponent": opponent["id"]})
    assert (status, lines(word)) == (200, ["You challenged bob to Loop."])
    await soon(club, lambda: len(club.posts()) > posts)
    club.posted("Loop", pings=[club.bob])
    assert len((await alice.ask("home"))[1]["mine"]) == 1
    (challenge,) = (await bob.enter(club.bob))["home"]["challenges"]
    assert (await bob.press(labelled(challenge, "Decline")))[0] == 200
    assert (await alice.ask("home"))[1]["mine"] == []
    status, word = await alice.ask("challenge", {**terms, "opponent": ""})
    assert status == 200
    (open_challenge,) = (await tab().enter(club.carol))["home"]["challenges"]
    assert "alice is looking for somebody" in open_challenge["text"]
    _, home = await alice.ask("home")
    await alice.press(labelled(home["mine"][0], "Withdraw"))
    assert (await alice.ask("home"))[1]["mine"] == []


@pytest.mark.slow
async def test_the_computer_is_played_from_home_with_one_touch(club: Club, tab: Tabs) -> None:
    page = tab()
    home = (await page.enter(club.alice))["home"]
    assert [game["slug"] for game in home["games"]] == SLUGS
    for game in home["games"]:
        status, opening = await page.press(game["computer"]["press"])
        assert (status, opening["kind"]) == (200, "open")
        _, match = await page.ask(f"m/{opening['match']}")
        assert (match["game"], match["running"]) == (game["slug"], True)
    assert len((await page.ask("home"))[1]["waiting"]) > 0


async def test_an_act_whose_answer_was_lost_is_done_once_however_often_it_is_sent(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    home = (await page.enter(club.alice))["home"]
    computer = home["games"][0]["computer"]["press"]
    body = {"press": computer, "request": "first"}
    answers = await asyncio.gather(*(page.ask("act", body) for _ in range(3)))
    answers.append(await page.ask("act", body))
    assert answers == [(200, {"kind": "open", "match": 1})] * 4
    assert (await page.ask("act", body | {"request": "second"}))[1]["match"] == 2
    assert (await page.press(computer))[1]["match"] == 3
    other = tab()
    await other.enter(club.bob)
    assert (await other.ask("act", body))[1]["match"] == 4, "names are each member's own"
    for name in ("", 5, "x" * 41, None):
        assert (await other.ask("act", body | {"request": name}))[0] == 200
    terms = {"game": "loop", "side": "first", "clock": "", "opponent": "", "request": "third"}
    for _ in range(3):
        assert (await page.ask("challenge", terms))[0] == 200
    assert len((await page.ask("home"))[1]["mine"]) == 1


async def test_what_was_refused_is_tried_anew_when_it_is_sent_again(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    await page.enter(club.alice)
    offer = {"press": str(AskTakeback(match, 0)), "request": "one"}
    assert (await page.ask("act", offer))[0] in (409, 422)
    await club.alice.slash("move", moves="e4-d6")
    version = (await club.services.matches.get(match)).version
    offer["press"] = str(AskTakeback(match, version))
    assert (await page.ask("act", offer))[0] == 200


async def test_a_question_is_asked_before_a_match_is_resigned(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    view = await page.open(club.alice, match)
    _, question = await page.press(action(view, "resign"))
    assert (question["kind"], len(question["actions"])) == ("question", 2)
    assert (await page.ask(f"m/{match}"))[1]["running"]
    _, word = await page.press(labelled(question, "Keep playing"))
    assert word["kind"] == "word"
    assert (await page.ask(f"m/{match}"))[1]["running"]
    await page.press(labelled(question, "Resign"))
    _, final_view = await page.ask(f"m/{match}")
    assert (final_view["running"], final_view["result"]["won"]) == (False, False)
    assert final_view["result"]["title"] == "bob won"
    repeat, _ = await page.press(labelled(question, "Resign"))
    assert repeat in (409, 422)


async def test_the_language_is_changed_here_and_in_the_chat(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    status, answer = await page.ask("language", {"language": "de"})
    assert (status, answer["language"], answer["words"]["playTurn"]) == (200, "de", "Spielen")
    assert (await club.services.members.settings(club.alice.id)).language == "de"
    assert (await page.ask("m/99"))[1]["error"] != (await tab().ask("m/99"))[1]["error"]
    for wrong in ("xx", 5, None, "x" * 101):
        assert (await page.ask("language", {"language": wrong}))[0] in (404, 422)
    assert (await page.ask("language", {"language": ""}))[1]["language"] == "en-US"
