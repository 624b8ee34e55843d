"""All that happens round a match, at the page alone: from a challenge to the rematch."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.matches import agreements
from tests.bot.chat.conftest import Club

from .conftest import PageOpener
from .hand import Hand

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


async def see(hand: Hand, text: str) -> None:
    """Wait until a text is on the page."""
    await hand.page.get_by_text(text).first.wait_for()


async def ask(hand: Hand, name: str) -> None:
    """Do something behind ⋯."""
    await hand.push("More")
    await hand.push(name)


async def only_match(club: Club) -> Any:
    (match,) = await club.services.matches.of(club.alice.id)
    return await club.services.matches.get(match.id)


async def test_a_challenge_becomes_a_match_that_ends_and_is_played_again(
    club: Club, open_page: PageOpener
) -> None:
    phone = await open_page(club.alice)
    desk = await open_page(club.bob, pointer="mouse")
    rng = random.Random(5)

    await phone.push("Challenge")
    await phone.page.locator("dialog button.primary").tap()
    await see(phone, "You’re looking for somebody to play Veloop.")

    await see(desk, "alice is looking for somebody to play Veloop.")
    await desk.push("Accept")
    await desk.page.locator(".table").wait_for()
    await phone.page.locator(".match-row").first.tap()
    await phone.page.locator(".table").wait_for()

    hands = {club.alice.id: phone, club.bob.id: desk}
    for _ in range(4):
        mover = (await only_match(club)).mover
        await hands[mover].page.locator(".cell[aria-disabled=false]").first.wait_for()
        await hands[mover].play_turn(rng)

    match = await only_match(club)
    waits = hands[match.opponent(match.mover)]
    moves = hands[match.mover]
    await ask(waits, "Ask for takeback")
    await see(moves, "asks to take back")
    await moves.push("Accept")
    await waits.page.locator(".cell[aria-disabled=false]").first.wait_for()
    assert len((await only_match(club)).decisions) < len(match.decisions)

    await ask(waits, "Offer draw")
    await see(moves, "offers a draw")
    await moves.push("Decline")
    await waits.page.locator(".strip").wait_for(state="detached")

    await ask(moves, "Resign")
    await moves.push("Resign")
    await see(moves, "won")
    await see(waits, "You won")
    await waits.push("Offer rematch")
    await see(moves, "offers a rematch")
    await moves.push("Accept")
    await waits.page.wait_for_url("**/m/2")
    assert moves.errors == waits.errors == []
    await club.env.settle()


async def test_what_happens_in_the_chat_is_seen_on_an_open_page(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("5x5, single turns")
    hand = await open_page(club.bob, 1)
    await see(hand, "Waiting for alice.")
    move = str((await only_match(club)).state.legal_moves()[0])
    await club.alice.slash("move", moves=move)
    await see(hand, f"1. ⚫ {move}")


async def test_a_second_cell_moves_the_stone_that_is_being_placed(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("hex-2-3", "snipsnip")
    match = await only_match(club)
    mover = club.alice if match.mover == club.alice.id else club.bob
    hand = await open_page(mover, match.id)
    first, second, *_ = await hand.cells_that("can be played")
    position = await hand.position()
    await hand.press(first)
    await hand.wait_for_change(position)
    position = await hand.position()
    await hand.press(second)
    await hand.wait_for_change(position)
    assert (await only_match(club)).draft.decisions == (second,)


async def test_a_touch_that_is_no_move_says_why(club: Club, open_page: PageOpener) -> None:
    await club.match("5x5, single turns")
    hand = await open_page(club.alice, 1)
    (stone,) = await hand.cells_that("chosen")  # the only one that can be used
    targets = await hand.cells_that("can be played")
    free = await hand.cells_that("empty")
    elsewhere = next(cell for cell in free if cell not in targets and cell != stone)
    await hand.press(elsewhere)
    await hand.page.locator(".notice").wait_for()


async def test_a_reload_a_second_tab_and_back_lead_where_they_say(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("5x5, single turns")
    hand = await open_page(club.alice, 1)
    page = hand.page
    targets = await hand.cells_that("can be played")
    position = await hand.position()
    await hand.press(targets[0])
    await hand.wait_for_change(position)
    position_with_draft = await hand.position()

    await page.reload()
    await page.locator(".table").wait_for()
    assert await hand.position() == position_with_draft

    tab = await page.context.new_page()
    await tab.goto(page.url)
    await tab.locator(".table").wait_for()
    assert await tab.locator(".table").get_attribute("data-position") == position_with_draft

    await hand.push("Think board")
    await page.locator(".table.think").wait_for()
    await page.go_back()
    await page.locator(".table:not(.think)").wait_for()
    assert await hand.position() == position_with_draft


async def test_a_turn_that_is_played_without_a_connection_is_sent_when_it_is_back(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("5x5, single turns")
    hand = await open_page(club.alice, 1)
    position = await hand.position()
    await hand.press((await hand.cells_that("can be played"))[0])
    await hand.wait_for_change(position)
    await hand.page.context.set_offline(True)
    await hand.push("Play")
    await see(hand, "No connection.")
    await hand.page.context.set_offline(False)
    await see(hand, "Waiting for bob.")
    await hand.page.locator(".offline").wait_for(state="detached")
    assert len((await only_match(club)).decisions) == 1


async def test_a_second_tap_on_play_hits_nothing_else(club: Club, open_page: PageOpener) -> None:
    await club.match("5x5, single turns")
    hand = await open_page(club.alice, 1)
    position = await hand.position()
    await hand.press((await hand.cells_that("can be played"))[0])
    await hand.wait_for_change(position)
    box = await hand.button("Play").bounding_box()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await hand.page.touchscreen.tap(*place)
    await hand.page.wait_for_timeout(150)
    await hand.page.touchscreen.tap(*place)
    await see(hand, "Waiting for bob.")
    await hand.page.wait_for_timeout(700)
    assert hand.page.url.endswith("#/m/1")
    assert not await hand.page.locator("dialog[open]").count()


async def test_a_member_is_found_by_name_and_challenged_on_a_chosen_board(
    club: Club, open_page: PageOpener
) -> None:
    phone = await open_page(club.alice)
    page = phone.page
    await phone.push("Challenge")
    await page.get_by_role("textbox", name="Find a member by name").fill("car")
    await phone.push("carol")
    await page.locator("select[name=option-board]").select_option("6x6")
    await page.get_by_text("More", exact=True).tap()
    await page.locator("select[name=option-turns]").select_option("single")
    await page.locator("select[name=clock]").select_option("other")
    await page.locator("input[name=other-clock]").fill("2d weekends off")
    await page.locator("input[name=message]").fill("slowly")
    await phone.push("Send")
    await see(phone, "You challenged carol to Veloop.")
    (challenge,) = await club.services.challenges.concerning(club.carol.id, limit=5)
    assert dict(challenge.options) == {"board": "6x6", "turns": "single"}
    assert (str(challenge.clock), challenge.note, challenge.side) == (
        "2d weekends off",
        "slowly",
        "random",
    )
    assert challenge.explore
    assert not challenge.rated
    assert phone.errors == []


async def test_nobody_else_is_challenged_while_a_name_is_typed(
    club: Club, open_page: PageOpener
) -> None:
    phone = await open_page(club.alice)
    page = phone.page
    await phone.push("Challenge")
    await page.locator("form button[type=submit]:enabled").wait_for()
    await page.get_by_role("textbox", name="Find a member by name").fill("car")
    await page.locator("form button[type=submit]:disabled").wait_for()
    await phone.push("anyone")
    await page.locator("form button[type=submit]:enabled").wait_for()


async def test_the_computer_is_played_at_a_level_on_a_board(
    club: Club, open_page: PageOpener
) -> None:
    desk = await open_page(club.alice, pointer="mouse")
    await desk.push("Level …")
    await desk.page.locator("select[name=level]").select_option("novice")
    await desk.page.locator("select[name=option-board]").select_option("5x5")
    await desk.push("Play")
    await desk.page.locator(".table").wait_for()
    match = await only_match(club)
    assert (match.level, match.options["board"]) == (0, "5x5")
    assert desk.errors == []


async def test_home_leads_to_cards_of_the_chat_and_back(club: Club, open_page: PageOpener) -> None:
    await club.match()
    phone = await open_page(club.alice)
    for entry in ("My profile", "Leaderboards", "Lobby", "Tournaments", "All settings"):
        await phone.page.get_by_role("link", name=entry).tap()
        await phone.page.locator(".card-title").wait_for()
        await phone.push("Home")
        await phone.page.locator(".game-list").wait_for()
    assert phone.errors == []


async def test_a_tournament_is_opened_by_its_title_and_a_line_proposed_beside_the_way_back(
    club: Club, open_page: PageOpener
) -> None:
    await club.alice.slash(
        "tournament create", kind="ladder", game="loop", title="Spring Cup", rated=False
    )
    await club.alice.slash("team start", game="loop", variant="small", against="novice")
    hand = await open_page(club.alice)
    await hand.page.get_by_text("Tournaments", exact=True).tap()
    await hand.push("T1 Spring Cup")
    await see(hand, "T1 · Spring Cup")
    await hand.page.evaluate("location.hash = '#/m/1/think'")
    await hand.page.locator(".cell[aria-disabled=false]").first.wait_for()
    await hand.press((await hand.cells_that("can be played"))[7])
    propose = hand.page.locator(".ways .primary")
    await propose.wait_for()
    assert await propose.text_content() == "Propose to team"
    await propose.tap()
    await see(hand, "1 member has voted.")
    assert hand.errors == []


async def test_a_page_that_slept_hears_again_and_its_first_tap_is_done(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("hex-4-5", "snipsnip")
    home = await open_page(club.bob)
    table = await open_page(club.alice, 1)
    await table.page.locator(".cell[aria-disabled=false]").first.wait_for()
    await table.page.route("**/api/m/1", lambda route: route.abort())  # the tap asks first
    club.env.backend.advance_clock(timedelta(hours=20).total_seconds())

    cell = (await table.cells_that("can be played"))[20]
    await table.press(cell)
    await table.button("Undo", exact=False).wait_for()
    assert (await club.services.matches.get(1)).draft.decisions == (cell,)

    await table.page.unroute_all()
    await home.page.wait_for_timeout(3_000)
    await club.services.challenges.make(club.place, club.carol.person, "loop")
    await see(home, "carol is looking for somebody to play Loop.")
    await club.services.matches.act(1, club.bob.id, agreements.offer_draw)
    await see(table, "bob offers a draw")
    assert home.errors + table.errors == []
