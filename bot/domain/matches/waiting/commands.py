"""What is done about matches that wait: nudging, snoozing, saying that one plays on, and what time itself brings."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.errors import Refused
from bot.domain.hours import LAST_WORD, tell_at
from bot.domain.matches import endings
from bot.domain.matches.events import MatchEvent, Nudged, QuietAsked, QuietReminder, TimeRunsShort
from bot.domain.matches.match import Addressed, Changed, Match
from bot.domain.quiet import ASKED_AFTER, NUDGE_AFTER, NUDGES_APART, REMINDED_APART, REMINDERS, Step
from bot.domain.values import COMPUTER, NOBODY

LONGEST_SNOOZE = 14
"""Days."""


def nudge(match: Match, user: int, version: int | None = None) -> Changed:
    """Remind the other player, once for each turn and once in three days; it reaches them in their waking hours."""
    seat = match.player(user, version)
    other, quiet = match.names[1 - seat], match.quiet
    if match.to_move == seat:
        raise Refused("it’s your own turn in {name}", name=match.name)
    if match.seats[1 - seat] in (COMPUTER, NOBODY):
        raise Refused("there’s nobody to nudge in {name}", name=match.name)
    if match.paused is not None:
        raise Refused("{name} is paused", name=match.name)
    if match.away[1 - seat] is not None:
        raise Refused("{other} is on vacation", other=other)
    if quiet.nudged is not None and quiet.nudged >= match.moved:
        raise Refused("you’ve already nudged {other} this turn", other=other)
    ready = max(
        match.moved + NUDGE_AFTER,
        quiet.nudged + NUDGES_APART if quiet.nudged else match.moved,
        _reminded(match, 1 - seat) + REMINDED_APART,
    )
    if match.now < ready:
        hours = max(round((ready - match.now).total_seconds() / 3600), 1)
        raise Refused("you can nudge {other} in {hours} h", other=other, hours=hours)
    event = Nudged(version=match.version, by=user)
    snoozed = match.snoozed[1 - seat]
    # When a snooze ends, what the bot has put off comes first.
    later = snoozed + REMINDED_APART if snoozed is not None and snoozed > match.now else None
    told = Addressed(event, match.seats[1 - seat], False, tell_at(match.hours[1 - seat], match.now, snoozed=later))
    return Changed(replace(match, quiet=replace(quiet, nudged=match.now)), (told,))


def _reminded(match: Match, seat: int) -> datetime:
    """When the bot last reminded the player to move of this turn; when the turn began, if it has not."""
    last, time, quiet = match.moved, match.time, match.quiet
    if match.due is not None and time.told:
        stages = replace(time, waking=match.hours[seat]).stages(time.since, match.due)
        last = max([last, *stages[: time.told][-1:]])
    if quiet.reminded:
        after = REMINDERS[match.settings[seat].reminders][: quiet.reminded]
        last = max([last, *(match.hours[seat].next(quiet.since + span) for span in after)])
    snoozed = match.snoozed[seat]
    return last if snoozed is None or last == match.moved else max(last, min(snoozed, match.now))


def play_on(match: Match, user: int, version: int | None = None) -> Changed:
    """Say that one plays on: the match counts as quiet only from now."""
    match.player(user, version)
    return Changed(heard(match))


def snooze(match: Match, user: int, days: int) -> Changed:
    """Hear nothing of a match, but that time runs out, until the morning so many days from now; 0 ends it.

    Clocks run on.
    """
    seat = match.player(user)
    if not 0 <= days <= LONGEST_SNOOZE:
        raise Refused("you can snooze a match for at most {days} days", days=LONGEST_SNOOZE)
    until_then = match.hours[seat].morning(match.now, days) if days else None
    first, second = match.snoozed
    snoozed = (until_then, second) if seat == 0 else (first, until_then)
    return Changed(replace(match, snoozed=snoozed, time=match.time.on_time()))


def told_at(match: Match, user: int, event: MatchEvent) -> datetime:
    """When a player is told of an event by a message to them alone: in their hours.

    That it is their turn is told at once, unless they like that to wait, too; and then, as a reminder of the clock, not
    later than it is of use.
    """
    seat = match.seats.index(user)
    if event.calls_to_move and not match.settings[seat].hold_dms:
        return match.now
    hurries = event.calls_to_move or isinstance(event, TimeRunsShort)
    until = match.due - LAST_WORD if hurries and match.due is not None else None
    return tell_at(match.hours[seat], match.now, until=until)


def heard(match: Match) -> Match:
    """The match after a word of one of its players."""
    return replace(match, quiet=match.quiet.heard(match.now))


def planned(match: Match) -> Match:
    """The match with the moment at which its silence is next to be told of."""
    step = _next(match)
    wake = None if step is None else step[1]
    return match if wake == match.quiet.wake else replace(match, quiet=replace(match.quiet, wake=wake))


def wake(match: Match) -> Changed:
    """What falls due in a quiet match: a reminder, the question what is to become of it, or that it is put away."""
    step = _next(match)
    if step is None or step[1] > match.now:
        return Changed(planned(match))
    what, seat = step[0], match.to_move
    assert seat is not None
    if what == "put_away":
        return _put_away(match)
    quiet = match.quiet.told(what, match.now)
    if what == "remind":
        # After an outage several reminders may be due; they are told as one.
        while (following := _following(replace(match, quiet=quiet))) and following[0] == "remind":
            if following[1] > match.now:
                break
            quiet = quiet.told("remind", match.now)
        if match.quiet.since + ASKED_AFTER <= match.now and match.tournament is None:
            return wake(replace(match, quiet=quiet))
        since = int(match.quiet.since.timestamp())
        told = Addressed(QuietReminder(version=match.version, since=since), match.seats[seat], public=False)
        return Changed(planned(replace(match, quiet=quiet)), (told,))
    asked = match.seats[seat if what == "ask_mover" else 1 - seat]
    since = int(match.quiet.since.timestamp())
    told = Addressed(QuietAsked(version=match.version, since=since), asked, public=False)
    return Changed(planned(replace(match, quiet=quiet)), (told,))


def _following(match: Match) -> tuple[Step, datetime] | None:
    """The next step, by the silence alone; None where there is none."""
    seat = match.to_move
    if seat is None or match.seats[seat] in (COMPUTER, NOBODY):
        return None
    settings = match.settings[seat]
    # Who gets a daily card by direct message reads there how long it has been quiet.
    told_anyway = match.due is not None or match.paused is not None or settings.daily == "dm"
    reminders = () if told_anyway else REMINDERS[settings.reminders]
    people = sum(user not in (COMPUTER, NOBODY) for user in match.seats)
    step, at = match.quiet.following(reminders, people=people)
    # Rounds of a tournament have an end of their own.
    return None if match.tournament is not None and step != "remind" else (step, at)


def _next(match: Match) -> tuple[Step, datetime] | None:
    """The next step, and when: in the waking hours of who is told, and not in their vacation."""
    following = _following(match)
    if following is None:
        return None
    step, at = following
    seat = match.to_move
    assert seat is not None
    if step == "put_away":
        return step, max(at, *(until or at for until in match.vacations))
    told = 1 - seat if step == "ask_other" else seat
    at = max(at, match.vacations[told] or at)
    if step == "remind" and match.quiet.nudged is not None:
        at = max(at, tell_at(match.hours[told], match.quiet.nudged) + REMINDED_APART)
    return step, tell_at(match.hours[told], at, snoozed=match.snoozed[told] if step == "remind" else None)


def _put_away(match: Match) -> Changed:
    """End a match without a result because nobody has said a word; both together can take it up again."""
    changed = endings.ended(match, winner=None, reason="adjourned", by=None)
    events = tuple(replace(addressed, ping=None) for addressed in changed.events)
    return Changed(replace(changed.match, rated=match.rated), events)
