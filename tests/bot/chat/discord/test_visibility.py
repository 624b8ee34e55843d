"""A match belongs to those who can see its channel: nobody else finds, reads, follows or takes what
is played there.
"""

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

import discord
import pytest
from simcord.backend.models import Overwrite

from bot.chat.discord.gateway.visibility import BELIEVED
from bot.chat.discord.press import (
    PRESSES,
    ChallengePress,
    MatchPress,
    MemberPress,
    Press,
    TournamentPress,
)
from bot.chat.features.challenges.lobby import OfferPress, SwitchLobbyCard
from bot.domain.matches import endings
from bot.domain.values import Place
from bot.store import insert_new
from bot.store.tables import members
from tests.bot.chat.acting import refused, started, until_daily_card
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import buttons, options, private, privately_says, words
from tests.bot.chat.world import Wire, answer_to


class Mods:
    """The club, with a channel that only moderators view: alice and bob, who play M1 and have M2
    behind them there.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        guild = club.guild
        self.role = guild.create_role("mods")
        hidden = {guild.default_role: discord.PermissionOverwrite(view_channel=False)}
        self.channel = guild.create_text_channel(
            "mods", overwrites={**hidden, self.role: discord.PermissionOverwrite(view_channel=True)}
        )
        self.place = Place(guild.id, self.channel.id)
        self.match = self.over = self.challenge = 0

    async def fill(self) -> None:
        club, services = self.club, self.club.services
        for member in (club.alice, club.bob, club.dave):
            club.env.backend.add_member_role(club.guild.id, member.id, self.role.id)
        terms = {"side": "first", "variant": "mini"}
        self.match, self.over = [
            (await started(club, "loop", club.bob, self.place, **terms)).id for _ in range(2)
        ]
        await self.move(self.over, club.alice.id)
        await services.matches.act(self.over, club.bob.id, endings.resign)
        self.challenge = (
            await services.challenges.make(self.place, club.alice.person, "snipsnip")
        ).challenge.id
        await services.tournaments.create(
            self.place, club.alice.person, "ladder", "loop", title="Secret cup"
        )
        await club.env.advance_time(5)

    async def move(self, match: int, user: int) -> None:
        running = await self.club.services.matches.get(match)
        await self.club.services.matches.play(match, user, str(running.state.legal_moves()[0]))


@pytest.fixture
async def mods(club: Club) -> Mods:
    made = Mods(club)
    await made.fill()
    return made


async def answer(asking: Member, command: str, **given: Any) -> str:
    result = await asking.slash(command, **given)
    return words(result) + " ".join(buttons(result)) + " ".join(options(result))


BY_NAME = {
    "board": "M1",
    "match show": "M1",
    "match record": "M1",
    "match replay": "M1",
    "analyse": "M2",
}


@pytest.mark.slow
async def test_a_match_of_a_hidden_channel_does_not_exist_for_others(mods: Mods) -> None:
    club = mods.club
    for command, name in BY_NAME.items():
        answer = await club.carol.slash(command, match=name)
        privately_says(answer, f"no match {name} here")
        nothing = words(await club.carol.slash(command, match="M99"))
        assert words(answer) == nothing.replace("M99", name)
        assert "no match" not in words(await club.dave.slash(command, match=name)), command


@pytest.mark.slow
async def test_lists_leave_out_what_is_played_in_hidden_channels(mods: Mods) -> None:
    club = mods.club
    for member, seen in ((club.carol, False), (club.dave, True)):
        assert ("M1" in await answer(member, "matches", member=club.alice)) is seen
        assert ("SnipSnip" in await answer(member, "matches")) is seen
        assert ("Secret" in await answer(member, "tournament list")) is seen
        assert await member.type("tournament join", "tournament", "") == ["T1"] * seen
        shown = await member.click(
            await member.slash("profile", member=club.alice), "Match history"
        )
        assert ("M2" in words(shown)) is seen


@pytest.mark.slow
async def test_players_see_their_match_though_they_may_not_view_its_channel_or_it_is_deleted(
    mods: Mods,
) -> None:
    club = mods.club
    club.env.backend.remove_member_role(club.guild.id, club.alice.id, mods.role.id)
    assert "M1" in await answer(club.alice, "matches")
    assert "M1" in await answer(club.alice, "board", match="M1")
    assert "no match" in await answer(club.alice, "board", match="M9")
    club.env.backend.delete_channel(mods.channel.id)
    await club.env.settle()
    assert "no match M1" in await answer(club.dave, "board", match="M1")
    assert "M1" in await answer(club.bob, "board", match="M1")


@pytest.mark.slow
async def test_who_may_no_longer_view_the_channel_follows_its_matches_no_longer(mods: Mods) -> None:
    club, matches = mods.club, mods.club.services.matches
    await matches.follow(mods.match, club.dave.id)
    await mods.move(mods.match, club.alice.id)
    await club.env.advance_time(5)
    channel = club.dave.actor.user.dm_channel
    assert "M1" in words(channel.last_message)
    result = Wire(club).press(
        club.dave, f"lh:board:{mods.match}:2:", channel.last_message, channel=channel
    )
    assert "M1" in await answer_to(result)
    before = len(channel.history())
    club.env.backend.remove_member_role(club.guild.id, club.dave.id, mods.role.id)
    await club.env.advance_time(BELIEVED)
    result = Wire(club).press(
        club.dave, f"lh:board:{mods.match}:2:", channel.last_message, channel=channel
    )
    assert "no longer" in await answer_to(result)
    await mods.move(mods.match, club.bob.id)
    await club.env.advance_time(5)
    assert len([message for message in channel.history() if not message.flags.ephemeral]) == before
    assert not await matches.follows(mods.match, club.dave.id)


@pytest.mark.slow
async def test_a_daily_card_in_a_channel_shows_what_all_its_readers_may_see(mods: Mods) -> None:
    club = mods.club
    await club.match()
    both = {club.channel.id, mods.channel.id}
    readers = club.services.visibility.of_readers
    assert set(await readers(club.guild.id, club.channel.id, both)) == {club.channel.id}
    assert set(await readers(club.guild.id, mods.channel.id, both)) == both
    await club.services.servers.change(mods.place, digest=club.channel.id)
    await club.services.members.change(club.alice.id, daily="channel")
    await until_daily_card(club.alice)
    said_here = next(
        words(post) for post in reversed(club.posts()) if "your matches today" in words(post)
    )
    assert "M3" in said_here
    assert "M1" not in said_here


@pytest.mark.slow
async def test_a_match_of_a_hidden_channel_is_shown_only_where_all_readers_may_see_it(
    mods: Mods,
) -> None:
    club, before = mods.club, len(mods.club.posts())
    for command in ("match show", "match replay"):
        assert (
            "not everyone who reads this channel"
            in refused(await club.alice.slash(command, match="M2")).lower()
        )
    assert len(club.posts()) == before
    club.channel = mods.channel
    for command in ("match show", "match replay"):
        assert not private(await club.alice.slash(command, match="M2"))


@pytest.mark.slow
async def test_members_who_read_by_themselves_see_no_more_than_everyone(mods: Mods) -> None:
    club, guild = mods.club, mods.club.guild
    sees = discord.PermissionOverwrite(view_channel=True)
    no = discord.PermissionOverwrite(view_channel=False)
    nobody = {guild.default_role: no}
    ticket = guild.create_text_channel("ticket", overwrites={**nobody, club.carol.actor: sees})
    kept_out = guild.create_text_channel("without carol", overwrites={club.carol.actor: no})
    await club.env.settle()
    everything = {club.channel.id, mods.channel.id, ticket.id, kept_out.id}
    readers = club.services.visibility.of_readers
    assert set(await readers(guild.id, ticket.id, everything)) == {ticket.id, club.channel.id}
    assert set(await readers(guild.id, club.channel.id, everything)) == {club.channel.id}
    assert set(await readers(guild.id, kept_out.id, everything)) == {kept_out.id, club.channel.id}


@pytest.mark.slow
async def test_leave_that_the_bot_has_for_itself_shuts_out_no_reader(mods: Mods) -> None:
    club, guild = mods.club, mods.club.guild
    me = club.services.gateway.me
    everyone = guild.default_role
    assert me is not None
    own, hidden = (discord.PermissionOverwrite(view_channel=views) for views in (True, False))
    games = guild.create_text_channel("games", overwrites={everyone: hidden, mods.role: own})
    club.env.backend.set_overwrite(
        games.id, Overwrite(me, 1, allow=discord.Permissions(view_channel=True).value)
    )
    await club.env.settle()
    readers = club.services.visibility.of_readers
    assert set(await readers(guild.id, games.id, {mods.channel.id})) == {games.id, mods.channel.id}
    kept_out = Overwrite(me, 1, deny=discord.Permissions(view_channel=True).value)
    club.env.backend.set_overwrite(mods.channel.id, kept_out)
    await club.env.settle()
    assert set(await readers(guild.id, games.id, {mods.channel.id})) == {games.id, mods.channel.id}


@pytest.mark.slow
async def test_nobody_elsewhere_learns_how_soon_a_member_answers(mods: Mods) -> None:
    club, wire = mods.club, Wire(mods.club)
    async with club.bot.store.write() as connection:
        await insert_new(
            connection, members, id=club.alice.id, settings={}, moves=[], answers=[], vacations=[]
        )
        await connection.execute(
            members.update().where(members.c.id == club.alice.id).values(answers=[60] * 30)
        )
    assert "usually" in (await answer(club.bob, "matches", member=club.alice)).lower()
    elsewhere = club.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("games")
    eve = Member(club, elsewhere.add_member(club.env.create_user("eve")))
    await eve.actor.send(channel, "hello")
    for custom_id in (f"lh:matches:{club.alice.id}:0:", f"lh:profile:{club.alice.id}:0:"):
        result = wire.press(eve, custom_id, channel.history()[0], ["loop"], channel=channel)
        assert "usually" not in (await answer_to(result)).lower(), custom_id


async def test_a_private_thread_is_for_those_who_are_in_it(club: Club) -> None:
    backend = club.env.backend
    thread = backend.create_thread(club.channel.id, "secret", club.alice.id, type=12)
    backend.add_thread_member(thread.id, club.bob.id)
    await club.env.settle()
    await started(club, "loop", club.bob, Place(club.guild.id, thread.id))
    backend.add_thread_member(thread.id, club.dave.id)
    assert "no match M1" in await answer(club.carol, "board", match="M1")
    assert "Loop · M1" in await answer(club.dave, "board", match="M1")
    backend.remove_thread_member(thread.id, club.dave.id)
    await club.env.advance_time(BELIEVED)
    assert "no match M1" in await answer(club.dave, "board", match="M1")


def subjects_of(kind: type[Press]) -> list[str]:
    """The fields of a kind of press that say what it is about."""
    hints = get_type_hints(kind, include_extras=True)
    return [name for name, hint in hints.items() if "subject" in getattr(hint, "__metadata__", ())]


def test_every_press_with_a_subject_says_what_it_is_about() -> None:
    # Handlers in the lobby look for themselves whether an offer may be seen.
    kinds = (MatchPress, ChallengePress, TournamentPress, MemberPress, OfferPress, SwitchLobbyCard)
    for press in PRESSES.values():
        assert not subjects_of(press) or issubclass(press, kinds), (
            f"{press.__name__} would be let through unseen"
        )


@pytest.mark.slow
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
async def test_every_press_about_something_hidden_tells_nothing_here_and_elsewhere(
    mods: Mods, every: int
) -> None:
    club, wire = mods.club, Wire(mods.club)
    await club.alice.slash("play", game="loop")
    elsewhere = club.env.create_guild("Elsewhere")
    other = elsewhere.create_text_channel("games")
    alice = Member(club, elsewhere.add_member(club.alice.actor.user))
    await alice.actor.slash(other, "play", game="loop")
    asking = ((club.carol, club.channel), (alice, other))  # alice plays in it, but not there
    subjects = {MatchPress: mods.match, ChallengePress: mods.challenge, TournamentPress: 1}
    about = [
        made_up(press, number)
        for press in PRESSES.values()
        for kind, number in subjects.items()
        if issubclass(press, kind)
    ]
    for custom_id in about[::every]:
        for member, channel in asking:
            told = await answer_to(
                wire.press(member, custom_id, channel.history()[0], channel=channel)
            )
            assert "no longer exists" in told, (custom_id, member.name, told[:300])


def made_up(kind: type[Press], subject: int) -> str:
    """A custom id of a kind of press about something."""
    values: dict[str, object] = {}
    for field in fields(kind):
        hint = get_type_hints(kind)[field.name]
        values[field.name] = (
            get_args(hint)[0]
            if get_origin(hint) is Literal
            else {bool: True, str: "x"}.get(hint, 1)
        )
    return str(kind(**{**values, subjects_of(kind)[0]: subject}))
