"""Whatever becomes of the connection with Discord, nothing is missed, told twice, or charged to
anybody's clock.
"""

from datetime import timedelta

import pytest

from .scene import Scene, impatient, one, two, until

impatient = impatient
one = one
two = two


@pytest.mark.slow
async def test_what_happened_while_a_connection_was_cut_is_heard_when_it_is_taken_up_again(
    one: Scene,
) -> None:
    place = one.places[0]
    await one.match(place, variant="12x12, single turns")
    service = one.matches
    for ply, polite in enumerate((False, True)):
        await one.discord.cut(polite=polite)
        now = await service.get(1)
        missed = one.discord.command(
            now.mover or 0, place.channel, "move", moves=str(now.state.legal_moves()[0])
        )
        await until(lambda record=missed: record.responded)
        now = await service.get(1)
        assert now.state.ply == ply + 1
        assert one.told(place, f"played **{now.decisions[-1]}**") == 1
    assert one.discord.heard["resume"] == 2
    assert one.discord.heard["identify"] == 1


@pytest.mark.slow
async def test_an_hour_without_the_gateway_costs_nobody_time_and_all_is_told_once(
    one: Scene,
) -> None:
    place = one.places[0]
    service = one.matches
    timed_match = await one.match(place, clock="1d", variant="12x12, single turns")
    match_with_bank = await one.match(place, clock="2d+0h")
    await one.later(hours=17, minutes=30)
    due_at_first = [(await service.get(match)).due for match in (timed_match, match_with_bank)]
    posts = one.discord.posts(place.channel)
    one.discord.away = True
    await one.discord.cut(forget=True)
    await until(lambda: one.bots[0].client.shards[0].is_closed())
    # Half an hour before a reminder is due: nobody is told to do what they cannot do.
    await one.passes(hours=1)
    assert len(one.discord.posts(place.channel)) == len(posts)  # a card may still get its link
    one.discord.away = False
    await until(lambda: one.discord.connected == {0})
    await until(lambda: not one.bots[0].client.shards[0].is_closed())
    await one.passes(seconds=1)
    due_at_last = [(await service.get(match)).due for match in (timed_match, match_with_bank)]
    for old, new in zip(due_at_first, due_at_last, strict=True):
        assert timedelta(minutes=58) <= new - old <= timedelta(minutes=62)
    await one.passes(hours=1)
    new = [post for post in one.discord.posts(place.channel) if post not in posts and "M1" in post]
    # its card may only now have got its link
    reminders = [post for post in new if "### Challenge" not in post]
    assert len(reminders) == 1
    assert f"<@{one.alice.id}>" in reminders[0]


@pytest.mark.slow
async def test_what_was_owed_when_the_gateway_went_away_is_posted_once(one: Scene) -> None:
    place = one.places[0]
    service = one.matches
    await one.match(place, variant="12x12, single turns")
    one.discord.away = True
    await one.discord.cut(forget=True)
    text = str((await service.get(1)).state.legal_moves()[0])
    await service.play(1, one.alice.id, text)
    await one.passes(minutes=20)
    one.discord.away = False
    await until(lambda: one.discord.connected == {0})
    await one.passes(minutes=10)
    assert one.told(place, f"played **{text}**") == 1


@pytest.mark.slow
async def test_a_shard_that_is_away_alone_costs_its_players_no_time(two: Scene) -> None:
    for place in two.places:
        await two.match(place, clock="1d")
    first_due, second_due = [(await two.matches.get(number)).due for number in (1, 2)]
    assert first_due is not None
    await two.passes(minutes=4)
    two.discord.away = True
    (session,) = [one for one in two.discord.sessions.values() if one.shard == 1]
    await session.socket.close(code=4000)
    await until(lambda: two.bots[1].client.shards[1].is_closed())
    await two.passes(hours=1)
    two.discord.away = False
    await until(lambda: two.discord.connected == {0, 1})
    await two.passes(minutes=2)
    assert (await two.matches.get(1)).due == first_due
    now = (await two.matches.get(2)).due
    assert timedelta(hours=1) <= now - second_due <= timedelta(hours=1, minutes=4)
