"""Importing records and playing on from any position, as members see it."""

import pytest

from bot.domain import opponent
from bot.domain.errors import Refused
from bot.domain.imports.record import MOST_BYTES
from games.records import to_json, to_text
from tests.bot.chat.acting import more, started, two_turns
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, options, pictures, privately_says, says, words
from tests.bot.chat.world import Wire
from tests.bot.domain.matches.helpers import played

RECORD = (
    "Loophole record 1 Game: snipsnip (Snipsnip) Options: board=hex-2-4 White: Erika Black: Mario "
    "Result: running"
)


async def finished(club: Club) -> None:
    """A match of two turns that bob has resigned."""
    await club.match("8x8, single turns")
    await two_turns(club)
    await club.bob.click(await club.bob.slash("match resign"), "Resign")


async def test_a_match_goes_on_from_any_position_against_the_computer(club: Club) -> None:
    await finished(club)
    card = await more(club.carol, "Step through")
    assert "Play on from here" in buttons(card)
    card = await club.carol.click(card, "◀")
    answer = await club.carol.click(card, "Play on from here")
    privately_says(answer, "play on after turn 1")
    menus = options(answer)
    assert menus[: len(menus) // 2] == menus[len(menus) // 2 :]
    await club.carol.choose(answer, "novice")
    text = words(club.posts()[-1])
    says(text, "### Veloop · M2", f"<@{club.carol.id}>")
    assert "played" not in text
    match = await club.services.matches.get(2)
    assert (match.decisions, match.mover) == (("e4-d6",), club.carol.id)
    await club.carol.slash("move", moves=(await club.carol.offered())[0])


@pytest.mark.slow
async def test_nobody_plays_on_from_a_match_that_goes_on(club: Club) -> None:
    await club.match("8x8, single turns")
    await club.alice.slash("move", moves="e4-d6")
    assert "Play on from here" not in buttons(await more(club.carol, "Step through"))
    Wire(club).press(club.alice, "lh:playonfrom:1:1:", club.post())
    await club.env.settle()
    assert len(await club.services.matches.of(club.alice.id)) == 1


async def test_a_record_is_brought_back_gone_through_and_deleted(club: Club) -> None:
    await finished(club)
    record = words(await club.alice.slash("match record", match="M1")).strip("`\n")
    card = await club.carol.slash("match import", text=" ".join(record.split()))
    privately_says(card, "M2", "Turn 2/2", f"Imported by <@{club.carol.id}>", "alice", "bob")
    says(card, "These moves are here already: **M1**.")
    assert {"Think board", "Analyse"} < set(buttons(card))
    card = await club.carol.click(card, "◀")
    assert "Play on from here" in buttons(card)
    assert "M2 · Think board" in words(await club.carol.click(card, "Think board"))
    answer = await club.carol.slash("match import")
    assert "Your imported matches here" in words(answer)
    (delete,) = set(options(answer))
    custom_id = "lh:importdrop:0:0:"
    for member, count in ((club.bob, 1), (club.carol, 0)):
        Wire(club).press(member, custom_id, club.post(), [delete])
        await club.env.settle()
        assert len(await club.services.imports.of(club.place, club.carol.id)) == count
    assert "haven’t imported" in words(await club.carol.slash("match import"))


async def test_what_is_no_record_gets_a_sentence(club: Club) -> None:
    for text in (
        "hello",
        "{",
        '{"format": "loophole-record", "version": 1}',
        RECORD,
        f"{RECORD} 1. White: zz9",
    ):
        privately_says(await club.alice.slash("match import", text=text), "⚠️")
    for data in (b"", b"hello", b"\xff\xfe\x00", b"\x89PNG\r\n", b"x" * (MOST_BYTES + 1)):
        assert "⚠️" in words(await club.carol.slash("match import", file=("match.txt", data)))
    both = await club.carol.slash("match import", file=("match.txt", b"hello"), text="hello")
    assert "either a file or a text" in words(both)
    assert len(club.posts()) == len(await club.services.imports.of(club.place, club.carol.id)) == 0


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("name", ["match.txt", "match.json"])
async def test_a_record_is_brought_back_as_an_attached_file(club: Club, name: str) -> None:
    await finished(club)
    record = await club.services.matches.record(1)
    data = (to_json(record) if name.endswith("json") else to_text(record)).encode()
    privately_says(await club.carol.slash("match import", file=(name, data)), "M2", "Turn 2/2")
    match = await club.services.matches.get(2)
    assert (match.decisions, match.rated) == (("e4-d6", "d5-e3"), False)


async def test_nobody_takes_an_import_for_a_match_that_was_played_here(club: Club) -> None:
    text = (
        "Loophole record 1 Game: loop (Loop) Options: board=mini Black: alice White: carol 1. "
        "Black: 1a1"
    )
    assert "M1" in words(await club.carol.slash("match import", text=text))
    for command in ("match show", "match replay"):
        await club.carol.slash(command, match="M1")
        assert f"Imported by <@{club.carol.id}>" in words(club.post())
        assert "Drawn" not in pictures(club.post())[0]
        assert club.pings() == []


@pytest.mark.slow
async def test_the_computer_does_not_play_on_where_a_rated_match_of_the_member_stands(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponent, "AGAIN_SECONDS", 0)
    challenges = club.services.challenges
    matches = club.services.matches
    place = club.place
    alice = club.alice.person
    rated_match = (await started(club, "snipsnip", club.bob, rated=True)).id
    stands = await played(club.services, rated_match, 6)
    # Alice imports it as it stood before the last turn, and makes that turn against the computer
    # herself.
    decisions = stands.decisions[:-1]
    side = ("second", "first")[stands.to_move or 0]
    terms = {"side": side, "options": stands.options, "initial_decisions": decisions}
    trick = (await challenges.play_computer(place, alice, "snipsnip", 0, **terms)).match.id
    with pytest.raises(Refused, match="has this same position or one a turn away"):
        await matches.play(trick, alice.id, stands.decisions[-1])
    await club.thought()
    assert (await matches.get(trick)).decisions == decisions
    await played(club.services, rated_match, 2)
    await matches.play(trick, alice.id, stands.decisions[-1])
    club.services.opponent.wake()
    await club.thought()
    assert (await matches.get(trick)).state.ply > stands.state.ply, (
        "a turn may be several decisions"
    )
