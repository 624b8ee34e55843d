"""What players agree on: draws, takebacks, pauses, abandoning, resuming, and annulling a result."""

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.domain.errors import Over, Refused, allowed
from bot.domain.hours import LAST_WORD, tell_at
from bot.domain.matches import endings
from bot.domain.matches.events import (
    Answered,
    Asked,
    Request,
    TimeRanOut,
    TimeRunsShort,
)
from bot.domain.matches.history import History
from bot.domain.matches.match import Announcement, CommandResult, Draft, Match, Player
from bot.domain.matches.timing import LONGEST_PAUSE, Banks
from bot.domain.refusals import ENOUGH
from bot.domain.values import COMPUTER, NOBODY, at_seat
from games.core import _

# after the end of a match, its result can be annulled for this long
ANNULLED_WITHIN = timedelta(days=1)


REQUESTS: tuple[Request, ...] = (
    "draw",
    "pause",
    "resume",
    "abandon",
    "takeback",
    "take_up",
    "result",
)
"""What a player asks of the other."""
AFTER_END: tuple[Request, ...] = ("take_up", "result")
"""What is asked once a match is over."""
# why somebody cannot ask a second time
_ASKED = {
    "draw": _("you’ve already offered a draw; you can offer again next turn"),
    "takeback": _("you’ve already asked for a takeback"),
    "pause": _("you’ve already asked for a pause"),
    "abandon": _("you’ve already asked to call off {name}"),
    "take_up": _("you’ve already asked to resume {name}"),
    "result": _("you’ve already asked to cancel this result"),
}
# why somebody cannot answer
_NOT_ASKED = {
    "draw": _("there’s no draw offer to answer in {name}"),
    "takeback": _("there’s no takeback request to answer in {name}"),
    "pause": _("there’s no pause request to answer in {name}"),
    "resume": _("there’s no pause request to answer in {name}"),
    "abandon": _("nobody has asked you to call off {name}"),
    "take_up": _("nobody has asked you to resume {name}"),
    "result": _("nobody has asked you to cancel the result of {name}"),
}


def offer_draw(match: Match, user: int, version: int | None = None) -> CommandResult:
    """Offer a draw, or accept the opponent's offer."""
    seat = match.player(user, version)
    if match.draw_offer == 1 - seat:
        return _agree(match, seat, "draw")
    may_ask(match, seat, "draw")
    ply = match.state.ply
    player = match.players[seat]
    if player.draw_ply == ply:
        already = _ASKED["draw"]
        raise Refused(already)
    return _ask(match.with_player(seat, replace(player, draw_ply=ply)), seat, "draw")


def ask_takeback(match: Match, user: int, version: int | None = None) -> CommandResult:
    """Ask to take back one's latest turn, with the answer to it. The computer agrees at once."""
    seat = match.player(user, version)
    if match.asker("takeback") == 1 - seat:
        raise Refused(
            "{other} has asked for a takeback; answer that first", other=match.player_name(1 - seat)
        )
    turns, ply = _latest_turn(match, seat)
    if match.seats[1 - seat] == COMPUTER:
        return _answered(
            _taken_back(match, seat, ply), 1 - seat, "takeback", True, turns, ping=False
        )
    return _ask(match, seat, "takeback", turns)


def ask_pause(match: Match, user: int, version: int | None = None) -> CommandResult:
    """Ask to pause the clock, or agree to that; in a paused match, resume.

    The player to move resumes at once. The other player asks, and without an answer the pause ends
    after a week.
    """
    seat = match.player(user, version)
    if match.paused is not None:
        return _ask_to_resume(match, seat)
    _require_time(match)
    if match.seats[1 - seat] == COMPUTER:
        raise Refused(
            "matches against the computer have no time limit, so there’s nothing to pause"
        )
    return _ask(match, seat, "pause")


def _ask_to_resume(match: Match, seat: int) -> CommandResult:
    if match.asker("resume") == 1 - seat:
        return _agree(match, seat, "resume")
    if match.to_move == seat:
        return _answered(_resumed(match), seat, "end_pause", True)
    if match.asker("resume") == seat:
        raise Refused(
            "you’ve already asked to resume; {name} resumes by itself after a week", name=match.name
        )
    may_ask(match, seat, "resume")
    time = replace(match.time, wake=match.now + LONGEST_PAUSE)
    match = replace(match.with_request("resume", seat), time=time)
    return _asked(match, seat, "resume")


def ask_abandon(match: Match, user: int, version: int | None = None) -> CommandResult:
    """Ask to end a match without a result, or agree to that. The computer agrees at once."""
    seat = match.player(user, version)
    match.require_voidable()
    if match.tournament is not None:
        raise Refused(
            "{name} is a tournament match and can’t be called off; you can resign", name=match.name
        )
    return _ask(match, seat, "abandon")


def ask_take_up(match: Match, user: int, version: int | None = None) -> CommandResult:
    """Ask to resume an adjourned match, at any version, or agree to that.

    The computer agrees at once.
    """
    return _ask(match, _adjourned(match, user), "take_up")


def ask_annulment(match: Match, user: int, version: int | None = None) -> CommandResult:
    """Ask to annul the result of a match, or agree to that; it then counts as aborted."""
    return _ask(match, may_annul(match, user), "result")


def _ask(match: Match, seat: int, request: Request, turns: int = 1) -> CommandResult:
    """Ask the opponent; agreed at once if they have asked too, or cannot answer. Raises Refused."""
    asker = match.asker(request)
    if asker == seat:
        raise Refused(_ASKED[request], name=match.name)
    if asker is not None or (request != "draw" and match.seats[1 - seat] in (COMPUTER, NOBODY)):
        return _agree(match, seat, request)
    may_ask(match, seat, request)
    return _asked(match.with_request(request, seat), seat, request, turns)


def lapsed(match: Match, movers: Collection[int]) -> Match:
    """The match after a turn without what was asked of the seats that have moved, and without any
    takeback: the turn that one was about is no longer the latest.

    A forced pass is no move.
    """
    for kind, request in match.requests.items():
        if kind == "takeback" or 1 - request.seat in movers:
            match = match.without_request(kind)
    return match


def is_open(match: Match, request: Request, user: int, version: int | None = None) -> bool:
    """Whether a ``request`` of a user, as in ``Asked``, is still to be answered.

    :param version: at which it was made, to tell it from a later one.
    """
    open_request = match.requests.get(request)
    if open_request is None or match.seats[open_request.seat] != user:
        return False
    return version is None or version >= open_request.version


def _require_seen(match: Match, request: Request, version: int | None) -> None:
    """Raises Stale for an answer to a request as it was seen at a version, unless it was open then
    and is still.
    """
    if version is None or request in AFTER_END:
        return
    open_request = match.requests.get(request)
    request_version = match.version if open_request is None else open_request.version
    if not request_version <= version <= match.version:
        raise match.stale()


def answer(
    request: Request, match: Match, user: int, yes: bool, version: int | None = None
) -> CommandResult:
    """Agree to a ``request`` of the opponent, as in ``Asked``, or not. Raises Refused."""
    if request in ("pause", "resume"):
        request = "pause" if match.paused is None else "resume"
    asker = match.asker(request)
    if request == "take_up":
        seat = _adjourned(match, user)
    elif request == "result":
        seat = may_annul(match, user)
    else:
        seat = match.player(user)
    _require_seen(match, request, version)
    if asker == seat:
        raise Refused(
            "you asked this yourself; wait for {other} to answer", other=match.player_name(1 - seat)
        )
    if asker != 1 - seat:
        raise Refused(_NOT_ASKED[request], name=match.name)
    if yes:
        return _agree(match, seat, request)
    if request == "resume":
        raise Refused(
            "you can’t decline this: {other} asked to resume, and the pause ends a week later",
            other=match.player_name(1 - seat),
        )
    turns = _latest_turn(match, 1 - seat)[0] if request == "takeback" else 1
    if match.seats[seat] != COMPUTER:
        refusals = match.refusals.declined(request, 1 - seat, match.state.turn, match.now)
        match = replace(match, refusals=refusals)
    return _answered(match.without_request(request), seat, request, False, turns)


def withdraw(
    request: Request, match: Match, user: int, version: int | None = None
) -> CommandResult:
    """Take back one's own ``request``, as in ``Asked``, that is not answered yet.

    Raises Refused.
    """
    seat = match.playing(user)
    _require_seen(match, request, version)
    if is_open(match, request, match.seats[1 - seat]):
        raise Refused(
            "{other} asked this; you can accept or decline it", other=match.player_name(1 - seat)
        )
    if not is_open(match, request, user):
        raise Refused("that’s no longer open in {name}", name=match.name)
    refusals = match.refusals.declined(_withdrawn(request), seat, match.state.turn, match.now)
    match = match.without_request(request)
    match = replace(match, refusals=refusals, quiet=match.quiet.after_activity(match.now))
    if request == "resume":  # nobody asks for the end of the pause any more
        match = replace(match, time=replace(match.time, wake=None))
    event = Answered(version=match.version, request=request, yes=False, by=user, withdrawn=True)
    return CommandResult(match, (Announcement(event),))


def asks(match: Match, request: Request, user: int) -> bool:
    """Whether a member is a player who has asked this and may withdraw it."""
    return match.seat_of(user) is not None and is_open(match, request, user)


def _withdrawn(request: Request) -> str:
    """The name under which ``Refusals`` keep that a request was withdrawn."""
    return f"withdrawn {request}"


def _agree(match: Match, seat: int, request: Request) -> CommandResult:
    """What follows when ``seat`` agrees to a request of the opponent. Raises Refused."""
    turns = 1
    if request in ("draw", "abandon"):
        reason = "agreed" if request == "draw" else "abandoned"
        return endings.ended(match, winner=None, reason=reason, actor=match.seats[seat])
    if request == "takeback":
        turns, ply = _latest_turn(match, 1 - seat)
        match = _taken_back(match, 1 - seat, ply)
    elif request == "take_up":
        match = _taken_up(match)
    elif request == "result":
        match = endings.annulled(match)
    elif request == "resume":
        match = _resumed(match)
    else:
        _require_time(match)
        vacation_end = None if match.to_move is None else match.vacations[match.to_move]
        match = replace(
            match.without_request("pause"), time=match.time.pause(match.now, vacation_end)
        )
    return _answered(match, seat, request, True, turns)


def may_ask(match: Match, seat: int, request: Request) -> None:
    """Raises Refused if the opponent has recently declined this request, or the player has
    withdrawn it twice.
    """
    next_time = match.refusals.free_at(_withdrawn(request), seat, match.now)
    if next_time is not None:
        raise Refused(
            "you’ve withdrawn that twice; you can ask again in {hours} h",
            hours=_hours(match, next_time),
        )
    next_time = match.refusals.again(request, seat, match.state.turn, match.now)
    if next_time is not None:
        other = match.player_name(1 - seat)
        if match.status != "running" or len(match.refusals.of(request, seat)) >= ENOUGH:
            raise Refused(
                "{other} has declined that; you can ask again in {hours} h",
                other=other,
                hours=_hours(match, next_time),
            )
        raise Refused("{other} has declined that; you can ask again next turn", other=other)


def can_ask(match: Match, seat: int, request: Request) -> bool:
    """Whether the opponent has not declined this request just now, and a draw was not offered in
    this turn.
    """
    if request == "draw" and match.players[seat].draw_ply == match.state.ply:
        return False
    if match.refusals.free_at(_withdrawn(request), seat, match.now) is not None:
        return False
    return match.refusals.again(request, seat, match.state.turn, match.now) is None


def _hours(match: Match, moment: datetime) -> int:
    """The whole hours until a moment, at least one."""
    return max(math.ceil((moment - match.now).total_seconds() / 3600), 1)


def _asked(match: Match, seat: int, request: Request, turns: int = 1) -> CommandResult:
    """``seat`` asks the opponent; the computer needs no notice."""
    moves: Sequence[str] = ()
    if request == "takeback":
        moves = match.history.whole().turns()[-turns].decisions
    actor = match.seats[seat]
    event = Asked(
        version=match.version, request=request, by=actor, turns=turns, moves=" ".join(moves)
    )
    match = replace(match, quiet=match.quiet.after_activity(match.now))
    other = match.seats[1 - seat]
    if other == COMPUTER:
        return CommandResult(match)
    return CommandResult(match, (Announcement(event, other),))


def _answered(
    match: Match, seat: int, request: Request, yes: bool, turns: int = 1, *, ping: bool = True
) -> CommandResult:
    """``seat`` answers the opponent.

    :param turns: how many turns a takeback is about.
    :param ping: notify the opponent.
    """
    actor = match.seats[seat]
    event = Answered(version=match.version, request=request, yes=yes, by=actor, turns=turns)
    match = replace(match, quiet=match.quiet.after_activity(match.now))
    ping_user = match.seats[1 - seat] if ping else None
    return CommandResult(match, (Announcement(event, ping_user),))


def _require_time(match: Match) -> None:
    """Raises Refused where the player to move is out of time: a pause would take the opponent's
    claim away.
    """
    if match.overdue:
        raise Refused("time has run out in {name}, so it can’t be paused any more", name=match.name)


def _resumed(match: Match) -> Match:
    vacation_end = None if match.to_move is None else match.vacations[match.to_move]
    time = match.time.resumed(match.to_move, match.now, vacation_end)
    return replace(match.without_request("resume"), time=time)


def wake(match: Match) -> CommandResult:
    """Do what is due by the clock: a reminder, the end of the time, or the end of a pause."""
    time = match.time
    if time.wake is None or time.wake > match.now or match.to_move is None:
        return CommandResult(match)
    mover = match.seats[match.to_move]
    if match.paused is not None:
        answer = Answered(version=match.version, request="resume", yes=True, by=None)
        return CommandResult(_resumed(match), (Announcement(answer, mover),))
    new_match = replace(match, time=time.woken(match.now))
    if new_match.time.reminders == time.reminders:
        return CommandResult(new_match)  # an outage has moved the clock on, so nothing is due yet
    reminds = new_match.time.wake is not None
    when = _awake_at(match, match.to_move, reminds=reminds)
    if when > match.now:
        return CommandResult(replace(match, time=replace(time, wake=when)))
    if reminds:
        reminder = TimeRunsShort(version=match.version, by=mover)
        return CommandResult(new_match, (Announcement(reminder, mover, public=False),))
    return CommandResult(
        new_match, endings.to_both(match, partial(TimeRanOut, match.version, mover))
    )


def _awake_at(match: Match, seat: int, *, reminds: bool) -> datetime:
    """When ``seat`` can be reminded of its time, or its opponent be told that it has run out."""
    if not reminds:
        return tell_at(match.hours[1 - seat], match.now)
    assert match.due is not None
    player = match.players[seat]
    deadline = match.due - LAST_WORD
    return tell_at(player.hours, match.now, snoozed=player.snoozed, deadline=deadline)


def end_pause(match: Match) -> CommandResult:
    """End the pause of a match whose tournament round ends; one post tells both players and pings
    the one to move.
    """
    if match.paused is None or match.mover is None:
        return CommandResult(match)
    event = Answered(version=match.version, request="resume", yes=True, by=None)
    return CommandResult(_resumed(match), (Announcement(event, match.mover),))


def _adjourned(match: Match, user: int) -> int:
    """The seat of a player of an adjourned match. Raises Refused."""
    seat = match.playing(user)
    if match.reason != "adjourned":
        raise Refused("{name} wasn’t shelved, so there’s nothing to resume", name=match.name)
    if match.seats[1 - seat] == NOBODY:
        raise Refused("your opponent in {name} has left", name=match.name)
    return seat


def can_annul(match: Match, user: int) -> bool:
    """Whether a player may ask to annul the result."""
    return allowed(may_annul, match, user)


def may_annul(match: Match, user: int) -> int:
    """The seat of a player who may ask to annul the result. Raises Refused."""
    seat = match.playing(user)
    if match.status == "running":
        raise Refused("{name} is not over yet", name=match.name)
    match.require_voidable()
    if match.status == "aborted":
        raise Refused("{name} has no result to cancel", name=match.name)
    if match.seats[1 - seat] in (COMPUTER, NOBODY):
        raise Refused("there’s no opponent who could agree to cancel the result")
    if match.finished is not None and match.now - match.finished > ANNULLED_WITHIN:
        raise Refused(
            "a result can be cancelled within a day; {name} ended earlier", name=match.name
        )
    if match.tournament is not None:
        raise Refused("this is a tournament match; its organiser can change the result")
    return seat


def turns_of_takeback(match: Match, seat: int) -> int:
    """How many turns a takeback that ``seat`` asks for takes back: one, or with the answer to it
    two.
    """
    return _latest_turn(match, seat)[0]


def _latest_turn(match: Match, seat: int) -> tuple[int, int]:
    """How many turns ago ``seat`` last chose a turn (1: the latest), and the ply before that turn.

    Raises Over.
    """
    whole_history = match.history.whole()
    ply = len(whole_history.decisions)
    for count, turn in enumerate(reversed(whole_history.turns()), 1):
        ply -= len(turn.decisions)
        if turn.seat == seat and turn.how not in ("passed", "given"):
            return count, ply
    raise Over("you have no turn to take back yet")


def _taken_back(match: Match, seat: int, ply: int) -> Match:
    """The match back at ``ply``, where ``seat`` is to move with the time that it had there, and
    with banks at least the clock's floor.
    """
    history = match.history.until(ply)
    banks = _banks_before(match, history)
    time = match.time.rewound(banks, seat)
    if match.paused is not None:
        # The vacation is counted when the clock is resumed.
        time = time.started(seat, match.now, None, match.hours[seat])
        time = replace(time, paused=match.now, wake=match.time.wake)
    else:
        time = time.started(seat, match.now, match.vacations[seat], match.hours[seat])
    asked_nothing = match.without_request("takeback").without_request("draw")
    return replace(
        asked_nothing.with_players(_with_turn_taken_back),
        history=history,
        draft=Draft((history.state,)),
        time=time,
        version=match.version + 1,
    )


def _with_turn_taken_back(player: Player) -> Player:
    return replace(player, exploration=player.exploration.lapsed(), draw_ply=None)


def _banks_before(match: Match, history: History) -> Banks | None:
    """Both banks as they were at the end of an earlier ``history`` of a match; None without
    banks.
    """
    banks = match.time.banks
    if banks is None:
        return None
    turns = match.history.whole().turns()
    earlier_turns = turns[: len(history.entries)]
    later_turns = turns[len(history.entries) :]
    for seat in (0, 1):
        own_turns = [turn for turn in earlier_turns if turn.seat == seat and turn.chosen]
        if not own_turns:
            bank = float(match.clock.bank)
        elif own_turns[-1].bank is not None:
            bank = float(own_turns[-1].bank)
        else:  # played before banks were noted: what the undone turns have added goes
            count = sum(turn.seat == seat and turn.chosen for turn in later_turns)
            bank = max(banks[seat] - count * match.clock.increment, 0.0)
        banks = at_seat(banks, seat, bank)
    return banks


def _taken_up(match: Match) -> Match:
    """An adjourned match, running again; the player to move has a turn's time."""
    seat = match.state.to_move
    assert seat is not None
    vacation_end = match.vacations[seat]
    time = match.time.started(seat, match.now, vacation_end, match.hours[seat])
    return replace(
        match.with_players(_with_hidden_lines),
        result=None,
        requests={},
        open_at_end={},
        version=match.version + 1,
        # A bank may be empty by now, so it is extended.
        time=time.extended(seat, match.now, vacation_end),
        moved_at=match.now,
    )


def _with_hidden_lines(player: Player) -> Player:
    return replace(player, exploration=player.exploration.hidden())
