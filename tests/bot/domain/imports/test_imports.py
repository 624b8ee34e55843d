"""Imported matches: read from records whatever is in them, limited in number, private data like any
other.
"""

import asyncio
import contextlib
import json
from dataclasses import replace
from datetime import timedelta

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
from games.records import RecordError, to_json, to_text
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock
from tests.bot.domain.matches.helpers import played, started


async def written(domain: Domain, game: str = "snipsnip", turns: int = 8) -> ReadRecord:
    """The record of a match of Ann and Ben, read again."""
    match = await started(domain, game)
    await played(domain, match.id, turns)
    return read_record(to_text(await domain.matches.record(match.id)))


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@pytest.mark.parametrize("slug", [game.slug for game in games.catalog()])
async def test_text_and_json_come_back_as_they_were(domain: Domain, slug: str) -> None:
    match = await started(domain, slug)
    match = await played(domain, match.id, 9)
    record = await domain.matches.record(match.id)
    for text in (to_text(record), to_json(record), unfolded(" ".join(to_text(record).split()))):
        record = read_record(text)
        assert record.decisions == match.decisions
        assert record.options == dict(match.options)
        assert record.players == match.names
        imported = await domain.imports.add(HERE, CAT, record)
        again = await domain.matches.get(imported.id)
        assert again.decisions == match.decisions
        assert again.state.pieces() == match.state.pieces()
        assert again.history.ends() == match.history.ends()
        assert again.seats == (NOBODY, NOBODY)
        assert not again.rated
        assert again.status != "running"


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
    plain = replace(record, status="finished", winner=0, reason="resigned")
    for names in ((name, "bob"), ("ann", name), (name, name)):
        strange = replace(plain, players=names, turns=turns)
        for ended in (
            strange,
            replace(strange, hints=(1, 2)),
            replace(strange, match="", started_at=None, reason=""),
        ):
            read = read_record(unfolded(" ".join(to_text(ended).split())))
            whole = read_record(to_json(ended))
            assert read._replace(players=names) == whole
            # Where one player's name ends and the other's begins, nothing tells if a name has the
            # label of the other.
            assert read.players == names or "White: " in name
            assert read.winner == 0


def test_a_record_by_another_hand_may_have_its_labels_in_any_order_but_each_once() -> None:
    text = "Loophole record 1 Result: White wins Black: ann Game: loop White: ben 1. Black: 1a1"
    read = read_record(unfolded(text))
    assert (read.players, read.winner) == (("ann", "ben"), 1)
    with pytest.raises(RecordError, match="“Result” stands twice in the record"):
        read_record(unfolded(text.replace("ann", "Result: draw")))


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_result_is_read_as_it_is_shown_if_members_can_have_brought_it_about(
    domain: Domain,
) -> None:
    match = await played(domain, (await started(domain, "loop", variant="mini")).id, 500)
    whole = await domain.matches.record(match.id)
    assert read_record(to_json(whole))[5:] == (True, match.winner, match.reason)
    part = replace(whole, turns=whole.turns[:4], winner=1)
    for reason, shown in (("left", "left"), ("settled", "settled"), ("deleted", "")):
        assert read_record(to_json(replace(part, reason=reason)))[5:] == (True, 1, shown)
    assert read_record(to_json(replace(part, status="aborted", winner=None, reason="abandoned")))[
        5:
    ] == (
        False,
        None,
        "",
    )


async def test_a_member_may_have_twenty_of_them_also_when_all_come_at_once(domain: Domain) -> None:
    record = await written(domain)
    many = (domain.imports.add(HERE, ANN, record) for _ in range(MOST_IMPORTS + 5))
    results = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(result, LimitReached) for result in results) == 5
    mine = await domain.imports.of(HERE, ANN.id)
    assert [(name, slug) for _, name, slug in mine] == [
        (f"M{n}", "snipsnip") for n in range(MOST_IMPORTS + 1, 1, -1)
    ]
    assert not [
        *await domain.imports.of(Place(HERE.scope + 1, 1), ANN.id),
        *await domain.imports.of(HERE, BEN.id),
    ]
    with pytest.raises(NotFound):
        await domain.imports.delete(mine[0][0], BEN.id)
    await domain.imports.delete(mine[0][0], ANN.id)
    with pytest.raises(NotFound):
        await domain.matches.get(mine[0][0])
    await domain.imports.add(HERE, ANN, record)


async def test_what_was_played_or_imported_in_a_channel_is_known_there(domain: Domain) -> None:
    record = await written(domain)
    same = domain.imports.same
    await domain.imports.add(HERE, CAT, record)
    assert await same(HERE, record) == "M1", "the first of them"
    others = (
        record._replace(options={}),
        record._replace(slug="loop"),
        record._replace(decisions=record.decisions[:-1]),
    )
    for place in (Place(HERE.scope, 5), Place(5, HERE.channel)):
        assert await same(place, record) is None
        await domain.imports.add(place, CAT, record)
        assert await same(place, record) is not None
    assert [await same(HERE, other) for other in others] == [None] * 3


async def test_an_import_counts_nowhere_and_goes_with_its_owners_data(domain: Domain) -> None:
    record = replace_result(await written(domain))
    imported = await domain.imports.add(HERE, CAT, record)
    first, last = (imported.created.replace(year=year) for year in (2000, 2100))
    season = await domain.ratings.season(HERE.scope, first, last)
    assert season.matches == 0
    assert (await domain.ratings.profile(CAT.id, HERE.scope)).total.matches == 0
    export = await domain.privacy.export(CAT.id)
    assert record.players[0] in json.dumps(export)
    await domain.privacy.delete(CAT.id)
    with pytest.raises(NotFound):
        await domain.matches.get(imported.id)


async def test_a_deleted_name_goes_from_records_of_the_members_own_moves_only(
    domain: Domain,
) -> None:
    whole = await written(domain)
    cut = sum(turn.length for turn in whole.turns[:-2])
    part = whole._replace(decisions=whole.decisions[:cut], turns=whole.turns[:-2], has_result=False)
    first = str(games.get(whole.slug).start(**whole.options).legal_moves()[-1])
    assert first != whole.decisions[0]
    other = whole._replace(
        decisions=(first,), turns=(whole.turns[0]._replace(length=1),), has_result=False
    )
    records = whole, part, other, whole._replace(players=("Dan", "Ben"))
    imported = [(await domain.imports.add(HERE, CAT, record)).id for record in records]
    await domain.privacy.delete(ANN.id)
    names = [(await domain.matches.get(match)).names for match in imported]
    assert names == [("somebody", "Ben"), ("somebody", "Ben"), ("Ann", "Ben"), ("Dan", "Ben")]


def replace_result(record: ReadRecord) -> ReadRecord:
    """The record of a match that the first player has won."""
    return record._replace(has_result=True, winner=0, reason="resigned")


@pytest.mark.slow
@pytest.mark.mutants
async def test_the_computer_does_not_help_in_a_rated_match_by_way_of_its_record(
    domain: Domain,
) -> None:
    match = await started(domain, "snipsnip", rated=True)
    match = await played(domain, match.id, 6)
    record = read_record(to_text(await domain.matches.record(match.id)))
    imported = await domain.imports.add(HERE, ANN, record)
    states = imported.history.whole().states
    with pytest.raises(Refused, match="has this same position"):
        await domain.matches.require_no_help(ANN.id, states[0].game.slug, lambda: states)
    with pytest.raises(Refused, match=rf"^your match {match.name} has this same position"):
        await domain.matches.require_no_help(BEN.id, states[0].game.slug, lambda: states)
    await started(domain, "snipsnip", rated=True)  # in a position that everyone knows
    await started(domain, "loop", rated=True, opponent=DAN)
    await played(domain, (await started(domain, "snipsnip", opponent=DAN)).id, 6)
    for user, slug in ((CAT.id, "snipsnip"), (ANN.id, "loop"), (DAN.id, "snipsnip")):
        await domain.matches.require_no_help(user, slug, lambda: states)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    await domain.matches.require_no_help(ANN.id, "snipsnip", lambda: states)


async def test_a_time_that_cannot_be_is_that_of_the_import(domain: Domain, clock: Clock) -> None:
    record = await written(domain)
    now = clock.moment
    second = timedelta(seconds=1)
    times = [EARLIEST, EARLIEST - second, now, now + second, None]
    assert len(record.turns) >= len(times)
    turns = tuple(turn._replace(made_at=at) for turn, at in zip(record.turns, times, strict=False))
    part = record._replace(
        turns=turns, decisions=record.decisions[: sum(turn.length for turn in turns)]
    )
    imported = await domain.imports.add(HERE, CAT, part)
    assert [turn.made_at for turn in imported.history.whole().turns()] == [
        EARLIEST,
        now,
        now,
        now,
        now,
    ]


async def test_a_match_goes_on_from_a_position_against_the_computer(domain: Domain) -> None:
    match = await played(domain, (await started(domain, "veloop-square")).id, 5)
    whole = match.decisions
    begun = await domain.challenges.play_computer(
        HERE, CAT, match.game.slug, 0, side="first", options=match.options, initial_decisions=whole
    )
    new = await domain.matches.get(begun.match.id)
    assert new.decisions == whole
    assert new.history.given == len(whole)
    assert new.state.pieces() == match.state.pieces()
    assert new.mover == new.seats[match.state.to_move or 0]
    assert not new.rated
    if new.mover == CAT.id:
        new = await played(domain, new.id, 1)
        await domain.matches.act(new.id, CAT.id, agreements.ask_takeback)
    with pytest.raises(Refused, match="no turn to take back"):
        await domain.matches.act(new.id, CAT.id, agreements.ask_takeback)
    assert (await domain.matches.get(new.id)).decisions[: len(whole)] == whole
    await domain.matches.act(new.id, CAT.id, endings.resign)
    assert (await domain.ratings.profile(CAT.id, HERE.scope)).computer.matches == 0


NAMES = (
    "format version game options players turns seat moves at how status winner reason hints clock "
    "rated"
)
KEYS = st.sampled_from(NAMES.split(" "))
HEAD = "Loophole record 1\nGame: loop (Loop)\n"
JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=4), inner, max_size=6)
    ),
    max_leaves=12,
)


@given(st.one_of(st.text(max_size=200), st.text(max_size=120).map(lambda text: HEAD + text)))
def test_whatever_text_there_is_a_sentence_says_what_is_wrong(text: str) -> None:
    check(text)
    check(unfolded(text))


@pytest.mark.slow
@pytest.mark.mutants
@given(st.dictionaries(KEYS, JSONS, max_size=8))
def test_whatever_json_there_is_a_sentence_says_what_is_wrong(value: dict[str, object]) -> None:
    check(json.dumps({**value, "format": "loophole-record", "version": 1, "game": "loop"}))
    check(json.dumps(value))


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
