"""A match as the page shows it: as it is now, or as it was."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

import render
from bot.chat.board.links import AskHint, OpenTournament
from bot.chat.board.more import may_ask_hint
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, moment
from bot.domain.challenges.challenge import Challenge
from bot.domain.computer.given_hints import HintPosition
from bot.domain.errors import NotFound
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.imports.service import UNFINISHED
from bot.domain.matches import endings
from bot.domain.matches.history import begin
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.turns import last_choice
from bot.domain.tournaments.tournament import Tournament
from bot.domain.values import COMPUTER
from bot.web import protocol, texts
from bot.web.actions import (
    even_request,
    match_actions,
    match_requests,
    profile_actions,
    rematch_request,
)
from bot.web.answers import entity_tag
from bot.web.scenes import Blobs, position
from bot.web.special_moves import special_moves
from bot.web.visits import Visit, number, without_markup
from games.core import Handicap, Outcome, Sentence, State
from games.core.handicap import SIDE
from render.themes import side
from render.words import situation


async def open_rematch(visit: Visit, match: Match) -> Challenge | None:
    """The rematch that is offered and not answered yet; None for a match that is not over."""
    if match.status == "running" or match.rematch is not None:
        return None
    return await visit.services.challenges.open_rematch(match.id)


@dataclass(frozen=True, slots=True)
class MatchReading:
    """All that is read to show a match on its page.

    :param rematch: that is offered and not answered yet
    :param even: the handicap that is offered to the players for their next match
    :param actions: what the reader can do in it
    :param tournament: in which it is played, where the reader may see it
    """

    visit: Visit
    match: Match
    rematch: Challenge | None
    even: Suggestion | None
    actions: list[protocol.Action]
    tournament: Tournament | None = None

    def tag(self, version: str) -> str:
        """An entity tag that changes with anything the page shows: with the match, and with what
        the time or the reader's settings change alone.

        :param version: of the page's client
        """
        visit = self.visit
        look = [value for name, value in visit.look.items() if name != "say"]
        parts = (
            version,
            self.match.id,
            self.match.revision,
            self.match.away,
            self.match.overdue,
            0 if self.rematch is None else self.rematch.id,
            None if self.even is None else str(self.even.handicap),
            [entry["press"] for entry in self.actions],
            visit.t.locale,
            look,
            sorted(visit.query.items()),
        )
        return entity_tag(*parts)

    async def view(self, blobs: Blobs) -> protocol.MatchView:
        """The match as its page shows it: as it is now, or as it was at the ply of the address."""
        match = self.match
        page = MatchPage(self.visit, blobs, match, self.rematch, self.even, self.tournament)
        ply = number(self.visit.query.get("ply", ""))
        if ply is not None and ply < match.state.ply:
            past = await self.visit.services.matches.look(match.id, ply)
            return page.past(past, self.actions)
        return page.current(self.actions)


async def read_match(visit: Visit, match: Match) -> MatchReading:
    """Read what a match's page shows beside the match itself."""
    rematch = await open_rematch(visit, match)
    follows = None
    if match.followers:
        follows = await visit.services.matches.follows(match.id, visit.user)
    actions = match_actions(visit.t, match, visit.user, visit.works_here, follows)
    actions += profile_actions(visit.t, match, visit.user, visit.visitor.place)
    if rematch is not None:  # the strip has its answers
        actions = [entry for entry in actions if entry["name"] != "rematch"]
    even = await _even(visit, match, rematch)
    return MatchReading(visit, match, rematch, even, actions, await _tournament(visit, match))


async def _tournament(visit: Visit, match: Match) -> Tournament | None:
    """The tournament of a match; None where there is none that the reader may see."""
    if match.tournament is None:
        return None
    viewer = visit.viewer(visit.visitor.place)
    with suppress(NotFound):
        return await visit.services.tournaments.shown(viewer, match.tournament)
    return None


async def _even(visit: Visit, match: Match, rematch: Challenge | None) -> Suggestion | None:
    """The handicap that is offered to the players of a match that is over; None for others, and
    where they are about to play again with one.

    :param rematch: that is offered and not answered yet
    """
    if match.status == "running" or match.rematch is not None:
        return None
    if rematch is not None and (rematch.maker.id == visit.user or Handicap.of(rematch.options)):
        return None
    if match.seat_of(visit.user) is None:
        return None
    return await visit.services.handicaps.due(match)


async def match_view(visit: Visit, blobs: Blobs, match: Match) -> protocol.MatchView:
    """A match as its page shows it: as it is now, or as it was at the ply of the address."""
    page = await read_match(visit, match)
    return await page.view(blobs)


class MatchPage:
    """Puts together what the page shows of a match.

    :param rematch: that is offered and not answered yet
    :param even: the handicap that is offered to the players for their next match
    :param tournament: in which it is played, where the reader may see it
    """

    def __init__(
        self,
        visit: Visit,
        blobs: Blobs,
        match: Match,
        rematch: Challenge | None = None,
        even: Suggestion | None = None,
        tournament: Tournament | None = None,
    ) -> None:
        self._rematch = rematch
        self._even = even
        self._tournament = tournament
        self._visit = visit
        self._blobs = blobs
        self._match = match
        self._t = visit.t

    def current(self, actions: list[protocol.Action]) -> protocol.MatchView:
        """The match as it is now, with the decisions that its member may make."""
        match = self._match
        draft = match.draft_of(self._visit.user)
        states: Sequence[State] = draft.states if draft else match.history.states
        state = states[-1]
        mine = match.mover == self._visit.user and not match.paused
        is_complete = draft is not None and draft.complete
        offering = state
        instead = 0
        if draft is not None and is_complete and mine:
            instead = len(last_choice(draft))
            offering = draft.states[-1 - instead]
        legal_moves = offering.legal_moves() if mine else ()
        scene = position(
            self._blobs,
            states,
            self._visit.look,
            legal_moves=legal_moves,
            offering=offering,
            preview=is_complete,
            ending=ending_of(match),
        )
        return {
            **scene,
            **self._about(actions),  # type: ignore[typeddict-item]  # the other half of the keys
            "ply": match.state.ply,
            "mine": mine,
            "whole": is_complete,
            "instead": instead,
            "made": list(draft.decisions) if draft else [],
            "undo": self._undo_label(draft) if draft else "",
            "specials": [] if is_complete else special_moves(self._t, state, legal_moves),
            "step": self._step(state, draft, mine=mine),
            "notes": [*self._notes(state, draft, mine=mine)],
            "said": self._said(states, draft),
            "played": self._played(draft),
            "seats": self.seats(state, is_complete=is_complete),
            "can": self._can(states, draft),
        }

    def past(self, past: Match, actions: list[protocol.Action]) -> protocol.MatchView:
        """The match as it was: nothing can be touched."""
        states = past.history.states
        state = states[-1]
        scene = position(self._blobs, states, self._visit.look, legal_moves=())
        last = self._match.state.turns
        turn = self._t(shared.PAST, n=state.turns, last=last)
        return {
            **scene,
            **self._about(actions),  # type: ignore[typeddict-item]  # the other half of the keys
            "ply": past.state.ply,
            "mine": False,
            "whole": False,
            "instead": 0,
            "made": [],
            "undo": "",
            "specials": [],
            "step": without_markup(turn),
            "notes": [],
            "said": situation(state, states, None, False, self._t.say),
            "played": [],
            "seats": self.seats(state),
            "can": self._can(states, None),
        }

    def _about(self, actions: list[protocol.Action]) -> dict[str, object]:
        """What does not depend on the position that is shown."""
        match = self._match
        t = self._t
        aim = t.as_sentence(Sentence(match.game.aim(match.options)))
        clock = phrases.clock_terms(t, match.clock)
        terms = f"{phrases.variant(t, match, capital=True)} · {clock}"
        terms += phrases.remarks(t, match, match.explore)
        return {
            "kind": "match",
            "id": match.id,
            "version": match.version,
            "revision": match.revision,
            "last": match.state.ply,
            "ends": [0, *match.history.ends()],
            "turns": [*turns_of(t, match)],
            "game": match.game.slug,
            "game_name": match.game.name,
            "name": match.name,
            "title": f"{match.game.name} · {match.name}",
            "aim": without_markup(aim),
            "terms": without_markup(terms),
            "running": match.status == "running",
            "paused": match.paused is not None,
            "rated": match.rated,
            "requests": self._requests(),
            "actions": actions,
            "result": self._result(),
            "following": match.rematch or 0,
            "tournament": self._tournament_link(),
        }

    def _tournament_link(self) -> protocol.CardLink | None:
        tournament = self._tournament
        if tournament is None:
            return None
        label = f"{tournament.name} · {tournament.title}"
        return {"label": label, "press": str(OpenTournament(tournament.id))}

    def _requests(self) -> list[protocol.RequestView]:
        requests = match_requests(self._t, self._match, self._visit.user)
        if self._rematch is not None:
            requests.append(rematch_request(self._t, self._rematch, self._visit.user))
        if self._even is not None:
            requests.append(even_request(self._t, self._match, self._even))
        return requests

    def _undo_label(self, draft: Draft) -> str:
        choice = last_choice(draft)
        before_choice = draft.states[-1 - len(choice)]
        move = phrases.written(self._t, choice, before_choice)
        return self._t.label(shared.TRY_UNDO, move=move)

    def _step(self, state: State, draft: Draft | None, *, mine: bool) -> str:
        """What is to be done now, in one line."""
        match = self._match
        t = self._t
        if match.status != "running":
            return ""
        if draft is not None and draft.complete:
            return without_markup(t(texts.TURN_COMPLETE))
        if mine:
            return without_markup(phrases.prompt(t, state).split("\n")[0])
        if match.paused:
            return without_markup(t(texts.PAUSED))
        if match.mover == COMPUTER:
            return without_markup(t(texts.COMPUTER_THINKS))
        who = phrases.player(t, match, match.to_move or 0)
        if match.by_teams:
            return without_markup(phrases.opened(t, t(texts.TEAM_VOTES, who=who)))
        return without_markup(t(texts.WAITING_FOR, who=who))

    def _said(self, states: Sequence[State], draft: Draft | None) -> str:
        """The position as it is read aloud: whose turn it is, what was played, and the score."""
        is_preview = draft is not None
        ending = ending_of(self._match)
        return situation(states[-1], states, ending, is_preview, self._t.say)

    def _notes(self, state: State, draft: Draft | None, *, mine: bool) -> Iterator[str]:
        """What else there is to know of the position."""
        match = self._match
        t = self._t
        lines = list[str | None]()
        if match.status == "running" and match.overdue and not match.paused:
            lines.append(phrases.status(t, match).split("\n")[0])  # that the time has run out
        if mine and not (draft is not None and draft.complete):
            lines += phrases.prompt(t, state).split("\n")[1:]
            if may_ask_hint(match, self._visit.user) and COMPUTER not in match.seats:
                lines.append(t(shared.HINT_SEEN))
        lines.append(phrases.threats(t, match) if draft is None else None)
        lines += phrases.away(t, match)
        lines += self._absence()
        lines += self._declined()
        handicap = match.handicap
        if handicap is None or handicap.turns:  # of others the seat says how many are left
            lines.append(phrases.hints(t, match))
        if handicap is not None and match.status == "running" and not match.decisions:
            lines.append(t.as_sentence(handicap.effect(match.game.seats)))
        if match.note and not match.decisions and self._tournament is None:
            lines.append(t(shared.CHALLENGE_NOTE, note=match.note))
        for line in filter(None, lines):
            yield from without_markup(line).split("\n")

    def _declined(self) -> Iterator[str]:
        """What the reader has asked for in this turn, and the opponent has declined."""
        match = self._match
        seat = match.seat_of(self._visit.user)
        if seat is None or match.status != "running":
            return
        for request, text in shared.ANSWERED_NO.items():
            refusals = match.refusals.of(request, seat)
            if refusals and refusals[-1].turn == match.state.turn:
                who = phrases.player(self._t, match, 1 - seat)
                yield phrases.opened(self._t, self._t(text, who=who, match=match.name))

    def _absence(self) -> Iterator[str]:
        """That a player has left the server, and what that means for a reader who plays against
        them.
        """
        match = self._match
        t = self._t
        absence = match.absence
        if absence is None or match.status != "running":
            return
        user = match.seats[absence.seat]
        exclusions = self._visit.services.exclusions
        is_banned = exclusions.why(match.place_of(user).scope, user) is not None
        who = phrases.player(t, match, absence.seat)
        yield phrases.opened(t, t(texts.KEPT_AWAY if is_banned else texts.LEFT_SERVER, who=who))
        end = absence.start + endings.GRACE
        if match.seat_of(self._visit.user) != 1 - absence.seat or match.now >= end:
            return
        rule = texts.WINS_FROM if endings.counts_when_left(match) else texts.CLAIM_FROM
        yield t(rule, when=moment(end))

    def _played(self, draft: Draft | None) -> list[str]:
        if draft is not None:
            return []
        lines = phrases.turn_lines(self._t, self._match, self._match.turns)
        return [without_markup(line) for line in lines]

    def _result(self) -> protocol.ResultView | None:
        """How the match has ended; None while it runs."""
        match = self._match
        t = self._t
        if match.status == "running":
            return None
        seat = match.seat_of(self._visit.user)
        if match.status == "aborted":
            title, _, why = without_markup(phrases.status(t, match)).partition(" – ")
            return {"title": title, "why": phrases.opened(t, why), "count": "", "won": None}
        why = phrases.end_reason(t, match.state, match.winner, match.reason or "")
        is_won = None if match.winner is None or seat is None else match.winner == seat
        if match.winner is None:
            title = t(texts.DRAW)
        elif is_won:
            title = t(texts.YOU_WON)
        else:
            title = t(shared.STATUS_WON, who=phrases.player(t, match, match.winner))
        return {
            "title": without_markup(phrases.opened(t, title)),
            "why": without_markup(phrases.opened(t, why)),
            "count": self._count(seat),
            "won": is_won,
        }

    def _count(self, seat: int | None) -> str:
        """The final score, the member's first; empty where it has not decided the match: the game
        counts none, or the players have ended it.
        """
        state = self._match.state
        score = state.score
        if score is None or state.to_move is not None:
            return ""
        own = seat or 0
        return f"{score[own]} : {score[1 - own]}"

    def seats(
        self, state: State, *, is_complete: bool = False, is_tried: bool = False
    ) -> list[protocol.Seat]:
        """The players as they stand in a position, with who is to move or has won marked.

        :param is_complete: the turn that led to it is drafted, and lacks only to be played
        :param is_tried: moves are tried from it, even where the match has ended with it
        """
        match = self._match
        is_end = match.status != "running" and state.ply == match.state.ply and not is_tried
        marked_seat = state.to_move
        if is_end:
            marked_seat = match.winner
        elif is_complete:
            marked_seat = match.state.to_move
        return [self._seat(state, seat, is_marked=seat == marked_seat) for seat in (0, 1)]

    def _seat(self, state: State, seat: int, *, is_marked: bool) -> protocol.Seat:
        """A player above or below the board."""
        match = self._match
        t = self._t
        score = ""
        if state.score is not None:
            score = t.say(state.game.score_label).format(count=state.score[seat])
        return {
            "name": without_markup(phrases.opened(t, phrases.player(t, match, seat))),
            "side": phrases.seat_name(t, match.game, seat),
            "look": [*side(state, seat)],
            "stock": state.reserve[seat] or 0,
            "me": match.seats[seat] == self._visit.user,
            "count": score,
            "hints": self._hints(seat),
            "on": is_marked,
            "clock": self._clock(seat),
        }

    def _hints(self, seat: int) -> str:
        """How many hints of a handicap a player has left; empty for one who has none to begin
        with.
        """
        hints_left = self._match.hints_left(seat)
        if hints_left is None or seat != SIDE or self._match.status != "running":
            return ""
        return without_markup(self._t.count(*shared.HINTS_LEFT, hints_left))

    def _clock(self, seat: int) -> protocol.ClockView | None:
        """A player's clock; None without one, or where the match is over."""
        match = self._match
        if match.status != "running" or not match.clock:
            return None
        bank = ""
        if match.banks is not None:
            bank = phrases.bank(self._t, match.banks[seat])
        due = match.deadline
        runs = match.to_move == seat and due is not None and not match.paused
        deadline = int(due.timestamp()) if runs and due is not None else 0
        if not deadline and not bank:
            return None
        return {"deadline": deadline, "left": bank}

    def _has_hint(self, draft: Draft | None) -> bool:
        """Whether the member was given a hint for this position: it may be looked at again, even if
        it was their last.
        """
        match = self._match
        user = self._visit.user
        if match.status != "running" or match.mover != user:
            return False
        decisions = () if draft is None else draft.decisions
        given_hints = self._visit.services.given_hints
        hint_position = HintPosition(user, match.id, (*match.decisions, *decisions))
        return given_hints.find(hint_position) is not None

    def _can(self, states: Sequence[State], draft: Draft | None) -> protocol.Can:
        match = self._match
        is_complete = draft is not None and draft.complete
        is_secret = match.rated and match.reason == "adjourned"
        has_hint = self._has_hint(draft)
        may_ask = has_hint or may_ask_hint(match, self._visit.user)
        may_ask = may_ask and not is_complete and not match.paused
        return {
            "draw": self._may_offer_draw(states[-1], draft),
            "sight": render.has_sight(states[-1]),
            "think": match.explore or match.status != "running",
            "hint": str(AskHint(match.id)) if may_ask else "",
            "hint_again": has_hint,
            "analyse": match.status != "running" and bool(match.decisions) and not is_secret,
        }

    def _may_offer_draw(self, state: State, draft: Draft | None) -> bool:
        """Whether a draw can be offered with the turn that is drafted."""
        match = self._match
        if draft is None or not draft.complete or draft.draw or COMPUTER in match.seats:
            return False
        is_over = state.to_move is None
        return not is_over and match.draw_offer is None and match.state.turn >= match.game.draw_from


def turns_of(t: Language, match: Match) -> Iterator[protocol.TurnView]:
    """The turns of a match as text; sides take turns by turns."""
    start = begin(match.game, match.options)
    ends = (0, *match.history.ends())
    for number_, (first, last) in enumerate(pairwise(ends), 1):
        decisions = match.decisions[first:last]
        moves = phrases.in_list(t, decisions, start, match.decisions[:first])
        mark = phrases.mark(match.game, (number_ - 1) % 2)
        yield {"number": number_, "mark": mark, "moves": moves, "ply": last}


def ending_of(match: Match) -> Outcome | None:
    """How the players have ended what the rules have not."""
    if match.status == "running" or match.reason == UNFINISHED or match.state.outcome is not None:
        return None
    return Outcome(match.winner, match.reason or "")
