"""All that can happen to a match, each change one transaction; knows no Discord.

``Matches(store, now)`` is the service (``now()`` gives aware UTC datetimes). Users are Discord ids; ``who`` is a
``Person`` or an id. Every method that leads to a public post takes ``via`` (the interaction whose answer will be that
post) and returns a ``notice`` leased to the caller: send it, then ``await matches.outbox.done(notice.id)``. Without
``via`` the outbox loop sends it. Refusals are ``Refused`` (a ``GameError``: ``.sentence``), and change nothing.

    matches.challenges.make(place, maker, game, opponent=None, variant="", side="random", clock="", rated=False,
                            note="", via=None) -> Offered
    matches.challenges.accept(id, who, via=None) -> Change       also takes an open one
    matches.challenges.decline(id, who) / withdraw(id, who) -> Offered
    matches.challenges.counter(id, who, variant=…, side=…, clock=…, …) -> Offered
    matches.challenges.get(id) -> Challenge;  .open(scope, limit) -> tuple[Challenge, …]

    matches.resolve(place, user, "M27" or None, to_move=False, status="any") -> Match
    matches.get(id) -> Match;  .look(id, ply) -> Match as it was;  .draft(id, user) -> Draft | None
    matches.of(user, scope=None, status="running", limit=25, offset=0) -> tuple[Summary, …]  yours to move first
    matches.waiting(user, but=None) -> Summary | None            the next match that waits for a user
    matches.turns(id) -> tuple[Turn, …];  .record(id) -> games.records.Record (to_text, to_json)

    matches.play(id, user, text, version=None, drafted=None, confirm=None, draw=False, via=None) -> Played
    matches.undo(id, user, version=None, drafted=None) -> Played   takes back the last drafted decision
    matches.confirm(id, user, version=None, drafted=None, via=None) -> Played
    matches.resign(id, user, version=None, via=None) -> Change
    matches.offer_draw / answer_draw(id, user, yes), ask_takeback / answer_takeback, ask_pause / answer_pause,
    matches.abort, matches.claim(id, user, "win" | "draw" | "time" | "close") -> Change
    matches.challenges.rematch(id, user, via=None) -> Offered (asked) | Change (begun)
    matches.move_to(id, channel, thread), .player_left(scope, user), .player_back(scope, user)

    matches.plans.get / add(id, user, "if d4-e6 then c3-d5") / remove(id, user, path) -> tree
    matches.people.member(user) / set_member(user, theme=…) -> MemberSettings; .server / .set_server -> ServerSettings
    matches.people.vacation / take_vacation(user, days); .follow / .unfollow; .server_removed / .server_back(scope)
    matches.privacy.export(user) -> dict;  .delete(user)
    bot.clock.work(matches): reminders, claims, ends of challenges; call it every 30 seconds or so

    matches.outbox.claim(limit) -> list[Notice]; .done(id, message=None); .retry(id, after=seconds); .drop(id)
    variants.parse(game, text) -> options;  variants.text(game, options);  variants.complete(game, typed) -> list[str]
"""

from bot.domain.errors import Ambiguous, LimitReached, NotFound, NotYours, NotYourTurn, Over, Refused, Stale, Unplayable
from bot.domain.matches import clocks, variants
from bot.domain.matches.service import Matches
from bot.domain.matches.views import (
    COMPUTER,
    NOBODY,
    Challenge,
    Change,
    Draft,
    Match,
    Notice,
    Offered,
    Person,
    Place,
    Played,
    Summary,
    Turn,
    Via,
)
from bot.domain.members.preferences import MemberSettings, ServerSettings

__all__ = [
    "COMPUTER",
    "NOBODY",
    "Ambiguous",
    "Challenge",
    "Change",
    "Draft",
    "LimitReached",
    "Match",
    "Matches",
    "MemberSettings",
    "NotFound",
    "NotYourTurn",
    "NotYours",
    "Notice",
    "Offered",
    "Over",
    "Person",
    "Place",
    "Played",
    "Refused",
    "ServerSettings",
    "Stale",
    "Summary",
    "Turn",
    "Unplayable",
    "Via",
    "clocks",
    "variants",
]
