"""What is done on the page shows in the chat, and what is done in the chat shows on the page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.chat.board.links import AskTakeback, FollowMatch
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, words
from tests.bot.web.conftest import Tab, action, actions, labelled, soon

Tabs = Callable[[], Tab]


class Watching:
    """A page that asks again and again whether its match has changed."""

    def __init__(self, page: Tab, match: int, query: str = "") -> None:
        self.page = page
        self.path = f"m/{match}{query}"
        self.tag = ""

    async def changed(self) -> bool:
        """Whether anything has changed since this was asked last; the page then has it."""
        headers = {"If-None-Match": self.tag} if self.tag else {}
        status, view = await self.page.ask(self.path, **headers)
        assert status in (200, 304)
        if status == 200:
            self.tag = self.page.headers["ETag"]
            self.shown = view
        return status == 200


async def watching(page: Tab, match: int, query: str = "") -> Watching:
    watch = Watching(page, match, query)
    assert await watch.changed()
    assert not await watch.changed()
    return watch


async def test_a_draw_is_offered_on_the_page_and_declined_in_the_chat(
    club: Club, tab: Tabs
) -> None:
    match = await club.match("8x8, single turns")
    for _ in range(3):
        for member in (club.alice, club.bob):
            await club.services.matches.play(match, member.id, await first_move(club, match))
    await club.env.advance_time(5)
    page = tab()
    await page.enter(club.alice)
    alice = await watching(page, match)
    status, _ = await page.press(action(alice.shown, "draw"))
    assert status == 200
    await soon(club, lambda: "offers a draw" in words(club.post()))
    club.posted("offers a draw in **M1**", pings=[club.bob])
    assert await alice.changed()
    assert alice.shown["requests"][0]["kind"] == "draw"
    question_id = club.post().id
    await club.bob.click(club.post(), "Decline")
    assert await alice.changed()
    assert alice.shown["requests"] == []
    assert "draw" in [one["name"] for one in alice.shown["actions"]] or alice.shown["running"]
    await soon(club, lambda: not answered(club, question_id))


async def first_move(club: Club, match: int) -> str:
    return str((await club.services.matches.get(match)).state.legal_moves()[0])


def answered(club: Club, post: int) -> list[str]:
    """The buttons by which a request in a post can still be answered, if it is still there."""
    labels = [label for one in club.posts() if one.id == post for label in buttons(one)]
    return [label for label in labels if label in ("Accept", "Decline", "Withdraw")]


@pytest.mark.slow
async def test_a_takeback_is_asked_for_on_the_page_withdrawn_asked_again_and_granted(
    club: Club, tab: Tabs
) -> None:
    match = await club.match()
    await club.alice.slash("move", moves="e4-d6")
    page = tab()
    await page.enter(club.alice)
    alice = await watching(page, match)
    await page.press(action(alice.shown, "takeback"))
    await soon(club, lambda: "take" in words(club.post()) and "Accept" in buttons(club.post()))
    question_id = club.post().id
    assert await alice.changed()
    await page.press(labelled(alice.shown, "Withdraw"))
    await soon(club, lambda: not answered(club, question_id))
    assert await alice.changed()
    await page.press(action(alice.shown, "takeback"))
    await soon(club, lambda: "Accept" in buttons(club.post()))
    await club.bob.click(club.post(), "Accept")
    assert await alice.changed()
    assert (alice.shown["last"], alice.shown["mine"]) == (0, True)
    assert (await page.press(str(AskTakeback(match, 1))))[0] in (409, 422), "an old button"


async def test_turns_and_the_end_in_the_chat_show_on_the_page(club: Club, tab: Tabs) -> None:
    match = await club.match()
    page = tab()
    await page.enter(club.bob)
    bob = await watching(page, match)
    assert not bob.shown["mine"]
    await club.alice.slash("move", moves="e4-d6")
    assert await bob.changed()
    assert (bob.shown["mine"], [turn["moves"] for turn in bob.shown["turns"]]) == (
        True,
        ["e4-d6"],
    )
    assert "e4-d6" in bob.shown["played"][0]
    await club.alice.click(await club.alice.slash("match resign"), "Resign")
    assert await bob.changed()
    assert (bob.shown["running"], bob.shown["result"]["title"]) == (False, "You won")
    assert bob.shown["result"]["why"]


async def test_resigning_on_the_page_ends_the_match_in_the_chat(club: Club, tab: Tabs) -> None:
    match = await club.match()
    posts = len(club.posts())
    page = tab()
    view = await page.open(club.bob, match)
    _, question = await page.press(action(view, "resign"))
    await page.press(labelled(question, "Resign"))
    await soon(club, lambda: len(club.posts()) > posts)
    club.posted("over after 0 turns", "**wins**: White resigned", pings=[club.alice])
    assert "Offer rematch" in buttons(club.post())


async def test_a_rematch_offered_in_the_chat_is_accepted_on_the_page_and_found_by_both(
    club: Club, tab: Tabs
) -> None:
    match = await club.match()
    page = tab()
    await page.enter(club.bob)
    bob = await watching(page, match)
    await club.alice.click(await club.alice.slash("match resign"), "Resign")
    assert await bob.changed()
    await club.alice.click(club.post(), "Offer rematch")
    assert await bob.changed(), "an offer changes no match"
    assert "alice offers a rematch" in bob.shown["requests"][0]["text"]
    status, opening = await page.press(labelled(bob.shown, "Accept"))
    assert (status, opening["match"]) == (200, match + 1)
    await soon(club, lambda: "M2" in words(club.post()))
    assert await bob.changed()
    assert bob.shown["following"] == match + 1


async def test_a_challenge_in_the_chat_shows_at_home_and_its_answer_in_the_chat(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    await page.enter(club.bob)
    await club.alice.slash("play", game="loop", opponent=club.bob, side="first")
    post = club.post()
    _, home = await page.ask("home")
    (challenge,) = home["challenges"]
    assert "alice challenges you to Loop" in challenge["text"]
    status, opening = await page.press(labelled(challenge, "Accept"))
    assert (status, opening["kind"]) == (200, "open")
    await soon(club, lambda: len(club.posts()) > 1)
    await soon(
        club,
        lambda: "Accept" not in buttons(next(one for one in club.posts() if one.id == post.id)),
    )
    repeat, _ = await page.press(labelled(challenge, "Accept"))
    assert repeat in (404, 409, 422)


async def test_what_time_alone_changes_shows_on_an_open_page(club: Club, tab: Tabs) -> None:
    match = await club.match(clock="1d")
    await club.alice.slash("move", moves="e4-d6")
    page = tab()
    await page.enter(club.alice)
    alice = await watching(page, match)
    assert not [one for one in alice.shown["actions"] if one["group"] == "claim"]
    club.quiet()
    await club.env.advance_time(timedelta(days=1, minutes=1).total_seconds())
    await page.enter(club.alice)
    assert await alice.changed(), "bob is out of time"
    claims = [one["name"] for one in alice.shown["actions"] if one["group"] == "claim"]
    assert claims == ["claim-win", "claim-draw", "claim-time"]


@pytest.mark.slow
async def test_what_settings_change_shows_on_an_open_page(club: Club, tab: Tabs) -> None:
    match = await club.match()
    page = tab()
    await page.enter(club.alice)
    alice = await watching(page, match)
    await club.services.members.change(club.alice.id, theme="slate")
    assert await alice.changed()
    assert alice.shown["look"][0] == "slate"
    await club.services.members.change(club.alice.id, language="de")
    assert await alice.changed()
    assert not await alice.changed()
    other = await watching(page, match, "?flip=1&legal=1")
    assert other.tag != alice.tag


@pytest.mark.slow
async def test_who_follows_a_match_in_the_chat_can_stop_on_the_page(club: Club, tab: Tabs) -> None:
    match = await club.match()
    page = tab()
    await page.enter(club.carol)
    carol = await watching(page, match)
    await page.press(str(FollowMatch(match)))
    assert await carol.changed()
    assert await club.services.matches.follows(match, club.carol.id)
    stop = str(FollowMatch(match, True))
    assert stop in [one["press"] for one in actions(carol.shown)]
    await page.press(stop)
    assert await carol.changed()
    assert not await club.services.matches.follows(match, club.carol.id)
