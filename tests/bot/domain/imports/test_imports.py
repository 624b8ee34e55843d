"""Imported matches: read from records whatever is in them, limited in number, private data like any
other.
"""

import asyncio
import contextlib
import json
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import given, strategies as st

import games
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, Refused
from bot.domain.imports.record import MOST_BYTES, ReadRecord, decoded, read_record, unfolded
from bot.domain.imports.service import EARLIEST, MOST_IMPORTS
from bot.domain.matches import agreements, endings
from bot.domain.values import NOBODY, Place
from games.core import GameError
from games.records import Record, RecordError, to_json, to_text
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, sqlite_only
from tests.bot.domain.matches.helpers import played, started


async def record_of(domain: Domain, match: int) -> ReadRecord:
    """The record of a match, read again."""
    return read_record(to_text(await domain.matches.record(match)))


async def some_record(domain: Domain, game: str = "snipsnip", turns: int = 8) -> ReadRecord:
    """The record of a match of Ann and Ben, read again."""
    match = await started(domain, game)
    await played(domain, match.id, turns)
    return await record_of(domain, match.id)


def pasted(text: str) -> str:
    """What is read of a text whose lines Discord has joined."""
    return unfolded(" ".join(text.split()))


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@pytest.mark.parametrize("slug", [game.slug for game in games.catalog()])
async def test_text_and_json_come_back_as_they_were(domain: Domain, slug: str) -> None:
    match = await started(domain, slug)
    match = await played(domain, match.id, 9)
    original = await domain.matches.record(match.id)
    for text in (to_text(original), to_json(original), pasted(to_text(original))):
        record = read_record(text)
        assert record.decisions == match.decisions
        assert record.options == dict(match.options)
        assert record.players == match.names

        result = await domain.imports.add(HERE, CAT, record)
        imported = await domain.matches.get(result.id)
        assert imported.decisions == match.decisions
        assert imported.state.pieces() == match.state.pieces()
        assert imported.history.ends() == match.history.ends()
        assert imported.seats == (NOBODY, NOBODY)
        assert not imported.rated
        assert imported.status != "running"


STRANGE_NAMES = (
    "Result: draw",
    "Clock: none Rated: no Result: draw",
    "Reason: agreed",
    "Game: loop",
    "1. Black: c4",
    "[x]",
    ":",
    "Rated: yes",
    "Options: a=b",
    "Match: M9",
    "Hints: 9, 9",
    "Result: White wins",
    "2. White: pass",
    "Black: x",
)


@sqlite_only
@pytest.mark.some_cases(2)
@pytest.mark.mutants
@pytest.mark.parametrize("name", STRANGE_NAMES)
@pytest.mark.parametrize("slug", ["veloop-square", "loop"])
async def test_no_name_changes_what_a_pasted_record_says(
    domain: Domain, name: str, slug: str
) -> None:
    match = await started(domain, slug)
    match = await played(domain, match.id, 5)
    record = await domain.matches.record(match.id)
    turns = tuple(replace(turn, proposer=name) for turn in record.turns)
    finished_record = replace(record, status="finished", winner=0, reason="resigned", turns=turns)
    for players in ((name, "bob"), ("ann", name), (name, name)):
        named_record = replace(finished_record, players=players)
        with_hints = replace(named_record, hints=(1, 2))
        by_another_hand = replace(named_record, match="", started_at=None, reason="")
        for version in (named_record, with_hints, by_another_hand):
            from_text = read_record(pasted(to_text(version)))
            from_json = read_record(to_json(version))
            assert from_text._replace(players=players) == from_json
            # Where one player's name ends and the other's begins, nothing tells if a name has the
            # label of the other.
            assert from_text.players == players or "White: " in name
            assert from_text.winner == 0


def test_a_record_by_another_hand_may_have_its_labels_in_any_order_but_each_once() -> None:
    text = "Loophole record 1 Result: White wins Black: ann Game: loop White: ben 1. Black: 1a1"
    record = read_record(unfolded(text))
    assert (record.players, record.winner) == (("ann", "ben"), 1)
    with pytest.raises(RecordError, match="“Result” stands twice in the record"):
        read_record(unfolded(text.replace("ann", "Result: draw")))


def result_of(record: Record) -> tuple[bool, int | None, str]:
    """What is read of a record's result: whether the match is over, its winner and the reason."""
    record_read = read_record(to_json(record))
    return record_read.has_result, record_read.winner, record_read.reason


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_result_is_read_as_it_is_shown_if_members_can_have_brought_it_about(
    domain: Domain,
) -> None:
    match = await started(domain, "loop", variant="mini")
    match = await played(domain, match.id, 500)
    whole = await domain.matches.record(match.id)
    assert result_of(whole) == (True, match.winner, match.reason)

    part = replace(whole, turns=whole.turns[:4])
    for reason, read_as in (("left", "left"), ("settled", "settled"), ("deleted", "")):
        assert result_of(replace(part, winner=1, reason=reason)) == (True, 1, read_as)
    aborted_record = replace(part, status="aborted", winner=None, reason="abandoned")
    assert result_of(aborted_record) == (False, None, "")


async def test_a_member_may_have_twenty_of_them_also_when_all_come_at_once(domain: Domain) -> None:
    record = await some_record(domain)
    requests = [domain.imports.add(HERE, ANN, record) for _ in range(MOST_IMPORTS + 5)]
    results = await asyncio.gather(*requests, return_exceptions=True)
    refusals = [result for result in results if isinstance(result, LimitReached)]
    assert len(refusals) == 5

    imports = await domain.imports.of(HERE, ANN.id)
    names = [name for _, name, _ in imports]
    assert names == [f"M{number}" for number in range(MOST_IMPORTS + 1, 1, -1)]
    assert {slug for _, _, slug in imports} == {"snipsnip"}
    elsewhere = Place(HERE.scope + 1, 1)
    assert not await domain.imports.of(elsewhere, ANN.id)
    assert not await domain.imports.of(HERE, BEN.id)

    latest, _, _ = imports[0]
    with pytest.raises(NotFound):
        await domain.imports.delete(latest, BEN.id)
    await domain.imports.delete(latest, ANN.id)
    with pytest.raises(NotFound):
        await domain.matches.get(latest)
    await domain.imports.add(HERE, ANN, record)


async def test_what_was_played_or_imported_in_a_channel_is_known_there(domain: Domain) -> None:
    record = await some_record(domain)
    await domain.imports.add(HERE, CAT, record)
    assert await domain.imports.same(HERE, record) == "M1", "the first of them"
    for place in (Place(HERE.scope, 5), Place(5, HERE.channel)):
        assert await domain.imports.same(place, record) is None
        await domain.imports.add(place, CAT, record)
        assert await domain.imports.same(place, record) is not None
    for other in (
        record._replace(options={}),
        record._replace(slug="loop"),
        record._replace(decisions=record.decisions[:-1]),
    ):
        assert await domain.imports.same(HERE, other) is None


async def test_an_import_has_the_result_of_its_record(domain: Domain) -> None:
    record = await some_record(domain)
    win = record._replace(has_result=True, winner=0, reason="resigned")
    for imported_record, result in (
        (win, ("finished", 0, "resigned")),
        (record, ("aborted", None, "unfinished")),
    ):
        imported_match = await domain.imports.add(HERE, CAT, imported_record)
        match = await domain.matches.get(imported_match.id)
        assert (match.status, match.winner, match.reason) == result


async def test_an_import_counts_nowhere_and_goes_with_its_owners_data(domain: Domain) -> None:
    record = await some_record(domain)
    win = record._replace(has_result=True, winner=0, reason="resigned")
    match = await domain.imports.add(HERE, CAT, win)
    begin = match.created_at.replace(year=2000)
    end = match.created_at.replace(year=2100)
    season = await domain.ratings.season(HERE.scope, begin, end)
    assert season.matches == 0
    profile = await domain.ratings.profile(CAT.id, HERE.scope)
    assert profile.total.matches == 0

    export = await domain.privacy.export(CAT.id)
    assert record.players[0] in json.dumps(export)
    await domain.privacy.delete(CAT.id)
    with pytest.raises(NotFound):
        await domain.matches.get(match.id)


async def test_a_deleted_name_goes_from_records_of_the_members_own_moves_only(
    domain: Domain,
) -> None:
    whole = await some_record(domain)
    turns = whole.turns[:-2]
    count = sum(turn.length for turn in turns)
    first_part = whole._replace(decisions=whole.decisions[:count], turns=turns, has_result=False)
    start = games.get(whole.slug).start(**whole.options)
    other_move = str(start.legal_moves()[-1])
    assert other_move != whole.decisions[0]
    one_turn = (whole.turns[0]._replace(length=1),)
    other_moves = whole._replace(decisions=(other_move,), turns=one_turn, has_result=False)
    other_players = whole._replace(players=("Dan", "Ben"))

    cases = (
        (whole, ("somebody", "Ben")),
        (first_part, ("somebody", "Ben")),
        (other_moves, ("Ann", "Ben")),
        (other_players, ("Dan", "Ben")),
    )
    imported = [await domain.imports.add(HERE, CAT, record) for record, _ in cases]
    await domain.privacy.delete(ANN.id)
    for result, (_, names) in zip(imported, cases, strict=True):
        match = await domain.matches.get(result.id)
        assert match.names == names


@pytest.mark.slow
@pytest.mark.mutants
async def test_the_computer_does_not_help_in_a_rated_match_by_way_of_its_record(
    domain: Domain,
) -> None:
    match = await started(domain, "snipsnip", rated=True)
    match = await played(domain, match.id, 6)
    imported = await domain.imports.add(HERE, ANN, await record_of(domain, match.id))
    states = imported.history.whole().states
    help_with = partial(domain.matches.require_no_help, states=lambda: states)
    with pytest.raises(Refused, match="has this same position"):
        await help_with(ANN.id, "snipsnip")
    with pytest.raises(Refused, match=rf"^your match {match.name} has this same position"):
        await help_with(BEN.id, "snipsnip")

    await started(domain, "snipsnip", rated=True)  # in a position that everyone knows
    await started(domain, "loop", rated=True, opponent=DAN)
    unrated_match = await started(domain, "snipsnip", opponent=DAN)
    await played(domain, unrated_match.id, 6)
    for user, slug in ((CAT.id, "snipsnip"), (ANN.id, "loop"), (DAN.id, "snipsnip")):
        await help_with(user, slug)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    await help_with(ANN.id, "snipsnip")


async def test_a_time_that_cannot_be_is_that_of_the_import(domain: Domain, clock: Clock) -> None:
    record = await some_record(domain)
    now = clock.moment
    second = timedelta(seconds=1)
    times = [EARLIEST, EARLIEST - second, now, now + second, None]
    turns = []
    for turn, time in zip(record.turns[:5], times, strict=True):
        turns.append(turn._replace(made_at=time))
    count = sum(turn.length for turn in turns)
    part = record._replace(turns=tuple(turns), decisions=record.decisions[:count])
    match = await domain.imports.add(HERE, CAT, part)
    times_stored = [turn.made_at for turn in match.history.whole().turns()]
    assert times_stored == [EARLIEST, now, now, now, now]


async def test_a_match_goes_on_from_a_position_against_the_computer(domain: Domain) -> None:
    match = await started(domain, "veloop-square")
    match = await played(domain, match.id, 5)
    position = match.decisions
    change = await domain.challenges.play_computer(
        HERE,
        CAT,
        match.game.slug,
        0,
        side="first",
        options=match.options,
        initial_decisions=position,
    )
    new = await domain.matches.get(change.match.id)
    assert new.decisions == position
    assert new.history.given == len(position)
    assert new.state.pieces() == match.state.pieces()
    assert new.mover == new.seats[match.state.to_move]
    assert not new.rated

    if new.mover == CAT.id:
        await played(domain, new.id, 1)
        await domain.matches.act(new.id, CAT.id, agreements.ask_takeback)
    with pytest.raises(Refused, match="no turn to take back"):
        await domain.matches.act(new.id, CAT.id, agreements.ask_takeback)
    new = await domain.matches.get(new.id)
    assert new.decisions[: len(position)] == position

    await domain.matches.act(new.id, CAT.id, endings.resign)
    profile = await domain.ratings.profile(CAT.id, HERE.scope)
    assert profile.computer.matches == 0


NAMES = (
    "format version game options players turns seat moves at how status winner reason hints clock "
    "rated"
)
KEYS = st.sampled_from(NAMES.split(" "))
HEAD = "Loophole record 1\nGame: loop (Loop)\n"
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)


def containers(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Lists and dictionaries of values."""
    keys = KEYS | st.text(max_size=4)
    return st.lists(values, max_size=4) | st.dictionaries(keys, values, max_size=6)


JSONS = st.recursive(SCALARS, containers, max_leaves=12)
TEXTS = st.text(max_size=200) | st.text(max_size=120).map(lambda text: HEAD + text)


@given(TEXTS)
def test_whatever_text_there_is_a_sentence_says_what_is_wrong(text: str) -> None:
    check(text)
    check(unfolded(text))


@pytest.mark.slow
@pytest.mark.mutants
@given(st.dictionaries(KEYS, JSONS, max_size=8))
def test_whatever_json_there_is_a_sentence_says_what_is_wrong(value: dict[str, object]) -> None:
    check(json.dumps(value))
    with_head = value | {"format": "loophole-record", "version": 1, "game": "loop"}
    check(json.dumps(with_head))


@given(st.binary(max_size=200))
def test_whatever_bytes_there_are_a_sentence_says_what_is_wrong(data: bytes) -> None:
    with contextlib.suppress(Refused):
        check(decoded(data))


def check(text: str) -> None:
    """Either it is a record, or a sentence says why not."""
    with contextlib.suppress(GameError):
        assert read_record(text).decisions


def test_records_that_are_too_large_are_refused() -> None:
    assert len(decoded(b"x" * MOST_BYTES)) == MOST_BYTES
    with pytest.raises(Refused, match="200 kB"):
        decoded(b"x" * (MOST_BYTES + 1))
    turns = "".join(f"{n}. White: a1\n" for n in range(1, 2_100))
    with pytest.raises(Refused, match=r"^that record has 2099 moves; the limit is 2000$"):
        read_record(f"{HEAD}\n{turns}")
    with pytest.raises(Refused, match="no moves"):
        read_record(HEAD)
