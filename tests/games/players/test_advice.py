"""Hints with their reasons, and finished matches gone over."""

import random
import time
from itertools import pairwise

import pytest

import games
from games.core import SWAP
from games.players.analysis import Analysis, analyse
from games.players.claims import JudgedTurn, Prover, claims, sentences
from games.players.claims.base import Claim
from games.players.claims.forced import (
    CanWin,
    Endangered,
    ForcesWin,
    Holds,
    IsLost,
    Only,
    StillToFind,
    Threatens,
    Wins,
)
from games.players.claims.proposing import is_common
from games.players.claims.seen import Bridge, Captures, CellsClaim
from games.players.ideas import idea, ideas_of
from games.players.plans import plans_of
from games.players.plans.prices import captured_at_most, given_away, price
from games.players.plans.saying import Comparison, alternatives
from games.players.puzzles import Puzzle, puzzles
from games.players.reasons import (
    ThoughtLine,
    _about_turn,
    _ideas,
    _least_costly,
    _stake_in,
    _told_once,
    advice,
    hint,
)
from tools.gallery import match

from ...sampling import only, some_of_each
from .late_positions import random_move
from .plain_plans import held, lacks
from .plan_samples import turn_of


def reasons_for(turn: JudgedTurn, seconds: float = 0.8) -> list[str]:
    return [str(sentence) for sentence in sentences(claims(turn, seconds), turn)]


def reasons_for_solution(puzzle: Puzzle) -> str:
    return " ".join(reasons_for(JudgedTurn.of(puzzle.start(), puzzle.solution)))


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(
    "game", only(games.catalog(), "snipsnip", "veloop-hex"), ids=lambda game: game.slug
)
def test_a_hint_is_a_whole_turn_with_its_reason(game: games.Game) -> None:
    rng = random.Random(3)
    state = game.start()
    for _ in range(8):
        state = state.play(rng.choice(state.legal_moves()))
    seat = state.to_move
    advised = hint(state, "club", 0.2, rng)
    for move in advised.moves:
        assert state.to_move == seat
        state = state.play(move)
    assert state.to_move != seat
    assert -1 <= advised.value <= 1
    assert advised.reasons or advised.plans


def test_a_hint_takes_about_the_time_it_is_given() -> None:
    """What is proved of its turn has to be found in that time, too."""
    begin = time.thread_time()
    hint(games.get("veloop-square").start(), "strong", 0.1, random.Random(1))
    assert time.thread_time() - begin < 0.7


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("veloop-square", "closes a wall round stones on"),
        ("loops-n-leaps", "surrounds enough pillars ("),
        ("vigilance", "enough after taking off the reserves, "),
    ],
)
def test_a_winning_turn_is_said_to_win_and_how(slug: str, words: str) -> None:
    puzzle = next(puzzle for puzzle in puzzles(slug) if puzzle.turns == 1)
    assert words in reasons_for_solution(puzzle)


def test_a_threat_is_named_before_it_is_carried_out() -> None:
    puzzle = next(puzzle for puzzle in puzzles("loop") if puzzle.turns == 2)
    reasons = reasons_for_solution(puzzle)
    assert "whatever your opponent answers, you win with your next turn" in reasons


@pytest.mark.parametrize("slug", only((game.slug for game in games.catalog()), "loop"))
def test_that_a_win_cannot_be_stopped_is_said_only_when_it_is_proven(slug: str) -> None:
    for puzzle in [puzzle for puzzle in puzzles(slug) if puzzle.turns == 2][:1]:
        reasons = reasons_for_solution(puzzle)
        is_told = "whatever your opponent answers" in reasons or "threatens" in reasons
        assert is_told or slug == "vigilance", reasons
        half = puzzle.moves[: len(puzzle.moves) // 2]
        earlier = games.replay(puzzle.slug, puzzle.options, half)
        turn = JudgedTurn.of(earlier, earlier.legal_moves()[:1])
        if turn.after.to_move != turn.seat:
            assert "with your next turn" not in " ".join(reasons_for(turn))


def test_in_misere_a_larger_group_is_no_reason() -> None:
    board = {"board": "hex-2-4"}
    state = games.replay("snipsnip", {**board, "scoring": "group-misere"}, ("a3", "e1"))
    reasons = reasons_for(JudgedTurn.of(state, ["a4"]))
    assert not any("your largest group" in reason for reason in reasons), reasons
    state = games.replay("snipsnip", {**board, "scoring": "group"}, ("a3", "e1"))
    reasons = reasons_for(JudgedTurn.of(state, ["a4"]))
    assert "your largest group goes from 1 to 2" in reasons


def test_stopping_a_win_is_given_as_the_reason() -> None:
    moves = (
        "1e1 1e3 1c1 1c2 1f1 1f3 1d3 1b4 1b3 1b2 1g1 2b2 1a1 1e4 1f2 1g2 1c4 1b1 2f2 1a4 1e2 1d2 "
        "2d2 1h1 2b1 1d1 1a2"
    )
    state = games.replay("loop", {"board": "mini"}, moves.split())
    assert state.threats == ("2a1",)
    reasons = reasons_for(JudgedTurn.of(state, ["2a1"]))
    reason = "plays 2a1 first, with which your opponent would win"
    assert reason in reasons
    reasons = reasons_for(JudgedTurn.of(state, ["2d1"]))
    assert not any("2a1" in reason and "win" in reason for reason in reasons), reasons


@pytest.mark.parametrize("game", only(games.catalog(), "veloop-square"), ids=lambda game: game.slug)
def test_what_nothing_was_played_out_for_is_not_said_to_have_been_tried(game: games.Game) -> None:
    start = game.start()
    turn = JudgedTurn.of(start, start.legal_moves()[:1])
    assert not any("found nothing" in reason for reason in reasons_for(turn, 0.1))
    # Twenty lines prove nothing.
    assert advice(turn, 0.1, 1.0, 20).percent == 99
    assert advice(turn, 0.1, -1.0, 20).percent == 1


@pytest.mark.parametrize(
    "slug", only(["loop", "veloop-hex", "loops-n-leaps"], "veloop-hex", "loop")
)
def test_an_estimate_is_not_given_where_something_is_proved(slug: str) -> None:
    start = next(puzzle for puzzle in puzzles(slug) if puzzle.turns == 1).start()
    turns = [JudgedTurn.of(start, [move]) for move in start.legal_moves()[:4]]
    for turn in turns:
        if turn.after.to_move != 1 - turn.seat:
            continue
        advised = advice(turn, 0.4, 0.5, 20)
        assert str(advised.stake) == "you can win with this turn"
        assert advised.reasons
        assert not any("nothing is forced" in str(reason) for reason in advised.reasons)


@pytest.mark.parametrize("slug", ["loop", "snipsnip"])
def test_a_hint_keeps_the_win_that_it_says_is_there(slug: str) -> None:
    state = next(puzzle for puzzle in puzzles(slug) if puzzle.turns == 2).start()
    turn = JudgedTurn.of(state, hint(state, "casual", 0.02, random.Random(1)).moves)
    assert Prover(state).wins(turn.after.position(), turn.seat)


def test_where_a_win_is_there_a_hint_talks_of_nothing_else() -> None:
    moves = "c5-e4 d4-f3 e3-c4 d3-b4 c3-d4 c4-d2 d4-c3 b4-c2 c4-a5 c2-b4 c4-b3 d3-e1 c4-b6 d3-f2"
    state = games.replay("veloop-hex", {}, moves.split())
    advised = advice(JudgedTurn.of(state, ["b5-a7"]), 2.0)
    assert str(advised.stake) == "you can force a win within 2 turns"
    (standing,) = advised.standing
    assert str(standing) == "look at b5: a stone pulled there can be walled in"
    # Another turn that looks good, b6-d5, would let the opponent win by force.
    assert not advised.other_turns


def test_a_hint_says_how_a_forced_win_goes_on() -> None:
    moves = "c5-d6 c6-b5 b6-c4 c5-a6 b5-c3 c6-d7 b5-a4 c6-d4 c7-b6 d5-e3 a5-c4 e4-d6 b4-c5 e5-f3"
    state = games.replay("veloop-hex", {}, [*moves.split(), "b5-a7", "d6-e4"])
    advised = advice(JudgedTurn.of(state, ["b5-c6"]), 2.0)
    assert [str(reason) for reason in advised.reasons] == [
        "whatever your opponent answers, you win with your next turn",
        "you threaten b6-c4; after d5-c4 you win with b4-c5",
    ]


def test_a_hint_names_the_win_that_the_other_side_threatens() -> None:
    moves = (
        "1e1 1e3 1c1 1c2 1f1 1f3 1d3 1b4 1b3 1b2 1g1 2b2 1a1 1e4 1f2 1g2 1c4 1b1 2f2 1a4 1e2 1d2 "
        "2d2 1h1 2b1 1d1 1a2"
    )
    state = games.replay("loop", {"board": "mini"}, moves.split())
    advised = advice(JudgedTurn.of(state, ["2a1"]), 2.0)
    threat = "be careful: your opponent threatens to win: 2a1 closes a bridge"
    assert str(advised.standing[0]) == threat
    # It is said once: neither what is at stake nor a reason repeats it.
    assert advised.stake is None
    assert str(advised.reasons[0]) == "after that your opponent can’t win with the next turn"
    assert not any("2a1" in str(sentence) for sentence in (*advised.reasons, *advised.plans))


def test_a_hint_explains_the_decisions_of_a_turn_that_matter() -> None:
    moves = (
        "d10 c7 f2 f2-d4 g7 c7-d6 i3 g7-f8 g4 d6-f4 h8 f8-f7 j7 e2 i3-i5 b7 d4-e5 h3 j7 b7-b6 "
        "b4 g9 e2-b5 g6 g1 "
    )
    state = games.replay("vigilance", {}, moves.split())
    turn = JudgedTurn.of(state, ["h8-h6", "c8", "k7"])
    plans = list(map(str, advice(turn, 1.0, 0.1, 500).plans))
    assert any(plan.startswith("k7: take j7") for plan in plans), plans
    assert not any(plan.startswith("c8: ") for plan in plans), plans


def test_of_turns_as_good_a_hint_takes_the_one_that_gives_fewer_stones_away() -> None:
    moves = (
        "h3 i5 e8 swap e8-e7 f4 i5-f8 d4 e7-e8 j7 h3-g4 c9 j7-g10 i3 c6 f8-f9 h7 j5 i3-i6 i3 "
        "g2 g4-h4 f4 j8"
    )
    state = games.replay("vigilance", {}, moves.split())
    turn = JudgedTurn.of(state, ["e8-g6", "e6", "d10"])
    safer = [[], [state.parse("e8-g6"), turn.states[1].parse("d8")], []]
    assert captured_at_most(turn) == 3
    kept = _least_costly(ThoughtLine(turn, [], [[], [], []]))
    assert kept == turn
    changed = _least_costly(ThoughtLine(turn, [], safer))
    assert [str(move) for move in changed.moves] == ["e8-g6", "d8", "d10"]
    assert captured_at_most(changed) == 2


def test_of_turns_as_good_a_hint_takes_the_one_that_grows_no_largest_group() -> None:
    state = games.replay("snipsnip", {}, ["a8", "h4", "a7", "d1"])
    turn = JudgedTurn.of(state, ["a6"])
    assert given_away(turn) == 1
    changed = _least_costly(ThoughtLine(turn, [], [[state.parse("g1")]]))
    assert [str(move) for move in changed.moves] == ["g1"]
    wins_by_groups = games.replay("snipsnip", {"scoring": "group"}, ["a8", "h4", "a7", "d1"])
    assert given_away(JudgedTurn.of(wins_by_groups, ["a6"])) == 0


def test_a_capture_that_gives_another_turn_is_said_to() -> None:
    moves = "b3 d3 h1 b6 g4 a7 e4 c4 f1 h2 a4 d5 f4 b8 e7 d1 a6 e6 b7 d2 h4 c8 f2 g1"
    state = games.replay("snipsnip", {}, moves.split())
    turn = JudgedTurn.of(state, ["a8", "xa7", "c6"])
    told = Comparison(turn, alternatives(turn)).of_decisions([])
    assert "xa7: a capture, so it’s your turn again" in map(str, told)


def test_a_win_that_is_searched_out_goes_on_with_an_answer_and_a_turn() -> None:
    moves = (
        "c5-d6 c6-b5 b6-c4 c6-d4 d6-b7 c7-e6 b7-c5 d4-e5 b7-d6 e6-d5 c5-d3 c6-a7 d4-f3 d6-f5 "
        "c5-b7 e3-d2 c5-e4 e5-g4 e4-g3 d6-f5 c5-b4 b6-a5"
    )
    state = games.replay("veloop-hex", {}, moves.split())
    advised = hint(state, "strong", 2.0, random.Random(1))
    assert str(advised.stake) == "searched to the end: with best play, you win from here"
    assert str(advised.reasons[-1]).startswith("if your opponent answers")
    assert not advised.plans


def test_a_win_or_loss_that_only_the_turn_proves_is_at_stake_before_it() -> None:
    assert _stake_in((Only(), ForcesWin(2))) == CanWin(3)
    assert _stake_in((StillToFind(2, ("2a1",)),)) == IsLost(2)
    assert _stake_in((Only(),)) is None


def stopped_loop() -> JudgedTurn:
    """A turn that stops what the other side would win with at once."""
    moves = (
        "1e1 1e3 1c1 1c2 1f1 1f3 1d3 1b4 1b3 1b2 1g1 2b2 1a1 1e4 1f2 1g2 1c4 1b1 2f2 1a4 1e2 1d2 "
        "2d2 1h1 2b1 1d1 1a2"
    )
    state = games.replay("loop", {"board": "mini"}, moves.split())
    return JudgedTurn.of(state, ["2a1"])


def test_of_a_turn_in_danger_it_is_said_that_it_is_safe() -> None:
    turn = stopped_loop()
    assert list(_about_turn([Endangered(3, 9)], turn, 2.0)) == [Holds(1)]
    unsafe = JudgedTurn.of(turn.before, ["2d1"])
    assert list(_about_turn([Endangered(3, 9)], unsafe, 2.0)) == [Endangered(3, 9)]


def test_of_a_turn_in_a_lost_match_it_is_said_what_must_be_found() -> None:
    turn = JudgedTurn.of(stopped_loop().before, ["2d1"])
    assert list(_about_turn([IsLost(1)], turn, 2.0)) == [StillToFind(1, ("2a1",))]


def test_what_is_said_of_a_cell_is_not_said_twice() -> None:
    threat = Threatens(("2h2",), 20, "2h2")
    assert list(_told_once([threat, Bridge("own", ("2h2",))])) == [threat]
    both = [threat, Bridge("own", ("2h2", "2g1"))]
    assert list(_told_once(both)) == both


def test_no_idea_repeats_what_a_hint_says_anyway() -> None:
    turn = stopped_loop()
    both = {"undercut", "stopping"}
    assert len(both.intersection(_ideas(turn, [], (), is_decided=False))) == 1
    assert not both.intersection(_ideas(turn, [], {"Stops"}, is_decided=False))


def test_what_an_idea_repeats_is_a_claim_a_plan_or_an_idea() -> None:
    kinds = {kind.__name__ for kind in (*Claim.__subclasses__(), *CellsClaim.__subclasses__())}
    for game in games.catalog():
        plans = {plan.slug for plan in plans_of(game, game.complete({}))}
        if game.slug == "snipsnip":
            plans |= {plan.slug for plan in plans_of(game, game.complete({"scoring": "group"}))}
        ideas = {entry.slug for entry in ideas_of(game.slug)}
        for entry in ideas_of(game.slug):
            assert kinds | plans | ideas >= set(entry.repeats), entry.slug


def test_where_nothing_is_captured_no_stone_is_praised_as_safe_from_that() -> None:
    refuge = idea("vigilance", "refuge")
    assert refuge is not None
    assert refuge.helps({"captures": "on"})
    assert not refuge.helps({"captures": "off"})


def test_a_capture_is_told_though_most_other_turns_capture_as_well() -> None:
    moves = "d7 c7 d8 d8-f6 g3 d7-f7 e4 f6-g5 a3 f7-g6 d4 g3-e5 b5 a4"
    state = games.replay("vigilance", {"board": "square-3-adjacent"}, moves.split())
    for move in state.legal_moves():
        turn = JudgedTurn.of(state, [move])
        if turn.cells("captured"):
            assert not is_common(Captures(turn.cells("captured")), turn, [turn, turn])
            return
    raise AssertionError("nothing can be captured")


@pytest.mark.parametrize(
    ("scoring", "names"), [("group-misere", {"honeycomb"}), ("group", {"line", "joining"})]
)
def test_a_hint_names_no_idea_that_works_against_the_aim(scoring: str, names: set[str]) -> None:
    options = {"board": "hex-2-4", "scoring": scoring}
    state = games.replay("snipsnip", options, ("a3", "e1", "c2", "e2"))
    named: set[str] = set()
    for move in state.legal_moves():
        turn = JudgedTurn.of(state, [move])
        if turn.after.to_move == 1 - turn.seat:
            named.update(advice(turn, 0.05).ideas)
    assert not named & {"line", "joining", "honeycomb"} - names, named


def test_a_stone_that_makes_the_largest_group_larger_is_told_from_one_that_does_not() -> None:
    moves = "e4 b7 c3 b6 g3 g4 e6 e7 a5 a7 e1 d1 h1 f5 g1 f3 h3 d5 c7 xb7 d7 g5"  # misère
    state = games.replay("snipsnip", {}, moves.split())
    better = JudgedTurn.of(state, ["b4"])
    played = JudgedTurn.of(state, ["h2"])
    sentences_of = Comparison(better, alternatives(better)).than(played.after)
    (sentence,) = map(str, sentences_of)
    assert sentence.startswith("grow a small group: b4 makes 3 with c3, a5, and your largest group")


def test_analysis_gives_a_value_for_every_turn_and_at_most_three_turning_points() -> None:
    states = match(games.get("veloop-hex"), 5)
    shares: list[float] = []
    analysis = analyse(states, 0.4, random.Random(1), shares.append)
    assert len(analysis.turns) == states[-1].turn
    assert len(analysis.values()) == len(analysis.turns) + 1
    assert analysis.values(1) == tuple(-value for value in analysis.values(0))
    outcome = states[-1].outcome
    assert analysis.values()[-1] == (0 if outcome.winner is None else 1 - 2 * outcome.winner)
    assert shares == sorted(shares)
    assert len(shares) >= len(analysis.turns)
    assert max(later - earlier for earlier, later in pairwise([0.0, *shares])) <= 0.5
    assert len(analysis.turning_points) <= 3
    for turn in analysis.turning_points:
        assert turn.better
        assert turn.better != turn.moves
        state = states[turn.start]
        for move in turn.better:
            state = state.play(move)


@pytest.mark.slow
def test_a_missed_win_is_a_turning_point() -> None:
    at_once = [puzzle for puzzle in puzzles("veloop-square") if puzzle.turns == 1]
    puzzle = next(puzzle for puzzle in at_once if len(puzzle.solution) == 1)
    start = games.get(puzzle.slug).start(**puzzle.options)
    states = [*JudgedTurn.of(start, puzzle.moves).states]
    rng = random.Random(2)
    blunder_ply = len(states) - 1
    right = states[-1].parse(puzzle.solution[0])
    wrong = [move for move in states[-1].legal_moves() if move != right]
    states.append(states[-1].play(rng.choice(wrong)))
    while states[-1].to_move is not None:
        states.append(random_move(states[-1], rng))
    turns = analyse(states, 4.0, rng).turns
    (judged,) = (turn for turn in turns if turn.start == blunder_ply)
    assert judged.better == (right,)


def test_a_match_without_a_turn_has_no_values() -> None:
    start = games.get("loop").start()
    analysis = analyse([start], 0.1)
    assert analysis.values() in ((), (0.0,)) or len(analysis.turns) == 1


def known_blunder(slug: str) -> tuple[list[games.State], int]:
    """The same from the shortest match of a puzzle whose last turn let the other side win at
    once.
    """
    for puzzle in sorted(puzzles(slug), key=lambda puzzle: len(puzzle.moves)):
        if puzzle.turns > 1:
            continue
        start = games.get(slug).start(**puzzle.options)
        states = [*JudgedTurn.of(start, (*puzzle.moves, *puzzle.solution)).states]
        last_turn = states[len(puzzle.moves) - 1].turn
        place = next(n for n, state in enumerate(states) if state.turn == last_turn)
        position = states[place].position()
        if len(Prover(states[place]).losing(position)) < len(position.codes()):
            return states, place
    raise AssertionError("no match has one")


def blunder(slug: str, rng: random.Random, **options: str) -> tuple[list[games.State], int]:
    """A match in which a turn that loses at once stands where a safe one was to be had, and when;
    quick ones only.
    """
    if slug == "vigilance":
        return known_blunder(slug)
    while True:
        states = [games.get(slug).start(**options)]
        while states[-1].to_move is not None and len(states) < 300:
            place = len(states) - 1
            if place > 3 and rng.random() < 0.3 and blunders(states):
                if states[-1].outcome is not None:
                    return states, place
                break
            states.append(random_move(states[-1], rng))


def blunders(states: list[games.State]) -> bool:
    """Whether one decision could throw the match away where others do not: that and the win follow
    then.
    """
    state = states[-1]
    position = state.position()
    prover = Prover(state)
    losing = prover.losing(position)
    if not losing or len(losing) == len(position.codes()):
        return False
    later = state.play(position.move(losing[0]))
    if later.outcome is not None or later.to_move == state.to_move:
        return False
    win = prover.winners(later.position(), 1, most=1)[0]
    states.append(later)
    states.append(later.play(later.position().move(win)))
    return True


PLANTED = [
    ("veloop-hex", {"board": "hex3"}),
    ("veloop-square", {"board": "5x5", "turns": "single"}),
    ("loop", {"board": "mini"}),
    ("loops-n-leaps", {"board": "base4"}),
    ("snipsnip", {"board": "hex-2-3", "scoring": "group"}),
    ("vigilance", {}),
]


def analysed_blunder(slug: str, options: dict[str, str]) -> tuple[list[games.State], int, Analysis]:
    """A match with a planted blunder, where that is, and the match analysed.

    Whoever has lost by force already throws nothing away: such a match is left out.
    """
    rng = random.Random(slug)
    for _ in range(10):
        states, place = blunder(slug, rng, **options)
        analysis = analyse(states, 0.8, random.Random(1))
        judged = next(turn for turn in analysis.turns if turn.start == place)
        loss = 1.0 if judged.seat else -1.0
        if judged.value_before != loss:
            return states, place, analysis
    pytest.fail("every blunder was made in a lost position")


@pytest.mark.parametrize(("slug", "options"), some_of_each(PLANTED, 1, lambda case: "all"))
def test_a_planted_blunder_is_found_with_a_better_turn_and_what_refutes_it(
    slug: str, options: dict[str, str]
) -> None:
    states, place, analysis = analysed_blunder(slug, options)
    point = next(turn for turn in analysis.turning_points if turn.start == place)
    assert point.refutation.turns == 1
    assert isinstance(point.difference, Wins | ForcesWin | Holds)
    assert str(point.reasons[0])
    end = states[place].replay(point.better)
    position = end.position()
    seat = states[place].to_move
    if position.reason is not None:
        assert position.winner == seat
    else:
        assert not Prover(end).wins(position, 1 - (seat or 0))


def test_nothing_would_have_been_better_in_a_turn_that_was_not_played() -> None:
    """The last turn of a match that was resigned has no moves."""
    state = games.get("loop").start()
    states = [state]
    for _ in range(3):
        state = state.play(state.legal_moves()[0])
        states.append(state)
    of_resigned = analyse(states, seconds=0.1, rng=random.Random(1))
    resigned = of_resigned.turns[-1]
    assert (resigned.moves, resigned.better) == ((), ())
    assert resigned not in of_resigned.turning_points


@pytest.mark.parametrize("slug", ["loops-n-leaps", "vigilance"])
def test_the_price_of_a_turn_is_what_the_other_side_can_then_capture(slug: str) -> None:
    rng = random.Random(f"price {slug}")
    exchanges = 0
    for _ in range(30):
        turn = turn_of(slug, rng)
        if turn.after.to_move != 1 - turn.seat:
            continue
        cost = price(turn)
        own = held(turn.after, turn.seat)
        if cost is not None and "pillars" in cost.values:
            continue
        losses = {
            str(move): own - held(turn.after.play(move), turn.seat)
            for move in turn.after.legal_moves()
            if move != SWAP
        }
        worst = max(map(len, losses.values()))
        if cost is None:
            assert not worst, turn.moves
            continue
        told = set(cost.values["cells"])
        if "move" in cost.values:
            capture = str(cost.values["move"])
            assert losses[capture] == told, (str(cost), turn.moves)
            assert len(told) == worst, turn.moves
        elif "one of" in str(cost):
            assert worst == 1, turn.moves
            assert told == set.union(*losses.values()), turn.moves
        else:
            assert told in losses.values(), turn.moves
            assert told == set.union(*losses.values()), turn.moves
        if "back" in cost.values:
            later = turn.after.play(turn.after.parse(capture))
            theirs = held(later, 1 - turn.seat)
            taken_back = {
                str(move): theirs - held(later.play(move), 1 - turn.seat)
                for move in later.legal_moves()
            }
            back = set(cost.values["back"])
            assert taken_back[str(cost.values["answer"])] == back, (str(cost), turn.moves)
            assert len(back) == max(map(len, taken_back.values())), turn.moves
            exchanges += 1
    assert exchanges or slug == "vigilance"


def test_the_price_of_a_turn_is_first_the_ring_that_the_other_side_can_then_close() -> None:
    moves = (
        "c15 c14 h5 k5 f7 e14 k4 c7 i2 m7 d7 i7 g7 k6 j13 g11 c10 c9 a14 c11 g3 m5 d11 k11 j1 e8 "
        "n1 o5 h9 f13 n1-k1 m8 h13 e15 a13 g5 k9 c8 e13 j9 l3 i3 l3-j3 a12 o2 l5 d13 l9 d13-g10 "
        "c6 e4 m3 f9 b15 a8 h7 a11 e9 h1 g15 i11 l5-m4 m10 a9 h15 e5 g9 g14 l1 k7 b13 m9 k3 n3 "
        "b13-c13 d9 i9 b9 o8 g12 i10 k10 e12 i5 e12-f11 l7 b11 g15-g10 h1-c6 m2 l1-m1 l7-i10 "
        "g9-g6 k8 j5 j7 i4"
    )
    state = games.replay("loops-n-leaps", {}, moves.split())
    turn = JudgedTurn.of(state, ["i5-i6"])
    assert str(price(turn)) == "but mind: your opponent can then close a ring round j4, h6"
    scores = [turn.after.play(move).score for move in turn.after.legal_moves()]
    assert max(score[1 - turn.seat] for score in scores if score) == 2
    assert "ring" not in str(price(JudgedTurn.of(state, ["j7-o2"])))


def test_a_ring_that_the_other_side_could_close_anyway_is_no_price() -> None:
    moves = (
        "k2 i3 k3 l1 i4 i1 j3 i1-i4 j3-l1 h3 k1 i2 k1-i1 i2-i1 m1 j1 l3 m2 h5 j1-k1 g3 m3 n3 m4 "
        "i5 g6 f5 e5 g5 l5 g5-g6 e6 g4 i6 g4-e6 e7 k6 d7 k5 e8 j5 c8 j5-l5 d9 k5-m5 k4"
    )
    turn = JudgedTurn.of(games.replay("loops-n-leaps", {}, moves.split()), ["n1"])
    scores = [turn.after.play(move).score for move in turn.after.legal_moves()]
    assert max(score[1 - turn.seat] for score in scores if score) == 1
    assert price(turn) is None


def test_the_price_of_a_turn_names_the_ring_that_a_capture_opens() -> None:
    moves = (
        "e5 e6 f5 f3 g6 i5 k4 k5 j5 g5 i4 g2 e4 g2-g4 d5 g3 d5-f5 g3-i3 h3 h5 j3 h5-j3 j1 h1 k1 "
        "i1 k1-k2 i1-i2 k3 l3 l1 k8 k3-l3 m1 l1-m1 m2 n1 k7 j7 l7 b7 k9 b7-e7 l9 d7 m8 m7 c7 c6 "
        "m6 d7-k7 m5 c6-c7 m5-m3 f7 c8 g7 m4 h7 l5 h7-i6 l5-k6 i7 n5 g8 n3 o3 h9 o7 j9"
    )
    turn = JudgedTurn.of(games.replay("loops-n-leaps", {}, moves.split()), ["o1"])
    assert str(price(turn)) == (
        "but mind: your opponent’s j9-f9 would then capture k4, j5, i6, h7, g8 and open your ring "
        "round h6"
    )


def test_the_price_of_a_tile_is_the_place_above_it_that_the_other_side_then_has() -> None:
    rng = random.Random("opened")
    count = 0
    for _ in range(40):
        turn = turn_of("loop", rng)
        if turn.after.to_move is None:
            continue
        cost = price(turn)
        other_places = {move.target for move in turn.after.legal_moves()}
        for cell in turn.after.marks.get("holes", ()):
            is_told = cost is not None and cell in cost.values["cells"]
            is_new = cell not in turn.before.marks.get("holes", ())
            assert is_told == (is_new and cell in other_places), (cell, turn.moves)
            count += is_told
    assert count


def test_the_price_of_a_leap_is_a_wall_that_is_then_nearer_to_closing() -> None:
    rng = random.Random(3)
    costs = 0
    for _ in range(40):
        turn = turn_of("veloop-hex", rng)
        cost = price(turn) if turn.after.to_move == 1 - turn.seat else None
        if cost is not None:
            assert lacks(cost.values, turn.after, 1 - turn.seat), (str(cost), turn.moves)
            assert not lacks(cost.values, turn.before, 1 - turn.seat), (str(cost), turn.moves)
            costs += 1
    assert costs


def test_the_price_of_a_turn_in_misere_is_a_group_that_is_then_the_largest() -> None:
    state = games.replay("snipsnip", {}, ["a8", "h4", "a7"])
    state = state.play(state.parse("d1"))
    turn = JudgedTurn.of(state, ["a6"])
    assert str(price(turn)) == "but mind: your largest group grows to 3"
    assert price(JudgedTurn.of(state, ["g1"])) is None
    assert price(JudgedTurn.of(games.get("snipsnip").start(), ["a8"])) is None


def test_a_first_stone_is_praised_for_what_it_leaves_for_later() -> None:
    advised = hint(games.replay("snipsnip", {}, ["e4"]), "club", 1.0)
    assert "can join it later" in " ".join(map(str, advised.plans))
