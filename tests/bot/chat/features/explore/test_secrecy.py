"""Another member presses every press of mine, with my spots: nothing of my tree is shown, and
nothing in it changes.
"""

import io
import json
from dataclasses import dataclass

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


def presses_about(
    match: int, owner: int, spot: Spot, move: str
) -> list[tuple[MatchPress, list[str] | None]]:
    """Every press there is about a spot in a tree, with what is chosen in a menu; but for forms,
    which hold no ids of others.
    """
    node = spot.node
    ply = spot.ply
    return [
        (cards.ThinkMove(match, node, ply, False, f"m{move}"), None),
        (cards.ThinkMove(match, node, ply, False, ""), None),
        (cards.ThinkGo(match, node, ply, False, "undo"), None),
        (cards.ThinkGo(match, node, ply, False, "other"), None),
        (cards.ThinkGo(match, node, ply, False, "sight"), None),
        (cards.ThinkPlan(match, node, ply, True), None),
        (cards.ThinkPlan(match, node, ply, False), None),
        (cards.ThinkDraft(match, node, ply), None),
        (cards.ThinkMenu(match, node, ply), ["delete"]),
        (cards.ThinkMenu(match, node, ply), ["clear"]),
        (cards.ThinkMenu(match, node, ply), ["show"]),
        (cards.ThinkMenu(match, node, ply), ["match"]),
        (cards.ThinkMenu(match, node, ply), [f"{ply}.{node}"]),
        (cards.ThinkMenu(match, node, ply), [f"0.{node}"]),
        (cards.ThinkMenu(match, node, ply), ["x"]),
        (cards.AskToShow(match), None),
        (ShowTree(match), None),
        (PageTree(match, node, ply, owner, "first"), None),
        (PageTree(match, node, ply, owner, "before"), None),
        (PageTree(match, node, ply, owner, "after"), None),
        (PageTree(match, node, ply, owner, "menu"), [f"{ply}.{node}"]),
        (TryShared(match, node, ply, owner), None),
        (TryShared(match, node, ply, 0), None),
        (RemoveLine(match, node, ply, owner), None),
        (RemoveLine(match, node, ply, 0), None),
        (cards.AddLine(match, node, ply), None),
        (DeleteTree(match), None),
    ]


@dataclass(frozen=True)
class Secret:
    """What bob has tried: where he is, the decision that leads there, and one that he could try
    next.
    """

    spot: Spot
    decision: str
    next_decision: str


async def tree_with_notes(club: Club, match: int) -> Secret:
    """Have bob try two decisions, plan the second, and take notes."""
    service = club.services.explorations
    state = (await club.services.matches.get(match)).state
    spot = Spot(0)
    decision = ""
    for _ in range(2):
        move = state.legal_moves()[-1]
        decision = str(move)
        spot = (await service.walk(match, club.bob.id, spot, decision)).spot
        state = state.play(move)
    await service.note(match, club.bob.id, spot, NOTE)
    await service.note_match(match, club.bob.id, spot, NOTE)
    await service.plan(match, club.bob.id, spot, True)
    return Secret(spot, decision, str(state.legal_moves()[0]))


async def tree_of(club: Club, member: Member) -> str:
    async with club.bot.store.read() as connection:
        query = sa.select(explorations.c.tree).where(explorations.c.user == member.id)
        return json.dumps((await connection.execute(query)).scalar_one())


@pytest.mark.slow
@pytest.mark.parametrize("ends", only([False, True], False))
async def test_nobody_is_told_anything_of_my_lines_by_any_press_of_mine(
    club: Club, ends: bool
) -> None:
    match = await club.match("8x8, single turns")
    secret = await tree_with_notes(club, match)
    if ends:
        await club.services.matches.act(match, club.alice.id, endings.abort)
        await club.env.settle()
    post = club.post()
    tree = await tree_of(club, club.bob)
    presses = presses_about(match, club.bob.id, secret.spot, secret.next_decision)
    for member in (club.alice, club.carol):
        for press, values in presses:
            answer = await forged(member, post, str(press), values=values)
            if answer.response is not None:
                assert_secret(words(answer) + " ".join(options(answer)), secret.decision, press)
        for command in ("explore", "board", "match show", "match record"):
            answer = await member.slash(command, match=f"M{match}")
            assert_secret(words(answer), secret.decision, command)
        choices = await member.type("explore", "match", "")
        assert_secret(" ".join(choices), secret.decision, "choices")
        assert NOTE not in json.dumps(await club.services.privacy.export(member.id))
    assert await tree_of(club, club.bob) == tree
    for post in club.posts():
        assert NOTE not in words(post)


def assert_secret(text: str, decision: str, source: object) -> None:
    """Assert that neither bob's note nor the decision that he has prepared is in a text."""
    assert NOTE not in text, source
    assert decision not in text, source


async def test_no_log_at_any_level_no_metric_and_no_record_holds_my_lines(club: Club) -> None:
    match = await club.match("8x8, single turns")
    state = (await club.services.matches.get(match)).state
    own_move = state.legal_moves()[-1]
    answer = str(state.play(own_move).legal_moves()[-1])
    stream = io.StringIO()
    with log_as_before():
        logs.configure(level="DEBUG", secrets=logs.Secrets(), stream=stream)
        card = await club.bob.slash("explore")
        card = await club.bob.click(card, str(own_move))
        card = await club.bob.click(card, answer)
        card = await club.bob.click(card, "Add conditional move")
        form = await club.bob.choose(card, "note")
        card = await club.bob.actor.submit_modal(form, {"note": NOTE})
        senseless = cards.ThinkMove(match, 1, 1, False, f"m{answer} {NOTE}")
        await forged(club.bob, club.post(), str(senseless))
    privately_says(card, NOTE)

    log = stream.getvalue()
    assert "explore" in log
    texts = [log, prometheus_client.generate_latest().decode()]
    record = await club.alice.slash("match record", match="M1")
    for file in stored(record).attachments:
        texts.append(club.env.backend.cdn.get(file.url).decode())
    for text in texts:
        assert NOTE not in text
        assert answer not in text
