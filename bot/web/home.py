"""Home: what waits for the member, what they play, and what they can begin."""

import asyncio
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.chat.board.challenge_terms import fairness_line, handicap_line, terms_line
from bot.chat.board.handicaps import even_buttons, even_line, offered_in
from bot.chat.board.invitations import answers
from bot.chat.board.links import (
    ListHere,
    ListTournaments,
    OpenLeaderboards,
    OpenOwnProfile,
    OpenSettings,
    PlayComputer,
    ShowLeagues,
    ShowLobby,
    WithdrawChallenge,
)
from bot.chat.discord.components import button
from bot.chat.discord.page_commands import command_button
from bot.chat.discord.press import Press
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language
from bot.domain.challenges.challenge import Challenge
from bot.domain.errors import Refused
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER
from bot.web import protocol, texts
from bot.web.actions import action, match_requests
from bot.web.answers import entity_tag
from bot.web.match_view import ending_of
from bot.web.scenes import Blobs, position
from bot.web.visits import Visit, without_markup
from games import registry
from games.core import Game, Outcome, Sentence, State
from games.players.puzzles import puzzles
from games.teaching import course_of

MOST_MATCHES = 24
MOST_PICTURED = 8  # matches in the lists that come with their boards
MOST_CHALLENGES = 12
MOST_FINISHED = 40  # that are looked through for opponents
MOST_OPPONENTS = 5
MOST_SECONDS_KEPT = 60


async def home_view(visit: Visit, blobs: Blobs) -> protocol.Home:
    """What the page begins with."""
    return await HomePage(visit, blobs).view()


@dataclass(frozen=True, slots=True)
class HomeKey:
    """Whose home it is, and in which server it was opened; 0: in none."""

    user: int
    scope: int

    @classmethod
    def of(cls, visit: Visit) -> "HomeKey":
        place = visit.visitor.place
        return cls(visit.user, place.scope if place.guild else 0)


@dataclass(frozen=True, slots=True)
class HomeContent:
    """What a home shows, in short: ids and revisions of matches, and ids of challenges."""

    matches: Sequence[tuple[int, int]]
    challenges: Sequence[int]


async def read_contents(
    services: Services, keys: Collection[HomeKey]
) -> Mapping[HomeKey, HomeContent]:
    """What some homes show, in two queries for them all."""
    users = {key.user for key in keys}
    scopes = {key.scope for key in keys if key.scope}
    revisions = await services.matches.revisions_of_members(users)
    challenges = await services.challenges.open_to(users, scopes)
    contents = dict[HomeKey, HomeContent]()
    for key in keys:
        ids = [item.id for item in challenges if item.concerns(key.user, key.scope)]
        contents[key] = HomeContent(revisions.get(key.user, ()), ids)
    return contents


def home_tag(visit: Visit, content: HomeContent | None, version: str) -> str:
    """An entity tag that changes with the member's matches and with challenges, and costs little.

    It also changes every ``MOST_SECONDS_KEPT``, for what is known only when all is read: who was
    blocked, whose time has run out.

    :param version: of the page's client
    """
    look = [value for name, value in visit.look.items() if name != "say"]
    # Not at the same moment for all, who would all read theirs at once.
    seconds = visit.services.now().timestamp() + visit.user % MOST_SECONDS_KEPT
    period = seconds // MOST_SECONDS_KEPT
    return entity_tag(version, visit.user, visit.t.locale, look, content, period)


class HomePage:
    """Puts together what the page begins with."""

    def __init__(self, visit: Visit, blobs: Blobs) -> None:
        self._visit = visit
        self._blobs = blobs
        self._t = visit.t
        self._asked = list[protocol.AskedView]()
        self._waiting = list[protocol.SmallMatch]()
        self._running = list[protocol.SmallMatch]()

    async def view(self) -> protocol.Home:
        visit = self._visit
        services = visit.services
        running_matches = await services.matches.of(visit.user, limit=MOST_MATCHES)
        matches = await services.matches.several([item.id for item in running_matches])
        for number, item in enumerate(running_matches):
            match = matches.get(item.id)
            if match is None:
                continue
            with suppress(Refused):
                self._add(item, await visit.match(match), pictured=number < MOST_PICTURED)
            await asyncio.sleep(0)  # boards take some milliseconds: others are served in between
        challenges = await self._challenges()
        return {
            "kind": "home",
            "challenges": await self._invitations(challenges, mine=False),
            "asked": self._asked,
            "waiting": self._waiting,
            "running": self._running,
            "mine": await self._invitations(challenges, mine=True),
            "games": await self._games(),
            "opponents": await self._opponents(running_matches),
            "open": visit.visitor.place.guild,
            "menu": self._menu(),
        }

    def _menu(self) -> list[protocol.Action]:
        """What else there is to see: of a server only where the page was opened in one."""
        presses: dict[str, Press] = {texts.PROFILE: OpenOwnProfile()}
        if self._visit.visitor.place.guild:
            presses[texts.MATCHES_HERE] = ListHere(0)
            presses[texts.LEADERBOARDS] = OpenLeaderboards()
            presses[texts.LOBBY] = ShowLobby(0)
            presses[texts.TOURNAMENTS] = ListTournaments()
            presses[texts.LEAGUES] = ShowLeagues(0, "")
        presses[texts.ALL_SETTINGS] = OpenSettings()
        buttons = [button(self._t.label(label), press) for label, press in presses.items()]
        if self._visit.visitor.place.guild:
            buttons.append(command_button(self._t, "team start"))
        buttons.append(command_button(self._t, "match import"))
        return [action(item, "other") for item in buttons]

    async def _challenges(self) -> list[Challenge]:
        """Open challenges by or to the member, and to anyone where the page was opened."""
        visit = self._visit
        service = visit.services.challenges
        challenges = [*await service.concerning(visit.user, limit=MOST_CHALLENGES)]
        if visit.visitor.place.guild:
            viewer = visit.viewer(visit.visitor.place)
            challenges += await service.open(viewer, limit=MOST_CHALLENGES)
        return [*{challenge.id: challenge for challenge in challenges}.values()]

    def _add(self, item: Summary, match: Match, *, pictured: bool) -> None:
        """Add a running match to where it belongs, and what its opponent asks."""
        user = self._visit.user
        waits = item.mover == user and not item.paused
        row = self._small(item, match, waits=waits, pictured=pictured)
        if waits:
            self._waiting.append(row)
        else:
            self._running.append(row)
        for request in match_requests(self._t, match, user):
            if any(action["group"] == "answer" for action in request["actions"]):
                question: protocol.AskedView = {
                    "match": match.id,
                    "text": request["text"],
                    "actions": request["actions"],
                }
                self._asked.append(question)

    def _small(
        self, item: Summary, match: Match, *, waits: bool, pictured: bool
    ) -> protocol.SmallMatch:
        t = self._t
        seat = match.seat_of(self._visit.user)
        opponent = phrases.player(t, match, 1 - (seat or 0))
        scene: protocol.SceneView | None = None
        if pictured:
            states = match.history.states
            scene = self._scene((match.id, match.version), states, ending_of(match))
        return {
            "id": match.id,
            "name": match.name,
            "game": match.game.name,
            "who": without_markup(phrases.opened(t, opponent)),
            "waits": waits,
            "status": without_markup(phrases.summary_status(t, item, self._visit.user)),
            "scene": scene,
        }

    def _scene(
        self, subject: Hashable, states: Sequence[State], ending: Outcome | None = None
    ) -> protocol.SceneView:
        """A small board, as its reader likes boards; a page asks for them every few seconds.

        :param subject: what is shown, and changes with it
        """
        look = self._visit.look | {"coordinates": "none", "sight": False}
        likes = [value for name, value in look.items() if name != "say"]
        key = (subject, self._t.locale, *likes)
        return self._blobs.scene(key, lambda: position(self._blobs, states, look, ending=ending))

    async def _invitations(
        self, challenges: Iterable[Challenge], *, mine: bool
    ) -> list[protocol.Invitation]:
        """Challenges to the member, or their own."""
        user = self._visit.user
        invitations = list[protocol.Invitation]()
        for challenge in challenges:
            if (challenge.maker.id == user) != mine:
                continue
            even = None
            if challenge.target is not None and user in (challenge.maker.id, challenge.target.id):
                even = await offered_in(self._visit.services, challenge)
            invitations.append(await self._invitation(challenge, even, mine=mine))
        return invitations

    async def _invitation(
        self, item: Challenge, even: Suggestion | None, *, mine: bool
    ) -> protocol.Invitation:
        """A challenge in words.

        :param even: the handicap that is offered to the two unasked
        """
        t = self._t
        people = [person for person in (item.maker, item.target) if person is not None]
        t.names = {person.id: person.name for person in people}
        game = item.game.name
        if not mine:
            template = texts.CHALLENGED_BY if item.target is not None else texts.LOOKS_FOR_ANYONE
            line = t(template, who=item.maker.name, game=game)
            actions = [action(item_button, "answer") for item_button in answers(t, item)]
        else:
            line = t(texts.CHALLENGE_TO_ANYONE, game=game)
            if item.target is not None:
                line = t(texts.CHALLENGE_TO, who=item.target.name, game=game)
            withdraw = button(t.label(shared.WITHDRAW), WithdrawChallenge(item.id))
            actions = [action(withdraw, "withdraw")]
        lines = [await handicap_line(self._visit.services, t, item), fairness_line(t, item)]
        if even is not None:
            lines.append(even_line(t, even))
            actions += [action(item_button, "answer") for item_button in even_buttons(t, item)]
        return {
            "text": without_markup(line),
            "terms": without_markup(terms_line(t, item)),
            "fair": without_markup(" · ".join(filter(None, lines))),
            "note": item.note,
            "actions": actions,
        }

    async def _games(self) -> list[protocol.GameCard]:
        cards = list[protocol.GameCard]()
        for game in registry.catalog():
            cards.append(self._game(game))
            await asyncio.sleep(0)
        return cards

    def _game(self, game: Game) -> protocol.GameCard:
        t = self._t
        scene = self._scene(game.slug, (game.start(),))
        play = button(t.label(shared.PLAY_COMPUTER), PlayComputer(game.slug), "primary")
        description = texts.GAMES.get(game.slug)
        return {
            "slug": game.slug,
            "name": game.name,
            "aim": without_markup(t.as_sentence(Sentence(game.aim()))),
            "minutes": minutes_of(t, game.slug),
            "difficulty": "" if description is None else t.say(description.difficulty),
            "scene": scene,
            "computer": action(play, "other"),
            "lessons": bool(course_of(game)),
            "puzzles": bool(puzzles(game.slug)),
        }

    async def _opponents(self, running_matches: Sequence[Summary]) -> list[protocol.OpponentView]:
        """Whom the member has played lately, the latest first."""
        finished_matches = await self._visit.services.matches.of(
            self._visit.user, status="finished", limit=MOST_FINISHED
        )
        names = dict[int, str]()
        for item in (*running_matches, *finished_matches):
            for user, name in zip(item.seats, item.names, strict=True):
                if user not in (self._visit.user, COMPUTER) and user > 0 and name:
                    names.setdefault(user, name)
        latest = [*names.items()][:MOST_OPPONENTS]
        return [{"id": str(user), "name": name} for user, name in latest]


def read_courses() -> None:
    """Read the courses and puzzles of all games, which are kept."""
    for game in registry.catalog():
        course_of(game)
        puzzles(game.slug)


def minutes_of(t: Language, slug: str) -> str:
    """How long a match at one sitting takes, in words; empty for a game that is not known."""
    description = texts.GAMES.get(slug)
    if description is None:
        return ""
    return without_markup(t.count(*texts.MINUTES, description.minutes))
