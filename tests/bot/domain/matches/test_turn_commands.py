"""Every condition of drafts, turns, silence and prepared answers, as pure functions."""

from dataclasses import replace
from datetime import timedelta

import pytest

import games
from bot.domain.errors import Over, Refused, Stale, Unplayable
from bot.domain.explorations.tree import Spot
from bot.domain.matches import agreements, beginning, endings, prepared_moves, turns
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

    moves = match.state.legal_moves()
    two_moves = f"{moves[0]} {moves[-1]}"
    match = turns.play(match, BEN.id, two_moves).match
    assert (match.status, match.state.ply) == ("running", 3)

    move_text = str(match.state.legal_moves()[0])
    match = turns.play(match, ANN.id, move_text).match
    assert match.state.ply == 4
    assert (match.status, match.winner, match.reason) == ("finished", None, "limit")


def test_a_prepared_turn_ends_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.domain.matches.turns.MOST_DECISIONS", 4)
    match = after(new(options={"turns": "double"}), 1)
    line = legal(match, 4)
    match = prepared_moves.prepare(match, ANN.id, "{} {}; {} {}".format(*line)).match
    match = turns.play(match, BEN.id, " ".join(line[:2])).match
    assert (match.reason, match.history.decisions[1:]) == ("limit", tuple(line[:3]))


def test_hints_are_for_the_player_to_move_in_an_unrated_match() -> None:
    match = new()
    for sentence, which, user in (
        ("isn’t your match", match, CAT.id),
        ("M1 is over", over(), ANN.id),
        ("M1 is rated, so hints are off", new(rated=True), ANN.id),
        ("not your turn in M1; hints", match, BEN.id),
    ):
        with pytest.raises(Refused, match=sentence):
            turns.advised(which, user)
    with pytest.raises(Stale, match="ask for a new hint"):
        turns.advised(match, ANN.id, match.version + 1)


def test_hints_are_counted_for_each_player() -> None:
    match = new()
    first_hint = turns.hinted(match, ANN.id, match.version).match
    second_hint = turns.hinted(first_hint, ANN.id, match.version).match
    assert second_hint.hints == (2, 0)
    moved_match = after(second_hint, 1)
    assert turns.hinted(moved_match, BEN.id, moved_match.version).match.hints == (2, 1)


# ------------------------------------------------------------------------------------------ waiting


def steps(match: Match, count: int) -> list[tuple[int, str, int | None]]:
    """The next steps of a silent match: after how many days, the event, and the user it pings."""
    result = []
    for _ in range(count):
        match = waiting.planned(match)
        wake = match.quiet.wake
        assert waiting.wake(match.at(wake - MILLISECOND)).events == ()
        change = waiting.wake(match.at(wake))
        (kind, ping), *_ = pinged(change)
        result.append(((wake - NOON).days, kind, ping))
        match = change.match
    return result


REMINDERS = [(3, "quiet", ANN.id), (7, "quiet", ANN.id)]
ASKED_AND_ADJOURNED = [(14, "quiet_asked", None), (44, "finished", None)]


def with_settings(match: Match, settings: MemberSettings) -> Match:
    """The match with settings of the first player."""
    return with_players(match, settings=(settings, MemberSettings()))


def test_a_silent_match_is_reminded_asked_about_and_adjourned() -> None:
    assert steps(new(), 4) == [*REMINDERS, *ASKED_AND_ADJOURNED]


def test_who_wants_few_reminders_has_one_and_who_has_a_daily_card_none() -> None:
    rare = with_settings(new(), MemberSettings(reminders="rare"))
    assert steps(rare, 2) == [(7, "quiet", ANN.id), ASKED_AND_ADJOURNED[0]]
    daily = with_settings(new(), MemberSettings(daily="dm"))
    assert steps(daily, 2) == ASKED_AND_ADJOURNED


def test_a_silent_match_with_nobody_to_ask_is_only_adjourned() -> None:
    alone = without(new(), 1, NOBODY)
    assert steps(alone, 3) == [*REMINDERS, (44, "finished", None)]


def test_nothing_wakes_a_match_in_which_the_computer_is_to_move() -> None:
    match = without(new(), 0, COMPUTER)
    assert waiting.planned(match).quiet.wake is None


def test_a_silent_match_of_a_tournament_is_reminded_and_no_more() -> None:
    match = new(tournament=7)
    assert steps(match, 2) == REMINDERS
    match_now = replace(match, quiet=replace(match.quiet, reminder_count=2))
    assert waiting.planned(match_now).quiet.wake is None


# --------------------------------------------------------------------------------- prepared answers


def legal(match: Match, count: int) -> list[str]:
    """Decisions that are legal one after another."""
    state = match.state
    line = []
    for _ in range(count):
        move = state.legal_moves()[0]
        line.append(str(move))
        state = state.play(move)
    return line


def hows(match: Match) -> list[tuple[int, str]]:
    """The seat and manner of each turn."""
    return [(turn.seat, turn.how) for turn in match.history.whole().turns()]


def test_prepared_answers_are_played_as_long_as_the_opponent_plays_as_foreseen() -> None:
    match = new("1d+1h")
    line = legal(match, 6)
    match_with_answers = prepared_moves.prepare(match, BEN.id, line).match
    assert prepared_moves.size(match_with_answers.prepared[1]) == 3

    change = turns.play(later(match_with_answers, hours=2), ANN.id, line[0])
    first = change.match
    assert hows(first) == [(0, "played"), (1, "prepared")]
    assert pinged(change) == [("turn", None)]
    assert first.banks == (23 * 3600, 25 * 3600), "the answer takes no time"

    second = turns.play(first, ANN.id, line[2]).match
    assert second.decisions == tuple(line[:4])

    others = [str(move) for move in second.state.legal_moves() if str(move) != line[4]]
    unforeseen = turns.play(second, ANN.id, others[0]).match
    assert unforeseen.to_move == 1
    assert unforeseen.prepared == ({}, {})
    assert len(unforeseen.decisions) == 5


def test_prepared_answers_are_read_with_the_commas_and_colons_of_a_sentence() -> None:
    match = new()
    line = legal(match, 4)
    text = "If {}: then {}; and, if {}, then: {}.".format(*line)
    match_with_answers = prepared_moves.prepare(match, BEN.id, text).match
    assert match_with_answers.prepared == prepared_moves.prepare(match, BEN.id, line).match.prepared


def test_prepared_answers_are_dropped_all_or_from_a_line_on() -> None:
    match = new("1d+1h")
    line = legal(match, 6)
    match_with_answers = prepared_moves.prepare(match, BEN.id, line).match
    shorter = prepared_moves.drop(match_with_answers, BEN.id, [line[0], line[2]]).match
    assert prepared_moves.size(shorter.prepared[1]) == 1
    empty = prepared_moves.drop(match_with_answers, BEN.id).match
    assert empty.prepared == ({}, {})
    with pytest.raises(Refused, match="no longer exists"):
        prepared_moves.drop(match_with_answers, BEN.id, ["not prepared"])


def test_both_may_have_prepared() -> None:
    match = new()
    line = legal(match, 5)
    match = prepared_moves.prepare(match, BEN.id, line[:4]).match
    tree = match.exploration_of(0)
    spot = tree.now
    for seat, decision in zip((0, 1, 0, 1, 0), line, strict=True):
        tree, spot = tree.with_child(spot, seat, decision)
    own_later_moves = [node.id for node in tree.line(spot)[2::2]]
    match = match.with_exploration(0, tree.with_plans(own_later_moves))

    match = turns.play(match, ANN.id, line[0]).match
    assert hows(match) == [
        (0, "played"),
        (1, "prepared"),
        (0, "prepared"),
        (1, "prepared"),
        (0, "prepared"),
    ]
    assert match.decisions == tuple(line)
    assert match.to_move == 1


def test_the_end_of_a_match_cancels_what_is_prepared() -> None:
    match = new()
    match = prepared_moves.prepare(match, BEN.id, legal(match, 4)).match
    match = endings.resign(match, ANN.id).match
    assert match.prepared == ({}, {})
    assert len(match.explorations[1].untold) == 2


def test_a_takeback_cancels_what_is_prepared() -> None:
    match = after(new(), 2)
    match = prepared_moves.prepare(match, BEN.id, legal(match, 2)).match
    match = agreements.ask_takeback(match, BEN.id).match
    match = agreements.answer("takeback", match, ANN.id, True).match
    assert match.prepared == ({}, {})
    assert len(match.explorations[1].untold) == 1


def test_what_cannot_be_prepared() -> None:
    match = new()
    line = legal(match, 26)
    for sentence, user, moves in (
        ("in pairs", BEN.id, line[:3]),
        ("write turns in pairs", BEN.id, []),
        ("pairs, theirs", BEN.id, line[:26]),
        ("it’s your turn in M1", ANN.id, line[:2]),
        ("too long", BEN.id, "x" * 2001),
    ):
        with pytest.raises(Refused, match=sentence):
            prepared_moves.prepare(match, user, moves)
    with pytest.raises(Unplayable):
        prepared_moves.prepare(match, BEN.id, "x;y")
    longest = prepared_moves.prepare(match, BEN.id, line[:24]).match
    assert longest.prepared[1]


def test_after_an_outage_the_question_comes_at_its_own_time() -> None:
    too_early = later(new(), days=14, milliseconds=-1)
    assert pinged(waiting.wake(too_early)) == [("quiet", ANN.id)]
    assert pinged(waiting.wake(later(new(), days=14))) == [("quiet_asked", None)]
    in_tournament = later(new(tournament=7), days=14)
    assert pinged(waiting.wake(in_tournament)) == [("quiet", ANN.id)]


def test_after_an_outage_one_reminder_stands_for_all_that_were_due() -> None:
    assert waiting.wake(later(new(), days=7)).match.quiet.reminder_count == 2
    too_early = later(new(), days=7, milliseconds=-1)
    assert waiting.wake(too_early).match.quiet.reminder_count == 1


def test_a_nudge_after_a_snooze_comes_a_day_after_its_end() -> None:
    match = later(new(), days=1)
    match_with_snooze = with_players(match, snoozed=(NOON + 3 * DAY, None))
    [nudge] = waiting.nudge(match_with_snooze, BEN.id).events
    assert nudge.not_before == NOON + 4 * DAY
    long_over = with_players(match, snoozed=(NOON, None))
    [nudge] = waiting.nudge(long_over, BEN.id).events
    assert nudge.not_before == match.now


FORCED_PASS_AHEAD = "b4-d3 c3-e2 d2-c4 e2-d1 c4-b3 d3-c2 c4-e3 d4-c3 b3-c1 b2-a4 d3-b4 d1-c3"
"""Decisions of Veloop on a small hexagon, after which b4-c5 leaves Ben no move but to pass."""


def before_forced_pass() -> Match:
    """A match in which Ann is to move after those decisions."""
    game = games.get("veloop-hex")
    options = game.complete({"board": "hex3", "turns": "single"})
    decisions = tuple(FORCED_PASS_AHEAD.split())
    setup = beginning.Setup(1, 2, game, options, (ANN, BEN), initial_decisions=decisions)
    return beginning.new_match(setup, 1, NOON, guild=True)


def test_a_forced_pass_is_made_with_the_turn_that_leads_to_it_and_taken_back_with_it() -> None:
    match = before_forced_pass()
    change = turns.play(match, ANN.id, "b4-c5")
    assert hows(change.match)[-2:] == [(0, "played"), (1, "passed")]
    assert pinged(change) == [("turn", None)]
    assert change.match.to_move == 0
    with pytest.raises(Over, match="no turn to take back"):
        agreements.ask_takeback(change.match, BEN.id)

    request = agreements.ask_takeback(change.match, ANN.id)
    [announcement] = request.events
    assert announcement.event.payload()["turns"] == 2
    result = agreements.answer("takeback", request.match, BEN.id, True).match
    assert result.decisions == match.decisions


def test_no_answer_is_prepared_to_a_turn_that_forces_a_pass() -> None:
    sentence = r"^after b4-c5 you must pass, so there’s no answer to set up$"
    with pytest.raises(Refused, match=sentence):
        prepared_moves.prepare(before_forced_pass(), BEN.id, "b4-c5; a1-b3")


@pytest.mark.parametrize(
    ("seat", "user", "after_pass", "after_next"),
    [
        (0, ANN.id, "needs a turn of your opponent", "your opponent must pass"),
        (1, BEN.id, "a whole turn of yours", "a whole turn of yours"),
    ],
    ids=["ann", "ben"],
)
def test_a_forced_pass_is_part_of_the_line_that_leads_to_it(
    seat: int, user: int, after_pass: str, after_next: str
) -> None:
    match = before_forced_pass()
    tree, spot = commands.walk(match, match.exploration_of(seat), Spot(12), "b4-c5")
    line = [(node.seat, node.decision) for node in tree.line(spot)]
    assert line == [(0, "b4-c5"), (1, "pass")]
    assert commands.back(match, tree, spot) == Spot(12)

    position = commands.position_at(match, tree, spot)
    assert [state.ply for state in position.states] == [13, 14]
    with pytest.raises(Refused, match=after_pass):
        commands.to_plan(position, user)

    next_move = str(position.state.legal_moves()[0])
    tree, spot = commands.walk(match, tree, spot, next_move)
    with pytest.raises(Refused, match=after_next):
        commands.to_plan(commands.position_at(match, tree, spot), user)


def test_a_line_that_ends_amid_a_turn_is_not_yet_an_answer() -> None:
    match = after(new(options={"turns": "double"}), 1)
    *turn_of_ben, half_turn_of_ann = legal(match, 3)
    tree = match.exploration_of(0)
    tree, spot = commands.walk(match, tree, tree.now, " ".join(turn_of_ben))
    tree, spot = commands.walk(match, tree, spot, half_turn_of_ann)
    with pytest.raises(Refused, match="end the line with a whole turn of yours"):
        commands.to_plan(commands.position_at(match, tree, spot), ANN.id)
