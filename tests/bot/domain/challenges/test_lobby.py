"""Offers that stand: taken again and again on their conditions, withdrawn, and told in the
morning.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
import sqlalchemy as sa

from bot.domain.challenges.offers import MOST_OFFERS, LobbyCard, StandingOffer, TakerConditions
from bot.domain.challenges.seekers import REPEAT_AFTER, UNRATED
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, NotYours, Refused
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import CommandResult, Match
from bot.domain.values import EVERYWHERE, HIDDEN, WORLD, InteractionRef, Person, Place, Viewer
from bot.store.tables import offers
from games.core import Sentence
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, Crash, crash_after, viewer
from tests.bot.domain.challenges.helpers import stored_team_offer
from tests.bot.domain.matches.helpers import played, swept
from tests.bot.domain.ratings.helpers import ended


async def test_an_offer_stays_and_opens_again_when_a_match_ends(domain: Domain) -> None:
    offer = await domain.lobby.make(HERE, ANN, "snipsnip", clock="3d", side="first", at_once=2)
    match = (await domain.lobby.take(offer.id, BEN)).match
    assert match.seats == (ANN.id, BEN.id)
    assert str(match.clock) == "3d"
    assert not match.rated
    assert match.game.slug == "snipsnip"
    assert [notice.ping for notice in await swept(domain)] == [ANN.id]

    results = await asyncio.gather(
        domain.lobby.take(offer.id, CAT), domain.lobby.take(offer.id, DAN), return_exceptions=True
    )
    refusals = [str(result) for result in results if isinstance(result, Refused)]
    assert refusals == ["Ann is already playing as many of these as they like"]
    [entry] = await domain.lobby.listed(viewer(ANN))
    assert (entry.offer.running, entry.offer.at_once) == (2, 2)
    assert await domain.lobby.get(offer.id) == entry.offer
    assert await domain.lobby.get(offer.id, CAT.id, HERE) == entry.offer
    with pytest.raises(NotFound, match="withdrawn"):
        await domain.lobby.get(offer.id, CAT.id, THERE)

    await domain.matches.act(match.id, BEN.id, endings.resign)
    assert (await domain.lobby.take(offer.id, BEN)).match.id != match.id
    with pytest.raises(NotYours, match="your own offer"):
        await domain.lobby.take(offer.id, ANN)
    with pytest.raises(NotYours, match="only Ann"):
        await domain.lobby.withdraw(offer.id, BEN)
    await domain.lobby.withdraw(offer.id, ANN)


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@pytest.mark.parametrize(
    ("conditions", "why"),
    [
        (TakerConditions(min_finished=2), "this offer is for members with 2 finished matches here"),
        (TakerConditions(max_rating_gap=250), "this offer is for ratings of 1088 to 1588"),
    ],
)
async def test_conditions_on_who_takes_it(
    domain: Domain, conditions: TakerConditions, why: str
) -> None:
    await ended(domain, BEN, ANN)
    offer = await domain.lobby.make(HERE, ANN, "veloop-square", conditions=conditions)
    with pytest.raises(Refused, match=f"^{why}$"):
        await domain.lobby.take(offer.id, BEN)
    (item,) = await domain.lobby.listed(viewer(BEN))
    assert str(item.why) == why
    await ended(domain, ANN, BEN)
    await domain.lobby.take(offer.id, BEN)


async def test_not_the_same_member_again_so_soon_and_nobody_while_its_maker_is_away(
    domain: Domain, clock: Clock
) -> None:
    conditions = TakerConditions(days_between=14)
    offer = await domain.lobby.make(HERE, ANN, "loop", at_once=5, conditions=conditions)
    await domain.lobby.take(offer.id, BEN)
    with pytest.raises(Refused, match="within the last 14 days"):
        await domain.lobby.take(offer.id, BEN)
    clock.move(days=14)
    await domain.lobby.take(offer.id, BEN)
    await domain.members.take_vacation(ANN.id, 3)
    with pytest.raises(Refused, match="Ann is on vacation"):
        await domain.lobby.take(offer.id, CAT)


async def test_a_member_makes_so_many_offers_on_terms_that_make_sense(domain: Domain) -> None:
    for _ in range(MOST_OFFERS):
        await domain.lobby.make(HERE, ANN, "loop")
    with pytest.raises(LimitReached, match=f"limit of {MOST_OFFERS} offers"):
        await domain.lobby.make(HERE, ANN, "loop")
    for terms, error in (
        ({"at_once": 11}, Refused),
        ({"conditions": TakerConditions(max_rating_gap=-1)}, Refused),
        ({"variant": "nonsense"}, ValueError),
        ({"rated": True, "clock": "none"}, Refused),
    ):
        with pytest.raises(error):
            await domain.lobby.make(HERE, BEN, "loop", **terms)


async def test_an_offer_keeps_to_the_limit_of_running_matches(domain: Domain) -> None:
    await domain.servers.change(HERE, matches=1)
    offer = await domain.lobby.make(HERE, ANN, "loop", at_once=2)
    await domain.lobby.take(offer.id, BEN)
    with pytest.raises(LimitReached, match="Ann has reached the limit of 1 running matches"):
        await domain.lobby.take(offer.id, CAT)


async def test_offers_of_who_is_blocked_or_banned_are_neither_listed_nor_taken(
    domain: Domain,
) -> None:
    offer = await domain.lobby.make(HERE, ANN, "loop", at_once=2)
    await domain.blocks.block(CAT.id, ANN)
    assert await domain.lobby.listed(viewer(CAT)) == []
    with pytest.raises(Refused, match="you’ve blocked Ann"):
        await domain.lobby.take(offer.id, CAT)
    assert len(await domain.lobby.listed(viewer(BEN))) == 1
    await domain.exclusions.ban(HERE, DAN.id, ANN)
    assert await domain.lobby.listed(viewer(BEN)) == []


async def test_offers_and_matches_from_them_are_exported_and_deleted(domain: Domain) -> None:
    offer = await domain.lobby.make(HERE, ANN, "loop", at_once=2)
    await domain.lobby.take(offer.id, BEN)
    anns = await domain.privacy.export(ANN.id)
    assert len(anns["offers"]) == 1
    bens = await domain.privacy.export(BEN.id)
    assert [row["taker"] for row in bens["offer_matches"]] == [BEN.id]
    await domain.privacy.delete(BEN.id)
    bens = await domain.privacy.export(BEN.id)
    assert bens["offer_matches"] == []


async def test_a_card_in_the_morning_tells_of_new_offers_once(domain: Domain, clock: Clock) -> None:
    await domain.members.change(BEN.id, lobby=[HERE.scope], daily_when="8:30")
    await domain.lobby.make(HERE, BEN, "loop")

    async def cards() -> list[tuple[int | None, int]]:
        due = (await domain.members.get(BEN.id)).daily_at
        clock.moment = due + timedelta(minutes=1)
        await domain.daily_cards.work()
        return [
            (notice.dm, notice.scope)
            for notice in await swept(domain)
            if isinstance(notice.event, LobbyCard)
        ]

    assert await cards() == [], "one’s own is no news"
    offer = await domain.lobby.make(HERE, ANN, "loop")
    assert await cards() == [(BEN.id, HERE.scope)]
    assert await cards() == []
    moment = offer.created_at - timedelta(seconds=1)
    entry = partial(domain.lobby.listed, viewer(BEN), moment)
    assert [item.offer.id for item in await entry()] == [offer.id]
    await domain.lobby.take(offer.id, CAT)
    assert await entry() == []
    for who, place in ((ANN, THERE), (BEN, HERE)):
        await allowing(domain, (who, place, "hidden"))
    far = await domain.lobby.make(THERE, ANN, "loop", across_servers=True)
    assert await cards() == [(BEN.id, HERE.scope)], "of other servers, too"
    moment = far.created_at - timedelta(seconds=1)
    assert [
        (each.offer.id, each.offer.elsewhere)
        for each in await domain.lobby.listed(viewer(BEN), moment)
    ] == [(far.id, True)]
    await domain.lobby.make(THERE, ANN, "loop", across_servers=True)
    await domain.members.change(BEN.id, across="none")
    assert await cards() == []


THERE = Place(scope=800, channel=801)


async def allowing(domain: Domain, *people: tuple[Person, Place, str]) -> None:
    """People who play across servers, whose managers allow it."""
    for who, place, name in people:
        await domain.servers.change(place, across=True)
        await domain.members.change(who.id, across=name)


async def only_of(domain: Domain, who: Person) -> Match:
    """The only match that somebody plays."""
    (mine,) = await domain.matches.of(who.id)
    return await domain.matches.get(mine.id)


async def test_each_side_plays_in_its_own_server(domain: Domain) -> None:
    await allowing(domain, (ANN, HERE, "hidden"), (BEN, THERE, "named"))
    for who, place in ((ANN, HERE), (BEN, THERE)):
        await domain.pairing.seek(place, who, "snipsnip")
    await domain.pairing.pair()
    match = await only_of(domain, ANN)
    assert (match.name, match.scope, sorted(match.names), match.rated) == (
        "W1",
        WORLD,
        ["Ben", HIDDEN],
        False,
    )
    assert {(notice.scope, notice.channel, notice.ping) for notice in await swept(domain)} == {
        (HERE.scope, HERE.channel, ANN.id),
        (THERE.scope, THERE.channel, BEN.id),
    }
    homes = dict(zip(match.seats, match.servers, strict=True))
    for _ in range(2):
        mover = match.mover or 0
        legal = match.state.legal_moves()
        change = await domain.matches.play(match.id, mover, str(legal[0]))
        recipients = {(notice.scope, notice.ping) for notice in await swept(domain)}
        waits = match.opponent(mover)
        assert recipients == {(homes[mover], None), (homes[waits], waits)}
        match = change.match
    stranger = Viewer(DAN.id, THERE, _none)
    third = Place(scope=700, channel=701)
    for viewer_, may in (
        (viewer(CAT), True),
        (viewer(DAN, THERE), True),
        (stranger, False),
        (viewer(ANN, third), False),
    ):
        assert (await match.seen_by(viewer_)) is may
    for who, place in ((ANN, HERE), (BEN, THERE)):
        assert (await domain.matches.resolve(viewer(who, place))).id == match.id
        assert (await domain.matches.resolve(viewer(who, place), "w1")).id == match.id
        with pytest.raises(NotFound, match="no match M1 here; yours are W1"):
            await domain.matches.resolve(viewer(who, place), "M1")
    await domain.matches.act(match.id, BEN.id, endings.resign)
    with pytest.raises(Refused, match="no rematch across servers"):
        await domain.challenges.rematch(match.id, BEN.id)


async def with_crash(work: Callable[[], Awaitable[object]], statements: int) -> None:
    """Do work in a process that stops after so many statements."""
    with pytest.MonkeyPatch.context() as patch:
        crash_after(patch, statements)
        with suppress(Crash):
            await work()


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@pytest.mark.parametrize("process", ["the same", "another"])
async def test_a_crash_between_any_two_steps_begins_one_match_or_none(
    open_domain: Callable[[], Awaitable[Domain]], process: str
) -> None:
    domain = await open_domain()
    other = domain if process == "the same" else await open_domain()
    await allowing(domain, (ANN, HERE, "named"), (BEN, THERE, "named"))
    for who, place in ((ANN, HERE), (BEN, THERE)):
        await domain.pairing.seek(place, who, "snipsnip")
    for statements in range(60):
        await with_crash(domain.pairing.pair, statements)
        running_matches = await other.matches.of(BEN.id)
        if running_matches:
            break
        assert await other.outbox.depth() == 0, "nobody is told of a match that did not begin"
    assert statements > 10
    [summary] = running_matches
    assert await other.pairing.pair() == 0
    pings = {notice.ping for notice in await swept(other)}
    assert pings - {None} == {ANN.id, BEN.id}

    match = await other.matches.get(summary.id)
    move = str(match.state.legal_moves()[0])
    for statements in range(60):
        await with_crash(partial(domain.matches.play, match.id, match.mover, move), statements)
        now = await other.matches.get(match.id)
        scopes = sorted(notice.scope for notice in await swept(other))
        if now.state.ply > 0:
            break
        assert scopes == [], "no side is told of a move that was not made"
    assert scopes == sorted([HERE.scope, THERE.scope]), "each side is told once"


async def offer_across(domain: Domain) -> StandingOffer:
    """An offer of Ann's for members of other servers, who see it; her name is hidden."""
    await domain.servers.change(HERE, across=True)
    await domain.servers.change(THERE, across=True)
    await domain.members.change(ANN.id, across="hidden")
    await domain.members.change(BEN.id, across="named")
    conditions = TakerConditions(min_finished=1)
    return await domain.lobby.make(
        HERE,
        ANN,
        "snipsnip",
        across_servers=True,
        rated=True,
        side="first",
        clock="3d",
        conditions=conditions,
    )


async def test_an_offer_across_servers_is_made_where_server_and_member_allow_it(
    domain: Domain,
) -> None:
    await domain.members.change(ANN.id, across="none")
    with pytest.raises(Refused, match="doesn’t play across servers"):
        await domain.lobby.make(HERE, ANN, "snipsnip", across_servers=True)
    await domain.servers.change(HERE, across=True)
    with pytest.raises(Refused, match="allow matches across servers in /settings first"):
        await domain.lobby.make(HERE, ANN, "snipsnip", across_servers=True)


@pytest.mark.slow
@pytest.mark.mutants
async def test_an_offer_across_servers_is_shown_and_taken_where_all_allow_it(
    domain: Domain,
) -> None:
    offer = await offer_across(domain)
    await domain.lobby.make(HERE, ANN, "snipsnip")  # for members of its own server only

    async def listed() -> list[tuple[int, str]]:
        items = await domain.lobby.listed(viewer(BEN, THERE))
        return [(item.id, item.maker.name) for item, _ in items]

    set_server = domain.servers.change
    set_member = domain.members.change
    exclusions = domain.exclusions
    for refuse, allow in (
        (partial(set_server, THERE, across=False), partial(set_server, THERE, across=True)),
        (partial(set_member, BEN.id, across="none"), partial(set_member, BEN.id, across="named")),
        (partial(set_member, ANN.id, across="none"), partial(set_member, ANN.id, across="hidden")),
        (partial(set_server, HERE, across=False), partial(set_server, HERE, across=True)),
        (partial(exclusions.ban, HERE, DAN.id, BEN), partial(exclusions.unban, HERE.scope, BEN.id)),
        (
            partial(exclusions.ban, THERE, DAN.id, ANN),
            partial(exclusions.unban, THERE.scope, ANN.id),
        ),
        (
            partial(exclusions.shut_out, user=ANN.id),
            partial(exclusions.shut_out, user=ANN.id, lift=True),
        ),
    ):
        assert await listed() == [(offer.id, HIDDEN)]
        await refuse()
        assert await listed() == []
        with pytest.raises(NotFound, match="withdrawn"):
            await domain.lobby.take(offer.id, BEN, place=THERE)
        await allow()
    await domain.members.change(ANN.id, across="named")
    assert await listed() == [(offer.id, "Ann")]


async def test_an_offer_across_servers_keeps_to_blocks_and_its_conditions(
    domain: Domain,
) -> None:
    offer = await offer_across(domain)
    await domain.blocks.block(ANN.id, BEN)
    with pytest.raises(Refused):
        await domain.lobby.take(offer.id, BEN, place=THERE)
    await domain.blocks.lift(ANN.id, BEN.id)
    with pytest.raises(Refused, match="for members with 1 finished matches here"):
        await domain.lobby.take(offer.id, BEN, place=THERE)
    with pytest.raises(NotYours):
        await domain.lobby.withdraw(offer.id, BEN)


async def test_an_offer_across_servers_becomes_a_match_of_the_world(domain: Domain) -> None:
    offer = await offer_across(domain)
    await ended(domain, BEN, CAT, place=THERE)
    interaction = InteractionRef(1, "token", 2)
    change = await domain.lobby.take(offer.id, BEN, place=THERE, interaction=interaction)
    match = change.match
    assert match.name == "W1"
    assert match.seats == (ANN.id, BEN.id)
    assert match.names == (HIDDEN, "Ben")
    assert isinstance(match.player_name(0), Sentence), "to be translated"
    assert not isinstance(match.player_name(1), Sentence)
    assert (str(match.clock), match.rated) == ("3d", False)
    assert match.sides == (HERE, THERE)
    answer = change.notice
    assert answer is not None
    assert (answer.scope, answer.channel) == (THERE.scope, THERE.channel)
    assert (answer.ping, answer.interaction) == (None, interaction)
    assert [(notice.scope, notice.ping) for notice in await swept(domain)] == [(HERE.scope, ANN.id)]

    # It counts for nobody who looks for opponents.
    await domain.matches.act(match.id, BEN.id, endings.resign)
    for who, place in ((ANN, HERE), (BEN, THERE)):
        await domain.pairing.seek(place, who, "snipsnip")
        [seeker] = await domain.pairing.of(who.id)
        assert (seeker.finished_matches, seeker.running, seeker.met) == (0, 0, set())


async def test_an_export_says_which_offers_are_for_other_servers(domain: Domain) -> None:
    await offer_across(domain)
    await domain.lobby.make(HERE, ANN, "snipsnip")
    export = await domain.privacy.export(ANN.id)
    assert [row["across"] for row in export["offers"]] == [True, False]


async def test_an_offer_of_two_servers_teams_that_is_still_stored_harms_nobody(
    domain: Domain, clock: Clock
) -> None:
    await allowing(domain, (ANN, HERE, "named"), (BEN, THERE, "named"))
    await domain.members.change(BEN.id, lobby=[HERE.scope, THERE.scope], daily_when="8:30")
    ids = [await stored_team_offer(domain, HERE, ANN) for _ in range(2)]
    for reader in (viewer(ANN), viewer(BEN), viewer(CAT), viewer(BEN, THERE)):
        assert await domain.lobby.listed(reader) == []
    for request in (
        domain.lobby.get(ids[0]),
        domain.lobby.get(ids[0], BEN.id, THERE),
        domain.lobby.take(ids[0], BEN, place=HERE),
        domain.lobby.take(ids[0], BEN, place=THERE),
        domain.lobby.withdraw(ids[0], ANN),
    ):
        with pytest.raises(NotFound, match="withdrawn"):
            await request
    clock.moment = (await domain.members.get(BEN.id)).daily_at + timedelta(minutes=1)
    await domain.daily_cards.work()
    assert await swept(domain) == [], "no card tells of it"
    for _ in range(MOST_OFFERS):
        await domain.lobby.make(HERE, ANN, "loop")
    with pytest.raises(LimitReached):
        await domain.lobby.make(HERE, ANN, "loop")
    export = await domain.privacy.export(ANN.id)
    assert len(export["offers"]) == MOST_OFFERS + len(ids), "but it is theirs to read"
    await domain.privacy.delete(ANN.id)
    assert await domain.lobby.listed(viewer(BEN)) == []
    assert not await domain.database.has(sa.select(offers.c.id)), "and goes with their data"


async def _none(scope: int, channels: object) -> tuple[int, ...]:
    return ()


@pytest.mark.slow
@pytest.mark.mutants
async def test_who_looks_for_somebody_is_paired_by_strength_and_clock(
    domain: Domain, clock: Clock
) -> None:
    await allowing(domain, (ANN, HERE, "named"), (BEN, THERE, "named"), (CAT, THERE, "named"))
    await domain.pairing.seek(HERE, ANN, "snipsnip")
    await domain.pairing.seek(THERE, BEN, "snipsnip", clock="7d")
    assert await domain.pairing.pair() == 0, "another clock"
    await domain.pairing.seek(THERE, BEN, "snipsnip")
    counts = await asyncio.gather(*(domain.pairing.pair() for _ in range(3)))
    assert sorted(counts) == [0, 0, 1]
    match = await only_of(domain, ANN)
    assert str(match.clock) == "3d"
    assert not match.rated
    assert {side.channel for side in match.sides} == {HERE.channel, THERE.channel}
    pings = {notice.ping for notice in await swept(domain)}
    assert pings - {None} == {ANN.id, BEN.id}
    await domain.matches.act(match.id, ANN.id, endings.resign)
    assert await domain.pairing.pair() == 0, "not the same two again so soon"


@pytest.mark.slow
@pytest.mark.mutants
async def test_who_has_finished_ten_matches_is_rated_and_on_the_leaderboard(
    domain: Domain, clock: Clock
) -> None:
    await seek_across(domain)
    match = await tenth(domain, clock)
    assert match.rated
    await played(domain, match.id, 4)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    [rating] = await domain.ratings.of(BEN.id, WORLD)
    assert rating.wins == 1
    assert await domain.ratings.of(BEN.id, THERE.scope) == ()
    board = await domain.ratings.board("snipsnip", WORLD)
    assert [rating.user for rating in board.rows] == [BEN.id, ANN.id]


@pytest.mark.slow
@pytest.mark.mutants
async def test_who_loses_on_time_no_longer_looks_for_somebody(domain: Domain, clock: Clock) -> None:
    await seek_across(domain)
    assert await domain.pairing.pair() == 1
    match = await played(domain, (await only_of(domain, ANN)).id, 4)
    clock.move(days=4)
    claim = partial(endings.claim, user=match.opponent(match.mover), what="win")
    await domain.matches.do(match.id, claim)
    assert len(await domain.pairing.of(match.mover)) == 0
    assert len(await domain.pairing.of(match.opponent(match.mover))) == 1


async def seek_across(domain: Domain) -> None:
    """Ann and Ben look for opponents in different servers."""
    await allowing(domain, (ANN, HERE, "named"), (BEN, THERE, "named"))
    await domain.pairing.seek(HERE, ANN, "snipsnip")
    await domain.pairing.seek(THERE, BEN, "snipsnip")


async def tenth(domain: Domain, clock: Clock, match_count: int = 0) -> Match:
    """The tenth match of Ann and Ben, who look for opponents; none of those before was rated."""
    for number in range(match_count, UNRATED + 1):
        clock.move(days=REPEAT_AFTER.days)
        assert await domain.pairing.pair() == 1
        match = await only_of(domain, ANN)
        assert match.rated == (number == UNRATED), f"both have finished {number} matches"
        if number < UNRATED:
            await domain.matches.act(match.id, ANN.id, endings.resign)
    assert await domain.ratings.of(BEN.id, WORLD) == ()
    return match


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@pytest.mark.parametrize("how", ["resigns", "is out of time", "leaves", "deletes their data"])
async def test_who_is_paired_for_ratings_does_not_choose_whom_they_meet(
    domain: Domain, clock: Clock, how: str
) -> None:
    """An account that an army feeds would end its matches with others before they count."""
    await allowing(domain, (ANN, HERE, "named"), (BEN, THERE, "named"))
    for who, place in ((ANN, HERE), (BEN, THERE)):
        await domain.pairing.seek(place, who, "snipsnip")
    match = await tenth(domain, clock)
    loser = match.mover or 0
    other = match.opponent(match.mover or 0)

    async def refused(command: Callable[..., CommandResult], *people: int) -> None:
        for user in people:
            with pytest.raises(
                Refused, match="W10 counts for world ratings, so it can’t end without a result"
            ):
                await domain.matches.act(match.id, user, command)

    await refused(endings.abort, loser, other)
    await refused(agreements.ask_abandon, loser, other)
    with pytest.raises(Refused, match="without a result"):
        await domain.matches.do(match.id, endings.stopped)
    if how == "resigns":
        await domain.matches.act(match.id, loser, endings.resign)
    elif how == "deletes their data":
        await domain.privacy.delete(loser)
    else:
        if how == "leaves":
            server = match.servers[match.seats.index(loser)]
            await domain.matches.presence(server, loser, absent=True)
        clock.move(days=4)
        with pytest.raises(Refused, match="without a result"):
            await domain.matches.do(match.id, partial(endings.claim, user=other, what="close"))
        await domain.matches.do(match.id, partial(endings.claim, user=other, what="win"))
    assert [(rating.wins, rating.losses) for rating in await domain.ratings.of(other, WORLD)] == [
        (1, 0)
    ]
    if how == "resigns":
        await refused(agreements.ask_annulment, loser, other)
        with pytest.raises(Refused, match="without a result"):
            await domain.ratings.undo(match.id, DAN.id)


async def test_nobody_is_paired_who_may_not_meet(domain: Domain, clock: Clock) -> None:
    people = [(ANN, HERE), (BEN, THERE)]
    await allowing(domain, *((who, place, "hidden") for who, place in people))
    for who, place in people:
        await domain.pairing.seek(place, who, "loop")
    await domain.blocks.block(ANN.id, BEN)
    assert await domain.pairing.pair() == 0
    await domain.blocks.lift(ANN.id, BEN.id)
    await domain.exclusions.ban(HERE, DAN.id, BEN)
    assert await domain.pairing.pair() == 0
    await domain.exclusions.unban(HERE.scope, BEN.id)
    await domain.members.change(BEN.id, across="none")
    assert await domain.pairing.pair() == 0
    await domain.members.change(BEN.id, across="hidden")
    await domain.servers.change(THERE, across=False)
    assert await domain.pairing.pair() == 0
    await domain.servers.change(THERE, across=True)
    await domain.members.take_vacation(BEN.id, 1)
    assert await domain.pairing.pair() == 0
    clock.move(days=2)
    assert await domain.pairing.pair() == 1
    match = await only_of(domain, ANN)
    assert match.names == (HIDDEN, HIDDEN)
    export = await domain.privacy.export(BEN.id)
    assert [row["game"] for row in export["seekers"]] == ["loop"]
    await domain.privacy.delete(BEN.id)
    assert (await domain.matches.get(match.id)).status != "running"
    assert await domain.pairing.of(BEN.id) == []
    assert await domain.ratings.of(ANN.id, WORLD) == ()
    assert EVERYWHERE.scope == match.scope, "which stays, as others play there"
