"""What players ask of each other, claim and end, as they see it; time moved by the clock, never by waiting."""

from tests.bot.chat.acting import DAY, later, more, sure
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, pictures, private, privately_says, says, words


async def test_a_draw_is_offered_and_accepted(club: Club) -> None:
    await club.match()
    offer = await club.bob.slash("match draw")
    club.posted(f"<@{club.bob.id}> offers a draw in **M1**", pings=[club.alice])
    await club.alice.click(offer, "Decline")
    assert f"<@{club.alice.id}> declined the draw" in words(club.post())
    assert "alice has declined that; you can ask again next turn" in words(await club.bob.slash("match draw"))
    await club.alice.slash("move", moves="e4-d6", draw=True)
    assert "offers a draw" in words(club.post())
    assert "Accept draw" in buttons(club.post())
    asked = await club.bob.click(club.post(), "Accept draw")
    privately_says(asked, "End M1 as a draw?")
    assert "M1 is a draw" in words(await sure(club.bob, asked))
    assert "**Draw**: by agreement" in words(club.post())


async def test_a_turn_is_taken_back_by_agreement(club: Club) -> None:
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    assert "Ask for takeback" not in buttons(await club.bob.click(club.post(), "⋯"))
    assert private(await more(club.alice, "Ask for takeback"))
    club.posted(f"<@{club.alice.id}> asks to take back **e4-d6** in **M1**", pings=[club.bob])
    asked = club.post()
    await club.bob.click(asked, "Accept")
    assert "accepted the takeback: the last turn of **M1** is undone" in words(club.post())

    club.posted("to move", pings=[club.alice])
    assert len(pictures(club.post())) == 1


async def test_a_match_is_called_off_before_both_have_moved(club: Club) -> None:
    await club.match()
    question = await more(club.bob, "Call off")
    privately_says(question, "Call off M1?")
    assert "M1 stays as it is" in words(await club.bob.click(question, "Keep playing"))
    assert "M1 is called off" in words(await sure(club.bob, await more(club.bob, "Call off")))
    says(club.post(), "**Called off**", "over after 0 turns")


async def test_a_rematch_has_the_sides_exchanged(club: Club) -> None:
    await club.match()
    await club.bob.click(await club.bob.slash("match resign"), "Resign")
    await club.bob.click(club.post(), "Offer rematch")
    club.posted("### Rematch: Veloop", pings=[club.alice])
    await club.alice.click(club.post(), "Accept")
    says(club.post(), f"⚫ <@{club.bob.id}> against ⚪ <@{club.alice.id}>", "M2")


async def test_a_player_out_of_time_is_warned_and_then_the_other_may_claim(club: Club) -> None:
    await club.match(clock="1d")
    assert "until <t:" in words(club.post())
    await later(club, DAY * 0.8)
    club.posted(
        f"<@{club.alice.id}>, your turn against <@{club.bob.id}>: Veloop **M1**, time runs out", pings=[club.alice]
    )
    await later(club, DAY * 0.3)
    overdue = club.post()
    club.posted(
        f"<@{club.alice.id}> is out of time in Veloop **M1**. What do you do?",
        "you can still move",
        pings=[club.alice, club.bob],
    )
    assert "Give more time" in buttons(overdue)
    await club.bob.click(overdue, "Give more time")
    assert f"<@{club.bob.id}> gave you more time" in words(club.post())
    assert private(await club.bob.slash("match claim", what="win"))
    await later(club, DAY * 1.1)
    await sure(club.bob, await club.bob.slash("match claim", what="win"))
    assert "**wins**: Black ran out of time" in words(club.post())


async def test_a_pause_is_agreed_on_and_ended_by_the_player_to_move_or_asked_for_by_the_other(club: Club) -> None:
    await club.match(game="loop", clock="2d")
    first = club.post()
    await club.alice.slash("match pause")
    count = len(club.posts())
    await club.bob.click(club.post(), "Accept")
    assert len(club.posts()) == count, "it is shown where it was asked"
    says(club.post(), "· paused", f"-# <@{club.bob.id}> accepted")
    assert buttons(club.post())[0] == "Resume"
    for shown in (await club.alice.slash("board"), await club.bob.slash("matches")):
        assert "· paused" in words(shown)
    assert "Ask to resume" in buttons(await club.bob.slash("board"))
    assert "is paused" in words(await club.alice.slash("move", moves="1a1"))
    shown = await club.alice.click(first, "Move")
    assert "M1 is paused. Resume it first" in words(shown)
    assert "Move" not in buttons(shown)
    assert "M1 goes on" in words(await club.alice.click(shown, "Resume"))
    assert "· paused" not in words(club.post())
    assert "Resume" not in buttons(club.post())


async def test_ones_own_offer_is_for_the_other_to_answer(club: Club) -> None:
    await club.match()
    await club.alice.slash("match draw")
    offer = club.post()
    assert "you asked this yourself; wait for bob to answer" in words(await club.alice.click(offer, "Accept")).lower()
    await club.bob.click(offer, "Decline")
    assert buttons(club.post()) == ["Move"]
    assert club.pings() == [club.alice.id]


async def test_who_may_claim_can_do_so_from_the_menu_of_the_match_too(club: Club) -> None:
    await club.match(game="loop", clock="1d")
    post = club.post()
    await later(club, DAY * 1.1)
    assert "Claim the win" not in buttons(await club.alice.click(post, "⋯"))
    assert "**Your turn** · ran out of time" in words(await club.alice.slash("matches"))
    menu = await club.bob.click(post, "⋯")
    assert buttons(menu)[:3] == ["Claim the win", "Claim a draw", "Give more time"]
    assert "Ask to pause" not in buttons(menu)
    await sure(club.bob, await club.bob.click(menu, "Claim the win"))
    assert "ran out of time" in words(club.post())


async def test_resigning_is_asked_twice_and_then_told(club: Club) -> None:
    await club.match()
    question = await club.alice.slash("match resign")
    privately_says(question, "Resign M1?")
    assert "M1 stays as it is" in words(await club.alice.click(question, "Keep playing"))
    await club.alice.click(await club.alice.slash("match resign"), "Resign")
    assert f"⚪ <@{club.bob.id}> **wins**: Black resigned." in words(club.post())
    assert "White won on turn 1 (by resignation)." in pictures(club.post())[0]
    assert club.pings() == [club.bob.id]
