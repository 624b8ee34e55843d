"""Team matches as members meet them: started, joined, lines proposed, opened and voted for, and
played in time.
"""

from collections.abc import Sequence

import pytest
from simcord import InteractionResult

from tests.bot.chat.acting import DAY, later
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.features.agreements.test_refused import pressable
from tests.bot.chat.features.explore.thinker import Thinker
from tests.bot.chat.reading import buttons, pictures, private, privately_says, says, words
from tests.bot.chat.world import Wire, answer_to


async def propose(member: Member, match: int, shown: InteractionResult) -> InteractionResult:
    """Try the first turn there is on the Think board, and propose it."""
    thinker = Thinker(member, (await member.club.services.matches.get(match)).state)
    thinker.shown = await member.click(shown, "Think board")
    if "Try a line" in buttons(thinker.shown):
        thinker.shown = await member.click(thinker.shown, "Try a line")
    await thinker.try_turn()
    return await member.click(thinker.shown, "Propose to team")


async def test_a_team_plays_the_computer(club: Club) -> None:
    await club.alice.slash("team start", game="loop", variant="small", against="novice", veto=True)
    club.posted(
        "### Loop · M1", "Team 1", "the computer (novice)", "1 day per turn", pings=[club.alice]
    )
    assert buttons(club.post())[:3] == ["Team", "Think board", "Board"]
    privately_says(
        await club.bob.slash("move", moves="1a1", match="M1"),
        "The sides of M1 vote on what they do",
    )
    card = await club.bob.click(club.post(), "Team")
    assert private(card)
    says(words(card), "### M1 · Loop · teams", "Team 1 · 1 member · captain: <@", "vote in secret")
    assert buttons(card) == ["Join Team 1"]
    card = await club.bob.click(card, "Join")
    says(words(card), "2 members", "No lines yet.")
    assert buttons(card) == ["Think board", "Offer draw (0/2)", "Resign (0/2)"]
    assert [item.match.name for item in await club.services.daily_cards.waiting(club.bob.id)] == [
        "M1"
    ]
    mine = await club.bob.slash("matches")
    says(words(mine), "**M1** · Loop · against the computer")
    assert buttons(mine)[:2] == ["Team", "Board"]
    says(
        words(await club.bob.click(await club.bob.click(mine, "Board"), "Team")),
        "### M1 · Loop · teams",
    )
    card = await propose(club.bob, 1, card)
    assert await club.services.daily_cards.waiting(club.bob.id) == [], "bob has voted"
    says(
        words(card),
        "You vote for **1a1**",
        "Line 1: **1a1** – <@",
        "✅ your vote",
        "1 member has voted.",
    )
    await club.restart()
    card = await club.alice.click(club.post(), "Team")
    assert "✅" not in words(card)
    line = await club.alice.click(card, "Line 1")
    assert pictures(line)
    assert buttons(line) == ["Vote for it", "All lines", "Veto"]
    says(words(line), "### M1 · Loop · teams", "Line 1: **1a1**", "Team 1 to move · until")
    says(
        words(await club.alice.click(line, "Vote for it")),
        "You vote for **1a1**",
        "2 members have voted.",
    )
    assert "Veto" not in buttons(
        await club.bob.click(await club.bob.click(club.post(), "Team"), "Line 1")
    )
    posts = len(club.posts())
    await later(club, DAY + 60)
    await club.thought()
    await club.env.advance_time(30)
    assert len(club.posts()) > posts
    club.posted("Team 1 played **1a1**", "Team 1 to move", pings=[club.alice, club.bob])
    for _ in range(2):  # pressed again, it is taken back
        card = await club.alice.click(await club.alice.click(club.post(), "Team"), "Resign")
    assert "Resign (0/2)" in buttons(card)
    card = await club.alice.click(await club.alice.click(club.post(), "Team"), "Resign (0/2)")
    assert "Resign (1/2)" in buttons(card)
    await club.bob.click(await club.bob.click(club.post(), "Team"), "Resign (1/2)")
    club.posted("wins", "resigned", pings=[club.alice, club.bob])
    assert "Rematch" not in buttons(club.post())
    says(words(await club.carol.slash("match record", match="M1")), "proposed by bob")
    privately_says(await club.bob.slash("team leave", match="M1"), "You’ve left your side of M1.")


async def test_a_line_keeps_its_number_when_an_act_was_proposed_before_it(club: Club) -> None:
    await club.alice.slash("team start", game="loop", variant="small", against="novice")
    await club.bob.click(await club.bob.click(club.post(), "Team"), "Join")
    card = await club.alice.click(await club.alice.click(club.post(), "Team"), "Offer draw")
    await propose(club.alice, 1, card)
    card = await club.bob.click(club.post(), "Team")
    says(words(card), "Line 1: ")
    says(words(await club.bob.click(card, "Line 1")), "Line 1: ")


async def test_two_sides_play_each_other(club: Club) -> None:
    role = club.guild.create_role("Knights")
    side = f"<@{club.bob.id}> <@{club.carol.id}>"
    await club.alice.slash("team start", game="snipsnip", side=side, against=f"<@&{role.id}>")
    club.posted(
        "A team match begins: <@", "Team 1", "Team 2", pings=[club.alice, club.bob, club.carol]
    )
    stranger = await club.dave.click(club.post(), "Team")
    says(words(stranger), "You’re on neither side. You can look at the board and follow the match.")
    assert buttons(stranger) == ["Board", "Follow"], "he is not invited"
    tried = Thinker(club.dave, (await club.services.matches.get(1)).state)
    tried.shown = await club.dave.click(club.post(), "Think board")
    await tried.try_turn()
    assert "Propose to team" not in buttons(tried.shown)
    card = await club.bob.click(club.post(), "Team")
    assert len(buttons(card)) == 1, "and he to one side"
    await club.bob.click(card, "Join")
    await propose(club.alice, 1, await club.alice.click(club.post(), "Team"))
    await later(club, DAY + 60)
    club.posted("Team 1 played", "Team 2 to move", pings=[])
    privately_says(
        await club.alice.slash("team start", game="loop", side="bob"),
        "Mention the members of a side",
    )
    await club.match()
    privately_says(await club.alice.slash("team join", match="M2"), "M2 isn’t a team match")


@pytest.mark.slow
async def test_what_sides_say_to_each_other_says_why_pings_each_once_and_leads_to_their_vote(
    club: Club,
) -> None:
    black = (club.alice, club.bob)
    white = (club.carol, club.dave)
    one, other = (" ".join(f"<@{member.id}>" for member in side) for side in (black, white))
    seen = 0

    async def act(side: Sequence[Member], label: str) -> None:
        for member in side:
            await member.click(await member.slash("team join", match="M1"), label)
        await club.env.advance_time(30)

    async def said(why: str, *pinged: Member) -> None:
        """One new post, which says why in its first line; its buttons are refused to no member of a
        side.
        """
        nonlocal seen
        (post,), seen = club.posts()[seen:], len(club.posts())
        assert words(post).startswith(why)
        club.posted(pings=pinged)
        for member in pinged:
            assert "\n".join(words(post).split("\n")[:3]).count(f"<@{member.id}>") == 1
        assert len(pictures(post)) == 1
        assert {"Team", "Board"} & set(buttons(post))
        for label, custom_id in pressable(post).items():
            for member in (club.alice, club.carol):
                assert "⚠️" not in await answer_to(Wire(club).press(member, custom_id, post)), label

    await club.alice.slash("team start", game="loop", side=one, against=other)
    await said("A team match begins: ", *black, *white)
    for member in (club.bob, *white):
        await member.click(await member.slash("team join", match="M1"), "Join")
    await later(club, DAY * 0.8)
    await said("Team 1, your turn against Team 2: Loop **M1**, time runs out", *black)
    await propose(club.alice, 1, await club.alice.slash("team join", match="M1"))
    await later(club, DAY * 0.3)
    await said("Your team is to move: ", *white)
    await act(black, "Offer draw")
    await said("Team 1 offers a draw in **M1**.", *white)
    offer = club.post()
    await act(black, "Ask for takeback")
    await said("Team 1 asks to take back **1a1** in **M1**.", *white)
    asked = club.post()
    await act(white, "Grant takeback")
    await said("Team 2 accepted the takeback: the last turn of **M1** is undone.", *black)
    now = {post.id: post for post in club.posts()}
    says(now[asked.id], "-# Team 2 accepted")
    says(now[offer.id], "-# Not answered: M1 has moved on")
    await later(club, DAY * 1.1)
    await said("Team 2, Team 1 is out of time in Loop **M1**. What do you do?", *black, *white)
    await act(white, "Claim the win")
    await said("Your team match is over: ", *black, *white)
    await club.alice.slash("team start", game="loop", against="novice")
    seen = len(club.posts())
    await later(club, DAY * 1.1)
    await said("Team 3, your time ran out in Loop **M2**. The first line you propose", club.alice)
    await propose(club.alice, 2, await club.alice.slash("team join", match="M2"))
    await club.env.advance_time(60)
    await club.thought()
    says(club.post(), "Team 3 played **")


@pytest.mark.slow
async def test_of_many_who_are_invited_five_are_named_and_nothing_tells_who_was_not_pinged(
    club: Club,
) -> None:
    crowd = [
        Member(club, club.guild.add_member(club.env.create_user(f"member{n}"))) for n in range(8)
    ]
    await club.services.blocks.block(club.bob.id, club.alice.person)
    await club.services.members.change(club.carol.id, challenges=False)
    invited = [club.bob, club.carol, *crowd]
    await club.alice.slash(
        "team start", game="loop", side=" ".join(f"<@{member.id}>" for member in invited)
    )
    named = sorted([club.alice.id, club.bob.id, club.carol.id, crowd[0].id, crowd[1].id])
    club.posted("A team match begins: <@", pings=[club.alice, crowd[0], crowd[1]])
    first = words(club.post()).split("\n")[0]
    assert [f"<@{user}>" in first for user in named] == [True] * 5
    assert first.count("<@") == 5
    card = await crowd[7].click(club.post(), "Team")
    says(words(await crowd[7].click(card, "Join")), "2 members")
    for _ in range(2):
        await club.alice.slash("team leave", match="M1")
        await club.alice.slash("team start", game="loop", side=f"<@{crowd[0].id}>")
    said = await club.alice.slash("team start", game="loop", side=f"<@{crowd[0].id}>")
    privately_says(said, f"<@{crowd[0].id}> hasn’t taken your last 3 challenges; try again in 24 h")
