"""What players ask of each other, prepare, watch and set, as they see it; time moved by the clock, never by waiting."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from datetime import timedelta

import discord
import pytest
from simcord import InteractionResult

from bot.domain.values import Place
from bot.store.tables import heartbeat

from .conftest import Club, Member
from .discord_api import walk
from .reading import buttons, disabled, fields, pictures, private, raw, stored, words
from .test_bad_input import forged

DAY = 86_400


async def later(club: Club, seconds: float) -> None:
    """Let time pass during which the bot was alive, without going through every minute of it."""
    await club.bot.client.close()
    club.env.backend.advance_clock(seconds)
    async with club.bot.store.write() as connection:
        await connection.execute(heartbeat.update().values(at=club.now()))
    await club.restart()
    await club.env.advance_time(30)


def image(club: Club, message: InteractionResult) -> bytes:
    """The picture on a message."""
    (file,) = stored(message).attachments
    return club.env.backend.cdn.get(file.url)


async def more(member: Member, label: str) -> InteractionResult:
    """Press a button of the menu behind ⋯ of the latest post."""
    post = next(post for post in reversed(member.club.posts()) if "⋯" in buttons(post))
    return await member.click(await member.click(post, "⋯"), label)


async def test_a_draw_is_offered_and_accepted(club: Club) -> None:
    await club.match()
    offer = await club.alice.slash("match draw")
    assert f"<@{club.alice.id}> offers a draw in **M1**" in words(offer)
    assert club.pings() == [club.bob.id]
    await club.bob.click(offer, "No")
    assert f"<@{club.bob.id}> declined the draw" in words(club.post())
    await club.alice.slash("move", moves="e4-d6", draw=True)
    assert "offers a draw" in words(club.post())
    assert "Accept draw" in buttons(club.post())
    await club.bob.click(club.post(), "Accept draw")
    assert "**A draw**: the players agreed on it" in words(club.post())


async def test_a_turn_is_taken_back_by_agreement(club: Club) -> None:
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    assert "Ask to take back" not in buttons(await club.bob.click(club.post(), "⋯"))
    asked = await more(club.alice, "Ask to take back")
    assert private(asked)
    assert f"<@{club.alice.id}> would like to take back the last turn in **M1**" in words(club.post())
    assert club.pings() == [club.bob.id]
    await club.bob.click(club.post(), "Yes")
    assert "the last turn of **M1** is taken back" in words(club.post())
    assert "turn 1" in words(club.post())
    assert club.pings() == [club.alice.id]
    assert len(pictures(club.post())) == 1


async def test_a_match_is_called_off_before_both_have_moved(club: Club) -> None:
    await club.match()
    question = await more(club.bob, "Call it off")
    assert private(question)
    assert "Call M1 off?" in words(question)
    assert "M1 goes on" in words(await club.bob.click(question, "Keep playing"))
    said = await club.bob.click(await more(club.bob, "Call it off"), "Yes, call it off")
    assert "M1 is called off" in words(said)
    assert "**Called off**" in words(club.post())
    assert "over after 0 turns" in words(club.post())


async def test_a_rematch_has_the_sides_exchanged(club: Club) -> None:
    await club.match()
    await club.bob.click(await club.bob.slash("match resign"), "Yes")
    await club.bob.click(club.post(), "Rematch")
    assert club.pings() == [club.alice.id]
    await club.alice.click(club.post(), "Accept")
    assert f"⚫ <@{club.bob.id}> against ⚪ <@{club.alice.id}>" in words(club.post())
    assert "M2" in words(club.post())


async def test_a_counter_offer(club: Club) -> None:
    card = await club.alice.slash("play", game="veloop-square", opponent=club.bob)
    shown = await club.bob.click(card, "Counter-offer")
    assert shown.modal is not None
    await club.bob.actor.submit_modal(
        shown, {"variant": "12x12", "side": ["first"], "clock": "3d", "rated": ["yes"], "note": "bigger!"}
    )
    assert "made" in words(club.posts()[0])
    offer = club.post()
    assert "A counter-offer" in words(offer)
    assert "12x12, double turns · bob moves first · 3 days a turn · rated" in words(offer)
    assert "> bigger!" in words(offer)
    assert club.pings() == [club.alice.id]
    await club.alice.click(offer, "Accept")
    assert "turn 1" in words(club.post())


async def test_a_player_out_of_time_is_warned_and_then_the_other_may_claim(club: Club) -> None:
    await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first", clock="1d")
    await club.bob.click(club.post(), "Accept")
    assert "until <t:" in words(club.post())
    await later(club, DAY * 0.6)
    assert f"<@{club.alice.id}>, **M1** waits for your move" in words(club.post())
    assert club.pings() == [club.alice.id]
    await later(club, DAY * 0.5)
    overdue = club.post()
    assert "Nothing is decided by itself" in words(overdue)
    assert club.pings() == [club.bob.id]
    assert "Give more time" in buttons(overdue)
    await club.bob.click(overdue, "Give more time")
    assert "you were given more time" in words(club.post())
    assert private(await club.bob.slash("match claim", what="win"))
    await later(club, DAY * 1.1)
    await club.bob.slash("match claim", what="win")
    assert "**wins**: Black’s time ran out" in words(club.post())


async def test_a_pause_by_agreement(club: Club) -> None:
    await club.alice.slash("play", game="loop", opponent=club.bob, side="first", clock="2d")
    await club.bob.click(club.post(), "Accept")
    await club.alice.slash("match pause")
    await club.bob.click(club.post(), "Yes")
    assert "paused" in words(club.post())
    assert "the clock is paused" in words(await club.alice.slash("board"))
    assert "is paused" in words(await club.alice.slash("move", moves="1a1"))


async def test_a_pause_is_ended_by_the_player_to_move_or_asked_for_by_the_other(club: Club) -> None:
    await club.alice.slash("play", game="loop", opponent=club.bob, side="first", clock="2d")
    await club.bob.click(club.post(), "Accept")
    first = club.post()
    await club.alice.slash("match pause")
    await club.bob.click(club.post(), "Yes")
    shown = await club.alice.click(first, "Move")
    assert "M1 is paused: first ask to go on" in words(shown)
    assert "Move" not in buttons(shown)
    assert "Ask to go on" in buttons(await club.bob.slash("board"))
    assert "the clock is paused" in words(await club.bob.slash("matches"))
    await club.alice.click(shown, "Go on")
    assert f"<@{club.alice.id}> has ended the pause" in words(club.post())
    assert buttons(club.post()) == ["Board"]


async def test_ones_own_offer_is_for_the_other_to_answer(club: Club) -> None:
    await club.match()
    await club.alice.slash("match draw")
    offer = club.post()
    assert "you have asked that yourself; bob has to answer" in words(await club.alice.click(offer, "Yes")).lower()
    await club.bob.click(offer, "No")
    assert buttons(club.post()) == ["Move", "Board"]
    assert club.pings() == [club.alice.id]


async def test_what_is_left_of_the_banks_is_shown(club: Club) -> None:
    await club.alice.slash("play", game="loop", opponent=club.bob, side="first", clock="7d+12h")
    await club.bob.click(club.post(), "Accept")
    await later(club, DAY * 1.5)
    assert "Time left: ⚫ 5 days 12 hours · ⚪ 7 days" in words(await club.alice.slash("board"))


async def test_who_may_claim_can_do_so_from_the_menu_of_the_match_too(club: Club) -> None:
    await club.alice.slash("play", game="loop", opponent=club.bob, side="first", clock="1d")
    await club.bob.click(club.post(), "Accept")
    post = club.post()
    await later(club, DAY * 1.1)
    assert "Claim the win" not in buttons(await club.alice.click(post, "⋯"))
    assert "**Your turn** · time ran out" in words(await club.alice.slash("matches"))
    menu = await club.bob.click(post, "⋯")
    assert buttons(menu)[:3] == ["Claim the win", "Call it a draw", "Give more time"]
    assert "Ask to pause" not in buttons(menu)
    await club.bob.click(menu, "Claim the win")
    assert "time ran out" in words(club.post())


async def test_a_draw_is_offered_with_a_turn_made_by_menus(club: Club) -> None:
    await club.match("8x8, single turns")
    card = await club.alice.click(club.post(), "Move")
    card = await club.alice.choose(card, "m:e4-d6")
    await club.alice.click(card, "Play and offer a draw")
    assert f"<@{club.alice.id}> offers a draw" in words(club.post())
    card = await club.bob.slash("settings")
    await club.bob.click(card, "Confirm every turn")
    (move, *_) = (await club.services.matches.get(1)).state.legal_moves()
    card = await club.bob.slash("move", moves=str(move), draw=True)
    assert "You offer a draw with it." in words(card)
    assert "Play and offer a draw" not in buttons(card)


async def test_prepared_answers_are_secret_and_played_at_once(club: Club) -> None:
    await club.match("8x8, single turns")
    shown = await more(club.bob, "Prepare answers")
    assert private(shown)
    assert "Nothing is prepared" in words(shown)
    form = await club.bob.click(shown, "Prepare an answer")
    sent = await club.bob.actor.submit_modal(form, {"line": "if e4-d6 then d5-e3"})
    assert "If **e4-d6**, then **d5-e3**" in words(sent)
    wrong = await club.bob.actor.submit_modal(
        await club.bob.click(sent, "Prepare an answer"), {"line": "if e4-d6 then e4-e5 @everyone"}
    )
    assert private(wrong)
    before = len(club.posts())
    await club.alice.slash("move", moves="e4-d6")
    said = words(club.post())
    assert "played **e4-d6**" in said
    assert f"<@{club.bob.id}> had prepared **d5-e3**" in said
    assert len(club.posts()) == before + 1
    assert club.pings() == []


async def test_an_answer_that_cannot_be_prepared_leaves_what_was_prepared_in_sight(club: Club) -> None:
    await club.match("8x8, single turns")
    card = await more(club.bob, "Prepare answers")
    form = await club.bob.click(card, "Prepare an answer")
    example = fields(form)["line"]["placeholder"]
    wrong = await club.bob.actor.submit_modal(form, {"line": "if foo then bar"})
    assert "“foo” cannot be read" in words(wrong)
    form = await club.bob.click(card, "Prepare an answer")
    # What is shown as an example is an answer that could be prepared here.
    sent = await club.bob.actor.submit_modal(form, {"line": example})
    assert "Nothing is prepared" not in words(sent)


async def test_a_form_that_was_opened_before_a_restart_still_works(club: Club) -> None:
    await club.match("8x8, single turns")
    form = await club.bob.click(await more(club.bob, "Prepare answers"), "Prepare an answer")
    await club.restart()
    sent = await club.bob.actor.submit_modal(form, {"line": "if e4-d6 then d5-e3"})
    assert "If **e4-d6**, then **d5-e3**" in words(sent)


async def test_anyone_may_look_through_a_match_and_follow_it(club: Club) -> None:
    await club.match("8x8, single turns")
    for member, move in ((club.alice, "e4-d6"), (club.bob, "d5-e3")):
        await member.slash("move", moves=move)
    shown = await more(club.carol, "Look through it")
    assert "After 2 of 2 decisions" in words(shown)
    shown = await club.carol.click(shown, "◀")
    assert "After 1 of 2 decisions" in words(shown)
    assert "**e4-d6**" in words(shown)
    shown = await club.carol.click(shown, "⏮")
    assert "After 0 of 2 decisions" in words(shown)
    shown = await club.carol.click(shown, "⏭")
    assert "After 2 of 2 decisions" in words(shown)
    straight = image(club, shown)
    shown = await club.carol.click(shown, "Turn the board")
    assert "After 2 of 2 decisions" in words(shown)
    assert image(club, shown) != straight
    assert disabled(shown) == ["▶", "⏭"]
    followed = await more(club.carol, "Follow")
    assert "You follow **M1**" in words(followed)
    assert "Follow no longer" in buttons(followed)
    legal = await club.alice.type("move", "moves", "")
    await club.alice.slash("move", moves=legal[0])
    await club.env.advance_time(5)
    assert "M1" in words(club.carol.actor.user.dm_channel.last_message)
    await more(club.carol, "Follow no longer")


async def test_another_match_that_waits_is_pointed_out(club: Club) -> None:
    await club.match()
    await club.match()
    answer = await club.alice.slash("move", moves="e4-d6", match="M1")
    (hint,) = answer.followups
    assert hint.ephemeral
    assert "**M2** also waits for you" in words(hint)
    shown = await club.alice.click(hint, "Move in M2")
    assert "M2 · your move" in words(shown)


async def test_a_member_chooses_how_things_look_and_are_told(club: Club) -> None:
    await club.match()
    card = await club.alice.slash("settings")
    assert private(card)
    await club.alice.choose(card, "slate")
    await club.alice.choose(card, "cells")
    card = await club.alice.click(card, "Confirm every turn: off")
    assert "Confirm every turn: on" in buttons(card)
    preview = await club.alice.slash("move", moves="e4-d6")
    assert private(preview)
    await club.alice.click(preview, "Play e4-d6")
    assert "played **e4-d6**" in words(club.post())
    await club.bob.choose(await club.bob.slash("settings"), "dm")
    await club.alice.click(await club.alice.slash("settings"), "Confirm every turn: on")
    legal = await club.bob.type("move", "moves", "")
    await club.bob.slash("move", moves=legal[0])
    legal = await club.bob.type("move", "moves", "")
    await club.bob.slash("move", moves=legal[0])
    legal = await club.alice.type("move", "moves", "")
    first = await club.alice.slash("move", moves=legal[0])
    legal = await club.alice.type("move", "moves", "")
    await club.alice.slash("move", moves=legal[0])
    assert private(first)
    assert club.pings() == []
    await club.env.advance_time(5)
    assert "to move" in words(club.bob.actor.user.dm_channel.last_message)


async def test_vacation(club: Club) -> None:
    card = await club.alice.slash("settings")
    assert "30 days" in words(card)
    card = await club.alice.choose(card, "7")
    assert "on vacation until" in words(card)
    card = await club.alice.choose(card, "0")
    assert "on vacation until" not in words(card)


async def test_an_opponent_on_vacation_is_said_to_be_on_boards_and_in_lists(club: Club) -> None:
    await club.alice.slash("play", game="loop", opponent=club.bob, side="first", clock="3d")
    await club.bob.click(club.post(), "Accept")
    await club.bob.choose(await club.bob.slash("settings"), "7")
    said = f"<@{club.bob.id}> is on vacation until"
    for shown in (await club.alice.slash("board"), await club.alice.slash("matches")):
        assert said in words(shown)
    assert said in words(await club.alice.click(club.post(), "⋯"))
    await club.alice.slash("move", moves="c4")
    assert said in words(club.post())
    assert said in words(await club.alice.slash("match show"))
    await club.bob.choose(await club.bob.slash("settings"), "0")
    assert said not in words(await club.alice.slash("match show"))


async def test_who_is_told_by_direct_message_is_named_in_the_channel_and_calls_others_by_name(club: Club) -> None:
    await club.bob.choose(await club.bob.slash("settings"), "dm")
    await club.alice.slash("play", game="loop", opponent=club.bob, side="first", clock="1d")
    await club.bob.click(club.post(), "Accept")
    await later(club, DAY)
    assert words(club.post()).startswith(f"<@{club.bob.id}>, your opponent’s time")
    assert club.pings() == []
    await club.bob.click(club.post(), "Give more time")
    await club.alice.slash("move", moves="c4")
    await club.env.advance_time(5)
    direct = club.bob.actor.user.dm_channel
    assert "alice played **1c4**" in words(direct.last_message)
    button = next(part for part in walk(raw(direct.last_message)) if part.get("label") == "Board")
    shown = await club.bob.actor.user.click(direct.last_message, custom_id=button["custom_id"])
    assert "alice played **1c4**" in words(shown)
    listed = await club.bob.actor.user.slash("matches")
    assert "against alice" in words(listed)


async def test_a_member_and_a_server_each_read_their_own_language(club: Club) -> None:
    await club.match()
    card = await club.alice.choose(await club.alice.slash("settings"), "de")
    assert "### Deine Einstellungen" in words(card)
    place = Place(club.guild.id, club.channel.id)
    await club.services.servers.change(place, language="ja")
    await club.alice.slash("move", moves="e4-d6")
    assert f"<@{club.alice.id}>が**e4-d6**と指しました" in words(club.post())
    assert "Du bist in M1 nicht am Zug" in words(await club.alice.slash("move", moves="e4-d6"))
    assert "M1 · your move" in words(await club.bob.click(club.post(), "指す"))
    # What everyone reads is in the server's language, whoever has it shown.
    assert "第2手番" in words(await club.alice.slash("match show"))
    assert "⚫" in words(await club.alice.slash("match replay"))
    assert "の番です" in words(club.post())
    card = await club.alice.slash("play", game="loop")
    await club.bob.click(card, "受けて立つ")
    assert "さんの挑戦を受けました" in words(card)


async def test_weekends_off_are_agreed_and_do_not_count(club: Club) -> None:
    while club.now().weekday() != 4:
        await later(club, DAY)
    card = await club.alice.slash("play", game="loop", opponent=club.bob, side="first", clock="1 day, no weekends")
    assert "1 day a turn, weekends off" in words(card)
    await club.bob.click(card, "Accept")
    due = club.now() + timedelta(days=3)
    assert re.search(rf"until <t:{str(int(due.timestamp()))[:-2]}\d\d:f>", words(club.post()))


async def test_only_those_who_manage_a_server_set_it_up(club: Club) -> None:
    await club.match()
    role = club.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    boss = Member(club, club.guild.add_member(club.env.create_user("erin"), roles=[role]))
    assert "server" not in club.alice.actor.available_commands(club.channel)
    card = await boss.slash("server")
    assert private(card)
    await boss.choose(card, "3d")
    await boss.click(card, "A thread for each match: off")
    other = club.guild.create_text_channel("arena")
    await boss.actor.select(stored(card), [other], custom_id="lh:server:0:0:channels")
    refused = await club.alice.slash("play", game="loop")
    assert private(refused)
    assert f"games are played in <#{other.id}>" in words(refused)
    answer = await forged(club.alice, club.post(), "lh:server:0:0:threads.0")
    assert "only members who may manage the server" in words(answer).lower()


async def test_ones_data_is_given_and_deleted(club: Club) -> None:
    await club.match()
    given = await club.alice.slash("privacy export")
    assert private(given)
    (file,) = stored(given).attachments
    data = json.loads(club.env.backend.cdn.get(file.url))
    assert data["user"] == str(club.alice.id)
    assert len(data["matches"]) == 1
    question = await club.alice.slash("privacy delete")
    assert "Nothing was deleted" in words(await club.alice.click(question, "Keep it"))
    gone = await club.alice.click(await club.alice.slash("privacy delete"), "Yes")
    assert "Deleted" in words(gone)
    assert await club.services.matches.of(club.alice.id) == ()


async def test_a_record_and_an_animation(club: Club) -> None:
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    given = await club.carol.slash("match record", match="M1")
    assert private(given)
    assert "e4-d6" in words(given)
    assert sorted(file.filename for file in stored(given).attachments) == [
        "M1-veloop-square.json",
        "M1-veloop-square.txt",
    ]
    shown = await club.carol.slash("match replay", match="M1")
    assert not private(shown)
    assert stored(shown).attachments[0].filename == "M1.gif"


async def test_a_long_animation_tells_how_far_it_is(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.match()
    monkeypatch.setattr("bot.chat.records.PATIENCE", 0.05)
    run = club.services.images.run

    async def slow(work: Callable[[], bytes]) -> bytes:
        await asyncio.sleep(0.12)
        return await run(work)

    monkeypatch.setattr(club.services.images, "run", slow)
    shown = await club.bob.slash("match replay", match="M1")
    assert stored(shown).attachments[0].filename == "M1.gif"
    sent = [entry for entry in club.env.http_requests if entry.path.endswith(("/callback", "/messages/@original"))]
    assert "Drawing M1" in str(sent[-2].json)
    assert sent[-1].method == "PATCH"
