"""Col, the game that docs/adding-a-game.md builds, as members meet it in every corner of the bot.

Run by ``tests/test_more_games.py`` in a copy of the project to which the game has been added.
"""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageSequence

import games
from games import State
from games.records import read
from games.registry import GAMES

from .acting import more, pick
from .conftest import Club
from .reading import buttons, pictures, private, says, stored, words


@pytest.fixture(autouse=True)
def every_text_is_known() -> None:
    """Nobody has translated the new game: what it says is shown as it is written."""


async def play(club: Club) -> State:
    """Play the latest match of alice and bob to its end by first legal moves; how it stands
    then.
    """
    summary = (await club.services.matches.of(club.alice.id))[0]
    match = await club.services.matches.get(summary.id)
    state = match.state
    players = {member.id: member for member in (club.alice, club.bob)}
    while state.to_move is not None:
        move = state.legal_moves()[0]
        mover = players[match.seats[state.to_move]]
        answer = await mover.slash("move", moves=str(move), match=match.name)
        assert not private(answer), words(answer)
        state = state.play(move)
    return state


async def test_a_match_is_played_to_its_end_replayed_and_kept(club: Club) -> None:
    answer_to_offer = await club.alice.slash(
        "play", game="col", opponent=club.bob, side="first", variant="side-3"
    )
    says(answer_to_offer, "challenges you to **Col**", "Side-3 · alice moves first")
    await club.bob.click(answer_to_offer, "Accept")
    says(club.post(), "### Col · M1", f"⚫ <@{club.alice.id}> to move")
    assert pictures(club.post()) == ["Col, side-3. Black to move. Black 0: none. White 0: none."]

    await club.alice.slash("move", moves="c3")
    assert f"⚫ <@{club.alice.id}> played **c3**" in words(club.post())
    assert pictures(club.post())[0].startswith(
        "Col, side-3. After turn 1, White to move. Last: c3."
    )
    await club.bob.click(
        await pick(club.bob, await club.bob.click(club.post(), "Move"), "c4"), "Play c4"
    )
    assert f"⚪ <@{club.bob.id}> played **c4**" in words(club.post())
    assert "touches your own stone on c3" in words(await club.alice.slash("move", moves="d3"))
    position = games.replay("col", {"board": "side-3"}, ["c3", "c4"])
    legal = [str(move) for move in position.legal_moves()]
    assert await club.alice.offered() == legal
    board = await club.alice.slash("board")
    assert "Turn 2: " in words(board)
    assert "Hide legal moves" in buttons(await club.alice.click(board, "Show legal moves"))
    assert "Turn 2/2" in words(await more(club.carol, "Step through"))
    assert "Be the last player able to place a stone." in words(await more(club.carol, "Rules"))

    state = await play(club)
    winner = state.outcome.winner or 0
    ending = f"{'⚫⚪'[winner]} <@{(club.alice, club.bob)[winner].id}> **wins**"
    says(club.post(), f"M1 · over after {state.ply} turns", ending)
    assert (
        f"{('Black', 'White')[winner]} won on turn {state.ply} (stuck)." in pictures(club.post())[0]
    )

    replay = await club.carol.slash("match replay", match="M1")
    animation = Image.open(io.BytesIO(await stored(replay).attachments[0].read()))
    assert len(list(ImageSequence.Iterator(animation))) > state.ply
    record = await club.carol.slash("match record", match="M1")
    assert sorted(file.filename for file in stored(record).attachments) == [
        "M1-col.json",
        "M1-col.txt",
    ]
    data, text = [
        (await file.read()).decode()
        for file in sorted(stored(record).attachments, key=lambda file: file.filename)
    ]
    assert read(text) == read(data)
    assert read(text).states()[-1].legal_moves() == state.legal_moves()


async def test_hints_analysis_and_the_computer(club: Club) -> None:
    await club.match("side-3", game="col")
    answer = await club.alice.slash("hint")
    await club.thought()
    says(stored(answer), "M1 · a hint", "Only you can see this.")
    for _ in range(2):  # a nudge, the area, the move
        label = next(label for label in buttons(stored(answer)) if label != "Board")
        await club.alice.click(answer, label)
        await club.thought()
    assert not private(await club.alice.slash("move", moves=words(stored(answer)).split("**")[1]))
    await play(club)
    answer = await club.bob.slash("analyse")
    await club.thought()
    assert "M1 · analysis" in words(stored(answer))
    assert pictures(stored(answer))[0].startswith("The first player’s chances after each turn")

    await club.alice.slash("play", game="col", level="novice", side="first")
    await club.alice.slash("move", moves="d4")
    await club.thought()
    assert "⚪ the computer played **" in words(club.post())


@pytest.mark.parametrize(
    ("seats", "marks"),
    [(("Blue", "Gold"), "🔵🟡"), (("Left", "Right"), "⚫⚪"), (("Navy", "Blue"), "🔵🟦")],
)
async def test_any_seat_names(
    club: Club, monkeypatch: pytest.MonkeyPatch, seats: tuple[str, str], marks: str
) -> None:
    monkeypatch.setitem(GAMES, "col", replace(games.get("col"), seats=seats))
    await club.match("side-3", game="col")
    assert f"{marks[0]} <@{club.alice.id}> against {marks[1]} <@{club.bob.id}>" in words(
        club.post()
    )
    state = await play(club)
    winner = state.outcome.winner or 0
    assert f"{marks[winner]} <@{(club.alice, club.bob)[winner].id}> **wins**" in words(club.post())
    assert f"{seats[winner]} won on turn" in pictures(club.post())[0]


SAID = {
    "en": ("rules", "Writing moves", "Play a lesson", "no puzzles for that"),
    "de": ("Regeln", "So schreibst du Züge", "Lektion spielen", "keine Aufgaben"),
}


@pytest.mark.parametrize("language", SAID)
async def test_rules_lessons_and_puzzles_in_every_language(club: Club, language: str) -> None:
    await club.services.members.change(club.alice.id, language=language)
    title, typing, lesson, no_puzzle = SAID[language]
    rules = await club.alice.slash("rules", game="col")
    assert lesson not in buttons(rules)
    says(
        rules,
        f"### Col · {title}",
        "Be the last player able to place a stone.",
        f"**{typing}.** ",
        "- `d1`",
        "- `e1`",
        "- `f1`",
    )
    assert all(side in " ".join(pictures(rules)) for side in ("side-4", "side-3", "side-5"))
    assert pictures(rules)
    assert no_puzzle in words(await club.alice.slash("puzzle", game="col"))
    assert "🧩" in words(await club.alice.slash("puzzle", today=True))
