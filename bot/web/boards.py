"""A match as the page shows it, and what a player does there: with the same draft, turn and post as
in the chat.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from operator import itemgetter

import render
from bot.chat.board.cards import play_again
from bot.chat.board.choosing import Moves
from bot.chat.board.links import PlayOnFrom
from bot.chat.discord.components import Item, button
from bot.chat.language import phrases, texts as shared
from bot.domain.errors import NotFound, Refused
from bot.domain.imports.service import UNFINISHED
from bot.domain.matches import agreements
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.turns import last_choice
from bot.domain.values import COMPUTER
from bot.web import texts
from bot.web.fields import LONGEST_MOVE
from bot.web.scenes import Blobs, position
from bot.web.visits import Visit, number, unmarked
from games.core import SWAP, Outcome, State, _ as _
from render.themes import side
from render.words import headline

MOST_LISTED = 12

OUT_OF_DATE = _("this page is out of date; load it again")
Body = Mapping[str, object]


async def shown(visit: Visit, blobs: Blobs, match: Match) -> dict[str, object]:
    """A match as its page shows it, with the decisions that its member may make now."""
    now = match
    ply = number(visit.query.get("ply", ""))
    past = ply is not None and ply < match.state.ply
    if past:
        match = await visit.services.matches.look(now.id, ply or 0)
    draft = None if past else match.draft_of(visit.user)
    states: Sequence[State] = draft.states if draft else match.history.states
    mine = not past and match.mover == visit.user and not match.paused
    offered = states[-1].legal_moves() if mine and not (draft and draft.complete) else ()
    ending = None if past else _ending(match)
    return framed(visit, blobs, now, states, offered, mine=mine, draft=draft, ending=ending) | {
        "ply": match.state.ply,
        "lines": unmarked(_said(visit, now, states[-1], draft, mine=mine, past=past)).split("\n"),
        "buttons": pressable(over_ways(visit, now, states[-1])),
        "played": []
        if draft
        else [unmarked(line) for line in phrases.turn_lines(visit.t, now, now.turns)],
    }


def framed(
    visit: Visit,
    blobs: Blobs,
    match: Match,
    states: Sequence[State],
    offered: Moves,
    *,
    mine: bool,
    draft: Draft | None = None,
    ending: Outcome | None = None,
) -> dict[str, object]:
    """A position of a match, and what the page shows round it; ``mine``: its member decides
    there.
    """
    t = visit.t
    state = states[-1]
    whole = draft is not None and draft.complete
    return position(blobs, states, visit.look, offered=offered, preview=whole, ending=ending) | {
        "id": match.id,
        "version": match.version,
        "revision": match.revision,
        "ply": match.state.ply,
        "game": match.game.slug,
        "name": match.name,
        "title": unmarked(phrases.title(t, match)),
        "last": match.state.ply,
        "ends": [0, *match.history.ends()],
        "whole": whole,
        "mine": mine,
        "made": list(draft.decisions) if draft else [],
        "undo": _undo(visit, draft) if draft else "",
        "specials": [
            [str(move), _special(visit, state, str(move))] for move in offered if not move.target
        ],
        "can": _can(match, visit.user, states, draft),
        "said": headline(state, states[1:] or states, ending, mine, t.say),
        "seats": _seats(visit, match, state, (match.state if whole else state).to_move),
    }


def over_ways(visit: Visit, match: Match, state: State) -> list[Item | None]:
    """What the chat offers once a match is over: to play it again, or on from a position."""
    if match.status == "running" or match.reason == "adjourned":
        return []
    on = button(visit.t.label(shared.PLAY_ON), PlayOnFrom(match.id, state.ply))
    return [
        play_again(visit.t, match, match.seat_of(visit.user) is None),
        None if state.to_move is None else on,
    ]


def pressable(ways: Iterable[Item | None]) -> list[list[object]]:
    """Buttons and menus as the page shows them: label, custom id, whether it is the main one,
    choices.
    """
    return [
        [
            way.get("label", way.get("placeholder")),
            way["custom_id"],
            way.get("style") in (1, 3),
            way.get("options", ()),
        ]
        for way in filter(None, ways)
    ]


def _undo(visit: Visit, draft: Draft) -> str:
    choice = last_choice(draft)
    move = phrases.written(visit.t, choice, draft.states[-1 - len(choice)])
    return visit.t.label(shared.TRY_UNDO, move=move)


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
    over = states[-1].to_move is None
    seat = match.seat_of(user)
    draw = draft is not None and draft.complete and not draft.draw and not over
    return {
        "draw": draw and match.draw_offer is None and match.state.turn >= match.game.draw_from,
        "answer": match.status == "running" and seat is not None and match.draw_offer == 1 - seat,
        "sight": render.has_sight(states[-1]),
        "think": match.explore or match.status != "running",
        "hint": match.mover == user and not match.rated and (draft is None or not draft.complete),
    }


def _said(
    visit: Visit, match: Match, state: State, draft: Draft | None, *, mine: bool, past: bool
) -> str:
    """What is said of a position below the board."""
    t = visit.t
    if past:
        return t(shared.PAST, n=state.ply, last=match.state.ply)
    if draft is not None and draft.complete:
        lines: str = t(texts.PREVIEW)
    else:
        lines = phrases.prompt(t, state) if mine else phrases.status(t, match)
        if mine and not match.rated and COMPUTER not in match.seats:
            lines = f"{lines}\n{t(shared.HINT_SEEN)}"
    if match.status == "running" and match.draw_offer is not None:
        who = phrases.player(t, match, match.draw_offer)
        lines = f"{lines}\n{t(shared.ASKED['draw'], who=who, match=match.name)}"
    return lines


def _seats(visit: Visit, match: Match, state: State, mover: int | None) -> list[dict[str, object]]:
    t = visit.t
    over = match.status != "running"
    score = state.score
    return [
        {
            "name": unmarked(phrases.player(t, match, seat)),
            "side": phrases.seat_name(t, match.game, seat),
            "look": [*side(state, seat)],
            "stock": state.reserve[seat],
            "me": match.seats[seat] == visit.user,
            "count": "" if score is None else t.say(state.game.scored).format(count=score[seat]),
            "on": match.winner == seat if over else mover == seat,
        }
        for seat in (0, 1)
    ]


async def listed(visit: Visit) -> list[dict[str, object]]:
    """The member's running matches, those that wait first."""
    rows: list[dict[str, object]] = []
    for item in await visit.services.matches.of(visit.user, limit=MOST_LISTED):
        with suppress(Refused):
            match = await visit.match(item.id)
            other = phrases.player(visit.t, match, item.seats.index(visit.user) ^ 1)
            rows.append(
                {
                    "id": item.id,
                    "name": item.name,
                    "game": match.game.name,
                    "who": unmarked(other),
                    "waits": item.mover == visit.user and not item.paused,
                    "status": unmarked(phrases.summary_status(visit.t, item, visit.user)),
                }
            )
    return sorted(rows, key=itemgetter("waits"), reverse=True)


def number_in(body: Body, name: str) -> int:
    """A number of a request's body. Raises NotFound for what is none."""
    value = body.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 31:
        raise NotFound(OUT_OF_DATE)
    return value


def text_in(body: Body, name: str, longest: int) -> str:
    """A text of a request's body. Raises NotFound for what is none, or longer."""
    value = body.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise NotFound(OUT_OF_DATE)
    return value


def done(match: Match, user: int, act: str, body: Body) -> bool:
    """Whether a match is already as a request leaves it: one whose answer was lost is sent again.

    Raises NotFound.
    """
    version = number_in(body, "version")
    draft = match.draft_of(user)
    decisions = draft.decisions if draft else ()
    made = body.get("made")
    if act == "play" and match.version > version and isinstance(made, list) and made:
        ply = number_in(body, "ply")
        whose = match.history.until(ply).state.to_move if ply <= match.state.ply else None
        mine = whose is not None and match.seats[whose] == user
        return mine and [*match.decisions[ply : ply + len(made)]] == made
    if act not in ("choose", "undo") or match.version != version:
        return False
    drafted = number_in(body, "drafted")
    if act == "choose":
        return decisions[drafted : drafted + 1] == (body.get("move"),)
    return match.mover == user and len(decisions) < drafted


async def act(visit: Visit, match: Match, act: str, body: Body) -> Match:
    """Do what a player asks for on the board as they saw it; the match afterwards.

    Raises Refused, Stale.
    """
    matches = visit.services.matches
    user = visit.user
    version = number_in(body, "version")
    if version != match.version:
        raise match.stale()
    if act == "answer":
        command = partial(
            agreements.answer, "draw", user=user, yes=body.get("yes") is True, version=version
        )
        return (await matches.do(match, command)).match
    drafted = number_in(body, "drafted")
    if act == "undo":
        return (await matches.undo(match, user, version=version, drafted=drafted)).match
    if act == "play":
        draw = body.get("draw") is True
        return (
            await matches.confirm(match, user, version=version, drafted=drafted, draw=draw)
        ).match
    move = text_in(body, "move", LONGEST_MOVE)
    return (
        await matches.play(match, user, move, version=version, drafted=drafted, confirm=True)
    ).match
