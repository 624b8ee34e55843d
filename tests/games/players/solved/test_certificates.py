"""Certificates replay by the rules alone, against every answer, and the best players go by them."""

import random
from pathlib import Path

import pytest

import games
from games.players import Player
from games.players.puzzles.answers import verdict
from games.players.solved import CERTIFICATES, Claim, Strategy, advice, path_of, read, winner
from tools.certificates.checking import WrongCertificate, check
from tools.certificates.proving import write

ALL = sorted(CERTIFICATES.iterdir())
QUICK = [path for path in ALL if path.stat().st_size < 3_000][:6]
MOST_BYTES = 100_000
MOST_BYTES_IN_ALL = 1_500_000
SNIPS = {"board": "hex-2-3", "scoring": "group-misere", "capture": "diagonal"}


def kept(slug: str, seat: int, goal: str, **options: str) -> Strategy:
    claim = Claim(slug, games.get(slug).complete(options), seat, goal)
    return read(path_of(claim).read_bytes())


def replays(path: Path) -> None:
    strategy = read(path.read_bytes())
    assert path == path_of(strategy.claim)
    walked = check(strategy)
    assert walked.own >= len(strategy.entries)


@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.name)
def test_a_small_certificate_holds_against_every_answer(path: Path) -> None:
    replays(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_every_certificate_holds_against_every_answer(path: Path) -> None:
    replays(path)


def test_certificates_stay_small() -> None:
    sizes = [path.stat().st_size for path in ALL]
    assert max(sizes) <= MOST_BYTES
    assert sum(sizes) <= MOST_BYTES_IN_ALL


def test_what_is_claimed_of_the_boards_that_others_have_worked_out() -> None:
    for slug, seat, goal, options in (
        ("veloop-hex", 0, "win", {"board": "hex3", "turns": "single"}),
        ("veloop-hex", 0, "draw", {"board": "hex3", "turns": "double"}),
        ("veloop-hex", 1, "draw", {"board": "hex3", "turns": "double"}),
        ("veloop-hex", 0, "win", {"board": "hex34", "turns": "single"}),
        ("snipsnip", 1, "win", {"board": "hex-2-4"}),
    ):
        assert path_of(Claim(slug, games.get(slug).complete(options), seat, goal)) in ALL


def test_nobody_can_win_what_the_other_side_can_hold() -> None:
    claims = [read(path.read_bytes()).claim for path in ALL]
    goals = {(claim.slug, *claim.options.values(), claim.seat): claim.goal for claim in claims}
    for (*variant, seat), goal in goals.items():
        other = goals.get((*variant, 1 - int(seat)))
        assert other is None or goal == other == "draw"


def test_a_certificate_with_a_wrong_decision_is_found_out() -> None:
    strategy = kept("snipsnip", 1, "win", **SNIPS)
    wrong = 0
    for key, number in list(strategy.entries.items())[:12]:
        changed = Strategy(strategy.claim, {**strategy.entries, key: number + 1})
        try:
            check(changed)
        except WrongCertificate:
            wrong += 1
    assert wrong >= 6  # the others are as good


def test_a_certificate_that_leaves_an_answer_open_is_found_out() -> None:
    strategy = kept("snipsnip", 1, "win", **SNIPS)
    for key in list(strategy.entries)[:12]:
        rest = {known: number for known, number in strategy.entries.items() if known != key}
        with pytest.raises(WrongCertificate):
            check(Strategy(strategy.claim, rest))


def test_a_certificate_is_not_valid_for_the_other_side_or_another_variant() -> None:
    strategy = kept("snipsnip", 1, "win", **SNIPS)
    for claim in (
        Claim("snipsnip", strategy.claim.options, 0, "win"),
        Claim("snipsnip", {**strategy.claim.options, "scoring": "group"}, 1, "win"),
    ):
        with pytest.raises(WrongCertificate):
            check(Strategy(claim, strategy.entries))


def test_a_written_certificate_is_read_back(tmp_path: Path) -> None:
    strategy = kept("snipsnip", 1, "win", **SNIPS)
    write(strategy, tmp_path / "copy")
    copy = read((tmp_path / "copy").read_bytes())
    assert copy.claim == strategy.claim
    assert copy.entries == strategy.entries


@pytest.mark.parametrize("seed", range(2))
def test_master_wins_what_is_solved_against_anything(seed: int) -> None:
    rng = random.Random(seed)
    state = games.get("veloop-hex").start(board="hex3", turns="single")
    master = Player("master", rng)
    while state.to_move is not None:
        if state.to_move == 0:
            thought = master.think(state)
            assert thought.proven
            assert thought.value == 1.0
            state = state.play(thought.move)
        else:
            state = state.play(rng.choice(state.legal_moves()))
    assert state.outcome.winner == 0


def test_every_first_decision_is_answered_whichever_way_the_board_lies() -> None:
    state = games.get("snipsnip").start(board="hex-2-4")
    for move in state.legal_moves():
        advised = advice(state.play(move))
        assert advised.wins


def test_where_nothing_is_solved_there_is_no_advice() -> None:
    assert advice(games.get("veloop-hex").start(board="hex45")) is None
    assert advice(games.get("loop").start()) is None


def test_weak_levels_do_not_know_what_is_solved() -> None:
    state = games.get("snipsnip").start(**SNIPS)
    thought = Player("novice", random.Random(1)).think(state.play(state.legal_moves()[0]))
    assert not thought.proven


def test_answers_to_puzzles_are_judged_by_certificates_where_search_does_not_get_so_far() -> None:
    start = games.get("veloop-hex").start(board="hex34")
    judged = verdict(start.play(start.parse("c4-e3")), 1, 0.3)
    assert judged.right
    assert judged.certified
    assert judged.reply
    start = games.get("snipsnip").start(board="hex-2-4", scoring="group")
    assert verdict(start.play(start.parse("b2")), 3, 0.0).certified
    # Where the other side wins in best play, no first move is right, and the answer is one that
    # wins.
    start = games.get("snipsnip").start(board="hex-2-4")
    for move in start.legal_moves():
        judged = verdict(state := start.play(move), 3, 0.0)
        assert judged.right is False
        after = state.play(state.parse(judged.reply[0]))
        assert winner(after) == 1 or after.outcome is not None
