"""How members are told of their turns: as each of them wants it."""

import pytest

from bot.domain.domain import Domain
from tests.bot.conftest import ANN, BEN, Clock
from tests.bot.domain.matches.helpers import kinds, started, swept


@pytest.mark.parametrize(
    ("want", "expected"),
    [
        ("channel", [("channel", BEN.id)]),
        ("dm", [("dm", BEN.id), ("channel", None)]),
        ("both", [("dm", BEN.id), ("channel", BEN.id)]),
        ("none", [("channel", None)]),
    ],
)
async def test_a_turn_is_told_as_the_member_wants_it(
    domain: Domain, want: str, expected: list[tuple[str, int | None]]
) -> None:
    await domain.members.change(BEN.id, notices=want)
    match = await started(domain)
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    told = [("dm" if notice.dm else "channel", notice.ping) for notice in await swept(domain)]
    assert told == expected


async def test_a_reminder_goes_only_to_the_member_and_only_if_wanted(domain: Domain, clock: Clock) -> None:
    await started(domain, clock="1d")
    for want, expected in (("none", []), ("dm", [("reminder", ANN.id)])):
        await domain.members.change(ANN.id, notices=want)
        clock.move(hours=12 if want == "none" else 10)
        await domain.matches.wake_due()
        assert kinds(await swept(domain)) == expected


async def test_a_member_who_wants_to_confirm_is_asked_to(domain: Domain) -> None:
    await domain.members.change(ANN.id, confirm=True)
    match = await started(domain)
    kept = await domain.matches.play(match.id, ANN.id, "e4-d6")
    assert (kept.complete, kept.match.draft.complete) == (False, True)
    assert (await domain.matches.confirm(match.id, ANN.id)).complete
