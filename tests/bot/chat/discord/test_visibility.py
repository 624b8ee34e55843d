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
    behind them there, and dave.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        guild = club.guild
        self.role = guild.create_role("mods")
        overwrites = {
            guild.default_role: discord.PermissionOverwrite(view_channel=False),
            self.role: discord.PermissionOverwrite(view_channel=True),
        }
        self.channel = guild.create_text_channel("mods", overwrites=overwrites)
        self.place = Place(guild.id, self.channel.id)
        self.match = 0
        self.over = 0
        self.challenge = 0

    async def fill(self) -> None:
        club = self.club
        services = club.services
        for member in (club.alice, club.bob, club.dave):
            club.env.backend.add_member_role(club.guild.id, member.id, self.role.id)
        self.match = await self._begin()
        self.over = await self._begin()
        await self.move(self.over, club.alice.id)
        await services.matches.act(self.over, club.bob.id, endings.resign)
        alice = club.alice.person
        result = await services.challenges.make(self.place, alice, "snipsnip")
        self.challenge = result.challenge.id
        await services.tournaments.create(self.place, alice, "ladder", "loop", title="Secret cup")
        await club.env.advance_time(5)

    async def _begin(self) -> int:
        club = self.club
        match = await started(club, "loop", club.bob, self.place, side="first", variant="mini")
        return match.id

    async def move(self, match: int, user: int) -> None:
        state = (await self.club.services.matches.get(match)).state
        await self.club.services.matches.play(match, user, str(state.legal_moves()[0]))

    def shut_out(self, member: Member) -> None:
        """Take the role of a moderator from a member."""
        self.club.env.backend.remove_member_role(self.club.guild.id, member.id, self.role.id)


@pytest.fixture
async def mods(club: Club) -> Mods:
    mods = Mods(club)
    await mods.fill()
    return mods


async def answer(member: Member, command: str, /, **values: Any) -> str:
    """All that a command shows: words, buttons and options."""
    result = await member.slash(command, **values)
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
        answer_to_nonsense = await club.carol.slash(command, match="M99")
        assert words(answer) == words(answer_to_nonsense).replace("M99", name)
        assert "no match" not in words(await club.dave.slash(command, match=name)), command


@pytest.mark.slow
async def test_lists_leave_out_what_is_played_in_hidden_channels(mods: Mods) -> None:
    club = mods.club
    for member, sees in ((club.carol, False), (club.dave, True)):
        assert ("M1" in await answer(member, "matches", member=club.alice)) is sees
        assert ("SnipSnip" in await answer(member, "matches")) is sees
        assert ("Secret" in await answer(member, "tournament list")) is sees
        tournaments = await member.type("tournament join", "tournament", "")
        assert ("T1" in tournaments) is sees
        profile = await member.slash("profile", member=club.alice)
        history = await member.click(profile, "Match history")
        assert ("M2" in words(history)) is sees


@pytest.mark.slow
async def test_players_see_their_match_though_they_may_not_view_its_channel_or_it_is_deleted(
    mods: Mods,
) -> None:
    club = mods.club
    mods.shut_out(club.alice)
    assert "M1" in await answer(club.alice, "matches")
    assert "M1" in await answer(club.alice, "board", match="M1")
    assert "no match" in await answer(club.alice, "board", match="M9")
    club.env.backend.delete_channel(mods.channel.id)
    await club.env.settle()
    assert "no match M1" in await answer(club.dave, "board", match="M1")
    assert "M1" in await answer(club.bob, "board", match="M1")


@pytest.mark.slow
async def test_who_may_no_longer_view_the_channel_follows_its_matches_no_longer(mods: Mods) -> None:
    club = mods.club
    matches = club.services.matches
    await matches.follow(mods.match, club.dave.id)
    await mods.move(mods.match, club.alice.id)
    await club.env.advance_time(5)
    channel = club.dave.actor.user.dm_channel
    card = channel.last_message
    custom_id = f"lh:board:{mods.match}:2:"
    assert "M1" in words(card)
    result = Wire(club).press(club.dave, custom_id, card, channel=channel)
    assert "M1" in await answer_to(result)

    count = len(channel.history())
    mods.shut_out(club.dave)
    await club.env.advance_time(BELIEVED)
    result = Wire(club).press(club.dave, custom_id, channel.last_message, channel=channel)
    assert "no longer" in await answer_to(result)
    await mods.move(mods.match, club.bob.id)
    await club.env.advance_time(5)
    messages = [message for message in channel.history() if not message.flags.ephemeral]
    assert len(messages) == count
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
    card = club.post_with("your matches today")
    assert "M3" in words(card)
    assert "M1" not in words(card)


@pytest.mark.slow
async def test_a_match_of_a_hidden_channel_is_shown_only_where_all_readers_may_see_it(
    mods: Mods,
) -> None:
    club = mods.club
    count = len(club.posts())
    for command in ("match show", "match replay"):
        refusal = refused(await club.alice.slash(command, match="M2"))
        assert "not everyone who reads this channel" in refusal.lower()
    assert len(club.posts()) == count
    club.channel = mods.channel
    for command in ("match show", "match replay"):
        assert not private(await club.alice.slash(command, match="M2"))


@pytest.mark.slow
async def test_members_who_read_by_themselves_see_no_more_than_everyone(mods: Mods) -> None:
    club = mods.club
    guild = club.guild
    views = discord.PermissionOverwrite(view_channel=True)
    views_not = discord.PermissionOverwrite(view_channel=False)
    ticket = guild.create_text_channel(
        "ticket", overwrites={guild.default_role: views_not, club.carol.actor: views}
    )
    without_carol = guild.create_text_channel(
        "without carol", overwrites={club.carol.actor: views_not}
    )
    await club.env.settle()
    channels = {club.channel.id, mods.channel.id, ticket.id, without_carol.id}

    readers = club.services.visibility.of_readers
    seen_in_ticket = await readers(guild.id, ticket.id, channels)
    seen_in_games = await readers(guild.id, club.channel.id, channels)
    seen_without_carol = await readers(guild.id, without_carol.id, channels)
    assert set(seen_in_ticket) == {ticket.id, club.channel.id}
    assert set(seen_in_games) == {club.channel.id}
    assert set(seen_without_carol) == {without_carol.id, club.channel.id}


@pytest.mark.slow
async def test_leave_that_the_bot_has_for_itself_shuts_out_no_reader(mods: Mods) -> None:
    club = mods.club
    guild = club.guild
    me = club.services.gateway.me
    assert me is not None
    overwrites = {
        guild.default_role: discord.PermissionOverwrite(view_channel=False),
        mods.role: discord.PermissionOverwrite(view_channel=True),
    }
    games = guild.create_text_channel("games", overwrites=overwrites)
    view = discord.Permissions(view_channel=True).value
    both = {games.id, mods.channel.id}
    readers = club.services.visibility.of_readers

    club.env.backend.set_overwrite(games.id, Overwrite(me, 1, allow=view))
    await club.env.settle()
    assert set(await readers(guild.id, games.id, {mods.channel.id})) == both

    club.env.backend.set_overwrite(mods.channel.id, Overwrite(me, 1, deny=view))
    await club.env.settle()
    assert set(await readers(guild.id, games.id, {mods.channel.id})) == both


@pytest.mark.slow
async def test_nobody_elsewhere_learns_how_soon_a_member_answers(mods: Mods) -> None:
    club = mods.club
    wire = Wire(club)
    async with club.bot.store.write() as connection:
        await insert_new(
            connection, members, id=club.alice.id, settings={}, moves=[], answers=[], vacations=[]
        )
        of_alice = members.update().where(members.c.id == club.alice.id)
        await connection.execute(of_alice.values(answers=[60] * 30))
    assert "usually" in (await answer(club.bob, "matches", member=club.alice)).lower()
    elsewhere = club.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("games")
    eve = Member(club, elsewhere.add_member(club.env.create_user("eve")))
    await eve.actor.send(channel, "hello")
    message = channel.history()[0]
    for custom_id in (f"lh:matches:{club.alice.id}:0:", f"lh:profile:{club.alice.id}:0:"):
        result = wire.press(eve, custom_id, message, ["loop"], channel=channel)
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
        if subjects_of(press):
            assert issubclass(press, kinds), f"{press.__name__} would be let through unseen"


@pytest.mark.slow
async def test_every_press_about_something_hidden_tells_nothing_here_and_elsewhere(
    mods: Mods,
) -> None:
    club = mods.club
    wire = Wire(club)
    await club.alice.slash("play", game="loop")
    elsewhere = club.env.create_guild("Elsewhere")
    other_channel = elsewhere.create_text_channel("games")
    alice = Member(club, elsewhere.add_member(club.alice.actor.user))
    await alice.actor.slash(other_channel, "play", game="loop")
    # alice plays in the match, but not on the other server
    attempts = ((club.carol, club.channel), (alice, other_channel))
    for custom_id in presses_about_what_is_hidden(mods):
        for member, channel in attempts:
            message = channel.history()[0]
            text = await answer_to(wire.press(member, custom_id, message, channel=channel))
            assert "no longer exists" in text, (custom_id, member.name, text[:300])


def presses_about_what_is_hidden(mods: Mods) -> list[str]:
    """A custom id of every kind of press about a match, a challenge or a tournament."""
    custom_ids = []
    for press in PRESSES.values():
        if issubclass(press, MatchPress):
            custom_ids.append(custom_id_of(press, mods.match))
        elif issubclass(press, ChallengePress):
            custom_ids.append(custom_id_of(press, mods.challenge))
        elif issubclass(press, TournamentPress):
            custom_ids.append(custom_id_of(press, 1))
    return custom_ids


def custom_id_of(kind: type[Press], subject: int) -> str:
    """A custom id of a kind of press about something, with any other values."""
    hints = get_type_hints(kind)
    values: dict[str, object] = {}
    for field in fields(kind):
        hint = hints[field.name]
        if get_origin(hint) is Literal:
            values[field.name] = get_args(hint)[0]
        elif hint is bool:
            values[field.name] = True
        elif hint is str:
            values[field.name] = "x"
        else:
            values[field.name] = 1
    values[subjects_of(kind)[0]] = subject
    return str(kind(**values))
