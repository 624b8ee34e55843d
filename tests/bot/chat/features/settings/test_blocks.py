"""Being left alone, as members see it: blocked by command or in the menu, unblocked in the settings, never told."""

from tests.bot.chat.acting import refused
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import words
from tests.bot.chat.world import forged


async def test_a_block_from_the_menu_is_the_same(club: Club) -> None:
    assert "is blocked" in words(await club.bob.actor.context_menu(club.channel, "Block", club.alice.actor))
    await club.alice.slash("play", game="loop")
    card = club.post()
    assert "blocked" in refused(await club.bob.click(card, "Accept"))
    await club.carol.click(card, "Accept")


async def test_who_wants_no_challenges_at_all_is_left_alone_by_everyone(club: Club) -> None:
    await club.bob.click(await club.bob.slash("settings"), "Challenges to me")
    for member in (club.alice, club.carol):
        answer = await member.slash("play", game="loop", opponent=club.bob)
        assert "isn’t taking challenges right now" in refused(answer)


async def test_oneself_and_bots_cannot_be_blocked(club: Club) -> None:
    assert "yourself" in refused(await club.bob.slash("block", member=club.bob))
    await club.bob.slash("help")
    await club.alice.slash("play", game="loop")
    for value in ("x", "-1", "99999999999999999999"):
        refused(await forged(club.bob, club.post(), "lh:unblock:0:0:", values=[value]))
