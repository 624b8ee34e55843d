"""What every feature is given: the services, made by the composition root."""

from collections.abc import Callable
from datetime import datetime

from bot.chat.discord.gateway.gate import Gate
from bot.chat.discord.gateway.gateway import Gateway
from bot.chat.discord.gateway.presence import Presence
from bot.chat.discord.gateway.refusals import ThreadTrouble
from bot.chat.discord.gateway.visibility import Visibility
from bot.chat.pictures.heavy import HeavyWork
from bot.chat.pictures.images import Images
from bot.domain.computer.given_hints import GivenHints
from bot.domain.domain import Domain
from bot.domain.matches.exploring.marking import Marking
from bot.domain.members.doors import Doors
from bot.domain.opponent import ComputerOpponent
from bot.domain.privacy.journal import Journal
from bot.store import Store
from bot.workers.pool import Workers
from games.players.analysis import Analysis


class Services(Domain):
    """All that features work with: the services of the domain, and those that draw, think and talk
    to Discord.

    :param monotonic: seconds of a clock that is never set, by which the process waits
    :param hurry: lets the jobs that tell what was thought out run twice a second, until nothing is
        thought about
    :param pace: share of its time that the computer takes to think
    :param limits: percent of what the gate usually lets members and servers ask for
    :param key: signs the tokens of the web page
    :param secret: a part of the key of hashes that stand for members; the same in all processes,
        and after a restart
    :param url: where the web page is; empty: nowhere
    :param hosted_by: the host's name and contact, as members read them; empty: not known
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime],
        *,
        monotonic: Callable[[], float],
        gateway: Gateway,
        hurry: Callable[[], None],
        workers: Workers,
        pace: float,
        limits: float,
        journal: Journal | None,
        key: bytes,
        secret: bytes,
        url: str,
        hosted_by: str,
    ) -> None:
        super().__init__(store, now, journal=journal, secret=secret)
        self.monotonic = monotonic
        self.gateway = gateway
        self.servers.lacks = gateway.lacks
        self.hurry = hurry
        self.workers = workers
        self.heavy = HeavyWork(workers)
        self.images = Images(workers)
        self.pace = pace
        self.hosted_by = hosted_by
        self.gate = Gate(now, monotonic, limits, self.matches.plays)
        workers.payer_of = lambda owner: self.gate.account(owner, 0) if owner > 0 else None
        self.opponent = ComputerOpponent(
            self.matches, workers, gateway.serves, monotonic, hurry, pace
        )
        self.marking = Marking(self.sharing, workers, hurry, pace, monotonic)
        self.presence = Presence(self.matches, self.exclusions, gateway)
        self.visibility = Visibility(gateway, monotonic)
        self.given_hints = GivenHints()
        self.privacy.deleted.append(self.given_hints.forget)
        # the latest analyses by match, to be posted in another language
        self.analyses: dict[int, Analysis] = {}
        self.doors = Doors(key, self.database, url)
        # what stood in the way of the latest thread, by server
        self.thread_troubles: dict[int, ThreadTrouble] = {}
