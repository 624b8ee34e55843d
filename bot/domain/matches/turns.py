"""Playing a turn: drafted until it is whole, then played with the passes and prepared answers that
follow.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.domain.errors import Refused, Stale, Unplayable
from bot.domain.explorations.tree import Tree
from bot.domain.matches import endings
from bot.domain.matches.agreements import lapsed, may_ask
from bot.domain.matches.events import TurnPlayed
from bot.domain.matches.history import MOST_DECISIONS, StoredTurn, TurnOrigin, follow
from bot.domain.matches.match import Announcement, CommandResult, Draft, Match, Player
from bot.domain.matches.timing import MatchClock
from games.core import PASS, Sentence, State, either
from games.core.errors import brief
from games.core.handicap import SIDE
from games.core.notation import Reading


def play(
    match: Match,
    user: int,
    text: str,
    *,
    version: int | None = None,
    draft_length: int | None = None,
    confirm: bool = False,
    draw: bool = False,
    instead: bool = False,
) -> CommandResult:
    """Play the decisions that ``text`` means, all or none; draft them while the turn is not whole.

    Raises Refused, Unplayable.

    :param version: of the match that the caller has seen.
    :param draft_length: how many decisions they have seen in the draft; None: the text may begin
        the turn anew.
    :param confirm: keep a whole turn as a draft, too.
    :param draw: offer a draw with the turn.
    :param instead: in place of the last choice in the draft.
    """
    seat = match.moving(user, version)
    _seen_draft(match, draft_length)
    if instead and match.draft.decisions:
        match = match.drafting(_without_last_choice(match.draft))
    draft, reading = read(match, text, anew=draft_length is None)
    if draft is not match.draft:
        match = match.drafting(draft)
    decision_states = _decided(reading, text, draft)
    if draw:
        may_ask(match, seat, "draw")
    states = (*draft.states, *_with_forced(decision_states, seat))
    draft = Draft.of(states, draft.draw or draw)
    if draft.complete and not confirm:
        return _commit(match, seat, draft)
    return CommandResult(match.drafting(draft))


def confirm(
    match: Match,
    user: int,
    *,
    version: int | None = None,
    draft_length: int | None = None,
    draw: bool = False,
) -> CommandResult:
    """Play the whole turn in the draft; ``draw``: offer a draw with it. Raises Refused."""
    seat = match.moving(user, version)
    draft = _seen_draft(match, draft_length)
    if not draft.complete:
        raise Refused("your turn isn’t finished yet")
    if draw:
        may_ask(match, seat, "draw")
    return _commit(match, seat, replace(draft, draw=draft.draw or draw))


def undo(
    match: Match, user: int, *, version: int | None = None, draft_length: int | None = None
) -> CommandResult:
    """Remove the last choice from the draft. Raises Refused."""
    match.moving(user, version)
    draft = _seen_draft(match, draft_length)
    if len(draft.states) == 1:
        raise Refused("there’s nothing to undo; ask for a takeback to undo a played turn")
    return CommandResult(match.drafting(_without_last_choice(draft)))


def _without_last_choice(draft: Draft) -> Draft:
    states_left = len(draft.states) - len(last_choice(draft))
    return Draft.of(draft.states[:states_left], draft.draw)


def last_choice(draft: Draft) -> tuple[str, ...]:
    """The last decision of a draft that was not forced, and the forced ones after it."""
    index = len(draft.decisions) - 1
    while index > 0 and len(draft.states[index].legal_moves()) == 1:
        index -= 1
    return draft.decisions[max(index, 0) :]


def read(match: Match, text: str, *, anew: bool = True) -> tuple[Draft, Reading[State]]:
    """What the player means by ``text``, and the draft it goes on from: an empty draft for a whole
    turn (``anew``).
    """
    draft = match.draft
    if not draft.decisions:
        return draft, draft.state.read(text)
    if draft.complete:
        refusal = Sentence(
            "your turn is complete with {moves}; confirm it, or undo the last move",
            moves=_laid(draft),
        )
        reading = Reading("impossible", (), draft.state, sentence=refusal)
    else:
        reading = draft.state.read(text)
    if anew and reading.status != "complete":
        turn = match.state.read(text)
        if turn.status == "complete":
            end = _with_forced(turn.states, match.to_move)[-1]
            if end.to_move != match.to_move:
                return Draft((match.state,)), turn
    if reading.sentence is not None and not draft.complete:
        reading = reading._replace(sentence=_after(draft, reading.sentence))
    return draft, reading


def parse_decisions(state: State, text: str) -> tuple[State, ...]:
    """The states after each decision meant by ``text``, all of one turn. Raises Unplayable."""
    return _decided(state.read(text), text)


def _decided(reading: Reading[State], text: str, draft: Draft | None = None) -> tuple[State, ...]:
    """The states of a complete reading. ``draft``: what it goes on from. Raises Unplayable."""
    if reading.status == "complete":
        return reading.states
    if reading.sentence is not None:
        raise Unplayable(reading.sentence)
    short = brief(text)
    choices = either([str(move) for move in reading.following[:4]])
    if short:
        why = Sentence(
            "“{text}” isn’t a complete move; did you mean {moves}?", text=short, moves=choices
        )
    else:
        why = Sentence("that isn’t a move; write it like {moves}", moves=choices)
    raise Unplayable(_after(draft, why) if draft and draft.decisions else why)


def _laid(draft: Draft) -> str:
    return " ".join(draft.decisions)


def _after(draft: Draft, why: Sentence) -> Sentence:
    """Why more decisions are refused, with those that the player has chosen already."""
    return Sentence("you’ve already chosen {moves}: {why}", moves=_laid(draft), why=why)


def own_turn(state: State, text: str) -> tuple[State, ...]:
    """The states after the decisions meant by ``text`` and those then forced in the same turn.

    Raises Unplayable.
    """
    return _with_forced(parse_decisions(state, text), state.to_move)


def _with_forced(states: tuple[State, ...], seat: int | None) -> tuple[State, ...]:
    """States with those after the decisions then forced in the same turn."""
    while states[-1].to_move == seat:
        legal = states[-1].legal_moves()
        if len(legal) != 1:
            break
        states = (*states, states[-1].after(legal[0]))
    return states


def _with_passes(states: tuple[State, ...], seat: int) -> tuple[State, ...]:
    """States with those after the passes then forced in the same turn."""
    while states[-1].to_move == seat and states[-1].legal_moves() == (PASS,):
        states = (*states, states[-1].after(PASS))
    return states


def _seen_draft(match: Match, draft_length: int | None) -> Draft:
    """The draft, if it is as long as the caller has seen it. Raises Stale."""
    if draft_length is not None and draft_length != len(match.draft.states) - 1:
        raise Stale("your turn in {name} has moved on; here it is", name=match.name)
    return match.draft


@dataclass(slots=True)
class _PlayedTurn:
    """A turn that is played, and what follows from it.

    :param states: the state before it, then one after each decision.
    :param time: the clock, as it is so far.
    :param prepared: by seat, the answers that are left.
    :param moment: the moment, in unix seconds.
    :param runs: decisions of one seat in succession.
    """

    states: list[State]
    time: MatchClock
    prepared: list[Tree]
    moment: int
    runs: list[StoredTurn] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.states[-1]

    def add(self, states: Sequence[State], how: TurnOrigin) -> None:
        """Append decisions of one seat, cut where the match reaches MOST_DECISIONS; its clock has
        them already.
        """
        seat = self.state.to_move
        assert seat is not None
        states = states[: MOST_DECISIONS - self.state.ply]
        if not states:
            return
        bank = None
        if how != "passed" and self.time.banks is not None:
            bank = int(self.time.banks[seat])
        self.states += states
        self.runs.append(StoredTurn(len(states), how, self.moment, bank))

    def movers(self, seat: int) -> set[int]:
        """The seats that have moved, by hand – ``seat`` – or by a conditional move."""
        movers = {seat}
        start = 0
        for run in self.runs:
            mover = self.states[start].to_move
            start += run.length
            if run.how == "prepared" and mover is not None:
                movers.add(mover)
        return movers

    def pass_on(self) -> None:
        """Play every forced pass."""
        while self.state.ply < MOST_DECISIONS and self.state.legal_moves() == (PASS,):
            seat = self.state.to_move
            assert seat is not None
            self.add(_with_passes((self.state.after(PASS),), seat), "passed")

    def answer(self) -> None:
        """Play prepared answers, turn by turn, as long as they match what was played."""
        start = 0
        for run in self.runs:  # which grows by the answers
            player = self.states[start].to_move
            assert player is not None
            states = self.states[start + 1 : start + run.length + 1]
            start += run.length
            if run.how != "passed":
                turn = " ".join(str(state.last_move) for state in states)
                self._answer_to(turn, 1 - player)

    def _answer_to(self, turn: str, planner: int) -> None:
        """Play what ``planner`` has prepared for a turn, and the passes that follow."""
        answer = self.prepared[planner].get(turn)
        self.prepared[planner] = {}
        if answer is None or self.state.ply >= MOST_DECISIONS or self.state.to_move != planner:
            return
        self.time = self.time.answered(planner)
        reply = follow(self.state, answer["reply"].split())[1:]
        self.add(_with_passes(reply, planner), "prepared")
        self.prepared[planner] = answer["answers"]
        self.pass_on()


def _commit(match: Match, seat: int, draft: Draft) -> CommandResult:
    """Play a whole turn with the forced passes and prepared answers that follow."""
    run = _play_out(match, seat, draft)
    state = run.state
    history = match.history.extended(run.states, run.runs)

    def after_turn(player: Player) -> Player:
        """Their lines go on from here, and who has moved is told of the match again."""
        tree = player.exploration
        if not tree.empty:
            tree = tree.at(history.decisions, match.begin)
        snooze_end = None if player is match.players[seat] else player.snoozed
        return replace(player, exploration=tree, snoozed=snooze_end)

    new_match = replace(
        match.with_players(after_turn),
        history=history,
        draft=Draft((state,)),
        time=run.time,
        moved_at=match.now,
        quiet=match.quiet.after_activity(match.now),
        absence=None if match.absent_seat == seat else match.absence,
    )
    user = match.seats[seat]
    start = match.state.ply
    if state.outcome is not None:
        winner = state.outcome.winner
        reason = state.outcome.reason
        return endings.ended(new_match, winner=winner, reason=reason, actor=user, start=start)
    if state.ply >= MOST_DECISIONS:
        return endings.ended(new_match, winner=None, reason="limit", actor=user, start=start)
    return _next_turn(match, new_match, seat, run, draw=draft.draw)


def _play_out(match: Match, seat: int, draft: Draft) -> _PlayedTurn:
    """A whole turn of a seat, with all that follows from it before somebody moves by hand."""
    run = _PlayedTurn(
        states=[match.state],
        time=match.time.played(seat, match.now),
        prepared=list(match.prepared),
        moment=int(match.now.timestamp()),
    )
    run.prepared[seat] = match.after_my_turn.get(" ".join(draft.decisions), {})
    only_passes = {*draft.decisions} == {str(PASS)}
    run.add(draft.states[1:], "passed" if only_passes else "played")
    run.pass_on()
    run.answer()
    return run


def _next_turn(
    old_match: Match, new_match: Match, seat: int, run: _PlayedTurn, *, draw: bool
) -> CommandResult:
    """Go on after a turn of ``seat``, which has perhaps offered a ``draw`` with it."""
    next_seat = new_match.state.to_move
    assert next_seat is not None
    player = new_match.players[next_seat]
    time = run.time.started(next_seat, new_match.now, player.vacation, player.hours)
    new_match = replace(new_match, version=old_match.version + 1, time=time)
    movers = run.movers(seat)
    new_match = lapsed(new_match, movers)
    outrun = 1 - seat in movers  # by a conditional move, before the opponent could answer an offer
    if draw and not outrun:
        new_match = new_match.with_request("draw", seat)
    event = TurnPlayed(
        version=new_match.version,
        start=old_match.state.ply,
        end=new_match.state.ply,
        lapsed=old_match.draw_offer == 1 - seat,
        outrun=outrun and (draw or old_match.draw_offer == seat),
    )
    ping = new_match.seats[next_seat] if next_seat != seat else None
    return CommandResult(new_match, (Announcement(event, ping),))


def advised(
    match: Match, user: int, version: int | None = None, *, is_repeat: bool = False
) -> Match:
    """The match at ``version``, if unrated with the user to move, who may then have a hint.

    Raises Refused, Stale.

    :param is_repeat: more of a hint that they were given.
    """
    if version is not None and match.version != version:
        raise Stale("{name} has moved on since you asked; ask for a new hint", name=match.name)
    seat = match.seat_of(user)
    if seat is None:
        raise Refused("{name} isn’t your match, so there are no hints for you", name=match.name)
    if match.status != "running":
        raise Refused("{name} is over; it can be analysed now", name=match.name)
    if match.rated:
        raise Refused("{name} is rated, so hints are off", name=match.name)
    if match.mover != user:
        raise Refused(
            "it’s not your turn in {name}; hints are for the player to move", name=match.name
        )
    _require_hint_left(match, seat, is_repeat=is_repeat)
    return match


def _require_hint_left(match: Match, seat: int, *, is_repeat: bool) -> None:
    """Raises Refused where the handicap of a match gives a seat no hint, or no more of them."""
    hints_left = match.hints_left(seat)
    if hints_left is None or hints_left > 0:
        return
    if seat != SIDE:
        raise Refused(
            "in {name} the hints are for {other} alone",
            name=match.name,
            other=match.player_name(SIDE),
        )
    if not is_repeat:
        raise Refused(
            "you’ve had all {count} hints of {name}", count=match.hints[seat], name=match.name
        )


def hinted(match: Match, user: int, version: int) -> CommandResult:
    """Count a hint for the player to move. Raises Refused, Stale."""
    seat = advised(match, user, version).playing(user)
    player = match.players[seat]
    return CommandResult(match.with_player(seat, replace(player, hints=player.hints + 1)))
