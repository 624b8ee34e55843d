"""Commands on matches that wait: nudging, snoozing, playing on, reminders, and adjourning."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from bot.domain.errors import Refused, allowed
from bot.domain.hours import LAST_WORD, tell_at
from bot.domain.matches import endings
from bot.domain.matches.events import (
    Answered,
    MatchEvent,
    Nudged,
    QuietAsked,
    QuietReminder,
    TimeRunsShort,
)
from bot.domain.matches.match import Announcement, CommandResult, Match
from bot.domain.quiet import ASKED_AFTER, NUDGES_APART, REMINDED_APART, REMINDERS, QuietStep
from bot.domain.values import COMPUTER

LONGEST_SNOOZE = 14  # days


def nudge(match: Match, user: int, version: int | None = None) -> CommandResult:
    """Remind the opponent, once a turn and once in three days; delivered in their waking hours.

    Raises Refused.
    """
    seat = match.player(user, version)
    other = match.player_name(1 - seat)
    quiet = match.quiet
    if match.to_move == seat:
        raise Refused("it’s your own turn in {name}", name=match.name)
    if match.seats[1 - seat] <= COMPUTER:
        raise Refused("there’s nobody to nudge in {name}", name=match.name)
    if match.paused is not None:
        raise Refused("{name} is paused", name=match.name)
    if match.away[1 - seat] is not None:
        raise Refused("{other} is on vacation", other=other)
    if quiet.nudged_at is not None and quiet.nudged_at >= match.moved_at:
        raise Refused("you’ve already nudged {other} this turn", other=other)
    earliest = _last_reminder(match, 1 - seat) + REMINDED_APART
    if quiet.nudged_at is not None:
        earliest = max(earliest, quiet.nudged_at + NUDGES_APART)
    if match.now < earliest:
        hours = max(round((earliest - match.now) / timedelta(hours=1)), 1)
        raise Refused("you can nudge {other} in {hours} h", other=other, hours=hours)
    new_match = replace(match, quiet=replace(quiet, nudged_at=match.now))
    event = Nudged(version=match.version, by=user)
    announcement = Announcement(
        event, match.seats[1 - seat], public=False, not_before=nudge_at(match, seat)
    )
    return CommandResult(new_match, (announcement,))


def can_nudge(match: Match, user: int) -> bool:
    """Whether a player may remind the opponent now."""
    return allowed(nudge, match, user)


def nudge_at(match: Match, seat: int) -> datetime:
    """When a nudge by ``seat`` is delivered."""
    player = match.players[1 - seat]
    quiet_end = None
    if player.snoozed is not None and player.snoozed > match.now:
        quiet_end = player.snoozed + REMINDED_APART  # postponed reminders come first
    return tell_at(player.hours, match.now, snoozed=quiet_end)


def _last_reminder(match: Match, seat: int) -> datetime:
    """When the player to move was last reminded of this turn; without reminders, when the turn
    began.
    """
    last_reminder = match.moved_at
    player = match.players[seat]
    time = match.time
    if match.due is not None and time.reminders:
        stages = replace(time, hours=player.hours).stages(time.turn_start, match.due)
        last_reminder = max([last_reminder, *stages[: time.reminders][-1:]])
    for span in REMINDERS[player.settings.reminders][: match.quiet.reminder_count]:
        last_reminder = max(last_reminder, player.hours.next(match.quiet.start + span))
    if player.snoozed is None or last_reminder == match.moved_at:
        return last_reminder
    return max(last_reminder, min(player.snoozed, match.now))


def play_on(match: Match, user: int, version: int | None = None) -> CommandResult:
    """Say that one plays on, so that the match counts as quiet only from now."""
    match.player(user, version)
    new_match = replace(match, quiet=match.quiet.after_activity(match.now))
    if not match.quiet.asked_at:
        return CommandResult(new_match)
    event = Answered(version=match.version, request="quiet", yes=True, by=user)
    return CommandResult(new_match, (Announcement(event),))


def snooze(match: Match, user: int, days: int) -> CommandResult:
    """Postpone reminders, except that time runs out, until the morning in ``days``; 0: no longer.

    Raises Refused.
    """
    seat = match.player(user)
    if not 0 <= days <= LONGEST_SNOOZE:
        raise Refused("you can snooze a match for at most {days} days", days=LONGEST_SNOOZE)
    snooze_end = match.hours[seat].morning(match.now, days) if days else None
    new_match = match.with_player(seat, replace(match.players[seat], snoozed=snooze_end))
    return CommandResult(replace(new_match, time=match.time.on_time()))


def direct_message_at(match: Match, user: int, event: MatchEvent) -> datetime:
    """When to send a player a direct message: a turn at once unless they hold those, else in their
    hours.
    """
    player = match.players[match.seats.index(user)]
    if event.calls_to_move and not player.settings.hold_dms:
        return match.now
    deadline = None
    urgent = event.calls_to_move or isinstance(event, TimeRunsShort)
    if urgent and match.due is not None:
        deadline = match.due - LAST_WORD
    return tell_at(player.hours, match.now, deadline=deadline)


def planned(match: Match) -> Match:
    """The match with the time of the next step of its silence."""
    step = _next(match)
    wake = None if step is None else step.due_time
    if wake == match.quiet.wake:
        return match
    return replace(match, quiet=replace(match.quiet, wake=wake))


@dataclass(frozen=True, slots=True)
class _NextStep:
    """The next step of a match's silence, and when it is due."""

    step: QuietStep
    due_time: datetime


def wake(match: Match) -> CommandResult:
    """Do what is due in a quiet match: remind, ask whether it goes on, or adjourn it."""
    next_step = _next(match)
    if next_step is None or next_step.due_time > match.now:
        return CommandResult(planned(match))
    if next_step.step == "put_away":
        return _adjourn(match)
    quiet = match.quiet.after(next_step.step, match.now)
    if next_step.step == "ask":
        return _ask_whether_it_goes_on(replace(match, quiet=quiet), _since(match))
    # After an outage several reminders may be due; one is sent.
    while _reminder_is_due(replace(match, quiet=quiet)):
        quiet = quiet.after("remind", match.now)
    new_match = replace(match, quiet=quiet)
    if match.quiet.start + ASKED_AFTER <= match.now and match.tournament is None:
        return wake(new_match)
    event = QuietReminder(version=match.version, since=_since(match))
    return CommandResult(planned(new_match), (Announcement(event, match.mover, public=False),))


def _since(match: Match) -> int:
    """Since when a match has been quiet, in unix seconds."""
    return int(match.quiet.start.timestamp())


def _reminder_is_due(match: Match) -> bool:
    next_step = _following(match)
    return next_step is not None and next_step.step == "remind" and next_step.due_time <= match.now


def _ask_whether_it_goes_on(match: Match, silence_start: int) -> CommandResult:
    both = endings.to_both(match, partial(QuietAsked, match.version, silence_start))
    questions = tuple(notice for notice in both if notice.ping or notice.event.several)
    return CommandResult(planned(match), questions)


def _following(match: Match) -> _NextStep | None:
    """The next step of the silence and when it is due; None if there is none."""
    seat = match.to_move
    if seat is None or match.seats[seat] <= COMPUTER:
        return None
    settings = match.settings[seat]
    # The clock reminds, too, and so does a daily card by direct message.
    reminded_anyway = match.due is not None or match.paused is not None or settings.daily == "dm"
    reminders = () if reminded_anyway else REMINDERS[settings.reminders]
    # Whose time has run out is not asked whether they play on: the other may claim the match.
    alone = match.overdue or match.seats[1 - seat] <= COMPUTER
    step, due_time = match.quiet.following(reminders, alone=alone)
    # A tournament ends its matches with the round, and a pause ends by itself.
    ends_anyway = match.tournament is not None or match.paused is not None
    if ends_anyway and step != "remind":
        return None
    return _NextStep(step, due_time)


def _next(match: Match) -> _NextStep | None:
    """The next step, and when: in the waking hours of the player concerned, and after their
    vacation.
    """
    next_step = _following(match)
    if next_step is None:
        return None
    seat = match.to_move
    assert seat is not None
    player = match.players[seat]
    due_time = next_step.due_time
    if next_step.step == "remind":
        due_time = max(due_time, player.vacation or due_time)
        if match.quiet.nudged_at is not None:
            due_time = max(due_time, tell_at(player.hours, match.quiet.nudged_at) + REMINDED_APART)
        due_time = tell_at(player.hours, due_time, snoozed=player.snoozed)
    else:
        due_time = max(
            [due_time, *(vacation for vacation in match.vacations if vacation is not None)]
        )
        if next_step.step == "ask":
            due_time = tell_at(player.hours, due_time)
    return _NextStep(next_step.step, due_time)


def _adjourn(match: Match) -> CommandResult:
    """End a match without a result because of silence; both players together can resume it."""
    result = endings.ended(match, winner=None, reason="adjourned", actor=None)
    events = tuple(replace(announcement, ping=None) for announcement in result.events)
    return CommandResult(replace(result.match, rated=match.rated), events)
