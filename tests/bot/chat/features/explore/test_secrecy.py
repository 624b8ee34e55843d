"""Another member presses every press of mine, with my spots: nothing of my tree is shown, and
nothing in it changes.
"""

import io
import json

import prometheus_client
import pytest
import sqlalchemy as sa

from bot.chat.discord.press import MatchPress
from bot.chat.features.explore import cards
from bot.chat.features.explore.showing import PageTree, RemoveLine, ShowTree, TryShared
from bot.chat.features.explore.thinking import DeleteTree
from bot.domain.explorations.tree import Spot
from bot.domain.matches import endings
from bot.ops import logs
from bot.store.tables import explorations
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import options, privately_says, stored, words
from tests.bot.chat.world import forged
from tests.bot.ops.helpers import log_as_before
from tests.sampling import only

NOTE = "Jabberwock"


def every(
    match: int, owner: int, spot: Spot, made: str
) -> list[tuple[MatchPress, list[str] | None]]:
    """Every press there is about a spot in a tree, but for forms, which hold no ids of others."""
    node = spot.node
    ply = spot.ply
    return [
        (cards.ThinkMove(match, node, ply, False, f"m{made}"), None),
        (cards.ThinkMove(match, node, ply, False, ""), None),
        *(
            (cards.ThinkGo(match, node, ply, False, how), None)
            for how in ("undo", "other", "sight")
        ),
        *((cards.ThinkPlan(match, node, ply, on), None) for on in (True, False)),
        (cards.ThinkDraft(match, node, ply), None),
        *(
            (cards.ThinkMenu(match, node, ply), [value])
            for value in ("delete", "clear", "show", "match", f"{ply}.{node}", f"0.{node}", "x")
        ),
        (cards.AskToShow(match), None),
        (ShowTree(match), None),
        *((PageTree(match, node, ply, owner, how), None) for how in ("first", "before", "after")),
        (PageTree(match, node, ply, owner, "menu"), [f"{ply}.{node}"]),
        *(
            (press(match, node, ply, who), None)
            for press in (TryShared, RemoveLine)
            for who in (owner, 0)
        ),
        (cards.AddLine(match, node, ply), None),
        (DeleteTree(match), None),
    ]


async def tree_of(club: Club, member: Member) -> str:
    async with club.bot.store.read() as connection:
        query = sa.select(explorations.c.tree).where(explorations.c.user == member.id)
        return json.dumps((await connection.execute(query)).scalar_one())


@pytest.mark.slow
@pytest.mark.parametrize("over", only([False, True], False))
async def test_nobody_is_told_anything_of_my_lines_by_any_press_of_mine(
    club: Club, over: bool
) -> None:
    match = await club.match("8x8, single turns")
    service = club.services.explorations
    state = (await club.services.matches.get(match)).state
    spot = Spot(0)
    made = list[str]()
    for _ in range(2):
        move = state.legal_moves()[-1]
        made.append(str(move))
        spot = (await service.walk(match, club.bob.id, spot, made[-1])).spot
        state = state.play(move)
    await service.note(match, club.bob.id, spot, NOTE)
    await service.note_match(match, club.bob.id, spot, NOTE)
    await service.plan(match, club.bob.id, spot, True)
    if over:
        await club.services.matches.act(match, club.alice.id, endings.abort)
        await club.env.settle()
    post = club.post()
    before = await tree_of(club, club.bob)
    for member in (club.alice, club.carol):
        for press, values in every(match, club.bob.id, spot, str(state.legal_moves()[0])):
            answer = await forged(member, post, str(press), values=values)
            shown = words(answer) + " ".join(options(answer)) if answer.response is not None else ""
            assert NOTE not in shown, press
            assert made[1] not in shown, press
        for command in ("explore", "board", "match show", "match record"):
            shown = words(await member.slash(command, match=f"M{match}"))
            assert NOTE not in shown
            assert made[1] not in shown, command
        assert not any(
            made[1] in text or NOTE in text for text in await member.type("explore", "match", "")
        )
        assert NOTE not in json.dumps(await club.services.privacy.export(member.id))
    assert await tree_of(club, club.bob) == before
    assert all(NOTE not in words(post) for post in club.posts())


async def test_no_log_at_any_level_no_metric_and_no_record_holds_my_lines(club: Club) -> None:
    match = await club.match("8x8, single turns")
    state = (await club.services.matches.get(match)).state
    mine = str(state.legal_moves()[-1])
    theirs = str(state.play(state.legal_moves()[-1]).legal_moves()[-1])
    stream = io.StringIO()
    with log_as_before():
        logs.configure(level="DEBUG", secrets=logs.Secrets(), stream=stream)
        shown = await club.bob.slash("explore")
        for move in (mine, theirs):
            shown = await club.bob.click(shown, move)
        shown = await club.bob.click(shown, "Add conditional move")
        shown = await club.bob.actor.submit_modal(
            await club.bob.choose(shown, "note"), {"note": NOTE}
        )
        senseless = cards.ThinkMove(match, 1, 1, False, f"m{theirs} {NOTE}")
        await forged(club.bob, club.post(), str(senseless))
    privately_says(shown, NOTE)
    shown = stream.getvalue() + prometheus_client.generate_latest().decode()
    record = await club.alice.slash("match record", match="M1")
    shown += "".join(
        club.env.backend.cdn.get(file.url).decode() for file in stored(record).attachments
    )
    assert "explore" in shown
    assert NOTE not in shown
    assert theirs not in shown
