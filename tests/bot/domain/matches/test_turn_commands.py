"""Every condition of drafts, turns, silence and prepared answers, as pure functions."""

from dataclasses import replace
from datetime import timedelta

import pytest

import games
from bot.domain.errors import Over, Refused, Stale, Unplayable
from bot.domain.explorations.tree import Spot
from bot.domain.matches import agreements, beginning, endings, prepared_moves, turns
from bot.domain.matches.beginning import Setup
from bot.domain.matches.exploring import commands
from bot.domain.matches.match import Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.members.settings import MemberSettings
from bot.domain.values import COMPUTER, NOBODY
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.values import (
    NOON,
    after,
    later,
    new,
    over,
    pinged,
    with_players,
    without,
)

DAY = timedelta(days=1)
MILLISECOND = timedelta(milliseconds=1)


# -------------------------------------------------------------------------------------------- turns


def test_a_match_ends_in_a_draw_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("bot.domain.matches.turns", "bot.domain.matches.match"):
        monkeypatch.setattr(f"{module}.MOST_DECISIONS", 4)
    match = after(new(options={"turns": "double"}), 1)
    assert match.status == "running"
    text = " ".join(
        str(move) for move in (match.state.legal_moves()[0], match.state.legal_moves()[-1])
    )
    match = turns.play(match, BEN.id, text).match
    assert (match.status, match.state.ply) == ("running", 3)
    match = turns.play(match, ANN.id, str(match.state.legal_moves()[0])).match
    assert (match.status, match.winner, match.reason, match.state.ply) == (
        "finished",
        None,
        "limit",
        4,
    )


def test_a_prepared_turn_ends_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.domain.matches.turns.MOST_DECISIONS", 4)
    match = after(new(options={"turns": "double"}), 1)
    line = legal(match, 4)
    match = prepared_moves.prepare(match, ANN.id, "{} {}; {} {}".format(*line)).match
    match = turns.play(match, BEN.id, " ".join(line[:2])).match
    assert (match.reason, match.history.decisions[1:]) == ("limit", tuple(line[:3]))


def test_hints_are_for_the_player_to_move_in_an_unrated_match() -> None:
    match = new()
    refused = {
        "isn’t your match": (match, CAT.id),
        "M1 is over": (over(), ANN.id),
        "M1 is rated, so hints are off": (new(rated=True), ANN.id),
        "not your turn in M1; hints": (match, BEN.id),
    }
    for sentence, (which, user) in refused.items():
        with pytest.raises(Refused, match=sentence):
            turns.advised(which, user)
    with pytest.raises(Stale, match="ask for a new hint"):
        turns.advised(match, ANN.id, match.version + 1)
    twice = turns.hinted(
        turns.hinted(match, ANN.id, match.version).match, ANN.id, match.version
    ).match
    assert twice.hints == (2, 0)
    assert turns.hinted(after(twice, 1), BEN.id, match.version + 1).match.hints == (2, 1)


# ------------------------------------------------------------------------------------------ waiting


def steps(match: Match, count: int) -> list[tuple[int, str, int | None]]:
    """The next steps of a silent match: after how many days, the event, and the user it pings."""
    result = []
    for _ in range(count):
        match = waiting.planned(match)
        early = match.at(match.quiet.wake - MILLISECOND)
        assert waiting.wake(early).events == ()
        changed = waiting.wake(match.at(match.quiet.wake))
        (kind, ping), *_ = pinged(changed)
        result.append(((match.quiet.wake - NOON).days, kind, ping))
        match = changed.match
    return result


def test_a_silent_match_is_reminded_asked_about_and_adjourned() -> None:
    asking = [(14, "quiet_asked", None), (44, "finished", None)]
    assert steps(new(), 4) == [(3, "quiet", ANN.id), (7, "quiet", ANN.id), *asking]
    rare = with_players(new(), settings=(MemberSettings(reminders="rare"), MemberSettings()))
    assert steps(rare, 2) == [(7, "quiet", ANN.id), asking[0]]
    assert (
        steps(with_players(new(), settings=(MemberSettings(daily="dm"), MemberSettings())), 2)
        == asking
    )
    alone = without(new(), 1, NOBODY)
    assert steps(alone, 3)[2:] == [(44, "finished", None)]
    assert waiting.planned(without(new(), 0, COMPUTER)).quiet.wake is None
    tournament = new(tournament=7)
    assert steps(tournament, 2) == [(3, "quiet", ANN.id), (7, "quiet", ANN.id)]
    assert (
        waiting.planned(
            replace(tournament, quiet=replace(tournament.quiet, reminder_count=2))
        ).quiet.wake
        is None
    )


# --------------------------------------------------------------------------------- prepared answers


def legal(match: Match, count: int) -> list[str]:
    """Decisions that are legal one after another."""
    state = match.state
    result = list[str]()
    for _ in range(count):
        result.append(str(state.legal_moves()[0]))
        state = state.play(state.legal_moves()[0])
    return result


def hows(match: Match) -> list[tuple[int, str]]:
    """The seat and manner of each turn."""
    return [(turn.seat, turn.how) for turn in match.history.whole().turns()]


def test_prepared_answers_are_played_as_long_as_the_opponent_plays_as_foreseen() -> None:
    match = new("1d+1h")
    line = legal(match, 6)
    planned = prepared_moves.prepare(match, BEN.id, line).match
    assert prepared_moves.size(planned.prepared[1]) == 3
    first = turns.play(later(planned, hours=2), ANN.id, line[0])
    assert hows(first.match) == [(0, "played"), (1, "prepared")]
    assert pinged(first) == [("turn", None)]
    assert first.match.banks == (23 * 3600, 25 * 3600)  # the answer takes no time
    second = turns.play(first.match, ANN.id, line[2]).match
    assert second.decisions == tuple(line[:4])
    other = next(str(move) for move in second.state.legal_moves() if str(move) != line[4])
    unforeseen = turns.play(second, ANN.id, other).match
    assert (unforeseen.to_move, unforeseen.prepared, len(unforeseen.decisions)) == (1, ({}, {}), 5)
    dropped = prepared_moves.drop(planned, BEN.id, [line[0], line[2]]).match
    assert prepared_moves.size(dropped.prepared[1]) == 1
    assert prepared_moves.drop(planned, BEN.id).match.prepared == ({}, {})
    with pytest.raises(Refused, match="no longer exists"):
        prepared_moves.drop(planned, BEN.id, [other])


def test_both_may_have_prepared_and_a_takeback_or_an_end_cancels_it() -> None:
    match = new()
    line = legal(match, 5)
    planned = prepared_moves.prepare(match, BEN.id, line[:4]).match
    tree = planned.exploration_of(0)
    spot = tree.now
    for seat, decision in zip((0, 1, 0, 1, 0), line, strict=True):
        tree, spot = tree.with_child(spot, seat, decision)
    both = planned.with_exploration(0, tree.with_plans(node.id for node in tree.line(spot)[2::2]))
    played = turns.play(both, ANN.id, line[0]).match
    assert hows(played) == [(0, "played"), *((seat, "prepared") for seat in (1, 0, 1, 0))]
    assert (played.decisions, played.to_move) == (tuple(line), 1)
    ended = endings.resign(planned, ANN.id).match
    moved = prepared_moves.prepare(after(match, 2), BEN.id, legal(after(match, 2), 2)).match
    back = agreements.answer(
        "takeback", agreements.ask_takeback(moved, BEN.id).match, ANN.id, True
    ).match
    for cancelled in (ended, back):
        assert cancelled.prepared == ({}, {})
        assert len(cancelled.explorations[1].untold) == (2 if cancelled is ended else 1)


def test_what_cannot_be_prepared() -> None:
    match = new()
    line = legal(match, 26)
    refused = {
        "in pairs": (BEN.id, line[:3]),
        "write turns in pairs": (BEN.id, []),
        "pairs, theirs": (BEN.id, line[:26]),
        "it’s your turn in M1": (ANN.id, line[:2]),
        "too long": (BEN.id, "x" * 2001),
    }
    for sentence, (user, moves) in refused.items():
        with pytest.raises(Refused, match=sentence):
            prepared_moves.prepare(match, user, moves)
    assert prepared_moves.prepare(match, BEN.id, line[:24]).match.prepared[1]
    with pytest.raises(Unplayable):
        prepared_moves.prepare(match, BEN.id, "x;y")


def test_after_an_outage_the_question_comes_at_its_own_time() -> None:
    assert pinged(waiting.wake(later(new(), days=14, milliseconds=-1))) == [("quiet", ANN.id)]
    assert pinged(waiting.wake(later(new(), days=14))) == [("quiet_asked", None)]
    assert pinged(waiting.wake(later(new(tournament=7), days=14))) == [("quiet", ANN.id)]
    assert waiting.wake(later(new(), days=7)).match.quiet.reminder_count == 2
    assert waiting.wake(later(new(), days=7, milliseconds=-1)).match.quiet.reminder_count == 1


def test_a_nudge_after_a_snooze_comes_a_day_after_its_end() -> None:
    match = with_players(later(new(), days=1), snoozed=(NOON + 3 * DAY, None))
    assert waiting.nudge(match, BEN.id).events[0].not_before == NOON + 4 * DAY
    assert (
        waiting.nudge(with_players(match, snoozed=(NOON, None)), BEN.id).events[0].not_before
        == match.now
    )


def test_a_forced_pass_is_made_wherever_a_turn_or_a_line_leads_to_it() -> None:
    game = games.get("veloop-hex")
    options = game.complete({"board": "hex3", "turns": "single"})
    given = [
        "b4-d3",
        "c3-e2",
        "d2-c4",
        "e2-d1",
        "c4-b3",
        "d3-c2",
        "c4-e3",
        "d4-c3",
        "b3-c1",
        "b2-a4",
        "d3-b4",
        "d1-c3",
    ]
    match = beginning.new_match(
        Setup(1, 2, game, options, (ANN, BEN), initial_decisions=tuple(given)), 1, NOON, guild=True
    )
    played = turns.play(match, ANN.id, "b4-c5")
    assert hows(played.match)[-2:] == [(0, "played"), (1, "passed")]
    assert (pinged(played), played.match.to_move) == ([("turn", None)], 0)
    back = agreements.ask_takeback(played.match, ANN.id)
    assert back.events[0].event.payload()["turns"] == 2
    assert (
        agreements.answer("takeback", back.match, BEN.id, True).match.decisions == match.decisions
    )
    with pytest.raises(Over, match="no turn to take back"):
        agreements.ask_takeback(played.match, BEN.id)
    with pytest.raises(
        Refused, match=r"^after b4-c5 you must pass, so there’s no answer to set up$"
    ):
        prepared_moves.prepare(match, BEN.id, "b4-c5; a1-b3")
    for seat, user in ((0, ANN.id), (1, BEN.id)):
        tree, spot = commands.walk(match, match.exploration_of(seat), Spot(12), "b4-c5")
        assert [(node.seat, node.decision) for node in tree.line(spot)] == [
            (0, "b4-c5"),
            (1, "pass"),
        ]
        assert commands.back(match, tree, spot) == Spot(12)
        position = commands.position_at(match, tree, spot)
        assert [state.ply for state in position.states] == [13, 14]
        words = "needs a turn of your opponent" if seat == 0 else "a whole turn of yours"
        with pytest.raises(Refused, match=words):
            commands.to_plan(position, user)
        tree, spot = commands.walk(match, tree, spot, str(position.state.legal_moves()[0]))
        with pytest.raises(
            Refused, match="your opponent must pass" if seat == 0 else "a whole turn of yours"
        ):
            commands.to_plan(commands.position_at(match, tree, spot), user)
