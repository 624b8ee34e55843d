"""A match as the page shows it."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from operator import itemgetter

import render
from bot.chat.board.choosing import Moves
from bot.chat.board.links import PlayOnFrom
from bot.chat.board.match_buttons import play_again
from bot.chat.discord.components import Item, button
from bot.chat.language import phrases, texts as shared
from bot.domain.errors import Refused
from bot.domain.imports.service import UNFINISHED
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.turns import last_choice
from bot.domain.values import COMPUTER
from bot.web import texts
from bot.web.scenes import Blobs, position
from bot.web.visits import Visit, number, without_markup
from games.core import SWAP, Outcome, State
from render.themes import side
from render.words import headline

MOST_LISTED = 12
MAIN_STYLES = (1, 3)  # of buttons: Discord's primary and success


async def match_view(visit: Visit, blobs: Blobs, match: Match) -> dict[str, object]:
    """A match as its page shows it: as it is now, or as it was at the ply of the address."""
    ply = number(visit.query.get("ply", ""))
    if ply is not None and ply < match.state.ply:
        return await _past_view(visit, blobs, match, ply)
    return _current_view(visit, blobs, match)


async def _past_view(visit: Visit, blobs: Blobs, match: Match, ply: int) -> dict[str, object]:
    past = await visit.services.matches.look(match.id, ply)
    states = past.history.states
    lines = visit.t(shared.PAST, n=states[-1].ply, last=match.state.ply)
    view = position_view(visit, blobs, match, states, (), mine=False)
    words = _words_round_board(visit, match, states[-1], lines, None)
    return view | words | {"ply": past.state.ply}


def _current_view(visit: Visit, blobs: Blobs, match: Match) -> dict[str, object]:
    """A match as it is now, with the decisions that its member may make."""
    draft = match.draft_of(visit.user)
    states: Sequence[State] = draft.states if draft else match.history.states
    mine = match.mover == visit.user and not match.paused
    is_complete = draft is not None and draft.complete
    offered = states[-1].legal_moves() if mine and not is_complete else ()
    lines = _status_lines(visit, match, states[-1], draft, mine=mine)
    view = position_view(
        visit, blobs, match, states, offered, mine=mine, draft=draft, ending=_ending(match)
    )
    return view | _words_round_board(visit, match, states[-1], lines, draft)


def _words_round_board(
    visit: Visit, match: Match, state: State, lines: str, draft: Draft | None
) -> dict[str, object]:
    last_turns = phrases.turn_lines(visit.t, match, match.turns) if draft is None else ()
    return {
        "lines": without_markup(lines).split("\n"),
        "buttons": button_rows(after_match_buttons(visit, match, state)),
        "played": [without_markup(line) for line in last_turns],
    }


def position_view(
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
    """A position of a match, and what the page shows round it.

    :param states: a turn from its start to the position.
    :param offered: the decisions that can be made there.
    :param mine: whether the page's member makes them.
    """
    t = visit.t
    state = states[-1]
    is_complete = draft is not None and draft.complete
    mover = match.state.to_move if is_complete else state.to_move
    scene = position(blobs, states, visit.look, offered=offered, preview=is_complete, ending=ending)
    return scene | {
        "id": match.id,
        "version": match.version,
        "revision": match.revision,
        "ply": match.state.ply,
        "game": match.game.slug,
        "name": match.name,
        "title": without_markup(phrases.title(t, match)),
        "last": match.state.ply,
        "ends": [0, *match.history.ends()],
        "whole": is_complete,
        "mine": mine,
        "made": list(draft.decisions) if draft else [],
        "undo": _undo_label(visit, draft) if draft else "",
        "specials": _specials(visit, state, offered),
        "can": _possible_acts(match, visit.user, states, draft),
        "said": headline(state, states[1:] or states, ending, mine, t.say),
        "seats": [_seat_view(visit, match, state, seat, mover) for seat in (0, 1)],
    }


def after_match_buttons(visit: Visit, match: Match, state: State) -> list[Item]:
    """What the chat offers once a match is over: to play it again, or on from a position."""
    if match.status == "running" or match.reason == "adjourned":
        return []
    plays = match.seat_of(visit.user) is not None
    rematch = play_again(visit.t, match) if plays else None
    buttons: list[Item] = [] if rematch is None else [rematch]
    if state.to_move is not None:
        play_on = PlayOnFrom(match.id, state.ply)
        buttons.append(button(visit.t.label(shared.PLAY_ON), play_on))
    return buttons


def button_rows(items: Iterable[Item]) -> list[list[object]]:
    """Buttons and menus as the page shows them: label, custom id, whether it is the main one,
    choices.
    """
    return [
        [
            item.get("label", item.get("placeholder")),
            item["custom_id"],
            item.get("style") in MAIN_STYLES,
            item.get("options", ()),
        ]
        for item in items
    ]


def _undo_label(visit: Visit, draft: Draft) -> str:
    choice = last_choice(draft)
    before_choice = draft.states[-1 - len(choice)]
    move = phrases.written(visit.t, choice, before_choice)
    return visit.t.label(shared.TRY_UNDO, move=move)


def _ending(match: Match) -> Outcome | None:
    """How the players have ended what the rules have not."""
    if match.status == "running" or match.reason == UNFINISHED or match.state.outcome is not None:
        return None
    return Outcome(match.winner, match.reason or "")


def _specials(visit: Visit, state: State, offered: Moves) -> list[list[str]]:
    """The decisions that are made without touching a cell, and their labels."""
    moves = [str(move) for move in offered if not move.target]
    return [[move, _special_label(visit, state, move)] for move in moves]


def _special_label(visit: Visit, state: State, move: str) -> str:
    if move == str(SWAP):
        return visit.t.label(shared.OPTION_SWAP, cells=tuple(state.play(SWAP).taken_over))
    return visit.t.label(shared.OPTION_PASS)


def _possible_acts(
    match: Match, user: int, states: Sequence[State], draft: Draft | None
) -> dict[str, bool]:
    """What else is offered beside the board."""
    seat = match.seat_of(user)
    is_running = match.status == "running"
    is_complete = draft is not None and draft.complete
    return {
        "draw": _may_offer_draw(match, states[-1], draft),
        "answer": is_running and seat is not None and match.draw_offer == 1 - seat,
        "sight": render.has_sight(states[-1]),
        "think": match.explore or not is_running,
        "hint": match.mover == user and not match.rated and not is_complete,
    }


def _may_offer_draw(match: Match, state: State, draft: Draft | None) -> bool:
    """Whether a draw can be offered with the turn that is drafted."""
    if draft is None or not draft.complete or draft.draw:
        return False
    is_over = state.to_move is None
    return not is_over and match.draw_offer is None and match.state.turn >= match.game.draw_from


def _status_lines(
    visit: Visit, match: Match, state: State, draft: Draft | None, *, mine: bool
) -> str:
    """What stands below the board of a match as it is now."""
    t = visit.t
    if draft is not None and draft.complete:
        lines: str = t(texts.PREVIEW)
    elif mine:
        lines = phrases.prompt(t, state)
        if not match.rated and COMPUTER not in match.seats:
            lines = f"{lines}\n{t(shared.HINT_SEEN)}"
    else:
        lines = phrases.status(t, match)
    if match.status == "running" and match.draw_offer is not None:
        who = phrases.player(t, match, match.draw_offer)
        lines = f"{lines}\n{t(shared.ASKED['draw'], who=who, match=match.name)}"
    return lines


def _seat_view(
    visit: Visit, match: Match, state: State, seat: int, mover: int | None
) -> dict[str, object]:
    """A player as the page shows them above or below the board.

    :param mover: the seat to move.
    """
    t = visit.t
    score = ""
    if state.score is not None:
        score = t.say(state.game.score_label).format(count=state.score[seat])
    is_over = match.status != "running"
    return {
        "name": without_markup(phrases.player(t, match, seat)),
        "side": phrases.seat_name(t, match.game, seat),
        "look": [*side(state, seat)],
        "stock": state.reserve[seat],
        "me": match.seats[seat] == visit.user,
        "count": score,
        "on": match.winner == seat if is_over else mover == seat,
    }


async def running_matches(visit: Visit) -> list[dict[str, object]]:
    """The member's running matches, those that wait for them first."""
    rows: list[dict[str, object]] = []
    for item in await visit.services.matches.of(visit.user, limit=MOST_LISTED):
        with suppress(Refused):
            match = await visit.match(item.id)
            opponent = phrases.player(visit.t, match, 1 - item.seats.index(visit.user))
            status = phrases.summary_status(visit.t, item, visit.user)
            row = {
                "id": item.id,
                "name": item.name,
                "game": match.game.name,
                "who": without_markup(opponent),
                "waits": item.mover == visit.user and not item.paused,
                "status": without_markup(status),
            }
            rows.append(row)
    return sorted(rows, key=itemgetter("waits"), reverse=True)
