"""Team matches as members meet them: started, joined, lines proposed, opened and voted for, and
played in time.
"""

from collections.abc import Iterable

import pytest
from simcord import InteractionResult

from tests.bot.chat.acting import DAY, later
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.features.agreements.test_refused import pressable
from tests.bot.chat.features.explore.thinker import Thinker
from tests.bot.chat.reading import buttons, pictures, private, privately_says, says, words
from tests.bot.chat.world import Wire, answer_to


async def propose(member: Member, match: int, card: InteractionResult) -> InteractionResult:
    """Try the first turn there is on the Think board, and propose it."""
    state = (await member.club.services.matches.get(match)).state
    thinker = Thinker(member, state)
    thinker.shown = await member.click(card, "Think board")
    if "Try a line" in buttons(thinker.shown):
        thinker.shown = await member.click(thinker.shown, "Try a line")
    await thinker.try_turn()
    return await member.click(thinker.shown, "Propose to team")


async def team_card(member: Member) -> InteractionResult:
    """The card of the team match that the latest post is about."""
    return await member.click(member.club.post(), "Team")


async def press_on_team_card(member: Member, label: str) -> InteractionResult:
    return await member.click(await team_card(member), label)


async def alice_and_bob_against_the_computer(club: Club, *, veto: bool = False) -> None:
    """A match that alice has started, and bob joined."""
    await club.alice.slash("team start", game="loop", variant="small", against="novice", veto=veto)
    await press_on_team_card(club.bob, "Join")


async def test_a_team_match_is_joined_by_its_card(club: Club) -> None:
    await club.alice.slash("team start", game="loop", variant="small", against="novice", veto=True)
    club.posted(
        "### Loop · M1", "Team 1", "the computer (novice)", "1 day per turn", pings=[club.alice]
    )
    assert buttons(club.post())[:3] == ["Team", "Think board", "Board"]
    privately_says(
        await club.bob.slash("move", moves="1a1", match="M1"),
        "The sides of M1 vote on what they do",
    )
    card = await team_card(club.bob)
    assert private(card)
    says(card, "### M1 · Loop · teams", "Team 1 · 1 member · captain: <@", "vote in secret")
    assert buttons(card) == ["Join Team 1"]
    card = await club.bob.click(card, "Join")
    says(card, "2 members", "No lines yet.")
    assert buttons(card) == ["Think board", "Offer draw (0/2)", "Resign (0/2)"]

    waiting_matches = await club.services.daily_cards.waiting(club.bob.id)
    assert [item.match.name for item in waiting_matches] == ["M1"]
    matches = await club.bob.slash("matches")
    says(matches, "**M1** · Loop · against the computer")
    assert buttons(matches)[:2] == ["Team", "Board"]
    board = await club.bob.click(matches, "Board")
    says(await club.bob.click(board, "Team"), "### M1 · Loop · teams")


async def test_a_line_is_proposed_voted_for_and_played_at_the_end_of_the_time(club: Club) -> None:
    await alice_and_bob_against_the_computer(club, veto=True)
    card = await propose(club.bob, 1, await team_card(club.bob))
    assert await club.services.daily_cards.waiting(club.bob.id) == [], "bob has voted"
    says(
        card,
        "You vote for **1a1**",
        "Line 1: **1a1** – <@",
        "✅ your vote",
        "1 member has voted.",
    )
    await club.restart()
    card = await team_card(club.alice)
    assert "✅" not in words(card)
    line = await club.alice.click(card, "Line 1")
    assert pictures(line)
    assert buttons(line) == ["Vote for it", "All lines", "Veto"]
    says(line, "### M1 · Loop · teams", "Line 1: **1a1**", "Team 1 to move · until")
    card = await club.alice.click(line, "Vote for it")
    says(card, "You vote for **1a1**", "2 members have voted.")
    assert "Veto" not in buttons(await press_on_team_card(club.bob, "Line 1"))

    count = len(club.posts())
    await later(club, DAY + 60)
    await club.thought()
    await club.env.advance_time(30)
    assert len(club.posts()) > count
    club.posted("Team 1 played **1a1**", "Team 1 to move", pings=[club.alice, club.bob])
    says(await club.carol.slash("match record", match="M1"), "proposed by bob")


async def test_a_side_resigns_once_enough_of_it_want_to(club: Club) -> None:
    await alice_and_bob_against_the_computer(club)
    assert "Resign (1/2)" in buttons(await press_on_team_card(club.alice, "Resign (0/2)"))
    card = await press_on_team_card(club.alice, "Resign (1/2)")
    assert "Resign (0/2)" in buttons(card), "pressed again, it is taken back"
    await press_on_team_card(club.alice, "Resign (0/2)")
    await press_on_team_card(club.bob, "Resign (1/2)")
    club.posted("wins", "resigned", pings=[club.alice, club.bob])
    assert "Rematch" not in buttons(club.post())
    privately_says(await club.bob.slash("team leave", match="M1"), "You’ve left your side of M1.")


async def test_a_line_keeps_its_number_when_an_act_was_proposed_before_it(club: Club) -> None:
    await alice_and_bob_against_the_computer(club)
    card = await press_on_team_card(club.alice, "Offer draw")
    await propose(club.alice, 1, card)
    card = await team_card(club.bob)
    says(card, "Line 1: ")
    says(await club.bob.click(card, "Line 1"), "Line 1: ")


@pytest.mark.slow
async def test_two_sides_play_each_other(club: Club) -> None:
    role = club.guild.create_role("Knights")
    side = f"<@{club.bob.id}> <@{club.carol.id}>"
    await club.alice.slash("team start", game="snipsnip", side=side, against=f"<@&{role.id}>")
    club.posted(
        "A team match begins: <@", "Team 1", "Team 2", pings=[club.alice, club.bob, club.carol]
    )
    card = await team_card(club.dave)
    says(card, "You’re on neither side. You can look at the board and follow the match.")
    assert buttons(card) == ["Board", "Follow"], "he is not invited"
    dave = Thinker(club.dave, (await club.services.matches.get(1)).state)
    dave.shown = await club.dave.click(club.post(), "Think board")
    await dave.try_turn()
    assert "Propose to team" not in buttons(dave.shown)

    card = await team_card(club.bob)
    assert len(buttons(card)) == 1, "and he to one side"
    await club.bob.click(card, "Join")
    await propose(club.alice, 1, await team_card(club.alice))
    await later(club, DAY + 60)
    club.posted("Team 1 played", "Team 2 to move", pings=[])


async def test_a_side_without_members_whose_role_was_deleted_is_open_to_everybody(
    club: Club,
) -> None:
    role = club.guild.create_role("Knights")
    side = f"<@{club.bob.id}>"
    await club.alice.slash("team start", game="snipsnip", side=side, against=f"<@&{role.id}>")
    club.env.backend.delete_role(club.guild.id, role.id)
    await club.env.settle()
    card = await team_card(club.dave)
    says(await club.dave.click(card, buttons(card)[0]), "Team 2", f"<@{club.dave.id}>")
    card = await team_card(club.carol)
    assert buttons(card) == ["Board", "Follow"], "dave can play now"


async def test_commands_for_teams_say_what_is_wrong(club: Club) -> None:
    privately_says(
        await club.alice.slash("team start", game="loop", side="bob"),
        "Mention the members of a side",
    )
    await club.match()
    privately_says(await club.alice.slash("team join", match="M1"), "M1 isn’t a team match")


@pytest.mark.slow
def mentions(members: Iterable[Member]) -> str:
    return " ".join(f"<@{member.id}>" for member in members)


class NewPosts:
    """Looks at what is posted in the channel, one post after the other."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.count = len(club.posts())

    def skip(self) -> None:
        self.count = len(self.club.posts())

    async def check(self, reason: str, *members: Member) -> None:
        """Assert that there is one new post, which says why in its first line, and pings these
        members, each once; and that its buttons are refused to no member of a side.
        """
        club = self.club
        (post,) = club.posts()[self.count :]
        self.skip()
        assert words(post).startswith(reason)
        club.posted(pings=members)
        first_lines = "\n".join(words(post).split("\n")[:3])
        for member in members:
            assert first_lines.count(f"<@{member.id}>") == 1
        assert len(pictures(post)) == 1
        assert {"Team", "Board"} & set(buttons(post))
        for label, custom_id in pressable(post).items():
            for member in (club.alice, club.carol):
                answer = await answer_to(Wire(club).press(member, custom_id, post))
                assert "⚠️" not in answer, label


async def act_together(club: Club, side: Iterable[Member], label: str) -> None:
    """Have all members of a side press a button of their card of M1."""
    for member in side:
        await member.click(await member.slash("team join", match="M1"), label)
    await club.env.advance_time(30)


@pytest.mark.slow
async def test_what_sides_say_to_each_other_says_why_pings_each_once_and_leads_to_their_vote(
    club: Club,
) -> None:
    black = (club.alice, club.bob)
    white = (club.carol, club.dave)
    posts = NewPosts(club)
    await club.alice.slash("team start", game="loop", side=mentions(black), against=mentions(white))
    await posts.check("A team match begins: ", *black, *white)
    for member in (club.bob, *white):
        await member.click(await member.slash("team join", match="M1"), "Join")

    await later(club, DAY * 0.8)
    await posts.check("Team 1, your turn against Team 2: Loop **M1**, time runs out", *black)
    await propose(club.alice, 1, await club.alice.slash("team join", match="M1"))
    await later(club, DAY * 0.3)
    await posts.check("Your team is to move: ", *white)

    await act_together(club, black, "Offer draw")
    await posts.check("Team 1 offers a draw in **M1**.", *white)
    draw_offer = club.post()
    await act_together(club, black, "Ask for takeback")
    await posts.check("Team 1 asks to take back **1a1** in **M1**.", *white)
    takeback_request = club.post()
    await act_together(club, white, "Grant takeback")
    await posts.check("Team 2 accepted the takeback: the last turn of **M1** is undone.", *black)
    says(club.as_it_is_now(takeback_request), "-# Team 2 accepted")
    says(club.as_it_is_now(draw_offer), "-# Not answered: M1 has moved on")

    await later(club, DAY * 1.1)
    await posts.check(
        "Team 2, Team 1 is out of time in Loop **M1**. What do you do?", *black, *white
    )
    await act_together(club, white, "Claim the win")
    await posts.check("Your team match is over: ", *black, *white)


@pytest.mark.slow
async def test_a_team_whose_time_ran_out_plays_the_first_line_that_is_proposed(club: Club) -> None:
    await club.alice.slash("team start", game="loop", against="novice")
    posts = NewPosts(club)
    await later(club, DAY * 1.1)
    await posts.check(
        "Team 1, your time ran out in Loop **M1**. The first line you propose", club.alice
    )
    await propose(club.alice, 1, await club.alice.slash("team join", match="M1"))
    await club.env.advance_time(60)
    await club.thought()
    says(club.post(), "Team 1 played **")


@pytest.mark.slow
async def test_of_many_who_are_invited_five_are_named_and_nothing_tells_who_was_not_pinged(
    club: Club,
) -> None:
    crowd = []
    for number in range(8):
        user = club.env.create_user(f"member{number}")
        crowd.append(Member(club, club.guild.add_member(user)))
    await club.services.blocks.block(club.bob.id, club.alice.person)
    await club.services.members.change(club.carol.id, challenges=False)
    side = mentions([club.bob, club.carol, *crowd])
    await club.alice.slash("team start", game="loop", side=side)

    club.posted("A team match begins: <@", pings=[club.alice, crowd[0], crowd[1]])
    first_line = words(club.post()).split("\n")[0]
    for member in (club.alice, club.bob, club.carol, crowd[0], crowd[1]):
        assert f"<@{member.id}>" in first_line, member.name
    assert first_line.count("<@") == 5
    card = await team_card(crowd[7])
    says(await crowd[7].click(card, "Join"), "2 members")


@pytest.mark.slow
async def test_who_takes_no_challenges_of_a_member_is_invited_three_times_at_most(
    club: Club,
) -> None:
    side = mentions([club.bob])
    await club.alice.slash("team start", game="loop", side=side)
    for _ in range(2):
        await club.alice.slash("team leave", match="M1")
        await club.alice.slash("team start", game="loop", side=side)
    refusal = await club.alice.slash("team start", game="loop", side=side)
    privately_says(refusal, f"{side} hasn’t taken your last 3 challenges; try again in 24 h")


async def test_a_number_that_discord_gives_nobody_is_nobodys(club: Club) -> None:
    for sign in ("", "&"):
        side = f"<@{sign}9999999999999999999>"
        answer = await club.alice.slash("team start", game="loop", side=side)
        assert "ention the members of a side" in words(answer)
