"""Team matches as members meet them: started, joined, lines proposed, opened and voted for, and played in time."""

from simcord import InteractionResult

from tests.bot.chat.acting import DAY, later
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.features.explore.thinker import Thinker
from tests.bot.chat.reading import buttons, pictures, private, privately_says, says, words


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
    club.posted("### Loop · M1", "Team 1", "the computer (novice)", "1 day per turn", pings=[club.alice])
    assert buttons(club.post())[:3] == ["Team", "Think board", "Board"]
    privately_says(await club.bob.slash("move", moves="1a1", match="M1"), "The sides of M1 vote on what they do")
    card = await club.bob.click(club.post(), "Team")
    assert private(card)
    says(words(card), "### M1 · Loop · teams", "Team 1 · 1 member · captain: <@", "vote in secret")
    assert len(buttons(card)) == 1
    card = await club.bob.click(card, "Join")
    says(words(card), "2 members", "No lines yet.")
    assert buttons(card) == ["Think board", "Offer draw (0/2)", "Ask for takeback (0/2)", "Resign (0/2)"]
    assert [item.match.name for item in await club.services.daily_cards.waiting(club.bob.id)] == ["M1"]
    mine = await club.bob.slash("matches")
    says(words(mine), "**M1** · Loop · against the computer")
    assert buttons(mine)[:2] == ["Team", "Board"]
    says(words(await club.bob.click(await club.bob.click(mine, "Board"), "Team")), "### M1 · Loop · teams")
    card = await propose(club.bob, 1, card)
    assert await club.services.daily_cards.waiting(club.bob.id) == [], "bob has voted"
    says(words(card), "You vote for **1a1**", "Line 1: **1a1** – <@", "✅ your vote", "1 member has voted.")
    await club.restart()
    card = await club.alice.click(club.post(), "Team")
    assert "✅" not in words(card)
    line = await club.alice.click(card, "Line 1")
    assert pictures(line)
    assert buttons(line) == ["Vote for it", "All lines", "Veto"]
    says(words(await club.alice.click(line, "Vote for it")), "You vote for **1a1**", "2 members have voted.")
    assert "Veto" not in buttons(await club.bob.click(await club.bob.click(club.post(), "Team"), "Line 1"))
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


async def test_two_sides_play_each_other(club: Club) -> None:
    role = club.guild.create_role("Knights")
    side = f"<@{club.bob.id}> <@{club.carol.id}>"
    await club.alice.slash("team start", game="snipsnip", side=side, against=f"<@&{role.id}>")
    club.posted("Team 1", "Team 2", pings=[club.alice, club.bob, club.carol])
    privately_says(
        await club.dave.click(await club.dave.click(club.post(), "Team"), "Join"), "This side has not invited you"
    )
    await club.bob.click(await club.bob.click(club.post(), "Team"), "Join")
    card = await club.alice.click(club.post(), "Team")
    await propose(club.alice, 1, card)
    await later(club, DAY + 60)
    club.posted("Team 1 played", "Team 2 to move", pings=[])
    await later(club, DAY + 60)
    for member in (club.alice, club.bob):
        card = await member.click(await member.slash("team join", match="M1"), "Claim the win")
    club.posted("wins", pings=[club.alice, club.bob])
    privately_says(await club.alice.slash("team start", game="loop", side="bob"), "Mention the members of a side")
    await club.match()
    privately_says(await club.alice.slash("team join", match="M2"), "M2 is no team match")
