"""Plans: what a hint says of a quiet position names cells, is true, says more than what most other
turns do, and praises no losing turn.
"""

import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest

import games
from games.core import SWAP, Sentence, State
from games.players.claims import JudgedTurn, words
from games.players.claims.base import Claim
from games.players.ideas import ideas_of
from games.players.plans import measured_plans, plans_of
from games.players.plans.base import cells_in
from games.players.plans.places import targets
from games.players.plans.saying import Comparison, alternatives, good_places, standing
from games.players.plans.veloop_walls import MOST_GAPS, walls
from games.players.reasons import hint, planned
from games.veloop import Veloop
from tests.games.plain_counts import edge, held
from tests.games.traces import RECORDED

from .plain_claims import sight
from .plain_plans import (
    PLACES,
    TOLD,
    caught,
    decisions,
    hidden,
    is_noticed_truly,
    is_told_truly,
    is_walled_by_few,
    quiet,
)
from .plan_samples import hold, naming, turn_of

COUNTS = {"count", "was", "around", "own", "other", "level", "turns", "now", "stones"}
"""The numbers that sentences may have: what the game itself counts, and turns."""


@pytest.mark.usefixtures("translatable_sentences")
@pytest.mark.some_cases(2)
@pytest.mark.parametrize(
    ("count", "tries"), [(6, 500), pytest.param(80, 8_000, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("slug", RECORDED)
def test_what_is_said_of_plans_is_neither_false_nor_empty(
    slug: str, count: int, tries: int
) -> None:
    counts = hold(slug, count, tries, random.Random(f"{slug} {count}"))
    assert 3 * counts["said"] >= 2 * count > 0
    assert not counts["false"] + counts["empty"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seconds", "distance", "fewest"),
    [(0.5, 4, 5), pytest.param(1.0, 1, 20, marks=pytest.mark.exhaustive)],
)
@pytest.mark.parametrize("slug", RECORDED)
def test_most_hints_of_the_opening_name_a_plan(
    slug: str, seconds: float, distance: int, fewest: int
) -> None:
    """At least 20 of 32, or 5 of the 8 of a sample, by a search that depends on the clock."""
    assert naming(slug, seconds, distance) >= fewest


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("slug", RECORDED)
def test_what_is_said_though_others_do_as_much_is_true(slug: str) -> None:
    rng = random.Random(slug)
    count = 0
    for _ in range(12):
        turn = turn_of(slug, rng)
        for sentence in Comparison(turn, alternatives(turn)).whatever():
            assert is_told_truly(sentence, turn), (sentence, turn.moves, turn.before.options)
            assert not set(numbers(sentence)) - COUNTS
            count += 1
    assert count


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("slug", RECORDED)
def test_no_two_other_turns_are_worth_a_try_for_the_same(slug: str) -> None:
    rng = random.Random(slug)
    for _ in range(6):
        turn = turn_of(slug, rng)
        candidates = Comparison(turn, alternatives(turn)).candidates()
        plans = [str(sentence.values["plan"]) for _other, sentence in candidates]
        assert len(plans) == len(set(plans))


def test_the_cells_that_sentences_name_are_found() -> None:
    sentence = Sentence(
        "{cell} {cells} {move} {count}", cell="d4", cells=("1e2", "a12"), move="e4-d6", count=5
    )
    assert cells_in([sentence, sentence]) == ("d4", "1e2", "a12")


def numbers(sentence: Sentence) -> Iterator[str]:
    """The names of the numbers in a sentence and in the sentences within it."""
    for name, value in sentence.values.items():
        if isinstance(value, Sentence):
            yield from numbers(value)
        elif f"{{{name}}}" in sentence.template and isinstance(value, int | float):
            yield name


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("slug", RECORDED)
def test_no_sentence_has_statistics(slug: str) -> None:
    rng = random.Random(slug)
    for _ in range(6):
        turn = turn_of(slug, rng)
        for sentence in (*standing(turn.before), *planned(turn)):
            assert set(numbers(sentence)) <= COUNTS, sentence
            assert not re.search(r"%|other turns|most stones|chance|playout", str(sentence))


def test_no_text_of_a_claim_or_an_idea_has_statistics() -> None:
    texts = [text for text in vars(words).values() if isinstance(text, str)]
    for kind in Claim.__subclasses__():
        template = words._TEMPLATES.get(kind)
        if isinstance(template, str):
            texts.append(template)
    for game in games.catalog():
        for idea in ideas_of(game.slug):
            texts.append(idea.text)
    for text in texts:
        assert not re.search(r"%|\{percent\}|\{lines\}|\{choices\}|\{others\}", text), text


@pytest.mark.parametrize("slug", RECORDED)
def test_a_hint_of_the_first_turn_says_where_to_place_and_why(slug: str) -> None:
    state = games.get(slug).start()
    advised = hint(state, "club", 1.0)
    assert advised.standing or advised.plans
    for sentence in advised.standing:
        assert is_noticed_truly(sentence, state)


@pytest.mark.parametrize("slug", RECORDED)
def test_what_is_said_before_a_turn_concerns_the_turn_that_is_advised(slug: str) -> None:
    rng = random.Random(f"concerns {slug}")
    for _ in range(8):
        turn = turn_of(slug, rng)
        for sentence in standing(turn.before, turn.moves):
            cells = cells_in([sentence])
            if sentence.template.startswith(("good ", "a good ")):
                assert not targets(turn.moves) or set(cells) & set(targets(turn.moves)), sentence
            else:
                assert is_noticed_truly(sentence, turn.before), sentence


@pytest.mark.parametrize("slug", RECORDED)
def test_good_places_are_those_of_good_turns(slug: str) -> None:
    rng = random.Random(slug)
    for number in range(4):
        state = games.get(slug).start() if number == 0 else turn_of(slug, rng).before
        sentence = good_places(state)
        if sentence is None:
            continue
        assert str(sentence.values.get("where", "beside a pillar")) in PLACES
        good, usual = worths(state, set(cells_in([sentence])))
        assert good, sentence
        assert min(good) >= sorted(usual)[len(usual) // 2], (sentence, state.options, state.ply)


def worths(state: State, cells: set[str]) -> tuple[list[float], list[float]]:
    """For each of some cells, what the best turn is worth that places there, by the plans; and what
    each turn is worth.

    Where a start can be taken over, an even one is worth most.
    """
    seat = state.to_move or 0
    plans = measured_plans(state.game, state.options)
    every = alternatives(JudgedTurn((state,)))
    best: dict[str, float] = {}
    usual = []
    for other in every.turns:
        worth = 0.0
        for entry in plans:
            worth += entry.worth * entry.plan.lead(other.position, seat)
        if SWAP in state.replay(other.moves).legal_moves():
            worth = -abs(worth)
        usual.append(worth)
        for cell in cells.intersection(targets(other.moves)):
            best[cell] = max(worth, best.get(cell, worth))
    assert best.keys() == cells
    return list(best.values()), usual


def test_every_plan_has_an_aim_in_words() -> None:
    for game in games.catalog():
        for plan in plans_of(game, game.complete({})):
            assert plan.aim
            assert plan.aim[0].islower()


@pytest.mark.slow
def test_a_reason_that_holds_of_every_move_is_not_given() -> None:
    state = games.get("snipsnip").start(scoring="group")
    advised = hint(state, "strong", 0.2, random.Random(1))
    assert not any("largest group goes" in str(reason) for reason in advised.reasons)
    plans = [planned(JudgedTurn.of(state, [move])) for move in state.legal_moves()]
    common = set.intersection(*(set(map(str, sentences)) for sentences in plans))
    assert not common


def test_a_point_that_is_quiet_for_both_sides_is_to_be_taken_first() -> None:
    start = games.get("snipsnip").start(board="hex-2-4")
    state = JudgedTurn.of(start, ["b1", "d3", "a3", "a4", "e2", "b2"]).after
    turn = JudgedTurn.of(state, ["d1"])
    (sentence,) = Comparison(turn, alternatives(turn)).sentences()
    assert "first take points where neither of you grows a group: d1 is one" in str(sentence)
    # On c3 only the opponent would grow a group, so it could have waited.
    turn = JudgedTurn.of(state, ["c3"])
    told = Comparison(turn, alternatives(turn))
    assert not any("first take" in str(sentence) for sentence in told.sentences())


WALLS = (
    "k8 e2 e6 swap e6-h3 d8 e2-g4 c6 d8-f8 d4 k8-i8 d9 f8-e8 i6 d9-d10 g9 i6-h6 k7 c6-e6 c6 h6-h7 "
    "d3 e5 g9-h8 g10 f8 a5 k7-i9 f8 g10-i8 i9 j6 d9 b7 e5-c7 f5 e7 i9-g7 h6 i6 j7 g10 f8-f9 a4 f2 "
    "d10-f10 f9 e10 f5-g6 c3 g4 h6-g5 g6 f2-f5 c4 e2 d9-b7 d10 h3-h4 h3 f9-f7 k7 g10 c4-e6 f2 "
    "e10-b7 e10 e7-g9 e5 e10-b7 h8 d9 c7-c8 a5 b4 i6-i4 g9 j5 f2-f4 f2 g9-d6 i6 e5-d5 c7"
)
"""A match of Vigilance in which each side is about to close a wall."""


@pytest.mark.parametrize(
    ("slug", "moves", "turn", "said"),
    [
        ("vigilance", WALLS, "f10-f8", "spoil your opponent’s wall: with a stone on d6"),
        ("vigilance", WALLS, "f10-f8 g9 e10", "close your wall: 4 more cells, such as j8, k8, h9"),
        ("vigilance", " ".join(WALLS.split()[:45]), "i8-i9 f9 d11", "save d9, d10: "),
        ("vigilance", "k8 e2 e6", "e6-f5 f8", "threaten e2: f5-f3 would capture"),
        ("vigilance", "k8 e2 e6", "e6-f5", None),
        ("snipsnip", "d7 h4 a5 f3 f4 e4 b6 e2 d2 b5 d6 h2 f1 f5", "a7", "joined a5, b6"),
        ("snipsnip", "d6 d3 e6 b5 c2 e5 e7 c8 g4 h1 c6 a8", "h4", "with g4 you make just 2"),
        ("snipsnip", "d6 d3 e6 b5", "d8", "stay near e6 without touching it: d8"),
        ("snipsnip", "d6 d3 e6 b5 c2 e5 e7 c8", "a8", "take the corner a8"),
    ],
)
def test_the_reason_for_a_turn_is_what_is_special_about_it(
    slug: str, moves: str, turn: str, said: str | None
) -> None:
    """Also that for the first decision of several."""
    state = games.get(slug).start()
    for text in moves.split():
        state = state.play(state.parse(text))
    judged = JudgedTurn.of(state, turn.split())
    sentences = tuple(Comparison(judged, alternatives(judged)).sentences())
    assert bool(sentences) == bool(said)
    for sentence in sentences:
        assert said in str(sentence)
        assert is_told_truly(sentence, judged)


SNIPPED = "e2 h2 d5 b7 h1 d4 b3 g5 f3 g4 e7 h4 f2 d7 b6 c4 d2 c7"
FACED = "d3 h2 c2 a4 e6 e2 g2 a5 g4 d8 e3 h1 d4 a8 c6 f6 d1 f3 xe3 b5"
UNSURROUNDED = "d10 c7 f2 f2-d4 g7 c7-d6 i3 g7-f8 g4 d6-f4 h8"
QUIET_BESIDE = "c3 b3 f5 f4 d2 c5 g5 d3 c6 e7 e4 g3 d7"
CAPTURE_AHEAD = "b3 d3 h1 b6 g4 a7 e4 c4 f1 h2 a4 d5 f4 b8 e7 d1 a6 e6 b7 d2 h4 c8 f2 g1"


def test_a_stone_that_closes_points_beside_itself_is_told_by_what_it_faces() -> None:
    closes = "close g1: f2 faces h1, so nobody may place between them"
    sentences = told("snipsnip", FACED.split(), ["f2"])
    assert f"{closes}. Now f2 can grow only to f1" in sentences


def test_to_close_points_where_one_could_place_later_is_not_said_to_be_good() -> None:
    """Before b8, c7 and c8 touch only stones of the other side’s."""
    sentences = told("snipsnip", QUIET_BESIDE.split(), ["b8"])
    assert not any(sentence.startswith("close") for sentence in sentences)


def test_a_capture_in_misere_is_told_by_the_points_that_it_opens() -> None:
    sentences = told("snipsnip", SNIPPED.split(), ["b8", "xc7", "a7"])
    opens = "snip out c7: that opens c6, d6, where you can place without growing your largest"
    assert any(sentence.startswith(opens) for sentence in sentences)


def test_a_stone_that_touches_no_other_is_no_reason_while_many_points_do_so() -> None:
    for point in map(str, games.get("snipsnip").start().legal_moves()):
        assert not any("keep apart" in text for text in told("snipsnip", [], [point]))


def test_no_reason_of_vigilance_is_undone_by_a_capture() -> None:
    """A threat, a view and a cell of one's own are left after whatever the other side captures."""
    rng = random.Random("undone")
    count = 0
    for _ in range(150):
        turn = turn_of("vigilance", rng)
        seat = turn.seat
        replies = captures_of(turn.after, 1 - seat)
        for sentence in tellings(turn) if replies else ():
            cells = set(sentence.values.get("cells", ()))
            if sentence.template.startswith("threaten"):
                assert all(cells <= caught(reply, seat) for reply in replies), sentence
                count += 1
            if sentence.template.startswith(("keep {cells}", "open cells")):
                assert all(cells <= hidden(reply, seat) for reply in replies), sentence
                count += 1
            if sentence.template.startswith(("take {cells}", "watch", "bring {cells}")):
                assert all(cells <= sight(reply, seat) for reply in replies), sentence
                count += 1
    assert count


def captures_of(state: State, seat: int) -> list[State]:
    """The states after each slide of a seat that captures, before it places."""
    states = []
    for move in state.legal_moves() if state.to_move == seat else ():
        reply = state.play(move)
        if any(event.kind == "captured" for event in reply.events):
            states.append(reply)
    return states


def test_no_stone_is_said_to_spoil_little_where_another_point_spoils_less() -> None:
    """On f1 beside h1 a stone spoils three points, on a5 beside b3 and b6 only two."""
    sentences = told("snipsnip", ["b3", "d3", "h1", "b6"], ["f1"])
    assert sentences
    assert not any(sentence.startswith("stay near") for sentence in sentences)


def test_a_small_group_does_not_grow_while_points_are_free_where_neither_side_grows_one() -> None:
    rng = random.Random("small")
    count = 0
    for _ in range(100):
        turn = turn_of("snipsnip", rng)
        for sentence in tellings(turn):
            if sentence.template.startswith("grow a small group"):
                count += 1
                assert not quiet(turn.before, 0) & quiet(turn.before, 1)
    assert count


def test_an_aim_says_which_stones_it_is_about() -> None:
    state = games.replay("vigilance", {}, UNSURROUNDED.split())
    aims = set()
    for plan in plans_of(state.game, state.options):
        turn = JudgedTurn.of(state, ["f8-i5", "b5", "j7"])
        sentence = plan.tell(state.position(), turn.after.position(), turn.seat)
        aims.add(str(plan.aim_of(sentence)))
    assert "surround i3" in aims


def test_an_aim_names_only_the_cells_on_which_its_plan_places() -> None:
    """Of a turn that captures first, the aim is about the second stone."""
    state = games.replay("snipsnip", {}, CAPTURE_AHEAD.split())
    advised = [state.parse("a8")]
    advised.append(state.play(advised[0]).parse("xa7"))
    advised.append(state.replay(advised).parse("c6"))
    sentences = []
    for plan in plans_of(state.game, state.options):
        sentences.append(good_places(state, advised, plan.slug))
    assert any("c6" in cells_in([sentence]) for sentence in sentences if sentence)
    for sentence in filter(None, sentences):
        if sentence.template.startswith("a good aim here"):
            assert "a8" not in cells_in([sentence])


def test_a_turn_that_spoils_more_quiet_points_than_another_is_not_said_to_save_them() -> None:
    state = JudgedTurn.of(
        games.get("snipsnip").start(), ["d6", "d3", "e6", "b5", "c2", "e5", "e7", "c8"]
    ).after
    for move in state.legal_moves():
        turn = JudgedTurn.of(state, [move])
        for sentence in Comparison(turn, alternatives(turn)).sentences():
            assert "spoils only" not in str(sentence) or str(move) == "d1"


def test_every_special_aim_is_of_something_that_is_told() -> None:
    for game in games.catalog():
        for plan in plans_of(game, game.start().options):
            for words_told in plan.aims:
                assert any(key.startswith(words_told) for key in TOLD), words_told


def test_one_stone_in_reserve_is_not_remarked_upon() -> None:
    rng = random.Random(1)
    count = 0
    while count < 10:
        state = turn_of("vigilance", rng).before
        if 0 < sum(state.reserve) < 2:
            assert not any("stones in reserve" in str(sentence) for sentence in standing(state))
            count += 1


def test_where_the_start_can_be_taken_over_no_lead_is_praised() -> None:
    state = games.get("loops-n-leaps").start()
    for move in state.legal_moves()[:40:4]:
        turn = JudgedTurn.of(state, [move])
        assert SWAP in turn.after.legal_moves()
        assert not any(Comparison(turn, alternatives(turn)).sentences())


def told(slug: str, moves: list[str], turn_moves: list[str]) -> list[str]:
    """What each plan tells of a turn after some decisions, as far as it tells anything."""
    turn = turn_after(slug, moves, turn_moves)
    return [str(sentence) for sentence in tellings(turn)]


def turn_after(slug: str, moves: list[str], turn_moves: list[str]) -> JudgedTurn:
    start = games.get(slug).start()
    state = JudgedTurn.of(start, moves).after if moves else start
    return JudgedTurn.of(state, turn_moves)


def tellings(turn: JudgedTurn) -> Iterator[Sentence]:
    start = turn.before.position()
    end = turn.after.position()
    for plan in plans_of(turn.before.game, turn.before.options):
        sentence = plan.tell(start, end, turn.seat)
        if sentence is not None:
            yield sentence


def test_a_foothold_is_told_by_who_else_touches_it_and_what_is_missing_below() -> None:
    moves = ["1g3", "1d4", "1f2", "1d3"]
    contested = "stand beside 1d4: if your opponent fills 1e4 now, you place on 2d4 first"
    sentences = told("loop", moves, ["1d5"])
    assert any(contested in sentence for sentence in sentences), sentences
    leads_on = "where a tile of yours would prepare a bridge on 2d3: if your opponent fills 1d5"
    assert any(leads_on in sentence for sentence in told("loop", ["1d3", "1d4"], ["1e4"]))
    moves = ["1g2", "1e2", "1f4", "1f3", "1e3", "1d3", "1d4"]
    sentences = told("loop", moves, ["2d3"])
    assert any("the only open place above level one" in sentence for sentence in sentences)


def test_a_place_that_a_turn_opens_to_the_other_side_is_no_foothold() -> None:
    moves = ["1f2", "1e4", "1e3", "1g2", "1d4", "1g3", "1f1", "1c4", "1d3"]
    turn = turn_after("loop", moves, ["1e2"])
    assert "2e2" in turn.after.position().marks()["holes"]
    assert "2e2" in map(str, turn.after.legal_moves())
    for sentence in tellings(turn):
        assert not ("reach" in sentence.template and sentence.values["high"] == "2e2"), sentence


def test_what_lacks_two_tiles_below_is_no_foothold_and_no_planned_bridge() -> None:
    rng = random.Random("feet")
    near = ("guard {high}:", "reach for", "plan a bridge", "use your opponent’s")
    count = 0
    for _ in range(40):
        for sentence in tellings(turn_of("loop", rng)):
            if sentence.template.startswith(near):
                assert len(sentence.values["feet"]) <= 1, sentence
                count += 1
    assert count


def test_a_ring_round_three_pillars_is_planned_with_a_third_of_it_or_with_all_ones_men() -> None:
    rng = random.Random("rings")
    count = 0
    for _ in range(60):
        turn = turn_of("loops-n-leaps", rng)
        for sentence in tellings(turn):
            if sentence.template.startswith(("plan one ring", "cut your opponent’s ring")):
                assert sentence.values["count"] >= 4, sentence
                count += 1
    assert count


VELOOP = ("veloop-square", "veloop-hex")
HEX_WALL = "c5-e4 d4-e5 d5-e6 d6-f5 e5-c6"
HEX_EDGE = (
    "c5-d6 c6-d4 d6-c5 d5-e6 c6-b5 d5-c7 d6-b7 d5-f4 b6-c4 e6-c7 c5-b4 f4-e3 b4-a6 "
    "f4-g2 g3-e4 f3-e2 c5-d3 f3-g4 f4-e3 c6-d4 f3-e5 c4-b3"
)
HEX_SAVED = "c5-e4 d4-e5 c5-e4 d5-e6 e4-d3 e6-c7 e4-d6 e5-d4 d5-f4 d4-e5"
HEX_BLOCK = "c5-d6 c6-d4 d6-c5 d5-e6 c6-b5 d5-c7 d6-b7 d5-f4 b6-c4 e6-c7"
CLOSING = "e4-f6 f5-e3 f5-g3 g4-f2 f6-e4 e3-d5 f3-g1"
APART = "e4-d6 d5-f4 f4-e6 f5-g3 d6-e4 e5-f7 f6-d5"
PULLED = "c5-d6"
DIAGONAL = "e4-d6 d5-f4 d5-e7 e5-c4 e5-f7"
FLED = (
    "e4-f6 f5-d4 f5-d6 e6-f4 e6-g5 d6-f7 e5-d7 f4-d5 e7-g6 f6-h7 e4-c5 f5-h6 d4-f3 f6-e8 d7-e5 "
    "f3-g5 d4-b5"
)
PARTED = (
    "e4-f6 f5-e3 f5-g3 g4-f2 f6-e4 e3-d5 f3-g1 g2-f4 f4-e2 d5-c3 g3-f1 g4-e3 g4-h2 f1-d2 c3-b5 "
    "e1-d3 f3-g5"
)
TO_THE_EDGE = "e4-f6 f5-d4 f5-d6 e6-f4 e6-g5 d6-f7 e5-d7"


@pytest.mark.parametrize("slug", VELOOP)
def test_a_wall_of_veloop_lacks_no_more_cells_than_it_must(slug: str) -> None:
    rng = random.Random(slug)
    for _ in range(15):
        state = turn_of(slug, rng).before
        position = state.position()
        assert isinstance(position, Veloop)
        for seat in (0, 1):
            lacking = {wall.stones: wall.lacks for wall in walls(position, seat)}
            for group in position.board.groups(position.tops[1 - seat]):
                stones = set(position.board.names(group))
                lacks = lacking.get(group, MOST_GAPS + 1)
                # To try four cells or more would take minutes.
                assert not is_walled_by_few(state, seat, stones, min(2, lacks - 1))
                assert lacks > 3 or is_walled_by_few(state, seat, stones, lacks)


def test_a_wall_is_told_of_by_what_it_still_lacks_and_the_leap_that_comes_next() -> None:
    sentences = told("veloop-hex", HEX_WALL.split(), ["d5-f4"])
    assert any(
        text.endswith("fill e3, f3, e5 as well, and it is closed. Next comes f4-e6")
        for text in sentences
    )


@pytest.mark.parametrize("slug", VELOOP)
def test_a_leap_that_comes_next_is_left_by_most_answers(slug: str) -> None:
    rng = random.Random(f"next {slug}")
    count = 0
    for turn in islice(turns_that_go_on(slug, rng), 60):
        for sentence in tellings(turn):
            if not sentence.template.endswith("Next comes {next}"):
                continue
            answers = [turn.after.play(move) for move in turn.after.legal_moves()]
            open_answers = [state for state in answers if state.outcome is None]
            step = sentence.values["next"]
            possible = [state for state in open_answers if step in decisions(state, turn.seat)]
            assert 3 * len(possible) >= 2 * len(open_answers), sentence
            count += 1
    assert count


def test_a_stone_that_had_nearly_been_walled_in_is_connected_with_the_edge() -> None:
    sentences = told("veloop-hex", HEX_SAVED.split(), ["e4-f5"])
    assert (
        "connect d6 with the edge at f5: your opponent’s wall round it lacked only c6" in sentences
    )


def test_the_next_cell_of_a_wall_is_one_whose_leap_brings_no_enemy_beside_it() -> None:
    sentences = told("veloop-square", CLOSING.split(), ["g2-f4", "f6-e4"])
    assert not any("e6 is the next one" in text for text in sentences)


def test_an_enemy_that_is_pulled_beside_a_stone_in_the_middle_is_told_to_be_pulled() -> None:
    sentences = told("veloop-hex", PULLED.split(), ["c6-d4"])
    assert (
        "get a stone to d4, in the middle, and pull your opponent’s stone to d5, beside it and c6: "
        "a wall can grow there"
    ) in sentences


def test_stones_are_parted_that_stood_side_by_side() -> None:
    sentences = told("veloop-square", APART.split(), ["e4-c5", "d6-c4"])
    assert not any("d5 and e6 no longer stand together" in text for text in sentences)


def test_a_neighbour_is_one_side_by_side() -> None:
    sentences = told("veloop-square", DIAGONAL.split(), ["d4-e6", "e6-g5"])
    assert not any("f4 a neighbour" in text for text in sentences)


def test_what_a_wall_lacks_is_told_only_where_leaps_can_fill_it() -> None:
    sentences = told("veloop-square", FLED.split(), ["h7-f8", "f8-e6"])
    assert not any("fill f7, d8" in text for text in sentences)


def test_a_stone_that_is_parted_from_the_edge_is_told_of_only_if_it_is_hemmed_in() -> None:
    sentences = told("veloop-square", PARTED.split(), ["e5-f7", "e5-c4"])
    assert not any("walled in" in text for text in sentences)


def test_a_stone_that_is_pushed_to_the_edge_is_told_to_be_safe_from_walls() -> None:
    sentences = told("veloop-square", TO_THE_EDGE.split(), ["e7-g8", "e7-d5"])
    for text in sentences:
        assert "to the edge at f8" not in text or "can’t be walled in there" in text


@pytest.mark.parametrize("slug", VELOOP)
def test_a_stone_that_is_pushed_outwards_is_told_of_by_what_comes_of_it(slug: str) -> None:
    """Where the edge begins fewer leaps do; on the rings within that is no reason."""
    rng = random.Random(f"out {slug}")
    count = 0
    for turn in islice(turns_that_go_on(slug, rng), 60):
        for sentence in tellings(turn):
            if "fewer leaps" in sentence.template:
                assert sentence.values["cell"] in edge(turn.after), sentence
            count += sentence.template.startswith("push your opponent’s stone")
    assert count


@pytest.mark.parametrize("slug", VELOOP)
def test_no_stone_is_told_to_be_pushed_out_of_a_wall_that_is_nearly_closed(slug: str) -> None:
    rng = random.Random(f"out of a wall {slug}")
    count = 0
    for turn in islice(turns_that_go_on(slug, rng), 60):
        other = 1 - turn.seat
        gone = held(turn.before, other) - held(turn.after, other)
        for sentence in tellings(turn):
            if sentence.template.startswith("push"):
                for stone in gone:
                    assert not is_walled_by_few(turn.before, turn.seat, {stone}, 2), sentence
                    count += 1
    assert count


def turns_that_go_on(slug: str, rng: random.Random) -> Iterator[JudgedTurn]:
    """Whole turns of recorded matches that do not end them."""
    while True:
        turn = turn_of(slug, rng)
        if turn.after.to_move == 1 - turn.seat:
            yield turn


def test_few_stones_that_can_leap_are_named_where_one_more_loses_its_last_leap() -> None:
    sentences = told("veloop-hex", ["c5-e4", "d4-e5", "d5-f4"], ["e4-d3"])
    assert (
        "take the last leap from your opponent’s stone on f4: only c5, d5 can still leap"
        in sentences
    )


def test_a_stone_that_gets_a_neighbour_is_told_of_with_the_enemies_beside_it() -> None:
    moves = "c5-d6 c6-d4 d5-e6 c6-e5 e6-c7 c6-d7 d6-b7 c7-b6 d6-f5 b6-d5 d6-e4 d4-b5"
    sentences = told("veloop-hex", moves.split(), ["d6-c5"])
    assert (
        "back up your stone on c4 with c5: alone beside d4, b5 it would be easy to wall in"
        in sentences
    )


def test_a_group_with_many_ways_to_the_edge_is_not_told_to_be_connected_with_it() -> None:
    sentences = told("veloop-hex", HEX_EDGE.split(), ["d3-b4"])
    assert not any(text.startswith("connect") for text in sentences)


def test_a_stone_in_the_way_of_a_wall_is_told_of_with_what_the_wall_lacked() -> None:
    sentences = told("veloop-hex", HEX_BLOCK.split(), ["c4-e3"])
    assert (
        "block your opponent’s wall round e4: it lacked e3, f3, e5, and e3 is yours now"
        in sentences
    )


def test_a_broken_wall_is_told_of_with_the_stone_that_it_misses() -> None:
    sentences = told("veloop-hex", HEX_BLOCK.split(), ["c5-d3"])
    assert (
        "break your opponent’s wall round e4: it lacked e3, f3, e5, and now d4 as well" in sentences
    )


def test_a_stone_that_is_pushed_to_where_it_cannot_leap_is_told_to_be_stuck() -> None:
    sentences = told("veloop-hex", ["c5-e4", "d4-e5", "d5-b6", "e5-c6", "d6-b7"], ["c7-e6"])
    assert "push your opponent’s stone to the edge at d7: it has no leap from there" in sentences


def test_a_wall_that_is_being_built_round_own_stones_is_noticed_before_the_turn() -> None:
    state = JudgedTurn.of(games.get("veloop-hex").start(), HEX_BLOCK.split()).after
    (plan,) = (one for one in plans_of(state.game, state.options) if one.slug == "walls")
    noticed = list(map(str, plan.weak(state.position(), state.to_move or 0)))
    assert noticed == ["be careful: your opponent is building a wall round your stone on e4"]
