"""Commands on matches that wait: nudging, snoozing, playing on, reminders, and adjourning."""

from dataclasses import replace
from datetime import datetime
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
from bot.domain.matches.match import Addressed, Changed, Match
from bot.domain.quiet import ASKED_AFTER, NUDGES_APART, REMINDED_APART, REMINDERS, Step
from bot.domain.values import COMPUTER

LONGEST_SNOOZE = 14  # days


def nudge(match: Match, user: int, version: int | None = None) -> Changed:
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
    if quiet.nudged is not None and quiet.nudged >= match.moved:
        raise Refused("you’ve already nudged {other} this turn", other=other)
    ready = max(
        quiet.nudged + NUDGES_APART if quiet.nudged else match.moved,
        _last_reminder(match, 1 - seat) + REMINDED_APART,
    )
    if match.now < ready:
        hours = max(round((ready - match.now).total_seconds() / 3600), 1)
        raise Refused("you can nudge {other} in {hours} h", other=other, hours=hours)
    event = Nudged(version=match.version, by=user)
    at = nudge_at(match, seat)
    nudged = replace(match, quiet=replace(quiet, nudged=match.now))
    return Changed(nudged, (Addressed(event, match.seats[1 - seat], public=False, not_before=at),))


def can_nudge(match: Match, user: int) -> bool:
    """Whether a player may remind the opponent now."""
    return allowed(nudge, match, user)


def nudge_at(match: Match, seat: int) -> datetime:
    """When a nudge by ``seat`` is delivered."""
    snoozed = match.snoozed[1 - seat]
    # When a snooze ends, postponed reminders come first.
    later = snoozed + REMINDED_APART if snoozed is not None and snoozed > match.now else None
    return tell_at(match.hours[1 - seat], match.now, snoozed=later)


def _last_reminder(match: Match, seat: int) -> datetime:
    """When the player to move was last reminded of this turn; without reminders, when the turn
    began.
    """
    last = match.moved
    time = match.time
    quiet = match.quiet
    if match.due is not None and time.reminders:
        stages = replace(time, waking=match.hours[seat]).stages(time.since, match.due)
        last = max([last, *stages[: time.reminders][-1:]])
    if quiet.reminded:
        after = REMINDERS[match.settings[seat].reminders][: quiet.reminded]
        last = max([last, *(match.hours[seat].next(quiet.since + span) for span in after)])
    snoozed = match.snoozed[seat]
    return last if snoozed is None or last == match.moved else max(last, min(snoozed, match.now))


def play_on(match: Match, user: int, version: int | None = None) -> Changed:
    """Say that one plays on, so that the match counts as quiet only from now."""
    match.player(user, version)
    event = Addressed(Answered(version=match.version, request="quiet", yes=True, by=user))
    return Changed(
        replace(match, quiet=match.quiet.heard(match.now)), (event,) if match.quiet.asked else ()
    )


def snooze(match: Match, user: int, days: int) -> Changed:
    """Postpone reminders, except that time runs out, until the morning in ``days``; 0: no longer.

    Raises Refused.
    """
    seat = match.player(user)
    if not 0 <= days <= LONGEST_SNOOZE:
        raise Refused("you can snooze a match for at most {days} days", days=LONGEST_SNOOZE)
    until = match.hours[seat].morning(match.now, days) if days else None
    snoozing = match.with_player(seat, replace(match.players[seat], snoozed=until))
    return Changed(replace(snoozing, time=match.time.on_time()))


def direct_message_at(match: Match, user: int, event: MatchEvent) -> datetime:
    """When to send a player a direct message: a turn at once unless they hold those, else in their
    hours.
    """
    seat = match.seats.index(user)
    if event.calls_to_move and not match.settings[seat].hold_dms:
        return match.now
    hurries = event.calls_to_move or isinstance(event, TimeRunsShort)
    until = match.due - LAST_WORD if hurries and match.due is not None else None
    return tell_at(match.hours[seat], match.now, until=until)


def planned(match: Match) -> Match:
    """The match with the time of the next step of its silence."""
    step = _next(match)
    wake = None if step is None else step[1]
    return (
        match if wake == match.quiet.wake else replace(match, quiet=replace(match.quiet, wake=wake))
    )


def wake(match: Match) -> Changed:
    """Do what is due in a quiet match: remind, ask whether it goes on, or adjourn it."""
    step = _next(match)
    if step is None or step[1] > match.now:
        return Changed(planned(match))
    what = step[0]
    seat = match.to_move
    assert seat is not None
    if what == "put_away":
        return _adjourn(match)
    quiet = match.quiet.after(what, match.now)
    since = int(match.quiet.since.timestamp())
    if what != "remind":
        both = endings.to_both(match, partial(QuietAsked, match.version, since))
        asked = tuple(notice for notice in both if notice.ping or notice.event.several)
        return Changed(planned(replace(match, quiet=quiet)), asked)
    # After an outage several reminders may be due; one is sent.
    while (following := _following(replace(match, quiet=quiet))) and following[0] == "remind":
        if following[1] > match.now:
            break
        quiet = quiet.after("remind", match.now)
    if match.quiet.since + ASKED_AFTER <= match.now and match.tournament is None:
        return wake(replace(match, quiet=quiet))
    reminder = Addressed(
        QuietReminder(version=match.version, since=since), match.seats[seat], public=False
    )
    return Changed(planned(replace(match, quiet=quiet)), (reminder,))


def _following(match: Match) -> tuple[Step, datetime] | None:
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
    step, at = match.quiet.following(reminders, alone=alone)
    # A tournament ends its matches with the round, and a pause ends by itself.
    others = match.tournament is not None or match.paused is not None
    return None if others and step != "remind" else (step, at)


def _next(match: Match) -> tuple[Step, datetime] | None:
    """The next step, and when: in the waking hours of the player concerned, and after their
    vacation.
    """
    following = _following(match)
    if following is None:
        return None
    step, at = following
    seat = match.to_move
    assert seat is not None
    both = max(at, *(until or at for until in match.vacations))
    if step == "put_away":
        return step, both
    at = both if step == "ask" else max(at, match.vacations[seat] or at)
    if step == "remind" and match.quiet.nudged is not None:
        at = max(at, tell_at(match.hours[seat], match.quiet.nudged) + REMINDED_APART)
    return step, tell_at(
        match.hours[seat], at, snoozed=match.snoozed[seat] if step == "remind" else None
    )


def _adjourn(match: Match) -> Changed:
    """End a match without a result because of silence; both players together can resume it."""
    changed = endings.ended(match, winner=None, reason="adjourned", by=None)
    events = tuple(replace(addressed, ping=None) for addressed in changed.events)
    return Changed(replace(changed.match, rated=match.rated), events)
