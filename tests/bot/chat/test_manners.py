"""What players ask of each other, prepare, watch and set, as they see it; time moved by the clock, never by waiting."""

from __future__ import annotations

import re
from datetime import timedelta

from simcord import InteractionResult

from bot.domain.values import Place
from bot.store.tables import heartbeat

from .conftest import Club, Member
from .discord_api import walk
from .reading import buttons, fields, private, raw, stored, words

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


async def test_what_is_left_of_the_banks_is_shown(club: Club) -> None:
    await club.alice.slash("play", game="loop", opponent=club.bob, side="first", clock="7d+12h")
    await club.bob.click(club.post(), "Accept")
    await later(club, DAY * 1.5)
    assert "Time left: ⚫ 5 days 12 hours · ⚪ 7 days" in words(await club.alice.slash("board"))


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


async def test_another_match_that_waits_is_pointed_out(club: Club) -> None:
    await club.match()
    await club.match()
    answer = await club.alice.slash("move", moves="e4-d6", match="M1")
    (hint,) = answer.followups
    assert hint.ephemeral
    assert "**M2** also waits for you" in words(hint)
    shown = await club.alice.click(hint, "Move in M2")
    assert "M2 · your move" in words(shown)


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
