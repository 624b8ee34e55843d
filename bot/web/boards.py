"""A match as the page shows it, and what a player does there: with the same draft, turn and post as in the chat."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import games
import render
from bot.chat.board.choosing import Moves
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.domain.errors import NotFound, Refused
from bot.domain.imports.service import UNFINISHED
from bot.domain.matches import agreements
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.turns import last_choice
from bot.domain.matches.waiting.to_move import matches_to_move
from bot.web import texts
from bot.web.scenes import Blobs, position
from bot.web.visits import Visit, unmarked
from games.core import SWAP, Outcome, State
from render import Look
from render.themes import side
from render.words import headline, held

MOST_LISTED = 12
LONGEST_MOVE = 40


class View(NamedTuple):
    """How a page wants to see a board, in place of what its member has set."""

    theme: str = ""
    coordinates: str = ""
    flip: bool | None = None
    sight: bool = False
    legal: bool = False
    ply: int | None = None

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "View":
        """From the query of an address; what makes no sense is left out."""
        theme, coordinates, ply = query.get("theme", ""), query.get("coordinates", ""), query.get("ply", "")
        return cls(
            theme if theme in render.THEMES else "",
            coordinates if coordinates in render.COORDINATES else "",
            {"1": True, "0": False}.get(query.get("flip", "")),
            query.get("sight") == "1",
            query.get("legal") == "1",
            int(ply) if ply.isascii() and ply.isdecimal() and len(ply) < 7 else None,
        )

    def look(self, visit: Visit) -> Look:
        """How boards are drawn for a visit in this view."""
        look: Look = {**visit.look, "sight": self.sight, "legal": self.legal}
        if self.theme:
            look["theme"] = self.theme
        if self.coordinates:
            look["coordinates"] = self.coordinates
        if self.flip is not None:
            look["flip"] = self.flip
        return look


async def shown(visit: Visit, blobs: Blobs, match: Match, view: View) -> dict[str, object]:
    """A match as its page shows it, with the decisions that its member may make now."""
    now, past = match, view.ply is not None and view.ply < match.state.ply
    if past:
        match = await visit.services.matches.look(now.id, view.ply or 0)
    draft = None if past else match.draft_of(visit.user)
    states: Sequence[State] = draft.states if draft else match.history.states
    mine = not past and match.mover == visit.user and not match.paused
    whole = draft is not None and draft.complete
    offered = states[-1].legal_moves() if mine and not whole else ()
    ending = None if past else _ending(match)
    drawn = position(blobs, states, view.look(visit), offered=offered, preview=whole, ending=ending)
    words = _words(visit, now, states, draft, mine=mine, past=past)
    more = {"ply": match.state.ply, "made": list(draft.decisions) if draft else [], "whole": whole}
    frame = framed(visit, now, states, view, offered, mine=mine, draft=draft, ending=ending)
    return drawn | frame | words | more


def framed(
    visit: Visit,
    match: Match,
    states: Sequence[State],
    view: View,
    offered: Moves,
    *,
    mine: bool,
    draft: Draft | None = None,
    ending: Outcome | None = None,
) -> dict[str, object]:
    """What the page shows round any position of a match; ``mine``: its member decides there."""
    t, look, state = visit.t, view.look(visit), states[-1]
    return {
        "id": match.id,
        "game": match.game.slug,
        "version": match.version,
        "revision": match.revision,
        "name": match.name,
        "title": unmarked(phrases.title(t, match)),
        "ply": match.state.ply,
        "last": match.state.ply,
        "ends": [0, *match.history.ends()],
        "made": [],
        "whole": False,
        "mine": mine,
        "undo": "",
        "flip": look.get("flip", False),
        "look": [look.get("theme", "wood"), look.get("coordinates", "edge")],
        "specials": [[str(move), _special(visit, state, str(move))] for move in offered if not move.target],
        "can": _can(match, visit.user, states, draft),
        "said": headline(state, states[1:] or states, ending, mine, t.say),
        "held": [[words, cells] for words, cells in held(state, t.say) if cells],
        "seats": _seats(visit, match, state, (match.state if draft and draft.complete else state).to_move),
    }


def _ending(match: Match) -> Outcome | None:
    """How the players have ended what the rules have not."""
    if match.status == "running" or match.reason == UNFINISHED or match.state.outcome is not None:
        return None
    return Outcome(match.winner, match.reason or "")


def _special(visit: Visit, state: State, move: str) -> str:
    if move == str(SWAP):
        return visit.t.label(shared.OPTION_SWAP, cells=tuple(state.play(SWAP).taken_over))
    return visit.t.label(shared.OPTION_PASS)


def _can(match: Match, user: int, states: Sequence[State], draft: Draft | None) -> dict[str, bool]:
    """What else is offered beside the board."""
    over, seat = states[-1].to_move is None, match.seat_of(user)
    draw = draft is not None and draft.complete and not draft.draw and not over
    return {
        "draw": draw and match.draw_offer is None and match.state.turn >= match.game.draw_from,
        "answer": match.status == "running" and seat is not None and match.draw_offer == 1 - seat,
        "sight": render.has_sight(states[-1]),
        "hint": match.mover == user and not match.rated and (draft is None or not draft.complete),
        "think": match.explore or match.status != "running",
    }


def _words(
    visit: Visit, match: Match, states: Sequence[State], draft: Draft | None, *, mine: bool, past: bool
) -> dict[str, object]:
    """What is said of a position: to read, and to hear."""
    t, state = visit.t, states[-1]
    whole = draft is not None and draft.complete
    if past:
        lines: str = t(shared.PAST, n=state.ply, last=match.state.ply)
    elif whole:
        lines = t(texts.PREVIEW)
    elif mine:
        lines = phrases.prompt(t, state)
    else:
        lines = phrases.status(t, match)
    if not past and match.status == "running" and match.draw_offer is not None:
        who = phrases.player(t, match, match.draw_offer)
        lines = f"{lines}\n{t(shared.ASKED['draw'], who=who, match=match.name)}"
    undo = ""
    if draft is not None:
        choice = last_choice(draft)
        undo = t.label(shared.TRY_UNDO, move=phrases.written(t, choice, draft.states[-1 - len(choice)]))
    return {
        "lines": unmarked(lines).split("\n"),
        "played": [] if draft else [unmarked(line) for line in phrases.turn_lines(t, match, match.turns)],
        "undo": undo,
    }


def _seats(visit: Visit, match: Match, state: State, mover: int | None) -> list[dict[str, object]]:
    t, over, score = visit.t, match.status != "running", state.score
    return [
        {
            "name": unmarked(phrases.player(t, match, seat)),
            "side": phrases.seat_name(t, match.game, seat),
            "look": [*side(state, seat)],
            "count": "" if score is None else t.say(state.game.scored).format(count=score[seat]),
            "stock": state.reserve[seat],
            "on": match.winner == seat if over else mover == seat,
            "me": match.seats[seat] == visit.user,
        }
        for seat in (0, 1)
    ]


async def listed(visit: Visit) -> list[dict[str, object]]:
    """The member's running matches, those that wait first."""
    waiting = await matches_to_move(visit.services.matches, visit.private())
    first = {item.id: item for item in waiting.here}
    others = await visit.services.matches.of(visit.user, limit=MOST_LISTED)
    rows = [*first.values(), *(item for item in others if item.id not in first)]
    barred = visit.services.exclusions.barring.get(visit.user, ())
    shown = []
    for item in rows[:MOST_LISTED]:
        try:
            match = await visit.match(item.id)
        except Refused:
            continue
        if match.place_of(visit.user).scope in barred:
            continue
        other = match.seats.index(visit.user) ^ 1
        shown.append(
            {
                "id": item.id,
                "name": item.name,
                "game": games.get(item.game).name,
                "who": unmarked(phrases.player(visit.t, match, other)),
                "waits": item.mover == visit.user and not item.paused,
                "status": unmarked(phrases.summary_status(visit.t, item, visit.user)),
            }
        )
    return shown


def number_in(body: Mapping[str, object], name: str) -> int:
    """A number of a request's body. Raises NotFound for what is none."""
    value = body.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 31:
        raise NotFound("this page is out of date; load it again")
    return value


async def choose(visit: Visit, match: Match, body: Mapping[str, object]) -> Match:
    """Draft a decision after ``drafted`` others. The same request again changes nothing. Raises Refused, Stale."""
    version, drafted, move = number_in(body, "version"), number_in(body, "drafted"), body.get("move")
    if not isinstance(move, str) or not 0 < len(move) <= LONGEST_MOVE:
        raise NotFound("this page is out of date; load it again")
    draft = match.draft_of(visit.user)
    if match.version == version and draft is not None and draft.decisions[drafted : drafted + 1] == (move,):
        return match
    play = visit.services.matches.play
    return (await play(match, visit.user, move, version=version, drafted=drafted, confirm=True)).match


async def undo(visit: Visit, match: Match, body: Mapping[str, object]) -> Match:
    """Take back the last of ``drafted`` decisions. The same request again changes nothing. Raises Refused, Stale."""
    version, drafted = number_in(body, "version"), number_in(body, "drafted")
    made = match.draft_of(visit.user)
    if match.version == version and match.mover == visit.user and len(made.decisions if made else ()) < drafted:
        return match
    return (await visit.services.matches.undo(match, visit.user, version=version, drafted=drafted)).match


async def play(visit: Visit, match: Match, body: Mapping[str, object]) -> Match:
    """Play the drafted turn, ``made`` after ``ply`` decisions of the match. The same request again changes nothing.

    Raises Refused, Stale.
    """
    version, drafted, ply, made = (
        number_in(body, "version"),
        number_in(body, "drafted"),
        number_in(body, "ply"),
        body.get("made"),
    )
    if match.version > version and isinstance(made, list) and made:
        whose = match.history.until(ply).state.to_move if ply <= match.state.ply else None
        if whose is not None and match.seats[whose] == visit.user and [*match.decisions[ply : ply + len(made)]] == made:
            return match
    draw = body.get("draw") is True
    confirm = visit.services.matches.confirm
    return (await confirm(match, visit.user, version=version, drafted=drafted, draw=draw)).match


async def answer(visit: Visit, match: Match, body: Mapping[str, object]) -> Match:
    """Accept or decline the draw that the opponent offers. Raises Refused, Stale."""
    version, yes = number_in(body, "version"), body.get("yes") is True
    command = partial(agreements.answer, "draw", user=visit.user, yes=yes, version=version)
    return (await visit.services.matches.do(match, command)).match


ACTS = {"answer": answer, "choose": choose, "undo": undo, "play": play}
"""What a player may do, by the last part of the address. Each gives the match afterwards."""
