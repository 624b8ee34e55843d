"""Playing: a turn, typed or pressed, drafted until it is whole, then played with all that it leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from bot.domain.errors import Refused, Stale, Unplayable
from bot.domain.matches import log, replay, timing
from bot.domain.matches.base import Base, Open
from bot.domain.matches.replay import MOST_DECISIONS, Trail
from bot.domain.matches.views import COMPUTER, Draft, How, Played, Via
from bot.store import Prepared
from bot.store.tables import conditionals
from games.core import PASS, Sentence, State, either

_PREPARED = Prepared(
    sa.select(conditionals.c.seat, conditionals.c.tree).where(conditionals.c.match == sa.bindparam("of"))
)
_DRAW = "draw"
"""Ends a draft that a draw offer goes with."""


@dataclass(slots=True)
class Run:
    """What a turn grows into: decisions with the states they lead to, in segments of one seat each."""

    states: list[State]
    decisions: list[str] = field(default_factory=list)
    segments: list[tuple[int, How]] = field(default_factory=list)

    @property
    def state(self) -> State:
        """How it stands now."""
        return self.states[-1]

    @property
    def full(self) -> bool:
        """Whether the match has had as many decisions as it may have."""
        return self.state.ply >= MOST_DECISIONS

    def add(self, states: Sequence[State], how: How) -> None:
        """Append a segment, cut where the match has had its most decisions."""
        states = states[: MOST_DECISIONS - self.state.ply]
        if states:
            self.states += states
            self.decisions += [str(state.last_move) for state in states]
            self.segments.append((len(states), how))

    def pass_on(self) -> None:
        """Play every pass that is forced."""
        while not self.full and self.state.legal_moves() == (PASS,):
            self.add(own_turn(self.state, []), "passed")


def own_turn(state: State, decisions: Sequence[str]) -> tuple[State, ...]:
    """The states after decisions of one seat, and after the passes that it is then forced to make in the same turn."""
    seat = state.to_move
    states = list(replay.follow(state, decisions))
    while states[-1].to_move == seat and states[-1].legal_moves() == (PASS,):
        states.append(states[-1].play(PASS))
    return tuple(states[1:])


def understood(state: State, text: str) -> tuple[str, ...]:
    """The decisions meant by ``text``, all of one turn. Raises Unplayable, saying why not."""
    reading = state.read(text)
    if reading.status == "complete":
        return tuple(map(str, reading.moves))
    if reading.sentence is not None:
        raise Unplayable(reading.sentence)
    could = [str(move) for move in reading.following[:4]]
    listed = either(could)
    if not text.strip():
        raise Unplayable("there is no move in that; write it like {moves}", moves=listed)
    short = " ".join(text.split())
    raise Unplayable(
        Sentence(
            "“{text}” is not a whole move; it could become {moves}",
            text=short if len(short) <= 40 else short[:39] + "…",
            moves=listed,
        )
    )


class Playing(Base):
    """The part of the service that plays moves."""

    async def play(
        self,
        match: int,
        user: int,
        text: str,
        *,
        version: int | None = None,
        drafted: int | None = None,
        confirm: bool | None = None,
        draw: bool = False,
        via: Via | None = None,
    ) -> Played:
        """Play the decisions that ``text`` means, one or several; whole or not at all.

        Until the turn is whole they are a draft that only the mover sees. ``version`` and ``drafted`` (how many
        decisions the draft has) are what the caller has seen. ``confirm``: keep a whole turn as a draft until
        ``confirm`` is called; None: as the member has set it. ``draw``: offer a draw with the turn.
        """
        async with self.change(match) as opened:
            seat = opened.to_move(user)
            opened.expect(version)
            draft = _draft(opened)
            _expect_drafted(opened, draft, drafted)
            if draft.complete:
                raise Refused("your turn is whole; confirm it, or undo its last move to change it")
            states = own_turn(draft.state, understood(draft.state, text))
            draft = _drafted((*draft.states, *states), draft.draw or draw)
            if confirm is None and user != COMPUTER:
                confirm = draft.complete and (await self.member(opened.connection, user)).confirm
            if not draft.complete or confirm:
                return await self._keep(opened, draft)
            return await self._commit(opened, seat, draft, via)

    async def confirm(
        self,
        match: int,
        user: int,
        *,
        version: int | None = None,
        drafted: int | None = None,
        draw: bool = False,
        via: Via | None = None,
    ) -> Played:
        """Play the whole turn that waits in the draft; ``draw``: offer a draw with it."""
        async with self.change(match) as opened:
            seat = opened.to_move(user)
            opened.expect(version)
            draft = _draft(opened)
            _expect_drafted(opened, draft, drafted)
            if not draft.complete:
                raise Refused("your turn is not whole yet")
            draft = _drafted(draft.states, draft.draw or draw)
            return await self._commit(opened, seat, draft, via)

    async def undo(
        self, match: int, user: int, *, version: int | None = None, drafted: int | None = None, all: bool = False
    ) -> Played:
        """Take the last decision out of the draft (a forced pass goes with the one before it), or ``all`` of them."""
        async with self.change(match) as opened:
            opened.to_move(user)
            opened.expect(version)
            draft = _draft(opened)
            _expect_drafted(opened, draft, drafted)
            if not draft.decisions:
                raise Refused("there is nothing to undo; a turn that was played can be taken back only by agreement")
            left = len(draft.decisions) - 1
            while left and draft.decisions[left] == "pass":
                left -= 1
            return await self._keep(opened, _drafted(draft.states[: 1 if all else left + 1], draft.draw))

    async def draft(self, match: int, user: int) -> Draft | None:
        """The draft of a player; None for everyone else, and where there is none."""
        async with self.store.read() as connection:
            row = await self.row(connection, match)
        if not row["draft"] or row["mover"] != user:
            return None
        return _draft(Open(self, connection, row, self.now()))

    async def _keep(self, opened: Open, draft: Draft) -> Played:
        words = [*draft.decisions, *([_DRAW] if draft.draw and draft.decisions else [])]
        await opened.set(draft=" ".join(words))
        return Played(opened.view(), complete=False, draft=draft)

    async def _commit(self, opened: Open, seat: int, draft: Draft, via: Via | None) -> Played:
        """Play a whole turn, the forced passes and prepared answers that follow, and tell who is to move then."""
        row, now = opened.row, opened.now
        mover = opened.user(seat)
        run = Run([draft.states[0]])
        run.add(draft.states[1:], "passed" if set(draft.decisions) == {"pass"} else "played")
        run.pass_on()
        banks: dict[str, Any] = timing.ended(row, seat, now)
        await self._answer(opened, run, banks)
        state = run.state
        start = row["ply"]
        entries = [*opened.trail.entries, *(log.Entry(count, how, int(now.timestamp())) for count, how in run.segments)]
        opened.trail = Trail((*opened.trail.decisions, *run.decisions), tuple(entries), tuple(run.states))
        columns = {
            **banks,
            "decisions": " ".join(opened.trail.decisions),
            "log": log.write(entries),
            "ply": state.ply,
            "turn": state.turn,
            "moved_at": now,
            "draft": "",
            "takeback_asked": None,
            "gone": None if row["gone"] == seat else row["gone"],
        }
        outcome = state.outcome
        if outcome is not None or run.full:
            winner, reason = (outcome.winner, outcome.reason) if outcome is not None else (None, "limit")
            row.update(ply=state.ply)
            notice = await self.finish(
                opened, winner=winner, reason=reason, by=mover, via=via, start=start, columns=columns
            )
        else:
            assert state.to_move is not None
            following = opened.user(state.to_move)
            away = await self.away_until(opened.connection, following, now) if row["clock"] != "none" else None
            columns |= timing.started({**row, **banks}, state.to_move, now, away)
            offer = seat if draft.draw else None
            await opened.set(
                **columns,
                to_move=state.to_move,
                mover=following,
                version=row["version"] + 1,
                draw_offer=offer,
            )
            payload = {"from": start, "to": state.ply, "draw": draft.draw}
            ping = following if following != mover else None
            notice = await self.tell_match(opened, "turn", ping=ping, payload=payload, via=via)
        view = opened.view()
        return Played(view, complete=True, turns=view.turns, notice=notice)

    async def _answer(self, opened: Open, run: Run, banks: dict[str, Any]) -> None:
        """Play the answers that the players have prepared, for as long as they fit what was played."""
        found = await _PREPARED.rows(opened.connection, of=opened.row["id"])
        trees: dict[int, Mapping[str, Any]] = {row["seat"]: row["tree"] for row in found}
        before = dict(trees)
        trees.pop(int(opened.row["to_move"]), None)  # what one has prepared holds only while the other is to move
        done = 0
        while done < len(run.segments):
            # One turn at a time: the planner whose opponent has just played looks it up.
            count, how = run.segments[done]
            first = sum(length for length, _ in run.segments[:done])
            done += 1
            player = run.states[first].to_move
            assert player is not None
            planner = 1 - player
            if how == "passed" or planner not in trees:
                continue
            played = " ".join(run.decisions[first : first + count])
            node = trees.pop(planner).get(played)
            if node is None or run.full or run.state.to_move != planner:
                continue
            reply = own_turn(run.state, node["reply"].split())
            run.add(reply, "prepared")
            banks.update(_increment(opened.row, banks, planner))
            if node["then"]:
                trees[planner] = node["then"]
            run.pass_on()
        for seat in before:
            where = (conditionals.c.match == opened.row["id"], conditionals.c.seat == seat)
            if seat not in trees:
                await opened.connection.execute(conditionals.delete().where(*where))
            elif trees[seat] is not before[seat]:
                await opened.connection.execute(conditionals.update().where(*where).values(tree=trees[seat]))


def _increment(row: Mapping[str, Any], banks: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """The bank of a seat after an answer that took no time."""
    from bot.domain.matches import clocks

    clock = clocks.parse(row["clock"])
    name = f"bank{seat}"
    return {name: banks.get(name, row[name]) + clock.increment} if clock.bank else {}


def _draft(opened: Open) -> Draft:
    """The draft of the mover; an empty one where there is none."""
    words = opened.row["draft"].split()
    draw = words[-1:] == [_DRAW]
    states = replay.follow(opened.trail.states[-1], words[:-1] if draw else words)
    return _drafted(states, draw)


def _drafted(states: Sequence[State], draw: bool) -> Draft:
    """The draft of which these are the states. It is cut where the match has had its most decisions."""
    states = tuple(states[: MOST_DECISIONS - states[0].ply + 1])
    complete = states[-1].to_move != states[0].to_move or states[-1].ply >= MOST_DECISIONS
    decisions = tuple(str(state.last_move) for state in states[1:])
    return Draft(decisions, states, complete, draw)


def _expect_drafted(opened: Open, draft: Draft, drafted: int | None) -> None:
    if drafted is not None and drafted != len(draft.decisions):
        raise Stale("your turn in {name} has gone on since; here it is", name=f"M{opened.row['number']}")
