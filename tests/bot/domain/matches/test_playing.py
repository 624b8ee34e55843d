"""Playing: turns whole or in pieces, drafts, undo, refusals, ends, and two who press at once."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

import games
from bot.domain.domain import Domain
from bot.domain.errors import NotFound, NotYourTurn, Stale, Unplayable
from bot.domain.matches import agreements, endings, turns as playing
from bot.domain.values import InteractionRef
from games import records
from tests.bot.conftest import ANN, BEN
from tests.bot.domain.matches.helpers import cleared, kinds, played, started, step, swept


async def second_turn(domain: Domain) -> tuple[int, list[str]]:
    """A match of double turns in which Ben is to make his first, and two decisions that make it
    whole.
    """
    match = await started(domain)
    state = (await domain.matches.play(match.id, ANN.id, "e4-d6")).match.state
    await cleared(domain)
    first = state.legal_moves()[0]
    second = state.play(first).legal_moves()[0]
    return match.id, [str(first), str(second)]


async def test_a_turn_is_told_once_to_the_player_who_moves_next(domain: Domain) -> None:
    match = await started(domain)
    result = await domain.matches.play(match.id, ANN.id, " E4 – d6 ", version=1)
    assert result.complete
    assert [turn.decisions for turn in result.match.turns] == [("e4-d6",)]
    assert (result.match.mover, result.match.version, result.match.state.turn) == (BEN.id, 2, 2)
    assert (result.notice.event.payload()["start"], result.notice.event.payload()["end"]) == (0, 1)
    assert kinds(await swept(domain)) == [("turn", BEN.id)]


async def test_a_turn_with_anything_wrong_in_it_changes_nothing(domain: Domain) -> None:
    match, (one, two) = await second_turn(domain)
    odd = "hello", "", "🎲", "@everyone **x**\n`d4`", "x" * 6000
    for text in (f"{one} a1-a1", f"{one} {two} {two}", f"{one} z9", *odd):
        with pytest.raises(Unplayable) as refusal:
            await domain.matches.play(match, BEN.id, text)
        assert str(refusal.value)
        assert len(str(refusal.value)) < 500
    now = await domain.matches.get(match)
    assert (now.state.ply, now.version) == (1, 2)
    assert await domain.matches.draft(match, BEN.id) is None


async def test_a_draft_outlives_a_restart(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    match, (one, two) = await second_turn(domain)
    await domain.matches.play(match, BEN.id, one)
    domain_now = await open_domain()
    draft = await domain_now.matches.draft(match, BEN.id)
    assert draft.decisions == (one,)
    assert (await domain_now.matches.play(match, BEN.id, two)).complete


async def test_of_two_moves_at_the_same_instant_one_is_played(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    other_process = await open_domain()
    for _ in range(4):
        match = await started(domain)
        results = await asyncio.gather(
            domain.matches.play(match.id, ANN.id, "e4-d6"),
            domain.matches.play(match.id, ANN.id, "e4-f6"),
            other_process.matches.play(match.id, ANN.id, "e4-d6"),
            return_exceptions=True,
        )
        assert sum(isinstance(result, NotYourTurn) for result in results) == 2, results
        assert (await domain.matches.get(match.id)).state.ply == 1
        assert kinds(await swept(domain)) == [("turn", BEN.id)]


async def test_the_same_press_twice_at_once_plays_once(domain: Domain) -> None:
    match, (one, _) = await second_turn(domain)
    moves = [domain.matches.play(match, BEN.id, one, version=2, draft_length=0) for _ in range(3)]
    results = await asyncio.gather(*moves, return_exceptions=True)
    assert sum(isinstance(result, Stale) for result in results) == 2, results


@pytest.mark.slow
@pytest.mark.mutants
@pytest.mark.parametrize(
    ("engine", "game"),
    [
        *(("sqlite", game) for game in games.catalog()),
        *(("postgres", games.get(slug)) for slug in ("snipsnip", "veloop-square")),
    ],
    indirect=["engine"],
    ids=lambda value: getattr(value, "slug", value),
)
async def test_a_match_of_every_game_goes_to_its_end_over_restarts(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]], game: games.Game
) -> None:
    # its matches on the usual board are the longest
    variant = "base6" if game.slug == "loops-n-leaps" else ""
    match = await started(domain, game.slug, variant=variant)
    rng = random.Random(7)
    end = None
    posts = []
    processes = [domain, await open_domain()]
    for count in range(playing.MOST_DECISIONS):
        result = await step(processes[count % 2], match.id, rng)
        if result.complete:
            posts.append(result)
        if result.match.status != "running":
            end = result.match
            break
    state = games.replay(game.slug, end.options, end.decisions)
    assert (end.winner, end.reason) == (state.outcome.winner, state.outcome.reason)
    match_now = await (await open_domain()).matches.get(match.id)
    assert match_now.decisions == end.decisions
    assert match_now.state.pieces() == state.pieces()
    # Each post goes on where the one before it stopped, and each was sent once.
    notices = await swept(domain)
    assert [notice.event.kind for notice in notices] == ["turn"] * (len(posts) - 1) + ["finished"]
    ends = [0, *(notice.event.payload()["end"] for notice in notices)]
    assert [notice.event.payload()["start"] for notice in notices] == ends[:-1]
    turns = (await domain.matches.get(match.id)).history.whole().turns()
    assert [text for turn in turns for text in turn.decisions] == list(end.decisions)
    for notice in notices[:: max(1, len(notices) // 5)]:
        past = await domain.matches.look(match.id, notice.event.payload()["end"])
        assert past.state.ply == notice.event.payload()["end"]
        assert past.history.states[0].ply == notice.event.payload()["start"]


async def test_the_post_of_an_answer_shows_the_match_as_it_was_stored_with_it(
    domain: Domain,
) -> None:
    match = await started(domain)
    interaction = InteractionRef(id=55, token="secret", application=66)
    result = await domain.matches.play(match.id, ANN.id, "e4-d6", interaction=interaction)
    notice = result.notice
    assert notice.interaction == interaction
    await step(domain, match.id, random.Random(1), confirm=True)
    assert await domain.matches.match_of(notice) == result.match
    # Not for a second attempt, nor for a notice of a restored database that has the same id.
    stored_notice = replace(notice, interaction=replace(interaction, id=56))
    for other in (replace(notice, attempts=2), replace(notice, interaction=None), stored_notice):
        assert (await domain.matches.match_of(other)).revision == result.match.revision + 1
    with pytest.raises(NotFound):
        await domain.matches.match_of(replace(stored_notice, match=None))


async def test_what_is_at_hand_is_never_trusted_over_what_is_stored(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    match = await started(domain)
    other_process = await open_domain()
    await other_process.matches.play(match.id, ANN.id, "e4-d6")
    assert (await domain.matches.get(match.id)).state.ply == 1
    assert not (await step(domain, match.id, random.Random(1))).complete


async def test_a_match_can_be_taken_along_as_a_record(domain: Domain) -> None:
    match = await started(domain, clock="3d")
    await played(domain, match.id, 5)
    async with domain.matches.open(match.id) as open_match:
        await open_match.apply(playing.hinted(open_match.match, BEN.id, open_match.match.version))
    end = (await domain.matches.act(match.id, ANN.id, endings.resign)).match
    record = await domain.matches.record(match.id)
    assert record.hints == (0, 1)
    assert "Hints: 0, 1" in records.to_text(record)
    assert (record.players, record.result, record.reason) == (
        ("Ann", "Ben"),
        "White wins",
        "resigned",
    )
    for write in (records.to_text, records.to_json):
        record_now = records.read(write(record))
        assert record_now == record
        assert record_now.states()[-1].pieces() == end.state.pieces()


async def test_a_match_that_has_changed_since_it_was_read_is_read_again(domain: Domain) -> None:
    match = await started(domain)
    await domain.matches.act(match.id, BEN.id, agreements.offer_draw)
    assert (await domain.matches.play(match, ANN.id, "e4-d6")).complete
    with pytest.raises(NotYourTurn):
        await domain.matches.play(match, ANN.id, "e4-f6")
    assert (await domain.matches.get(match.id)).decisions == ("e4-d6",)
