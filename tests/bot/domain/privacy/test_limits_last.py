"""What a limit counts outlives a deletion as a keyed hash, for as long as the limit looks back."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.domain import tallies
from bot.domain.challenges.limits import rated_left
from bot.domain.challenges.offers import TakerConditions
from bot.domain.domain import Domain
from bot.domain.errors import GameError, LimitReached, Refused
from bot.domain.matches import endings
from bot.domain.tournaments import organising
from bot.domain.values import Person, Place
from bot.store.tables import key_values, matches, metadata, tallies as table, tournaments
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import played, started, swept

pytestmark = [pytest.mark.slow, pytest.mark.mutants]

THERE = Place(800, 801)


async def counted(domain: Domain) -> int:
    query = sa.select(sa.func.count()).select_from(table)
    (row,) = await domain.database.store.fetch(query)
    return int(row[0])


@pytest.mark.mutants
@pytest.mark.parametrize("leaver", [ANN, BEN])
async def test_challenges_in_vain_count_whoever_of_both_deletes_their_data(
    domain: Domain, clock: Clock, leaver: Person
) -> None:
    ping_count = 0
    sentences = set[str]()
    for _ in range(12):
        try:
            await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)
        except LimitReached as error:
            sentences.add(str(error))
        ping_count += sum(notice.ping == BEN.id for notice in await swept(domain))
        await domain.privacy.delete(leaver.id)
    assert ping_count == 3
    assert sentences == {"Ben hasn’t taken your last 3 challenges; try again in 24 h"}
    clock.move(days=1)
    await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)
    assert await domain.tallies.prune() == 3
    assert await counted(domain) == 0


@pytest.mark.mutants
async def test_accepted_challenges_do_not_count_after_a_deletion_either(domain: Domain) -> None:
    for _ in range(5):
        await domain.matches.act((await started(domain)).id, ANN.id, endings.abort)
        await domain.privacy.delete(ANN.id)
    await started(domain)


@pytest.mark.mutants
@pytest.mark.parametrize("leaver", [ANN, BEN])
async def test_an_accomplice_who_deletes_their_data_gives_no_more_than_ten_rated_wins_a_month(
    domain: Domain, clock: Clock, leaver: Person
) -> None:
    count = 0
    for _ in range(15):
        try:
            match = await started(domain, rated=True)
        except LimitReached:
            break
        await played(domain, match.id, 4)
        await domain.matches.act(match.id, BEN.id, endings.resign)
        count += 1
        await domain.privacy.delete(leaver.id)
    assert count == 10
    await started(domain, rated=True, opponent=CAT)
    clock.move(days=30)
    await started(domain, rated=True)


async def test_matches_across_servers_are_not_drawn_again_for_who_has_deleted_their_data(
    domain: Domain, clock: Clock
) -> None:
    async def look() -> None:
        for who, place in ((ANN, HERE), (BEN, THERE)):
            await domain.servers.change(place, across=True)
            await domain.members.change(who.id, across="named")
            await domain.pairing.seek(place, who, "loop")

    await look()
    clock.move(days=1)
    assert await domain.pairing.pair() == 1
    await domain.privacy.delete(BEN.id)
    await look()
    clock.move(days=2)
    assert await domain.pairing.pair() == 0
    clock.move(days=90)
    assert await domain.pairing.pair() == 1


async def test_an_offer_that_is_taken_once_in_some_days_is_not_taken_again_after_a_deletion(
    domain: Domain, clock: Clock
) -> None:
    offer = await domain.lobby.make(
        HERE, ANN, "loop", at_once=5, conditions=TakerConditions(days_between=7)
    )
    match = (await domain.lobby.take(offer.id, BEN)).match
    await played(domain, match.id, 2)
    await domain.privacy.delete(BEN.id)
    with pytest.raises(Refused, match="you’ve taken this offer within the last 7 days"):
        await domain.lobby.take(offer.id, BEN)
    clock.move(days=7)
    await domain.lobby.take(offer.id, BEN)


async def test_offers_are_not_taken_and_called_off_without_end(
    domain: Domain, clock: Clock
) -> None:
    offer = await domain.lobby.make(HERE, ANN, "loop", at_once=5)
    ping_count = 0
    sentences = set[str]()
    for deletes in (False, True, False, True, False, False):
        try:
            match = (await domain.lobby.take(offer.id, BEN)).match
        except LimitReached as error:
            sentences.add(str(error))
            continue
        await domain.matches.act(match.id, BEN.id, endings.abort)
        for notice in await swept(domain):
            if notice.ping == ANN.id and notice.event.kind == "started":
                ping_count += 1
        if deletes:
            await domain.privacy.delete(BEN.id)
    assert ping_count == 3
    assert sentences == {"you and Ann have called off 3 matches; try again in 24 h"}
    clock.move(days=1)
    await domain.lobby.take(offer.id, BEN)


async def test_two_meet_once_a_week_on_a_ladder_whatever_they_leave_or_delete(
    domain: Domain, clock: Clock
) -> None:
    ladder = (await domain.tournaments.create(HERE, CAT, "ladder", "loop")).tournament
    for who in (ANN, BEN):
        await domain.tournaments.do(ladder.id, organising.join, who)

    async def challenge(who: Person, opponent: Person) -> None:
        await domain.tournaments.do(ladder.id, organising.challenge, who, opponent.id)

    await challenge(BEN, ANN)
    (place,) = [
        entrant
        for entrant in (await domain.tournaments.get(ladder.id)).entrants
        if entrant.offered_to
    ]
    await domain.tournaments.do(ladder.id, organising.accept_place, place.slot, ANN)
    (game,) = await domain.tournaments.games(ladder.id)
    match = await played(domain, game.match or 0, 2)
    await domain.matches.act(match.id, BEN.id, endings.resign)
    refusal = "you’ve played each other within the last 7 days"
    with pytest.raises(Refused, match=refusal):
        await challenge(BEN, ANN)
    await domain.tournaments.do(ladder.id, organising.leave, BEN.id)
    await domain.tournaments.do(ladder.id, organising.join, BEN)
    with pytest.raises(Refused, match=refusal):
        await challenge(BEN, ANN)
    await domain.privacy.delete(BEN.id)
    await domain.tournaments.do(ladder.id, organising.join, BEN)
    with pytest.raises(Refused, match=refusal):
        await challenge(BEN, ANN)
    clock.move(days=7)
    await challenge(BEN, ANN)


async def test_days_of_vacation_that_were_taken_stay_taken(domain: Domain, clock: Clock) -> None:
    await domain.members.take_vacation(ANN.id, 20)
    clock.move(days=10)
    await domain.privacy.delete(ANN.id)
    for _ in range(2):
        assert (await domain.members.vacation(ANN.id))[1] == pytest.approx(20)
        with pytest.raises(Refused, match="you have 20 days of vacation left"):
            await domain.members.take_vacation(ANN.id, 25)
    await domain.members.take_vacation(ANN.id, 5)
    clock.move(days=5)
    assert await counted(domain) == 0, "they are in the member's own row again"
    assert (await domain.members.vacation(ANN.id))[1] == pytest.approx(15)
    await domain.privacy.delete(ANN.id)
    assert (await domain.members.vacation(ANN.id))[1] == pytest.approx(15)
    clock.move(days=365)
    assert (await domain.members.vacation(ANN.id))[1] == pytest.approx(30)


async def test_tournaments_that_go_on_count_for_who_announced_them_and_has_deleted_their_data(
    domain: Domain,
) -> None:
    async def announce() -> int:
        return (
            await domain.tournaments.create(HERE, ANN, "swiss", "loop", title="Jabberwock")
        ).tournament.id

    ids = []
    most = ""
    while not most:
        try:
            ids.append(await announce())
        except LimitReached as error:
            most = str(error)
    for _ in range(2):
        await domain.privacy.delete(ANN.id)
        with pytest.raises(LimitReached) as refusal:
            await announce()
        assert str(refusal.value) == most
    assert {(await domain.tournaments.get(one)).title for one in ids} == {"Loop"}
    await domain.tournaments.do(ids[0], organising.cancel, CAT.id, True)
    await announce()
    query = sa.select(tournaments.c.creator).order_by(tournaments.c.id)
    rows = await domain.database.store.fetch(query)
    assert (rows[0].creator, rows[-1].creator) == (None, ANN.id)


async def test_what_is_counted_names_nobody(domain: Domain, clock: Clock) -> None:
    for _ in range(2):
        await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)
    await domain.privacy.delete(ANN.id)
    rows = await domain.database.store.fetch(sa.select(table))
    assert {row.at for row in rows} == {clock.moment}
    assert {row.until for row in rows} == {clock.moment + timedelta(days=1)}
    (subject,) = {row.subject for row in rows}
    async with domain.database.unit_of_work() as work:
        assert await tallies.noted(work, "asked", ANN.id, BEN.id) == [clock.moment] * 2
        assert await tallies.noted(work, "asked", BEN.id, ANN.id) == []
    with_secret = Domain(domain.database.store, clock, secret=b"the bot's own")
    async with with_secret.database.unit_of_work() as work:
        assert await tallies.noted(work, "asked", ANN.id, BEN.id) == [], (
            "the database alone does not lead back"
        )
    assert subject not in str(await domain.privacy.export(ANN.id))
    assert [
        row.name for row in await domain.database.store.fetch(sa.select(key_values.c.name))
    ].count("tallies") == 1
    assert table in metadata.sorted_tables


async def test_organisers_ask_a_member_three_times_a_day(domain: Domain, clock: Clock) -> None:
    cups = []
    for _ in range(2):
        creation = await domain.tournaments.create(HERE, CAT, "swiss", "loop")
        cups.append(creation.tournament.id)
    for cup in cups:
        await domain.tournaments.do(cup, organising.join, ANN)
    ping_count = 0
    refusals = 0
    for number in range(12):
        guest = BEN if number % 2 else Person(7000 + number, "somebody else")
        try:
            await domain.tournaments.do(
                cups[number % 3 == 0], organising.offer_place, CAT.id, ANN.id, guest
            )
        except GameError:
            refusals += guest == BEN
        ping_count += sum(notice.ping == BEN.id for notice in await swept(domain))
    assert (ping_count, refusals) == (3, 3)
    with pytest.raises(Refused, match="Ben can’t be asked at the moment"):
        await domain.tournaments.do(cups[0], organising.hand_over, CAT.id, BEN)
    clock.move(days=1)
    await domain.tournaments.do(cups[0], organising.hand_over, CAT.id, BEN)


async def test_who_takes_no_challenges_is_offered_no_place(domain: Domain) -> None:
    cup = (await domain.tournaments.create(HERE, CAT, "swiss", "loop")).tournament
    await domain.tournaments.do(cup.id, organising.join, ANN)
    await domain.members.change(BEN.id, challenges=False)
    with pytest.raises(Refused, match="Ben can’t be asked at the moment"):
        await domain.tournaments.do(cup.id, organising.offer_place, CAT.id, ANN.id, BEN)


async def test_called_off_matches_are_no_row_of_who_left(domain: Domain) -> None:
    await started(domain, rated=True)
    await domain.privacy.delete(ANN.id)
    async with domain.database.unit_of_work() as work:
        assert await rated_left(work, HERE.scope, ANN.id, BEN.id, 10) == 10, (
            "it ended before both had moved"
        )
    assert await domain.database.has(sa.select(matches.c.id).where(matches.c.seat1 == BEN.id))
