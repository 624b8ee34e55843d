"""Who asks for too much is told when to try again, and then no more; others do not notice."""

import re

import pytest

from bot.chat.discord.gateway.gate import ALLOWANCES, ANSWERED
from bot.chat.discord.gateway.spending import PROCESS
from bot.domain.matches import endings
from bot.metrics import REFUSALS

from .conftest import Club
from .reading import words
from .world import Wire, said

AT_ONCE = 20
TOLD = int(ANSWERED.burst)
"""How often a member who is refused reads why within a moment."""


@pytest.fixture
def limits() -> float:
    return 100


def counted(work: str, limit: str) -> float:
    samples = (
        sample
        for metric in REFUSALS.collect()
        for sample in metric.samples
        if sample.name.endswith("_total")
    )
    return sum(
        sample.value for sample in samples if sample.labels == {"work": work, "limit": limit}
    )


async def test_a_member_who_presses_too_much_is_told_when_to_try_again_and_may_then(
    club: Club,
) -> None:
    count = counted("words", "member")
    wire = Wire(club)
    presses = [wire.command(club.alice, ("help",), []) for _ in range(2 * AT_ONCE)]
    await club.env.settle()
    burst = int(ALLOWANCES["words"].member.burst)
    answers = [one for one in presses if one.acknowledged]
    assert len(answers) == burst + TOLD
    refusal = answers[-1]
    assert "That was a lot in a short time. Try again <t:" in said(refusal)
    assert refusal.response.flags.ephemeral
    assert counted("words", "member") - count == 2 * AT_ONCE - burst
    time = re.search(r"<t:(\d+):R>", said(refusal))
    assert 0 <= int(time[1]) - club.now().timestamp() < 3
    assert "Loophole" in words(await club.bob.slash("help"))
    await club.env.advance_time(3)
    assert "Loophole" in words(await club.alice.slash("help"))


@pytest.mark.slow
async def test_presses_typing_and_what_a_command_does_in_place_of_a_heavy_button_are_counted_too(
    club: Club,
) -> None:
    await club.match()
    post = club.post()
    wire = Wire(club)
    many = range(2 * AT_ONCE)
    focused = [{"name": "moves", "type": 3, "value": "e", "focused": True}]
    presses = [wire.press(club.carol, f"lh:board:1:{n}:", post) for n in many]
    forged = [wire.press(club.dave, f"lh:nothing:{n}:0:", post) for n in many]
    completions = [wire.command(club.alice, ("move",), focused) for _ in range(50)]
    season = [
        wire.command(club.bob, ("server",), [{"name": "show", "type": 3, "value": "season"}])
        for _ in range(10)
    ]
    await club.env.settle()
    for interactions, work in ((presses, "board"), (forged, "words"), (completions, "typing")):
        assert sum(one.acknowledged for one in interactions) == ALLOWANCES[work].member.burst + TOLD
    answered_completions = [one for one in completions if one.acknowledged]
    assert answered_completions[0].autocomplete_choices
    assert not answered_completions[-1].autocomplete_choices
    assert "to move" in words(await club.alice.slash("board"))
    texts_of_answers = [said(one) for one in season]
    assert (
        sum("a lot in a short time" in one for one in texts_of_answers)
        >= 10 - ALLOWANCES["heavy"].member.burst
    )


@pytest.mark.slow
async def test_of_twenty_heavy_things_at_once_one_is_done_and_the_others_are_refused_in_words(
    club: Club,
) -> None:
    await club.services.matches.act(await club.match(), club.bob.id, endings.resign)
    wire = Wire(club)
    commands = [wire.command(club.alice, ("privacy", "export"), []) for _ in range(AT_ONCE)]
    await club.env.settle()
    answers = [said(one) for one in commands if one.acknowledged]
    assert len(answers) == ALLOWANCES["heavy"].member.burst + TOLD
    assert (
        sum("still working" in answer for answer in answers) == ALLOWANCES["heavy"].member.burst - 1
    )
    assert sum("a lot in a short time" in answer for answer in answers) == TOLD
    await club.env.advance_time(60)
    assert "still working" not in words(await club.alice.slash("privacy export"))


@pytest.mark.slow
async def test_a_busy_server_is_told_so_but_who_asks_for_little_goes_on(club: Club) -> None:
    await club.match()
    post = club.post()
    wire = Wire(club)
    gate = club.services.gate
    for _ in range(15):
        club.env.backend.advance_clock(1)
        for member in range(50):
            for _ in range(AT_ONCE):
                gate.ask(member, club.guild.id, "board")
    presses = [wire.press(club.bob, "lh:board:1:0:", post) for _ in range(AT_ONCE)]
    await club.env.settle()
    assert "M1" in said(presses[0])
    refusals = [said(one) for one in presses if "M1" not in said(one)]
    assert sum("This server is very busy. Try again <t:" in one for one in refusals) >= 1
    assert "M1" in said(await club.carol.slash("board", match="M1"))


@pytest.mark.slow
async def test_what_members_ask_for_is_paid_for_by_them_and_who_is_in_debt_reads_when_to_try_again(
    club: Club,
) -> None:
    await club.match()
    gate = club.services.gate
    post = club.post()
    wire = Wire(club)
    by_carol = gate.used(club.carol.id)
    focused = [{"name": "moves", "type": 3, "value": "e", "focused": True}]
    ways = (
        lambda member: wire.command(member, ("board",), []),
        lambda member: wire.press(member, "lh:board:1:1:", post),
        lambda member: wire.command(member, ("move",), focused),
    )
    for ask in ways:
        amount = gate.used(club.alice.id)
        ask(club.alice)
        await club.env.settle()
        assert gate.used(club.alice.id) > amount
    assert gate.used(club.carol.id) == by_carol
    account = gate.account(club.alice.id, club.guild.id)
    account.in_process(PROCESS.member.burst + 0.5)
    account.settle()
    refusals = [ask(club.alice) for ask in ways]
    await club.env.settle()
    assert ["Try again <t:" in said(one) for one in refusals[:2]] == [True, True]
    assert not refusals[2].autocomplete_choices
    assert "to move" in words(await club.bob.slash("board"))
    await club.env.advance_time(60)
    assert "to move" in words(await club.alice.slash("board"))
