"""What the server sends is what ``bot.web.protocol`` says, to the letter."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Literal, NotRequired, Union, get_args, get_origin

import pytest

import games
from bot.domain.matches import agreements, endings
from bot.web import protocol
from bot.web.home import MOST_PICTURED
from games.players.puzzles import puzzles
from games.teaching import course_of
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Inside, Tab, action, labelled
from tests.bot.web.test_nothing_sends_back import begun, told
from tests.bot.web.test_thinking import spot_of
from tools.page_types import TYPES_FILE, client_types

Tabs = Callable[[], Tab]
PLAIN = {str: (str,), int: (int,), float: (float, int), bool: (bool,)}
DOCUMENTS = {
    "match": protocol.MatchView,
    "home": protocol.Home,
    "card": protocol.CardView,
    "form": protocol.FormView,
    "question": protocol.QuestionView,
    "word": protocol.Word,
    "farewell": protocol.Farewell,
    "terms": protocol.TermsView,
    "found": protocol.Found,
    "open": protocol.OpenedMatch,
    "thought": protocol.ThoughtView,
    "analysis": protocol.AnalysisView,
    "rules": protocol.Rules,
    "files": protocol.Files,
    "settings": protocol.SettingsView,
}


class Wrong(AssertionError):
    """A value is not what the protocol says."""


def check(value: Any, hint: Any, path: str = "") -> None:
    """Raise Wrong unless a value is exactly of a type: of its kind, with no key more or less."""
    if hint is Any:
        return
    if typing.is_typeddict(hint):
        _check_keys(value, hint, path)
        return
    origin = get_origin(hint)
    arguments = get_args(hint)
    if origin is Literal:
        if value not in arguments:
            raise Wrong(f"{path}: {value!r} is none of {arguments}")
    elif origin is list:
        if not isinstance(value, list):
            raise Wrong(f"{path}: {value!r} is no list")
        for place, item in enumerate(value):
            check(item, arguments[0], f"{path}[{place}]")
    elif origin is dict:
        if not isinstance(value, dict):
            raise Wrong(f"{path}: {value!r} is no object")
        for key, item in value.items():
            check(key, arguments[0], f"{path}, a key")
            check(item, arguments[1], f"{path}[{key!r}]")
    elif origin in (Union, types.UnionType):
        _check_any(value, arguments, path)
    elif hint is type(None):
        if value is not None:
            raise Wrong(f"{path}: {value!r} is not null")
    elif not isinstance(value, PLAIN[hint]) or isinstance(value, bool) != (hint is bool):
        raise Wrong(f"{path}: {value!r} is no {hint.__name__}")


def _check_keys(value: Any, kind: Any, path: str) -> None:
    if not isinstance(value, dict):
        raise Wrong(f"{path}: {value!r} is no {kind.__name__}")
    hints = typing.get_type_hints(kind, vars(protocol), include_extras=True)
    unknown = value.keys() - hints.keys()
    if unknown:
        raise Wrong(f"{path}: a {kind.__name__} has no {sorted(unknown)}")
    for name, hint in hints.items():
        if get_origin(hint) is NotRequired:
            (hint,) = get_args(hint)
            if name not in value:
                continue
        if name not in value:
            raise Wrong(f"{path}: a {kind.__name__} without {name!r}")
        check(value[name], hint, f"{path}.{name}")


def _check_any(value: Any, kinds: tuple[Any, ...], path: str) -> None:
    reasons = list[str]()
    for kind in kinds:
        try:
            check(value, kind, path)
        except Wrong as wrong:
            reasons.append(str(wrong))
        else:
            return
    raise Wrong(f"{path}: {'; '.join(reasons)}")


def check_document(document: Any, kind: str) -> None:
    """Hold an answer against the document of that kind."""
    assert document["kind"] == kind, document
    check(document, DOCUMENTS[kind], kind)


def test_the_checker_is_strict() -> None:
    word: Any = {"kind": "word", "text": "a"}
    check(word, protocol.Word)
    for change in ({"text": 5}, {"text": None}, {"kind": "wort"}, {"more": 1}):
        with pytest.raises(Wrong):
            check(word | change, protocol.Word)
    with pytest.raises(Wrong):
        check({"kind": "word"}, protocol.Word)
    clock: Any = {"deadline": 1, "left": ""}
    check(clock, protocol.ClockView | None)
    check(None, protocol.ClockView | None)
    for value in (True, 1.0, "1", None):
        with pytest.raises(Wrong):
            check(clock | {"deadline": value}, protocol.ClockView | None)
    with pytest.raises(Wrong):
        check({"lines": ["a", 1]}, protocol.Block)


def test_every_document_is_among_those_that_the_client_is_told_of() -> None:
    assert {*protocol.SENT} == {*DOCUMENTS.values(), protocol.SessionView}
    for kind, document in DOCUMENTS.items():
        assert get_args(typing.get_type_hints(document)["kind"]) == (kind,)
    for document in get_args(protocol.Answer):
        assert document in protocol.SENT


def test_the_clients_types_are_those_of_the_protocol() -> None:
    assert TYPES_FILE.read_text("utf-8") == client_types(), "run python -m tools.page_types"


async def test_home_with_rows_of_every_kind(club: Club, tab: Tabs) -> None:
    for _ in range(MOST_PICTURED):
        await begun(club)
    await told(club, await begun(club, 5), club.bob, agreements.offer_draw)
    await told(club, await begun(club, 4), club.bob, endings.resign)
    challenges = club.services.challenges
    make = challenges.make
    await make(club.place, club.bob.person, "loop", opponent=club.alice.person, note="quick?")
    await make(club.place, club.carol.person, "snipsnip", rated=True, clock="3d")
    await make(club.place, club.alice.person, "vigilance", opponent=club.dave.person)
    await make(club.place, club.alice.person, "loop")
    page = tab()
    session = await page.enter(club.alice)
    check(page.sent, protocol.SessionView)
    home = session["home"]
    rows = ("challenges", "asked", "waiting", "running", "mine", "opponents", "games")
    assert [name for name in rows if not home[name]] == []
    assert len(home["challenges"]) == len(home["mine"]) == 2
    matches = [*home["waiting"], *home["running"]]
    assert [row["scene"] is None for row in matches].count(False) == MOST_PICTURED
    assert [row["scene"] is None for row in matches].count(True) == 1
    scenes = [row["scene"] for row in (*home["games"], *matches) if row["scene"]]
    addresses = [scene["back"] for scene in scenes]
    assert [address for address in addresses if address not in session["blobs"]] == []
    await page.ask("home")
    check_document(page.sent, "home")


async def test_home_of_a_newcomer_and_the_session_of_a_match(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.dave)
    check(page.sent, protocol.SessionView)
    assert not page.sent["home"]["waiting"]
    await page.enter(club.alice, await begun(club))
    check(page.sent, protocol.SessionView)
    assert page.sent["to"].startswith("m/")


async def test_home_inside_discord(inside: Inside) -> None:
    page = Tab(inside.club, inside.client)
    await inside.enter(page, **inside.said(inside.club.alice))
    check(page.sent, protocol.SessionView)


@pytest.mark.timeout(600)
async def test_a_match_however_it_stands(club: Club, tab: Tabs) -> None:
    match = await begun(club, 5)
    alice = tab()
    bob = tab()
    carol = tab()
    for page, member in ((alice, club.alice), (bob, club.bob), (carol, club.carol)):
        await page.enter(member)

    async def shown(page: Tab, query: str = "") -> Any:
        await page.ask(f"m/{match}{query}")
        check_document(page.sent, "match")
        return page.sent

    assert (await shown(bob))["mine"]
    assert (await shown(bob, "?legal=1&sight=1&flip=1&theme=slate&coordinates=none"))["flip"]
    assert not (await shown(alice))["mine"]
    assert not any(seat["me"] for seat in (await shown(carol))["seats"])
    past = await shown(bob, "?ply=2")
    assert (past["ply"], past["last"], len(past["turns"])) == (2, 5, 5)
    _, view = await bob.ask(f"m/{match}")
    first_move = view["moves"][0][0]
    _, draft = await bob.act("choose", view, move=first_move)
    check_document(bob.sent, "match")
    assert draft["whole"]
    assert (await bob.act("choose", view, move=view["moves"][1][0]))[0] == 409
    check_document(bob.sent, "match")
    assert bob.sent["error"]
    await bob.act("undo", draft)
    check_document(bob.sent, "match")
    await club.services.matches.act(match, club.alice.id, agreements.ask_takeback)
    for page in (alice, bob, carol):
        assert (await shown(page))["requests"]
    await club.services.matches.act(match, club.alice.id, agreements.ask_pause)
    await club.services.matches.act(match, club.bob.id, agreements.ask_pause)
    assert (await shown(alice))["step"] == "Paused."
    await club.services.matches.act(match, club.bob.id, endings.resign)
    for page, is_won in ((alice, True), (bob, False), (carol, None)):
        assert (await shown(page))["result"]["won"] is is_won
    await bob.press(action(bob.sent, "rematch"))
    check_document(bob.sent, "word")
    assert (await shown(alice))["requests"][0]["kind"] == "rematch"
    await alice.press(labelled(alice.sent, "Accept"))
    check_document(alice.sent, "open")
    assert (await shown(bob))["following"] == alice.sent["match"]


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
async def test_the_matches_rules_lessons_and_puzzles_of_every_game(
    club: Club, tab: Tabs, game: games.Game
) -> None:
    page = tab()
    await page.enter(club.alice, await begun(club, 0, game=game.slug, variant=""))
    check(page.sent, protocol.SessionView)
    state = page.sent["match"]
    for _ in range(4):
        moves = [one if isinstance(one, str) else one[0] for one in state["moves"]]
        if state["whole"] or not moves:
            break
        await page.act("choose", state, move=moves[0])
        check_document(page.sent, "match")
        state = page.sent
    await page.ask(f"rules/{game.slug}")
    check_document(page.sent, "rules")
    for what, is_there in (("lesson", course_of(game)), ("puzzle", puzzles(game.slug))):
        if not is_there:
            continue
        await page.ask("act", {"what": what, "game": game.slug})
        check_document(page.sent, "card")
        board = page.sent["board"]
        for move, *_ in board["moves"][:2] if board else ():
            await page.press(page.sent["press"] + move)
            check_document(page.sent, "card")
            break


async def test_what_acts_are_answered_with(club: Club, tab: Tabs) -> None:
    match = await begun(club, 6)
    page = tab()
    view = await page.open(club.alice, match)
    check(page.sent, protocol.SessionView)
    for entry in view["actions"]:
        if entry["group"] in ("end", "hear"):
            await page.press(entry["press"])
            check(page.sent, protocol.Answer)
    await page.press(action(view, "draw"))
    check_document(page.sent, "word")
    await page.press(action(view, "resign"))
    check_document(page.sent, "question")
    await page.ask("act", {"what": "hint", "match": match})
    check_document(page.sent, "card")
    make = club.services.challenges.make
    await make(club.place, club.bob.person, "loop", opponent=club.alice.person)
    _, home = await page.ask("home")
    await page.press(labelled(home["challenges"][0], "Counter"))
    check_document(page.sent, "form")
    await page.ask(f"m/{match}/objection?cell=a1")
    check_document(page.sent, "word")
    await page.ask("challenge", {"game": "loop", "side": "first", "clock": "", "opponent": ""})
    check_document(page.sent, "word")
    await page.ask("terms/vigilance")
    check_document(page.sent, "terms")
    await page.ask("members?name=bo")
    check_document(page.sent, "found")
    assert page.sent["people"]


async def test_thoughts_of_ones_own_and_shared(club: Club, tab: Tabs) -> None:
    match = await begun(club, 3, variant="5x5, single turns")
    path = f"m/{match}/think"
    alice = tab()
    bob = tab()
    await alice.enter(club.alice)
    await bob.enter(club.bob)
    _, there = await alice.ask(path)
    check_document(alice.sent, "thought")
    for _ in range(2):
        move = there["moves"][0][0]
        step = {"do": "walk", "spot": spot_of(there), "move": move}
        _, there = await alice.ask(path, step)
        check_document(alice.sent, "thought")
    await alice.ask(path, {"do": "plan", "spot": spot_of(there)})
    check_document(alice.sent, "thought")
    await alice.ask(path, {"do": "note", "spot": spot_of(there), "text": "seen"})
    check_document(alice.sent, "thought")
    await club.services.matches.act(match, club.bob.id, endings.resign)
    await club.services.sharing.publish(match, club.alice.id)
    await bob.ask(f"{path}?shared=1")
    check_document(bob.sent, "thought")
    assert bob.sent["shared"]
    assert bob.sent["tree"]


async def test_an_analysis_while_it_is_made_and_afterwards(club: Club, tab: Tabs) -> None:
    match = await begun(club, 8, variant="5x5, single turns")
    page = tab()
    await page.enter(club.alice)
    assert (await page.ask(f"m/{match}/analysis"))[0] == 422
    await club.services.matches.act(match, club.bob.id, endings.resign)
    _, analysis = await page.ask(f"m/{match}/analysis")
    check_document(page.sent, "analysis")
    assert 0 <= analysis["share"] < 1
    await club.thought()
    _, analysis = await page.ask(f"m/{match}/analysis")
    check_document(page.sent, "analysis")
    assert (analysis["share"], len(analysis["chances"])) == (1, 9)
    assert all(0 <= chance["chance"] <= 1 for chance in analysis["chances"])
    assert (await page.ask(f"m/{match}/analysis"))[1] == analysis


@pytest.mark.parametrize("what", ["banks", "overdue"])
async def test_clocks_of_every_kind(club: Club, tab: Tabs, what: str) -> None:
    match = await begun(club, 5, clock="5d+12h" if what == "banks" else "1d")
    if what == "overdue":
        club.quiet()
        await club.env.advance_time(timedelta(hours=30).total_seconds())
    page = tab()
    await page.enter(club.alice, match)
    check(page.sent, protocol.SessionView)
    mover, waits = sorted(page.sent["match"]["seats"], key=lambda seat: not seat["on"])
    assert mover["clock"]["deadline"] > 0
    is_told = any("ran out of time" in note for note in page.sent["match"]["notes"])
    assert is_told == (what == "overdue")
    assert what == "overdue" or waits["clock"]["left"]
